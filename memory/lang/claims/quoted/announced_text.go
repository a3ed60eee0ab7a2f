package quoted

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// cutAnnouncedText cuts off the part of a line that the user announces as a text to work on or as
// somebody's words: behind "Translate into German:", "Tom wrote:", and the whole line of "Translate I
// live in Porto into German". toEnd tells that the text goes on to the end of the message.
func cutAnnouncedText(line string) (own, announced string, toEnd bool) {
	at, size := indexAnnouncingColon(line)
	head := line
	if at >= 0 {
		head = line[:at]
	}
	if utf8.RuneCountInString(head) > 120 && at >= 0 {
		return line, "", false
	}
	switch {
	case at >= 0 && announcesTextToWorkOn(head):
		return line[:at+size], line[at+size:], true
	case at >= 0 && announcesSpeechOfOthers(head):
		rest := line[at+size:]
		return line[:at+size], rest, strings.TrimSpace(rest) == ""
	case translationPattern.MatchString(line[:min(len(line), 60)]) && !shownTextPattern.MatchString(line):
		return "", line, false
	}
	return line, "", false
}

// indexAnnouncingColon returns where a colon before a space, a quotation or the line's end stands,
// and its size; -1 if there is none.
func indexAnnouncingColon(line string) (at, size int) {
	for i, r := range line {
		next := i + utf8.RuneLen(r)
		if r == '：' || r == ':' && (next >= len(line) || strings.ContainsAny(line[next:next+1], " \n\"'") ||
			line[next] >= utf8.RuneSelf) {
			return i, next - i
		}
	}
	return -1, 0
}

// announcesTextToWorkOn reports whether the words before a colon ask to work on the text behind it.
func announcesTextToWorkOn(head string) bool {
	return containsAnyWord(head, taskVerbs()) || startsWithTaskVerb(head) || asksPolitelyForOthersText(head) ||
		containsAnyWord(head, textNouns()) && (containsAnyWord(head, pointingWords()) || !mentionsUser(head)) ||
		pointsAtShownText(head)
}

// mentionsUser reports whether the words before a colon say that the text is about the user or by them.
func mentionsUser(head string) bool {
	ts := lang.Tokenize(head)
	language := lang.DetectLanguage(ts)
	return slices.ContainsFunc(ts, func(t lang.Token) bool {
		return vocabulary.Nominatives()[t.Folded] || vocabulary.Possessives(language)[t.Folded] || t.Folded == "short" ||
			t.Folded == "kurz"
	}) || aboutUserPattern.MatchString(head)
}

// asksPolitelyForOthersText reports whether a head asks for something with a "please", and not about a text of
// the user alone: "CV of our applicant, please check".
func asksPolitelyForOthersText(head string) bool {
	return containsAnyWord(head, politeRequests()) && !aboutUserPattern.MatchString(head) &&
		!slices.ContainsFunc(lang.Tokenize(head), func(t lang.Token) bool {
			return vocabulary.Nominatives()[t.Folded] || vocabulary.SingularPossessives()[t.Folded]
		})
}

// politeRequests are the words for "please".
var politeRequests = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`please pls bitte favor favore plaît svp stp пожалуйста alsjeblieft alstublieft aub proszę lütfen
		prosím tack कृपया 请 請 麻烦 お願い 부탁`)
})

var aboutUserPattern = lazyregexp.New(`(?i)(about|über|zu|over|sobre|su di|sur) (me|mich|mir|mij|mí|` +
	`mim|moi)\b|` +
	`обо мне|(^|[^帮给替])我|私|自己紹介|자기소개|^제 |^내 `)

// startsWithTaskVerb reports whether a head starts with a verb that asks for a text, a game or a song.
func startsWithTaskVerb(head string) bool {
	for _, t := range lang.Tokenize(head[strings.LastIndexAny(head, ".!?")+1:]) {
		if vocabulary.SentenceOpeners()[t.Folded] || requestOpeners()[t.Folded] {
			continue
		}
		return taskStarters()[t.Folded] || lang.StartsWithUnspacedScript(t.Text) &&
			slices.ContainsFunc(unspacedTasks(), func(w string) bool {
				return strings.Contains(head, w)
			})
	}
	return false
}

// announcesSpeechOfOthers reports whether the words before a colon say that somebody else said what
// follows.
func announcesSpeechOfOthers(head string) bool {
	ts := lang.Tokenize(head)
	if len(ts) == 0 {
		return false
	}
	if saysItWasSent(head) {
		return true
	}
	if vocabulary.HasFirstPersonPronoun(ts, lang.UnknownLanguage) &&
		!slices.ContainsFunc(ts, func(t lang.Token) bool {
			return t.Folded == "me" || t.Folded == "mir" || t.Folded == "us"
		}) {
		return false
	}
	return slices.ContainsFunc(ts, func(t lang.Token) bool { return vocabulary.SayVerbs()[t.Folded] })
}

// containsAnyWord looks for words; in scripts without spaces, for parts of words.
func containsAnyWord(text string, words map[string]bool) bool {
	for _, t := range lang.Tokenize(text) {
		if words[t.Folded] {
			return true
		}
	}
	for w := range words {
		parts := lang.StartsWithUnspacedScript(w) || unicode.In(lang.FirstRune(w), unicode.Devanagari, unicode.Arabic)
		if parts && strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// translationPattern matches the beginning of a request for a translation that has no colon.
var translationPattern = lazyregexp.New(`(?i)^\s*(please |can you |could you )?(translate|übersetze|übersetz|` +
	`trad[uú]ce(?:me|nos|lo|la)?|` +
	`traduis(?:ez)?(?:-moi|-le|-la|-nous)?|traduci(?:mi|melo|mela|lo|la)?|traduza(?:-me)?|traduz|переведи(?:те)?|` +
	`vertaal|przetłumacz|çevir|přelož|översätt|oversæt)\s.{12,}`)

// shownTextPattern matches such a request for a text that is shown elsewhere: "translate this menu please,
// I run a bar".
var shownTextPattern = lazyregexp.New(`(?i)^\s*(?:\p{L}+ ){0,3}?(this|these|that|diesen?|dieses|` +
	`diese|den|das|die|ce|cet|cette|ces|est[eao]s?|es[eao]s?|ess[ea]s?|quest[oaei]|этот|эту|это|эти|dit|deze|dat|` +
	`ten|tę|to|bu|şu) \p{L}+(?: \p{L}+){0,3}?,`)

// findOtherDialogueSpeakers returns the names that start lines of a dialogue: at least two lines
// with a short head and a colon, of which one speaks in the first or second person, or asks what another one answers
// below a line that points at a text. "Me:" is the user.
func findOtherDialogueSpeakers(message string) map[string]bool {
	out := map[string]bool{}
	if strings.Count(message, ":") < 2 {
		return out
	}
	lines, speaks, asks := 0, false, false
	first, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	for line := range strings.Lines(message) {
		name, text, ok := splitSpeakerFromText(strings.TrimSpace(line))
		if !ok || !isSpeakerName(name) || strings.TrimSpace(text) == "" {
			continue
		}
		lines++
		out[name] = true
		asks = asks || strings.ContainsAny(text, "?？؟")
		speaks = speaks || slices.ContainsFunc(lang.Tokenize(text), func(t lang.Token) bool {
			return speakingWords()[t.Folded] || lang.StartsWithUnspacedScript(t.Text) && vocabulary.IsUnspacedFirstPerson(t.Text)
		})
	}
	if lines < 2 || !speaks && !(asks && len(out) > 1 && asksForWorkOnTextBelow(first)) {
		return nil
	}
	for name := range out {
		if selfNames()[lang.FoldWord(name)] {
			delete(out, name)
		}
	}
	return out
}

// splitSpeakerFromText cuts a line of a dialogue into the name, without a time before it, and what
// is said.
func splitSpeakerFromText(line string) (name, text string, ok bool) {
	line = speakerTimePattern.ReplaceAllString(line, "")
	if at := strings.Index(line, "："); at >= 0 && !strings.Contains(line[:at], ":") {
		return line[:at], line[at+len("："):], true
	}
	return strings.Cut(line, ":")
}

// isSpeakerName reports whether the head of a line may be a name: one to three words with capitals, and perhaps a number
// behind them, as transcripts have it.
func isSpeakerName(head string) bool {
	words := strings.Fields(speakerNumberPattern.ReplaceAllString(head, ""))
	return len(words) >= 1 && len(words) <= 3 && len(head) <= 40 && !slices.ContainsFunc(words, func(w string) bool {
		return unicode.IsLower(lang.FirstRune(w)) || !unicode.IsLetter(lang.FirstRune(w))
	})
}

// speakerNumberPattern matches the number of a speaker: "Witness 2".
var speakerNumberPattern = lazyregexp.New(`\s\d{1,3}$`)

var speakerTimePattern = lazyregexp.New(`^\[?[\d/.,: -]*(AM|PM|am|pm)?\]?\s*-?\s*`)

// isFormalLetterSalutation reports whether a line opens a letter to somebody by title: "Dear Ms
// Weber,".
func isFormalLetterSalutation(line string) bool {
	return len(line) < 60 && salutationPattern.MatchString(line)
}

// isGreetingByName reports whether a line greets somebody by name and says nothing more.
func isGreetingByName(line string) bool { return len(line) < 40 && greetingPattern.MatchString(line) }

var salutationPattern = lazyregexp.New(`^(Dear|Sehr geehrte\w*|Liebe[r]?|Estimad[oa]s?|Querid[oa]s?|` +
	`Ch[eè]re?s?|` +
	`Gentile|Egregio|` +
	`Car[oa]|Prezad[oa]s?|Caro|Уважаем\S+|Дорог\S+|Szanown\S+|Drogi|Droga|Geachte|Beste|Lieve|Sayın|Sevgili|` +
	`尊敬的|亲爱的|拝啓|` +
	`प्रिय|안녕하십니까|عزيزي|عزيزتي)\s?.{0,45}[,!:，،]$`)

var greetingPattern = lazyregexp.New(`^(Hi|Hello|Hey|Hallo|Hola|Bonjour|Salut|Ciao|Olá|Oi|Привет|` +
	`Здравствуйте|Merhaba|Cześć)` +
	`\s+\p{Lu}\p{L}+[,!]$`)

// signOffPattern matches the end of a letter, by which one is told from a message that greets the
// assistant.
var signOffPattern = lazyregexp.New(`(?im)^\s*(.{0,20}regards|sincerely|yours|best wishes|all the best|` +
	`.{0,25}grü(ß|ss)e|.{0,20}gruß|` +
	`hochachtungsvoll|atentamente|.{0,15}saludos|cordialement|bien à vous|.{0,15}saluti|atenciosamente|` +
	`.{0,10}abraços|` +
	`с уважением|.{0,15}pozdrawiam|z poważaniem|.{0,25}groet(en)?|saygılarımla|此致|敬具|सादर|.{0,10}드림|مع
			التحية)[,.!]?\s*$`)

// taskVerbs ask to work on a text.
var taskVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`translate translation rewrite rephrase paraphrase proofread summarise summarize shorten
			grammar
		spelling typos
		spellcheck reword polish simplify
		übersetze übersetz übersetzen übersetzung korrigiere korrigier umformulieren formuliere zusammenfassen kürze
		überarbeite
		grammatik rechtschreibung
		traduce traduzca traducir traducción corrige reescribe gramática
		traduis traduisez traduire traduction corrigez reformule résume résumez grammaire
		traduci tradurre traduzione correggi riassumi riscrivi grammatica
		traduza traduz traduzir tradução corrija resuma reescreva
		переведи переведите перевести перевод исправь исправьте перепиши перескажи сократи
		अनुवाद सुधारो सुधारिए सारांश 번역 교정 요약 고쳐 翻译 翻譯 改写 润色 校对 总结 纠正 翻訳 訳して 添削 要約 校正
		ترجم ترجمة صحح لخص
		çevir çevirir tercüme düzelt özetle
		przetłumacz przetłumaczyć popraw streść
		vertaal vertaling corrigeer herschrijf samenvatten`)
})

// requestOpeners may come before the verb of a request.
var requestOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`can could would will you me help kannst könntest du mir puedes podrías me peux pourrais tu
		pouvez vous puoi potresti
		pode poderia você можешь можете вы ты vamos we us i'd like to let let's lets`)
})

// taskStarters are verbs that, at the start of a sentence, ask for a text, a game or a song.
var taskStarters = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`make turn finish continue complete convert format sing recite quote write compose draft create
		generate
		invent explain analyse analyze check say put read repeat change extend expand rate review answer reply
		respond describe
		mach mache schreib schreibe beende vervollständige setze setz formatiere lies sing singe fasse antworte
		beantworte erkläre analysiere prüfe wandle ergänze verfasse
		haz escribe termina completa continúa canta pon responde contesta explica analiza lee repite redacta convierte
		fais écris termine complète continue chante rends mets réponds explique analyse lis répète rédige transforme
		fai scrivi finisci completa continua canta rendi rispondi spiega analizza leggi ripeti metti trasforma
		faça escreva termine complete continue cante responda explique analise leia repita transforme deixe
		сделай напиши закончи дополни продолжи спой ответь объясни проверь прочитай повтори составь
		लिखो लिखें लिखिए बनाओ गाओ समझाओ जवाब उत्तर
		اكتب أكمل اجعل أجب اشرح حول
		yaz tamamla yap cevapla açıkla söyle devam
		napisz dokończ zrób odpowiedz wyjaśnij kontynuuj zamień
		schrijf maak voltooi beantwoord leg zing speel laten`)
})

// unspacedTasks are parts of such requests in Chinese, Japanese and Korean.
var unspacedTasks = sync.OnceValue(func() []string {
	return strings.Fields("续写 完成 改成 改得 回复 解释 写一 写个 分析 書いて 続けて 仕上げて 答えて 説明して 直して " +
		"써줘 써 줘 완성 이어서 답장 설명 바꿔 다듬어")
})

// textNouns are kinds of texts.
var textNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`form lyrics letra letras paroles songtext ad advert slogan caption anzeige werbung lied
			formular annonce pub chanson formulaire
		anuncio canción formulario redacción anúncio redação annuncio canzone modulo advertentie liedje formulier 作文 广告
		歌词 広告 歌詞 광고 가사
		letter email e-mail mail message text transcript article poem lyrics paragraph sentence quote
		essay draft chat
		conversation dialogue post tweet review story passage excerpt
		brief nachricht artikel gedicht absatz satz zitat entwurf gespräch geschichte
		carta correo mensaje texto artículo poema párrafo frase cita conversación historia
		lettre courriel poème paragraphe phrase citation conversation histoire
		lettera messaggio testo articolo poesia paragrafo conversazione storia
		mensagem artigo parágrafo conversa história
		письмо сообщение текст статья статью стихотворение абзац предложение цитата переписка
		पत्र संदेश लेख कविता वाक्य 편지 메시지 글 문장 기사 대화 信 邮件 消息 文章 句子 对话 手紙 メール 文章 会話 رسالة نص مقال محادثة
		mektup mesaj metin makale cümle konuşma list wiadomość tekst artykuł zdanie rozmowa bericht tekst zin gesprek`)
})

// pointingWords point at the text behind the colon.
var pointingWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`this these following here here's below got received found pasted wrote sent
		diese diesen dieser dieses folgende folgenden hier
		este esta esto eso siguiente aquí ce cette ça cela suivant suivante voici ici questo questa seguente ecco
		seguinte aqui
		этот эту это следующий следующее вот यह इस निम्न नीचे 이 다음 아래 这 這 以下 下面 この 次の 以下の هذا هذه التالي التالية
		bu şu aşağıdaki ten tę to następujący poniższy deze dit volgende
		that desse deste dessa desta esse essa isso isto aquele aquela quel quella queste questi cette cet jene jener`)
})

// speakingWords are pronouns of the first and second person, by which a dialogue is told from a list
// of properties.
var speakingWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`i i'm i've we you me my your ich wir du mein dein yo tú mi tu je j' tu nous mon ton io tu
			noi eu
		você nós
		я мы ты вы मैं हम तुम आप أنا نحن أنت ben sen biz ja ty my ik jij wij`)
})

// selfNames are the names under which users note their own words.
var selfNames = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("me i myself user ich yo moi io eu я मैं 나 저 我 私 أنا ben ja ik")
})
