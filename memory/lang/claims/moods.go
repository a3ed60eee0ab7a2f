package claims

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// mood is what a clause does: only a claim says that something is so.
type mood int

const (
	moodClaim mood = iota
	moodAsked
	moodSupposed
	moodJoked
	moodInvented
	moodDenied
	moodReported // quoted words inside a sentence
)

func (m mood) basis() Basis {
	return [...]Basis{OfOthers, Asked, Supposed, Joked, Invented, Denied, Quoted}[m]
}

// findMoods returns the mood of each clause of a text. A clause is a claim unless something says
// otherwise: a question, a condition, a frame such as "it is not true that", a marked joke, a role
// or a story, quotation marks around words in the first person.
func findMoods(p *passage) []mood {
	moods := make([]mood, len(p.clauses))
	for from := 0; from < len(p.clauses); {
		to := from + 1
		for to < len(p.clauses) && p.clauses[to].sentence == p.clauses[from].sentence {
			to++
		}
		markQuestion(p.clauses[from:to], moods[from:to])
		markCondition(p.clauses[from:to], moods[from:to], p.language)
		from = to
	}
	lowered := lowerKeepingLength(p.text)
	for _, f := range moodFrames() {
		if f.word != "" && len(p.words.clauses[f.word]) == 0 {
			continue
		}
		for at := f.find(lowered, 0); at >= 0; at = f.find(lowered, at+len(f.phrase)) {
			p.markFrame(f, at, moods)
		}
	}
	p.markDenials(moods)
	p.markQuotations(moods)
	return moods
}

// lowerKeepingLength returns the text in lower case, but for letters whose length in bytes would
// change, so that offsets stay valid.
func lowerKeepingLength(s string) string {
	return strings.Map(func(r rune) rune {
		if low := unicode.ToLower(r); utf8.RuneLen(low) == utf8.RuneLen(r) {
			return low
		}
		return r
	}, s)
}

// frameScope is how far a frame reaches.
type frameScope int

const (
	toSentenceEnd frameScope = iota // to the end of the sentence, or to a "but"
	toLineEnd                       // to the end of the paragraph
	toTextEnd                       // to the end of the message
	wholeLine                       // the paragraph up to the end of the frame's sentence
	wholeSentence                   // the sentence, also before the frame
)

// moodFrame is a phrase that gives what follows it another mood.
type moodFrame struct {
	phrase  string
	word    string // a word of it, "" if it has none that stands by itself
	mood    mood
	scope   frameScope
	atStart bool // only at the start of a sentence
}

// find returns the next place of the phrase as whole words, -1 if there is none.
func (f moodFrame) find(text string, from int) int {
	for from < len(text) {
		i := strings.Index(text[from:], f.phrase)
		if i < 0 {
			return -1
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(f.phrase):])
		first, last := lang.FirstRune(f.phrase), lastRune(f.phrase)
		inWord := isSpacedLetter(first) && isSpacedLetter(before) || isSpacedLetter(last) && isSpacedLetter(after)
		if !inWord {
			return at
		}
		from = at + len(f.phrase)
	}
	return -1
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// isSpacedLetter reports whether a letter belongs to a script that separates words by spaces.
func isSpacedLetter(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r)) && !lang.IsUnspaced(string(r))
}

// markFrame gives the clauses in the scope of a frame its mood.
func (p *passage) markFrame(f moodFrame, at int, moods []mood) {
	i := slices.IndexFunc(p.clauses, func(c clause) bool { return at < c.to })
	if i < 0 {
		return
	}
	start := p.clauses[i]
	if f.scope == toTextEnd && isPraise(p.text[at+len(f.phrase):]) {
		return
	}
	if f.atStart && (i > 0 && p.clauses[i-1].sentence == start.sentence || !startsSentenceAt(p.text[start.from:at])) {
		return
	}
	last := i
	for last+1 < len(p.clauses) && f.reaches(p.clauses[last+1], start) {
		last++
	}
	for f.scope == wholeSentence && i > 0 && p.clauses[i-1].sentence == start.sentence {
		i--
	}
	if f.scope == wholeLine {
		if start.end == ':' { // "Just a joke: …"
			last = p.lastOfLine(i)
		} else {
			for i > 0 && p.clauses[i-1].line == start.line {
				i--
			}
		}
	}
	for k := i; k <= last; k++ {
		moods[k] = f.mood
	}
}

func (p *passage) lastOfLine(i int) int {
	for i+1 < len(p.clauses) && p.clauses[i+1].line == p.clauses[i].line {
		i++
	}
	return i
}

// isPraise reports whether "you are a" goes on with a compliment instead of a role.
func isPraise(after string) bool {
	words := strings.Fields(after)
	return slices.ContainsFunc(words[:min(len(words), 2)], func(w string) bool {
		return praiseWords()[lang.FoldWord(strings.Trim(w, ".,!"))]
	}) || hasAnyPrefix(after, hanPraise())
}

// startsSentenceAt reports whether nothing but a greeting or "please" comes before a frame.
func startsSentenceAt(before string) bool {
	return !slices.ContainsFunc(strings.Fields(before), func(w string) bool {
		return !sentenceOpeners()[lang.FoldWord(strings.Trim(w, ",.!:;¡¿\"'"))]
	})
}

// reaches reports whether the scope of a frame that starts in one clause goes on to the next one.
func (f moodFrame) reaches(next, start clause) bool {
	switch f.scope {
	case toSentenceEnd, wholeLine, wholeSentence:
		return next.sentence == start.sentence && !contrasts(next)
	case toLineEnd:
		return next.line == start.line
	}
	return true
}

// contrasts reports whether a clause turns back to how things are: "but I …".
func contrasts(c clause) bool { return contrastWords()[c.tokens[0].Folded] }

// markQuotations marks short quotations that hold a sentence: the words of somebody, which the
// user repeats. Titles and names in quotation marks stay claims.
func (p *passage) markQuotations(moods []mood) {
	for i := 0; i < len(p.text); {
		open, size := utf8.DecodeRuneInString(p.text[i:])
		closing := closingQuote(open)
		i += size
		if closing == "" {
			continue
		}
		n := strings.Index(p.text[i:], closing)
		if n < 0 || strings.Contains(p.text[i:i+n], "\n") {
			continue
		}
		if p.repeatsSentence(i, i+n) {
			for k, c := range p.clauses {
				if c.from < i+n && c.to > i {
					moods[k] = moodReported
				}
			}
		}
		i += n + len(closing)
	}
}

// closingQuote returns the mark that closes a quotation, "" if the rune opens none.
func closingQuote(open rune) string {
	switch open {
	case '"':
		return `"`
	case '“':
		return "”"
	case '„':
		return "“"
	case '«':
		return "»"
	case '»':
		return "«"
	case '「':
		return "」"
	case '‘':
		return "’"
	}
	return ""
}

// repeatsSentence reports whether a quotation is a sentence: it has at least three words, one of them
// a pronoun of the first person, or at least five with "my" and no word for naming before it. In scripts
// without spaces a character is a word.
func (p *passage) repeatsSentence(from, to int) bool {
	ts := lang.Tokenize(p.text[from:to])
	if len(ts) < 3 {
		return false
	}
	before := lang.Tokenize(p.text[max(0, strings.LastIndexAny(p.text[:from], ".!?\n")):from])
	named := slices.ContainsFunc(before, func(t lang.Token) bool { return namingWords()[t.Folded] })
	return hasFirstPerson(ts, p.language) || len(ts) >= 5 && !named && slices.ContainsFunc(ts, func(t lang.Token) bool {
		return possessives(p.language)[t.Folded]
	})
}

// markQuestion marks the part of a sentence that asks. Clauses before a question word or an inverted
// verb are claims ("I live in Porto, what should I cook?"); without one, only the part behind the
// last comma asks, unless that is a mere tag ("…, right?"), which puts all of it in question.
func markQuestion(sentence []clause, moods []mood) {
	last := len(sentence) - 1
	asks := strings.ContainsRune("?？؟", sentence[last].end) || endsInQuestionParticle(sentence[last])
	opener := slices.IndexFunc(sentence, func(c clause) bool { return opensQuestion(c, asks) })
	if !asks && opener != 0 {
		return
	}
	from := opener
	if from < 0 {
		from = last
		for from > 0 && sentence[from-1].end == 0 {
			from--
		}
	}
	if from > 0 && isTag(sentence[from:]) {
		from = 0
	}
	given := false // a reason inside the question is a claim
	for i := from; i <= last; i++ {
		if i > from && sentence[i-1].end != 0 || i > from && isReason(sentence[i]) {
			given = isReason(sentence[i])
		}
		if !given {
			moods[i] = moodAsked
		}
	}
}

// isReason reports whether a clause gives the reason of a question: "…, because I am vegan?".
func isReason(c clause) bool { return reasonWords()[c.tokens[0].Folded] }

// isTag reports whether clauses only ask for agreement.
func isTag(cs []clause) bool {
	var ts []lang.Token
	for _, c := range cs {
		ts = append(ts, c.tokens...)
	}
	return questionTags()[joinFolded(ts)]
}

// endsInQuestionParticle reports whether a clause ends like a question in a language that needs no
// question mark.
func endsInQuestionParticle(c clause) bool {
	text := strings.TrimRight(c.text, " \"'”’")
	switch r := lastRune(text); {
	case lang.IsHan(string(r)):
		return r == '吗' || r == '嗎' || r == '呢'
	case lang.IsHiragana(r):
		return r == 'か' || strings.HasSuffix(text, "かな")
	case lang.IsHangul(r):
		return lang.HasAnySuffix(text, strings.Fields("까 나요 을까요 인가요 은가요")) && !lang.HasAnySuffix(text, koreanStatementEndings())
	}
	return false
}

// opensQuestion reports whether a clause starts with a question word or an inverted verb. Without a
// question mark it must be unmistakable.
func opensQuestion(c clause, asks bool) bool {
	ts := c.tokens
	for len(ts) > 1 && questionPreludes()[ts[0].Folded] {
		ts = ts[1:]
	}
	first := ts[0].Folded
	second := ""
	if len(ts) > 1 {
		second = ts[1].Folded
	}
	switch {
	case strings.HasPrefix(c.text, "¿") || estCePattern.MatchString(c.text):
		return true
	case asks:
		return questionWords()[first] || invertedVerbs()[first] || subjectPronouns()[second] && !contrastWords()[first] &&
			verbsBeforePronoun()[first]
	case questionParticles()[first]:
		return true
	}
	return subjectPronouns()[second] && (invertedVerbs()[first] || verbsBeforePronoun()[first]) ||
		questionWords()[first] && (invertedVerbs()[second] || verbsBeforePronoun()[second])
}

// markCondition marks conditions and, where the verb is not in the indicative, what would follow
// from them.
func markCondition(sentence []clause, moods []mood, language lang.Language) {
	at := slices.IndexFunc(sentence, func(c clause) bool {
		first := c.tokens[0].Folded
		return conditionWords(language)[first] || weakConditionWords()[first] || hasHanCondition(c) ||
			hasConditionalVerb(c, language)
	})
	if at < 0 {
		return
	}
	unreal := slices.ContainsFunc(sentence, func(c clause) bool {
		return slices.ContainsFunc(c.tokens, isUnreal) && !slices.ContainsFunc(c.tokens, isPreference)
	})
	first := sentence[at].tokens[0].Folded
	if weakConditionWords()[first] && !unreal && (!conditionWords(language)[first] || first == "wenn" || first == "als" ||
		language == lang.Portuguese) {
		return // German "wenn" is also "when", Portuguese "se" a pronoun
	}
	moods[at] = moodSupposed
	for i := at + 1; i < len(sentence) && sentence[i-1].end == 0; i++ {
		if contrasts(sentence[i]) {
			return
		}
		moods[i] = moodSupposed
	}
	if !unreal {
		return
	}
	for i, c := range sentence {
		if i > at && !contrasts(c) || slices.ContainsFunc(c.tokens, isUnreal) {
			moods[i] = moodSupposed
		}
	}
}

// hasConditionalVerb reports whether a Turkish or Korean verb has the ending of a condition.
func hasConditionalVerb(c clause, language lang.Language) bool {
	return (language == lang.Turkish || language == lang.Korean) && slices.ContainsFunc(c.tokens, func(t lang.Token) bool {
		return len([]rune(t.Text)) > 3 && lang.HasAnySuffix(t.Folded, conditionalEndings())
	})
}

func hasHanCondition(c clause) bool {
	return slices.ContainsFunc(hanConditions(), func(w string) bool { return strings.HasPrefix(c.text, w) })
}

// isPreference reports whether a word makes "would" a wish: "would rather".
func isPreference(t lang.Token) bool { return preferenceWords()[t.Folded] }

// isUnreal reports whether a verb is a conditional or subjunctive form.
func isUnreal(t lang.Token) bool {
	return unrealVerbs()[t.Folded] || len(t.Folded) > 5 && lang.HasAnySuffix(t.Folded, unrealEndings()) ||
		lang.HasAnySuffix(t.Folded, []string{"'d", "’d", "'ll", "’ll"})
}
