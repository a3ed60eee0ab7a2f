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
// somebody's words: behind "Translate into German:", "Tom wrote:", and the whole line of "Translate
// I live in Porto into German". toEnd tells that the text goes on to the end of the message.
func cutAnnouncedText(line string) (own, announced string, toEnd bool) {
	if at := indexRoleThatSpeaks(line); at >= 0 {
		return line[:at], line[at:], false
	}
	at, size := indexAnnouncingColon(line)
	head := line
	if at >= 0 {
		head = line[:at]
	}
	if at >= 0 && (utf8.RuneCountInString(head) > 120 || correctsOwnWords(head)) {
		return line, "", false
	}
	switch {
	case at >= 0 && announcesTextToWorkOn(head) && !orderedByUser(head, line[at+size:]) &&
		!dictatesMessage(head, line[at+size:]):
		return cutTextToWorkOn(head, line[:at+size], line[at+size:])
	case at >= 0 && announcesSpeechOfOthers(head):
		rest := line[at+size:]
		return line[:at+size], rest, strings.TrimSpace(rest) == ""
	case translationPattern.MatchString(line[:min(len(line), 60)]) && !shownTextPattern.MatchString(line):
		end := endOfRequestWithQuotation(line)
		return line[end:], line[:end], false
	}
	if at := indexOfTextBehindRequest(line); at > 0 {
		return line[:at], line[at:], false
	}
	return line, "", false
}

// endOfRequestWithQuotation returns where the request ends that a line begins with, if what is to be translated stands
// in quotation marks in it and the user goes on behind a comma or full stop: 'translate "…" into Thai, we land on the
// 9th'. Else it is the end of the line.
func endOfRequestWithQuotation(line string) int {
	if m := requestWithQuotation.FindStringIndex(line); m != nil {
		return m[1]
	}
	return len(line)
}

var requestWithQuotation = lazyregexp.New(
	`^\s*(?:\p{L}+[ -]){1,4}(?:"[^"\n]+"|“[^”\n]+”|„[^“”"\n]+[“”"]|«[^»\n]+»)[^,.;:!?"“„«\n]{0,60}[,.;!?]\s`)

// cutTextToWorkOn parts a text to work on from what the user says behind it, if it is a quoted sentence. The
// announcement itself goes with the text unless it says something in the first person.
func cutTextToWorkOn(head, announcement, text string) (own, announced string, toEnd bool) {
	if end := endOfQuotation(text); end > 0 && asksAboutSentence(head) {
		if speaksInFirstPerson(head) {
			return announcement + text[end:], text[:end], false
		}
		return text[end:], announcement + text[:end], false
	}
	return announcement, text, true
}

// asksAboutSentence reports whether a head asks to translate what is quoted, or whether it is right. What is to be
// summed up or told on may go on behind a quotation in it.
func asksAboutSentence(head string) bool {
	return translationPattern.MatchString(head+strings.Repeat(" .", minTranslated)) || sentencePattern.MatchString(head)
}

// minTranslated makes a head long enough for translationPattern, which wants a text behind its verb.
const minTranslated = 12

var sentencePattern = lazyregexp.New(`(?i)doğru mu|is (?:this|it) (?:right|correct)|ist (?:das|der satz) richtig|` +
	`est-ce correct|es correcto|è (?:giusto|corretto)|está (?:certo|correto)|klopt (?:dit|deze)|poprawn|правильно|翻|译|` +
	`訳|번역|अनुवाद|translat|übersetz|tradu[czis]|перев[её]|vertaal|przetłumacz|çevir|` +
	`proof-?read|grammar|spelling|typos|\bcorrect\b|korrigier|rechtschreib|grammatik|corr[ei]g[ei]|corrij|orthographe|` +
	`ortograf[ií]a|ortografia|\bins (?:engl|deutsch|franz|span|ital|poln|russ|türk)|провер|исправ|запят|sprawdź|` +
	`ortografi|` +
	`verbeter|spelfout|düzelt|yazım|改正|校对|校正|添削|고쳐|맞춤법|व्याकरण|वर्तनी`)

// endOfQuotation returns where the quotations end that a text begins with, if they end with a
// sentence and another one begins behind them, in small letters only if it speaks in the first
// person; 0 if not.
func endOfQuotation(s string) int {
	m := quotationBeforeSentence.FindStringSubmatchIndex(s)
	if m == nil {
		m = quotationBeforeSmallLetter.FindStringSubmatchIndex(s)
		if m == nil || !speaksInFirstPerson(s[m[3]:]) {
			return 0
		}
	}
	return m[3]
}

// quotationBeforeSentence matches quotations at the beginning of a text (group 1), each with the end of a sentence
// before or behind its last mark, and the beginning of the next sentence.
var quotationBeforeSentence = lazyregexp.New(
	`^(\s*(?:["“„«「][^"“”„«»「」\n]+(?:[.!?…。！？।]["”“»」]|["”“»」][.!?。।])\s*|['‘][^'’\n]+['’][.!?]\s*)+)` +
		`(?:\s[^\p{Ll}\s"“„«「'‘]|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}])`)

// quotationBeforeSmallLetter matches one that a full stop behind its last mark ends, before a sentence without a
// capital.
var quotationBeforeSmallLetter = lazyregexp.New(`^(\s*["“„«][^"“”„«»\n]+["”“»][.!?]\s*)\s\p{Ll}`)

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
		containsAnyWord(head, politeRequests()) && !containsAnyWord(head, answerKinds()) &&
			intoLanguagePattern.MatchString(head) ||
		containsAnyWord(head, pupilNouns()) && !saysTextIsAboutOrByUser(head) ||
		namesText(head) && (containsAnyWord(head, pointingWords()) || !saysTextIsAboutOrByUser(head)) ||
		pointsAtShownOrSentText(head) || namesTextOfAnother(head)
}

// asksPolitelyForOthersText reports whether a head asks for something with a "please", other than an answer of
// some kind, and not about a text of the user alone: "CV of our applicant, please check".
func asksPolitelyForOthersText(head string) bool {
	return containsAnyWord(head, politeRequests()) && !containsAnyWord(head, answerKinds()) &&
		!aboutUserPattern.MatchString(head) &&
		!slices.ContainsFunc(lang.Tokenize(head), func(t lang.Token) bool {
			return vocabulary.Nominatives()[t.Folded] || vocabulary.SingularPossessives()[t.Folded]
		})
}

// correctsOwnWords reports whether the words before a colon say that the user made a mistake in what they wrote
// before: "no wait, I wrote it wrong:".
func correctsOwnWords(head string) bool {
	return utf8.RuneCountInString(head) <= maxCorrectionRunes && !containsAnyWord(head, taskVerbs()) &&
		!startsWithTaskVerb(head) && correctionPattern.MatchString(head)
}

const maxCorrectionRunes = 60

// correctionPattern matches that somebody mistook or mistyped something.
var correctionPattern = lazyregexp.New(`(?i)\bi (?:mis(?:typed|wrote|spoke)|(?:wrote|typed|said|put)\b.*\bwrong|` +
	`made a (?:mistake|typo))\b|\bmy mistake\b|\b(?:habe? mich|mich) (?:vertippt|verschrieben|vertan|geirrt|` +
	`versprochen)|` +
	`\bfalsch geschrieben|\bj['’]ai (?:mal (?:écrit|dit|tapé)|fait (?:une (?:erreur|faute|coquille)))|` +
	`\bme suis tromp|\bme equivoqu|\bme he (?:equivocado|confundido)|\b(?:escribí|puse|dije) mal\b|` +
	`\bho (?:scritto|detto) (?:male|una cosa sbagliata)|\bho sbagliato|\bmi sono (?:sbagliat|confus)|` +
	`\b(?:escrevi|falei|digitei) errado|\bme enganei|\benganei-me|\bverkeerd (?:getypt|geschreven|gezegd)|` +
	`\b(?:pomyliłe?[ma])|źle napisał|опечатал|ошибся|ошиблась|неправильно написал|не так написал|` +
	`\byanlış yazd|गलत लिख|ग़लत लिख|書き間違え|打ち間違え|間違えました|잘못 (?:썼|적었|쳤|말했)|写错|打错|说错|寫錯|打錯|說錯`)

// orderedByUser reports whether the words before a colon order something that is not a text, such as a menu or
// a plan, and what follows tells for whom in the first person: "a menu for the week, please: we are five".
func orderedByUser(head, rest string) bool {
	return containsAnyWord(head, orderedThings()) && !containsAnyWord(head, taskVerbs()) &&
		!containsAnyWord(head, textNouns()) && !containsAnyWord(head, pointingWords()) &&
		!strings.ContainsAny(rest, "\"“„«") && speaksInFirstPerson(rest)
}

func speaksInFirstPerson(text string) bool {
	ts := lang.Tokenize(text)
	language := lang.DetectLanguage(ts)
	own := vocabulary.Possessives(language)
	return vocabulary.HasFirstPersonPronoun(ts, language) ||
		slices.ContainsFunc(ts, func(t lang.Token) bool { return own[t.Folded] })
}

// orderedThings are what people have made for themselves.
var orderedThings = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`menu menus menü speiseplan plan plans planning programme program programm trainingsplan
		wochenplan recipe recipes rezept rezepte receta recetas recette recettes ricetta ricette receita receitas recept
		recepten przepis przepisy рецепт рецепты tarif ideas idea ideen idee idées idee ideias pomysł pomysły идеи fikir
		suggestions tips tipps consejos conseils consigli dicas porady советы öneri schedule itinerary route routine
		rutina routina menú cardápio ementa menù jadłospis меню план menüsü planı programı`)
})

// intoLanguagePattern matches the language that a text is to be put into.
var intoLanguagePattern = lazyregexp.New(`(?i)\b(?:in(?:to)? (?:french|german|spanish|english|italian|portuguese|` +
	`dutch|polish|russian|turkish|japanese|korean|chinese|hindi)|(?:auf|ins) (?:deutsch|englisch|französisch|spanisch|` +
	`italienisch|polnisch|russisch|türkisch)\p{L}*|en (?:anglais|français|allemand|espagnol|italien|inglés|francés|` +
	`alemán)|al (?:inglés|francés|alemán|español)|in (?:inglese|francese|tedesco|spagnolo)|(?:em|para) (?:inglês|` +
	`francês|alemão|espanhol)|in het (?:engels|frans|duits|spaans)|po (?:angielsku|niemiecku|francusku|hiszpańsku))\b|` +
	`на (?:английский|немецкий|французский|испанский)`)

// answerKinds say how the user wants to be answered: "short please:".
var answerKinds = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`short brief briefly quick quickly answer advice honest
		kurz knapp schnell antwort ehrlich rat frage
		breve rápido rápida corto respuesta consejo pregunta court vite réponse conseil question veloce risposta consiglio
		domanda curto resposta conselho pergunta kort snel antwoord advies vraag krótko szybko odpowiedź rada pytanie
		коротко кратко быстро ответ совет вопрос kısa kısaca hızlı cevap soru`)
})

// politeRequests are the words for "please".
var politeRequests = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`please pls bitte favor favore plaît svp stp пожалуйста alsjeblieft alstublieft aub proszę lütfen
		prosím tack कृपया 请 請 麻烦 お願い 부탁`)
})

// announcesSpeechOfOthers reports whether the words before a colon say that somebody else said what
// follows.
func announcesSpeechOfOthers(head string) bool {
	ts := lang.Tokenize(head)
	if len(ts) == 0 {
		return false
	}
	if saysOthersWroteOrSentIt(head) {
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

// translationPattern matches the beginning of a request for a translation that has no colon.
var translationPattern = lazyregexp.New(`(?i)^\s*(please |can you |could you )?(translate|übersetze|übersetz|` +
	`trad[uú]ce(?:me|nos|lo|la)?|` +
	`traduis(?:ez)?(?:-moi|-le|-la|-nous)?|traduci(?:mi|melo|mela|lo|la)?|traduza(?:-me)?|traduz|переведи(?:те)?|` +
	`vertaal|przetłumacz|çevir|přelož|översätt|oversæt)\s.{12,}`)

// shownTextPattern matches such a request for a text that is shown elsewhere: "translate this menu
// please, I run a bar".
var shownTextPattern = lazyregexp.New(`(?i)^\s*(?:\p{L}+ ){0,3}?(this|these|that|diesen?|dieses|` +
	`diese|den|das|die|ce|cet|cette|ces|est[eao]s?|es[eao]s?|ess[ea]s?|quest[oaei]|этот|эту|это|эти|dit|deze|dat|` +
	`ten|tę|to|bu|şu) \p{L}+(?: \p{L}+){0,3}?,`)

// findOtherDialogueSpeakers returns the names that start lines of a dialogue: at least two lines
// with a short head and a colon, of which one speaks in the first or second person, or asks what
// another one answers below a line that points at a text. "Me:" is the user.
func findOtherDialogueSpeakers(message string) map[string]bool {
	out := map[string]bool{}
	if strings.Count(message, ":") < 2 {
		return out
	}
	lines, speaks, asks := 0, false, false
	first, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	for line := range strings.Lines(message) {
		name, text, ok := splitSpeakerFromText(strings.TrimSpace(line))
		if !ok || !mayBeSpeakerName(name) || strings.TrimSpace(text) == "" {
			continue
		}
		lines++
		out[name] = true
		asks = asks || strings.ContainsAny(text, "?？؟")
		speaks = speaks || speaksInFirstOrSecondPerson(text)
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

func speaksInFirstOrSecondPerson(text string) bool {
	return slices.ContainsFunc(lang.Tokenize(text), func(t lang.Token) bool {
		return speakingWords()[t.Folded] || lang.StartsWithHanKanaOrHangul(t.Text) &&
			vocabulary.IsEastAsianFirstPersonPronoun(t.Text)
	})
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

// mayBeSpeakerName reports whether the head of a line may be a name: one to three words with
// capitals, and perhaps a number behind them, as transcripts have it.
func mayBeSpeakerName(head string) bool {
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

// speakingWords are pronouns of the first and second person, by which a dialogue is told from a
// list of properties.
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
