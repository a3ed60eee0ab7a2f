package memory

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shares of a fact's content words that the user's own words must cover. Facts rephrase: an inflected or reordered
// word counts, a synonym does not, so a third may be the extractor's own (docs/decisions).
const (
	groundedShare  = 0.6
	supportedShare = 0.6 // by the assistant or a file instead of the user
)

// Reasons of the grounding stage.
const (
	dropUngrounded  = "nobody said this"
	inboxNotYours   = "this rests on words that are not yours"
	inboxAssistant  = "only the assistant said this"
	inboxFile       = "only a file says this"
	minQuoteRunes   = 2
	quoteContextMax = 400 // bytes of the passage kept as the quote when none was given
)

// ground decides whether the user said what the fact states. Its content words, numbers and negation must stand in the
// user's own text, outside what they quoted or pasted. A quote that the extractor gave is kept when it stands there
// verbatim; otherwise the sentence that covers the fact best takes its place. What only quoted text, the assistant or a
// file supports waits in the inbox; what nobody said is dropped.
func ground(x exchange, c *candidate) {
	own, foreign := splitForeign(x.user.Content)
	if !locate(x.user.Content, own, c) {
		c.quote, c.start = "", 0
	}
	if supports(own, c.fact, groundedShare) {
		if c.quote == "" {
			c.quote, c.start = bestSentence(x.user.Content, own, c.fact)
		}
		return
	}
	c.quote, c.start = "", 0
	switch {
	case supports(foreign, c.fact, supportedShare):
		c.inbox = inboxNotYours
	case supports(x.answer.Content, c.fact, supportedShare):
		c.inbox = inboxAssistant
	case slices.ContainsFunc(x.files, func(f Context) bool { return supports(f.Content, c.fact, supportedShare) }):
		c.inbox = inboxFile
	default:
		c.drop = dropUngrounded
	}
}

// locate finds the given quote verbatim in the message, inside the user's own words, and notes where.
func locate(message, own string, c *candidate) bool {
	q := string(c.quote)
	if utf8.RuneCountInString(q) < minQuoteRunes || !strings.Contains(own, q) {
		return false
	}
	c.start = strings.Index(message, q)
	return c.start >= 0
}

// supports reports whether text covers at least share of the content words of the fact and all of its numbers, and is
// not negated where the fact is not, or the other way round, in the sentences that carry the fact.
func supports(text, fact string, share float64) bool {
	ft := tokensOf(fact)
	want := contentTokens(ft)
	if len(want) == 0 || strings.TrimSpace(text) == "" {
		return false
	}
	tt := tokensOf(text)
	have := newWordSet(tt)
	hit := 0
	for _, w := range want {
		if have.has(w.fold) {
			hit++
		}
	}
	if float64(hit) < share*float64(len(want)) {
		return false
	}
	numbers := numbersOf(tt)
	for _, n := range numbersOf(ft) {
		if !slices.ContainsFunc(numbers, func(o string) bool { return sameNumber(n, o) }) {
			return false
		}
	}
	return namesSupported(ft, have)
}

// sameNumber compares numbers with and without their unit and with the marks of either decimal style.
func sameNumber(a, b string) bool {
	bare := func(s string) string {
		return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
	}
	return a == b || bare(a) == bare(b)
}

// namesSupported reports whether every name of the fact stands in the text: an invented name makes another fact.
func namesSupported(fact []token, have wordSet) bool {
	for _, t := range fact {
		r := []rune(t.text)
		if t.first || !unicode.IsUpper(r[0]) || len(r) < 2 || germanNoun(fact) {
			continue
		}
		if !have.has(t.fold) {
			return false
		}
	}
	return true
}

// germanNoun reports whether the text is written in a way that gives every noun a capital, where a capital is no name.
func germanNoun(ts []token) bool {
	german := set("der die das den dem des ein eine einen einem einer und nicht mit ist hat wird sich von zu für auf")
	n := 0
	for _, t := range ts {
		if german[t.fold] {
			n++
		}
	}
	return n >= 2 || n == 1 && len(ts) <= 6
}

// contentTokens are the words that carry meaning; Han text counts in pairs of runes, because single ones match anything.
func contentTokens(ts []token) []token {
	stop := functionWords()
	var out []token
	for i, t := range ts {
		if isHan(t.text) {
			if i+1 < len(ts) && isHan(ts[i+1].text) && !stop[t.fold] && !stop[ts[i+1].fold] {
				pair := t.text + ts[i+1].text
				out = append(out, token{pair, pair, t.first})
			}
			continue
		}
		if !stop[t.fold] {
			out = append(out, t)
		}
	}
	return out
}

func isHan(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Han, r)
}

// wordSet answers whether a word, or a form of it, stands in a text.
type wordSet struct {
	folds map[string]bool
	all   []string
	han   string
}

func newWordSet(ts []token) wordSet {
	s := wordSet{folds: map[string]bool{}}
	var han strings.Builder
	for _, t := range ts {
		if isHan(t.text) {
			han.WriteString(t.text)
			continue
		}
		if !s.folds[t.fold] {
			s.folds[t.fold] = true
			s.all = append(s.all, t.fold)
		}
	}
	s.han = han.String()
	return s
}

func (s wordSet) has(fold string) bool {
	if isHan(fold) {
		return strings.Contains(s.han, fold)
	}
	return s.folds[fold] || slices.ContainsFunc(s.all, func(o string) bool { return wordForms(o, fold) })
}

// wordForms reports whether two words are forms of one: the rules of sameStem, or one beginning with the other, as
// Korean, Hindi and Russian words do when they take endings.
func wordForms(a, b string) bool {
	if sameStem(a, b) {
		return true
	}
	ra, rb := []rune(a), []rune(b)
	if len(ra) > len(rb) {
		ra, rb = rb, ra
	}
	if len(ra) >= 2 && ra[0] >= 0x900 { // scripts whose runes are syllables or near to it
		n := commonPrefix(ra, rb)
		return n >= 2 && len(ra)-n <= 2
	}
	common := commonPrefix(ra, rb)
	return len(ra) >= 5 && common == len(ra) || common >= 5 && common*3 >= len(rb)*2
}

func commonPrefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// bestSentence returns the sentence of the user's own words that shares most words with the fact, and its place in the
// message.
func bestSentence(message, own, fact string) (Text, int) {
	want := contentTokens(tokensOf(fact))
	best, most := "", -1
	for _, s := range sentences(own) {
		have := newWordSet(tokensOf(s))
		n := 0
		for _, w := range want {
			if have.has(w.fold) {
				n++
			}
		}
		if n > most && len(s) <= quoteContextMax {
			best, most = s, n
		}
	}
	at := strings.Index(message, best)
	if best == "" || at < 0 {
		return "", 0
	}
	return Text(best), at
}

// sentences cuts a text at full stops, question and exclamation marks of several scripts, and at line ends.
func sentences(s string) []string {
	var out []string
	start := 0
	keep := func(end int) {
		if t := strings.TrimSpace(s[start:end]); t != "" {
			out = append(out, t)
		}
		start = end
	}
	for i, r := range s {
		next := i + utf8.RuneLen(r)
		switch r {
		case '\n', '。', '！', '？', '।':
			keep(next)
		case '.', '!', '?':
			if next >= len(s) || s[next] == ' ' || s[next] == '\n' {
				keep(next)
			}
		}
	}
	keep(len(s))
	return out
}

// splitForeign parts a message into the user's own words and what they quoted or pasted: block quotes, fenced code,
// forwarded mail, long text in quotation marks, and everything behind a line that announces pasted text.
func splitForeign(message string) (own, foreign string) {
	var mine, theirs strings.Builder
	inFence, pasted := false, false
	for line := range strings.Lines(message) {
		bare := strings.TrimSpace(line)
		fence := strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")
		if fence {
			inFence = !inFence
		}
		pasted = pasted || pastedHead(bare)
		if inFence || fence || pasted || strings.HasPrefix(bare, ">") {
			theirs.WriteString(line)
			continue
		}
		kept := longQuotes.ReplaceAllStringFunc(line, func(q string) string {
			theirs.WriteString(q + "\n")
			return " "
		})
		mine.WriteString(kept)
	}
	return mine.String(), theirs.String()
}

// longQuotes finds text in quotation marks of at least 40 bytes: shorter ones are titles and names.
var longQuotes = regexp.MustCompile(`"[^"\n]{40,}"|“[^”\n]{40,}”|„[^“\n]{40,}“|«[^»\n]{40,}»|「[^」\n]{13,}」`)

// pastedHead reports whether a line opens text by somebody else that runs to the end of the message.
func pastedHead(line string) bool {
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
