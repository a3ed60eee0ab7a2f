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

// maxHeadRunes bounds a line that asks to work on the text below it.
const maxHeadRunes = 120

// asksForWorkOnTextBelow reports whether a line without a colon asks to shorten, correct or sum up
// a text, points at one that others sent, or asks whether it is a fraud. What stands below such a
// line is somebody else's text, unless the line says that it is about the user.
func asksForWorkOnTextBelow(head string) bool {
	head = strings.TrimSpace(head)
	if head == "" || utf8.RuneCountInString(head) > maxHeadRunes {
		return false
	}
	if containsAnyWord(head, shownTextNouns()) && saysOthersWroteOrSentIt(head) {
		return true
	}
	return !saysTextIsAboutOrByUser(head) && (containsAnyWord(head, taskVerbs()) ||
		containsAnyWord(head, textWorkVerbs()) ||
		containsAnyWord(head, textNouns()) && (containsAnyWord(head, pointingWords()) || saysOthersWroteOrSentIt(head)) ||
		pointsAtShownOrSentText(head) || fraudPattern.MatchString(head) && mayAskAboutAdjacentText(head))
}

// pointsAtShownOrSentText reports whether words point at a text of a kind that is shown, or say
// that it was sent: "this diary", "a CV that came in".
func pointsAtShownOrSentText(head string) bool {
	return containsAnyWord(head, shownTextNouns()) &&
		(containsAnyWord(head, pointingWords()) || saysOthersWroteOrSentIt(head))
}

// shownTextNouns are kinds of texts that are also words of ordinary statements.
var shownTextNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`anschreiben motivationsschreiben bewerbungsschreiben steckbrief datingtekst profieltekst
			datingprofiel
		bio sprachnachricht diktat dictée dictado dettato ditado audio áudio vocal cover diary voicemail postcard résumé cv
		resume testimonial interview survey verse verses stanza notice
		complaint
		tagebuch postkarte lebenslauf bewerbung umfrage strophe zettel aushang beschwerde rezension kommentar
		diario currículum currículo entrevista encuesta estrofa aviso reseña comentario testimonio
		journal entretien sondage strophe témoignage commentaire annonce
		cartolina curriculum intervista sondaggio strofa biglietto avviso recensione commento testimonianza
		diário entrevista recado avaliação comentário depoimento
		дневник открытку открытка резюме интервью опрос опроса стих записку записка жалобу жалоба отзыв комментарий
		dagboek sollicitatie enquête briefje klacht recensie reactie
		dziennik kartkę pocztówka życiorys wywiad ankieta wiersz notatka skarga recenzja komentarz
		günlük dilekçe özgeçmiş anket şiir yorum röportaj
		डायरी चिट्ठी पर्ची शिकायत 일기 엽서 이력서 자기소개서 설문 시조 쪽지 후기 댓글 인터뷰 日记 简历 自我介绍 问卷 诗 条子 投诉 评论 评价 采访
		日記 履歴書 アンケート 詩 メモ 苦情 口コミ レビュー コメント インタビュー`)
})

// isFirstNonblankLineWithTextBelow reports whether nothing but blank lines stands above a line, and
// something below it.
func isFirstNonblankLineWithTextBelow(lines []string, i int) bool {
	isText := func(line string) bool { return strings.TrimSpace(line) != "" }
	return !slices.ContainsFunc(lines[:i], isText) && slices.ContainsFunc(lines[i+1:], isText)
}

// saysOthersWroteOrSentIt reports whether words say that somebody wrote or sent something, and not
// that the user did.
func saysOthersWroteOrSentIt(head string) bool {
	isWriter := func(t lang.Token) bool {
		return vocabulary.Nominatives()[t.Folded] && t.Folded != "nos" // "que nos ha llegado"
	}
	return containsWordNotOfOtherLanguage(head, sentWords()) && !slices.ContainsFunc(lang.Tokenize(head), isWriter)
}

// textWorkVerbs ask to work on a text that is there; unlike "write" and "explain", which a
// statement of the user's own may follow.
var textWorkVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`shorten condense critique bullet rhyme proofread punctuate transcribe transliterate
		abtippen transkribiere transkribieren pásalo pásame transcribe transcríbeme transcris trascrivi transcreve transcreva
		transcribeer overtypen transkrybuj temize 清書 誊 타이핑
		kürzen gekürzt stichpunkte reim reimschema zusammenfassung protokoll rechtschreibfehler
		acorta acortar acórtame resume resumen resúmeme acta rima
		raccourcis raccourcir résumé corrige rime
		accorcia accorciare riassunto riassumimi verbale correggimi rima
		encurta encurte encurtar resumo resuma corrige
		сократить выдели резюмируй конспект рифма исправить
		inkorten ingekort samenvatting notulen spelfouten
		skróć skrócić streszczenie protokół literówki
		kısalt özet özetini düzelt yazım
		सार वर्तनी 줄여 맞춤법 요점 정리해 녹취록 断句 缩短 提炼 概括 错别字 短くして 要点 誤字 校正`)
})

// sentWords say in the third person that somebody wrote or sent something.
var sentWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`sent wrote written posted texted forwarded handed
		geschrieben geschickt gesendet schickt schickte weitergeleitet reingekommen
		mandó mandado enviado envió escribió llegado mandaron dejado
		envoyé envoyée écrit reçu laissé transmis
		mandato mandata inviato scritto arrivato arrivata lasciato
		mandou enviou escreveu chegou deixou mandaram
		прислал прислала прислали написал написала пришло оставил оставила
		gestuurd geschreven stuurde appte achtergelaten
		przysłał przysłała wysłał napisał napisała przyszło zostawił zostawiła
		gönderdi gönderdiği yazdı yazdığı bıraktığı attı
		भेजा भेजी लिखा छोड़ 보냈 보낸 남긴 올린 发来 发的 写的 寄来 留的 送って 送られて 書いた 届いた`)
})

// fraudPattern matches the words that ask whether a message is a fraud or made up.
var fraudPattern = lazyregexp.New(`(?i)(^|\P{L})(scam|spam|fraud|phishing|fake|legit|betrug|betrugsmasche|` +
	`abzocke|estafa|timo|arnaque|truffa|golpe|burla|развод|мошенник\p{L}*|oplichting|nep|oszustwo|ściema|` +
	`dolandırıcı\p{L}*|sahte)($|\P{L})|धोखा|ठगी|फ़्रॉड|사기|주작|스팸|诈骗|骗子|骗人的|詐欺|釣り`)

// How long a quotation over several lines is, in runes. A longer one may be two marks that do not
// belong together.
const (
	minVerseRunes = 20
	maxVerseRunes = 1500
)

// quotationOverLinesPattern matches text in quotation marks that goes over the end of a line, as
// verses do.
var quotationOverLinesPattern = lazyregexp.New(`(^|[\s:：(])("[^"]+"|“[^”]+”|„[^“”"]+[“”"]|` +
	`«[^»]+»|「[^」]+」)`)

// splitQuotationsOverLines returns a message without the quotations that go over several lines, and
// these. A blank stands for each.
func splitQuotationsOverLines(message string) (rest, quotations string) {
	if !strings.Contains(message, "\n") || !strings.ContainsAny(message, "\"“„«「") {
		return message, ""
	}
	var taken strings.Builder
	rest = quotationOverLinesPattern.ReplaceAllStringFunc(message, func(q string) string {
		if n := utf8.RuneCountInString(q); n < minVerseRunes || n > maxVerseRunes ||
			!strings.Contains(strings.TrimSpace(q), "\n") {
			return q
		}
		taken.WriteString(strings.TrimSpace(q) + "\n")
		return " "
	})
	return rest, taken.String()
}

// containsAnyWord looks for words; in scripts without spaces, for parts of words.
func containsAnyWord(text string, words map[string]bool) bool {
	for _, t := range lang.Tokenize(text) {
		if words[t.Folded] {
			return true
		}
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= firstUnspacedLetter }) {
		return false
	}
	for w := range words {
		parts := lang.StartsWithHanKanaOrHangul(w) || unicode.In(lang.FirstRune(w), unicode.Devanagari, unicode.Arabic)
		if parts && strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// firstUnspacedLetter is the first letter of Arabic, behind which come the other scripts whose words are looked for as
// parts of others.
const firstUnspacedLetter = 0x600

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

// namesText reports whether a head names a kind of text.
func namesText(head string) bool { return containsWordNotOfOtherLanguage(head, textNouns()) }

// containsWordNotOfOtherLanguage reports whether a text has one of the words, and not only such that mean something
// else in its language.
func containsWordNotOfOtherLanguage(text string, words map[string]bool) bool {
	if !containsAnyWord(text, words) {
		return false
	}
	ts := lang.Tokenize(text)
	homograph := false
	for i, t := range ts {
		if !words[t.Folded] {
			continue
		}
		others := otherLanguagesOfHomographs()[t.Folded]
		if others == nil || !slices.Contains(others, lang.DetectLanguage(ts)) &&
			!(i > 0 && wordsBeforeEnglishLists()[ts[i-1].Folded]) {
			return true
		}
		homograph = true
	}
	return !homograph // a part of a word in a script without blanks
}

// otherLanguagesOfHomographs are the languages in which a word is something else than a kind of text, or than that
// one was sent: a list of things, the pub, what smells in French.
var otherLanguagesOfHomographs = sync.OnceValue(func() map[string][]lang.Language {
	return map[string][]lang.Language{
		"list": {lang.English}, "pub": {lang.English, lang.German, lang.Dutch}, "sent": {lang.French},
	}
})

// wordsBeforeEnglishLists stand before a list in texts too short to tell their language by.
var wordsBeforeEnglishLists = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("packing shopping grocery to-do todo guest wish reading check bucket waiting my the a")
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

// taskVerbs ask to work on a text.
var taskVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`translate translation rewrite rephrase paraphrase proofread summarise summarize shorten
			grammar
		spelling typos
		spellcheck reword polish simplify pásalo pásame transcribe transcríbeme transcris trascrivi transcreve transcreva
		abtippen
		transkrybuj 翻成 译成 清書
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

// saysTextIsAboutOrByUser reports whether the words before a colon say that the text is about the
// user or by them.
func saysTextIsAboutOrByUser(head string) bool {
	ts := lang.Tokenize(head)
	language := lang.DetectLanguage(ts)
	return slices.ContainsFunc(ts, func(t lang.Token) bool {
		return vocabulary.Nominatives()[t.Folded] || vocabulary.Possessives(language)[t.Folded] || t.Folded == "short" ||
			t.Folded == "kurz"
	}) || aboutUserPattern.MatchString(head)
}

var aboutUserPattern = lazyregexp.New(`(?i)(about|über|zu|over|sobre|su di|sur) (me|mich|mir|mij|mí|` +
	`mim|moi)\b|` +
	`обо мне|(^|[^帮给替])我|私|自己紹介|자기소개|^제 |^내 `)

// mayAskAboutAdjacentText reports whether a short paragraph asks a question, announces a text or
// points at one.
func mayAskAboutAdjacentText(text string) bool {
	if utf8.RuneCountInString(text) > maxAskingRunes {
		return false
	}
	if strings.ContainsAny(text, "?？؟") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") {
		return true
	}
	return containsAnyWord(text, pointingWords()) || containsAnyWord(text, taskVerbs()) || startsWithTaskVerb(text) ||
		asksAboutWriterOrHowToReply(text) || vocabulary.EndsInQuestionParticle(text) ||
		hanQuestionPattern.MatchString(text)
}

// hanQuestionPattern matches the question words of Chinese and Japanese, where a message may do
// without the mark.
var hanQuestionPattern = lazyregexp.New(`什么|哪|怎么|咋|多少|谁|啥|何を|何が|どこ|どの|どう`)

// startsWithTaskVerb reports whether a head starts with a verb that asks for a text, a game or a
// song.
func startsWithTaskVerb(head string) bool {
	for _, t := range lang.Tokenize(head[strings.LastIndexAny(head, ".!?")+1:]) {
		if vocabulary.SentenceOpeners()[t.Folded] || requestOpeners()[t.Folded] {
			continue
		}
		return taskStarters()[t.Folded] || lang.StartsWithHanKanaOrHangul(t.Text) &&
			slices.ContainsFunc(unspacedTasks(), func(w string) bool {
				return strings.Contains(head, w)
			})
	}
	return false
}

// taskStarters are verbs that, at the start of a sentence, ask for a text, a game or a song.
var taskStarters = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`fix grade mark edit bewerte evalúa valora valuta avalia beoordeel oceń оцени değerlendir make
			turn finish continue complete convert format sing recite quote write compose draft create
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

// requestOpeners may come before the verb of a request.
var requestOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`can could would will you me help kannst könntest du mir puedes podrías me peux pourrais tu
		pouvez vous puoi potresti
		pode poderia você можешь можете вы ты vamos we us i'd like to let let's lets`)
})

// unspacedTasks are parts of such requests in Chinese, Japanese and Korean.
var unspacedTasks = sync.OnceValue(func() []string {
	return strings.Fields("续写 完成 改成 改得 回复 解释 写一 写个 分析 書いて 続けて 仕上げて 答えて 説明して 直して " +
		"써줘 써 줘 완성 이어서 답장 설명 바꿔 다듬어")
})

// asksAboutWriterOrHowToReply reports whether a short paragraph asks what to answer, or about him
// or her without saying who that is: the other paragraph is what that person wrote.
func asksAboutWriterOrHowToReply(text string) bool {
	if utf8.RuneCountInString(text) > maxAskingRunes {
		return false
	}
	return containsAnyWord(text, answeringWords()) || containsAnyWord(text, unboundPronouns())
}

// maxAskingRunes bounds a paragraph that asks about another one.
const maxAskingRunes = 200
