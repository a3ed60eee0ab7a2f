package quoted

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// SplitOwnFromForeignText separates the user's own text from what they quoted or pasted: block
// quotes, fenced code, forwarded mail, letters, dialogues, paragraphs that another one asks about,
// long text and verses in quotation marks, what is to be translated or corrected, and everything
// after a line that announces somebody's text.
func SplitOwnFromForeignText(message string, isAboutOthers func(paragraph string) bool) (own, foreign string) {
	message, quotations := splitQuotationsOverLines(breakLinesAtEscapes(message))
	s := messageSplitter{message: message, speakers: findOtherDialogueSpeakers(message)}
	s.foreign.WriteString(quotations)
	lines := slices.Collect(strings.Lines(message))
	inLetter, pasted := linesInSignedLetters(lines), linesInPastedParagraphs(lines, isAboutOthers)
	for i, line := range lines {
		if s.noteQuotedOrPastedLine(strings.TrimSpace(line)) || inLetter[i] || pasted[i] {
			s.foreign.WriteString(line)
		} else {
			s.appendLineToOwnAndForeign(line)
			s.pasted = s.pasted || isFirstNonblankLineWithTextBelow(lines, i) && asksForWorkOnTextBelow(line)
		}
	}
	return s.own.String(), s.foreign.String()
}

// breakLinesAtEscapes puts line breaks where a text that was copied out of a program has \n before
// something that begins a line.
func breakLinesAtEscapes(message string) string {
	if !strings.Contains(message, `\n`) || strings.Contains(message, `:\`) {
		return message
	}
	return escapedBreakPattern.ReplaceAllString(message, "\n$1")
}

// escapedBreakPattern matches such a line break, and what comes behind it; no path in small
// letters.
var escapedBreakPattern = lazyregexp.New(`\\n(\p{Lu}|\p{Lo}|[\d>"“„«「【\[-])`)

// messageSplitter separates the lines of a message into the user's own and foreign ones.
type messageSplitter struct {
	message      string
	speakers     map[string]bool // names in front of the lines of a dialogue
	own, foreign strings.Builder
	inFence      bool // in fenced code
	pasted       bool // the rest of the message is foreign
}

// noteQuotedOrPastedLine notes which foreign text a line opens or closes, and reports whether the
// line itself is foreign.
func (s *messageSplitter) noteQuotedOrPastedLine(line string) bool {
	fence := strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
	if fence {
		s.inFence = !s.inFence
	}
	s.pasted = s.pasted || startsForwardedMailOrBlock(line) || s.startsPastedLetter(line)
	name, _, speaks := splitSpeakerFromText(line)
	return fence || s.inFence || s.pasted || strings.HasPrefix(line, ">") || speaks && s.speakers[name]
}

// startsPastedLetter reports whether a line opens a letter that runs to the end of the message: a
// salutation where a message is signed, or the opening of a letter behind other lines.
func (s *messageSplitter) startsPastedLetter(line string) bool {
	return isFormalLetterSalutation(line) && signOffPattern.MatchString(s.message) ||
		s.own.Len()+s.foreign.Len() > 0 && isGreetingByName(line)
}

// appendLineToOwnAndForeign adds a line of the user's, but for what it announces and for its long
// quotations, which are foreign.
func (s *messageSplitter) appendLineToOwnAndForeign(line string) {
	kept, announced, toEnd := cutAnnouncedText(line)
	s.pasted = s.pasted || toEnd
	s.foreign.WriteString(announced)
	if strings.ContainsAny(kept, "\"“„«「") {
		kept = longQuotePattern.ReplaceAllStringFunc(kept, func(q string) string {
			s.foreign.WriteString(q + "\n")
			return " "
		})
	}
	s.own.WriteString(kept)
}

// longQuotePattern matches text in quotation marks of at least 60 characters (20 in corner
// brackets). Shorter ones are titles, names and sayings that belong to the sentence.
var longQuotePattern = lazyregexp.New(`"[^"\n]{60,}"|“[^”\n]{60,}”|„[^“”"\n]{60,}[“”"]|«[^»\n]{60,}»|「[^」\n]{20,}」`)

// startsForwardedMailOrBlock reports whether a line starts somebody else's text that runs to the
// end of the message.
func startsForwardedMailOrBlock(line string) bool {
	l := strings.ToLower(line)
	for _, head := range []string{
		"-----original message", "---------- forwarded message", "begin forwarded message", "-----begin",
	} {
		if strings.HasPrefix(l, head) {
			return true
		}
	}
	mail := []string{"from:", "von:", "de:", "da:", "от:"}
	return slices.ContainsFunc(mail, func(h string) bool {
		return strings.HasPrefix(l, h) && (strings.Contains(l, "@") || strings.Contains(l, "<"))
	})
}

// linesInPastedParagraphs tells which lines of a message belong to paragraphs that somebody else
// wrote, because another paragraph asks about them: one that speaks to a customer, opens with its
// sender or salutation, or is a line of speech behind a name; and everything behind a line that
// names a file. What a paragraph says in the first person is the user's own unless a name stands
// before it.
func linesInPastedParagraphs(lines []string, isAboutOthers func(string) bool) []bool {
	pasted := make([]bool, len(lines))
	mark := func(from, to int) {
		for k := from; k < to; k++ {
			pasted[k] = true
		}
	}
	isFileMark := func(line string) bool { return fileMarkPattern.MatchString(strings.TrimSpace(line)) }
	if i := slices.IndexFunc(lines, isFileMark); i >= 0 {
		mark(i, len(lines))
	}
	paragraphs := splitIntoParagraphs(lines)
	if len(paragraphs) < 2 {
		paragraphs = linesAsParagraphsIfOneAsksAboutWriter(lines)
	}
	for i, p := range paragraphs {
		if isPastedParagraph(p.text, paragraphs[max(0, i-1):i], isAboutOthers) ||
			isPastedParagraph(p.text, paragraphs[i+1:min(len(paragraphs), i+2)], isAboutOthers) {
			mark(p.from, p.to)
		}
	}
	return pasted
}

// linesAsParagraphsIfOneAsksAboutWriter returns the lines of a message without paragraphs, if one
// of them asks about whoever wrote the others.
func linesAsParagraphsIfOneAsksAboutWriter(lines []string) (out []paragraph) {
	asks := false
	for i, line := range lines {
		if text := strings.TrimSpace(line); text != "" {
			out = append(out, paragraph{text, i, i + 1})
			asks = asks || asksAboutWriterOrHowToReply(text)
		}
	}
	if !asks {
		return nil
	}
	return out
}

// isPastedParagraph reports whether somebody else wrote a paragraph, because the one beside it, if
// any, asks about it.
func isPastedParagraph(text string, beside []paragraph, isAboutOthers func(string) bool) bool {
	if len(beside) == 0 || !mayAskAboutAdjacentText(beside[0].text) {
		return false
	}
	answered := asksAboutWriterOrHowToReply(beside[0].text) && !asksAboutWriterOrHowToReply(text) && !isAboutOthers(text)
	return answered || hasSenderSalutationOrPoliteAddress(text) || isNamedSpeechInFirstPerson(text)
}

// paragraph is a run of lines without an empty one.
type paragraph struct {
	text     string
	from, to int // lines
}

func splitIntoParagraphs(lines []string) (out []paragraph) {
	from := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && strings.TrimSpace(lines[i]) != "" {
			continue
		}
		if i > from {
			out = append(out, paragraph{strings.TrimSpace(strings.Join(lines[from:i], "")), from, i})
		}
		from = i + 1
	}
	return out
}

// hasSenderSalutationOrPoliteAddress reports whether a paragraph speaks to a reader by title or
// politely, and says nothing in the first person.
func hasSenderSalutationOrPoliteAddress(text string) bool {
	ts := lang.Tokenize(text)
	if len(ts) == 0 {
		return false
	}
	if senderPattern.MatchString(text) || openingSalutationPattern.MatchString(text) {
		return true
	}
	language := lang.DetectLanguage(ts)
	if vocabulary.HasFirstPersonPronoun(ts, language) {
		return false
	}
	for i, t := range ts {
		if vocabulary.Possessives(language)[t.Folded] {
			return false
		}
		if politeAddresses()[t.Folded] || i > 0 && germanPoliteAddresses()[t.Text] {
			return true
		}
	}
	return slices.ContainsFunc(unspacedPoliteAddresses(), func(w string) bool { return strings.Contains(text, w) })
}

// isNamedSpeechInFirstPerson reports whether a paragraph is one line that somebody with a name
// says, which starts in the first person: "Nuria: I am out of work".
func isNamedSpeechInFirstPerson(text string) bool {
	if strings.Contains(text, "\n") {
		return false
	}
	name, said, ok := splitSpeakerFromText(text)
	isPerson := namesRelative(name)
	if !ok || !mayBeSpeakerName(name) && !isPerson || selfNames()[lang.FoldWord(name)] {
		return false
	}
	ts := lang.Tokenize(said)
	near := 2 // else it is a list: "Allergies: nuts, I carry a pen"
	if isPerson {
		near = maxWordsBeforeI
	}
	if language := lang.DetectLanguage(ts); isPerson && vocabulary.HasFirstPersonPronoun(ts[:min(len(ts), near)],
		language) {
		return true
	}
	for _, t := range ts[:min(len(ts), near)] {
		if speakingWords()[t.Folded] || firstPersonVerbs()[t.Folded] || koreanFirstPerson()[t.Folded] ||
			lang.StartsWithHanKanaOrHangul(t.Text) && vocabulary.IsEastAsianFirstPersonPronoun(t.Text) {
			return true
		}
	}
	return false
}

// maxWordsOfRelative bounds the words by which a line names a relative.
const maxWordsOfRelative = 3

// maxWordsBeforeI is behind how many words a relative may speak of themselves: "tia Zilá: gente eu
// tenho".
const maxWordsBeforeI = 4

// namesRelative reports whether the head of a line is somebody of the user's, by a word for family
// or friends and at most a name: "oma", "tia Zilá", "mi suegra".
func namesRelative(head string) bool {
	ts := lang.Tokenize(head)
	return len(ts) > 0 && len(ts) <= maxWordsOfRelative && slices.ContainsFunc(ts, func(t lang.Token) bool {
		return vocabulary.FamilyNouns()[t.Folded] || vocabulary.RelativeNouns()[t.Folded] ||
			vocabulary.OwnRelatives()[t.Folded] ||
			speakersInFamily()[t.Folded]
	})
}

// speakersInFamily are more words for people by which chats name them.
var speakersInFamily = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`mum mom mama dad papa auntie aunt uncle gran grandma nan grandpa sis bro boss landlord neighbour
		neighbor tante onkel opi omi mutti vati chef schwester bruder nachbarin tía tío suegra suegro cuñada cuñado jefa
		maman papa tata tonton mamie papi belle-mère beau-père voisin voisine suocera suocero zia zio cognata cognato
		vó vô vovó vovô sogra sogro tia tio cunhada cunhado chefe тётя тетя дядя баба бабушка деда дедушка свекровь тёща теща
		шеф мамка बुआ मौसी चाचा चाची मामा मामी दादी दादा नानी नाना पापा मम्मी भैया दीदी oma opa mama tante oom buurvrouw
		babcia dziadek ciocia wujek teściowa teyze teyzem hala amca dayı anneanne kayınvalide`)
})

var (
	// fileMarkPattern matches a line that names the file behind it: "--- notes.txt ---".
	fileMarkPattern = lazyregexp.New(`^([-=#*~_]{2,}|\[)\s*(file:?\s*)?` +
		`[\pL\pN][\pL\pN _.()-]{0,60}\.\pL{2,5}\s*([-=#*~_]{2,}|\])?$`)
	// senderPattern matches a sender in brackets before a text message.
	senderPattern = lazyregexp.New(`^[【\[][^】\]\n]{2,40}[】\]]\s*\S`)
	// openingSalutationPattern matches a salutation with which a letter goes on in the same line.
	openingSalutationPattern = lazyregexp.New(`(?i)^(dear\s|to whom it may|sehr geehrte|` +
		`liebe[rs]? (kund|mitglied|patient|mieter)|` +
		`estimad[oa]|apreciad[oa]|muy señor|cher client|chère cliente|chers? |madame,? monsieur|monsieur,|madame,|` +
		`gentil[ei] |egregi[oa] |spett|prezad[oa]|caro cliente|уважаем|geachte|beste klant|szanown|sayın|değerli|` +
		`vážen|bästa kund|kære|kjære|尊敬的|亲爱的(客户|会员|用户)|お客様|会員様|고객님|प्रिय ग्राहक|عزيزي |عزيزتي |عزيزنا |أعزاءنا |أعزائي |` +
		`السيد |السيدة |حضرة |السادة )`)
)

// answeringWords are forms of "answer" and "reply" that one asks about a message with.
var answeringWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`answer reply respond antworten antworte antwort zurückschreiben antworden antwoord terugschrijven
		contesto contestar contestarle respondo responder responderle réponds répondre répondrais rispondo rispondere
		rispondergli risponderle ответить отвечать отвечу ответ відповісти svara svare odpisać odpowiedzieć odpisuję odpovědět
		yanıtlayayım cevaplayayım أرد أجيب जवाब उत्तर 답장 답해 답할 대답 뭐라고 回复 回她 回他 怎么回 回什么 返信 返事`)
})

// unboundPronouns are forms of "him" and "her" that stand for nothing else.
var unboundPronouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`him her ihm hem haar lui gli ему ей неё него його їй उसे उसको उससे उन्हें 他 她 그에게 그녀에게
		彼 彼女 ona jemu jej`)
})

// politeAddresses are the polite "you" and "your" that nobody uses for themselves. Where they also
// stand for a third person ("su", "suo"), they are left out.
var politeAddresses = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`your yours votre vos vous ваш ваша ваше ваши вашего вашей вашу вашим ваших вам вас uw usted
		ustedes आपका आपकी आपके आपको państwa państwu pana pani sizin size váš vaše vaši vám`)
})

// germanPoliteAddresses are told from "her" and "their" by the capital inside a sentence.
var germanPoliteAddresses = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"Sie": true, "Ihnen": true, "Ihr": true, "Ihre": true, "Ihren": true, "Ihrem": true, "Ihrer": true,
	}
})

// unspacedPoliteAddresses are parts of such words in Chinese, Japanese and Korean.
var unspacedPoliteAddresses = sync.OnceValue(func() []string {
	return strings.Fields("您 贵公司 お客様 会員様 貴社 ご利用 ご契約 고객님 회원님 귀하 귀사")
})

// koreanFirstPerson are pronouns without a particle.
var koreanFirstPerson = sync.OnceValue(func() map[string]bool { return lang.WordSet("나 저 난 전 내 제") })

// firstPersonVerbs are verbs of the first person where the pronoun is usually left out.
var firstPersonVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`estoy soy tengo voy he quiero puedo vivo trabajo sono ho sto vado voglio posso abito lavoro
		estou sou tenho vou quero posso moro trabalho jestem mam idę chcę mogę mieszkam`)
})
