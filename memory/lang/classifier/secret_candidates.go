package classifier

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// Candidate is a part of a text, as byte offsets, that may be a secret for its form: digits, alone or
// in groups, or letters mixed with digits, signs or capitals as nobody spells a word.
type Candidate struct{ Start, End int }

// Sizes of candidates.
const (
	minCandidateDigits = 3 // the code on the back of a card
	minMixedRunes      = 5
	maxCandidateBytes  = 80
	maxGroupGap        = 3 // bytes between groups: a blank, or a dash between blanks
)

// SecretCandidates returns the candidates of a text in their order; they do not overlap. Addresses of
// pages and of mail are none.
func SecretCandidates(text string) []Candidate {
	var out []Candidate
	group := Candidate{-1, -1} // of digits, which may go on behind a blank
	for at := 0; at < len(text); {
		if group.Start < 0 {
			if n := lengthWithoutCandidates(text[at:]); n > 0 {
				at += n
				continue
			}
		}
		run := nextRun(text, at)
		at = run.End
		if run.Start == run.End {
			continue
		}
		piece := text[run.Start:run.End]
		switch {
		case group.Start >= 0 && continuesGroup(text[group.Start:group.End], text[group.End:run.Start], piece):
			group.End = run.End
			continue
		case startsGroup(piece):
			out = appendIfCandidate(out, text, group)
			group = run
			continue
		}
		out = appendIfCandidate(out, text, group)
		group = Candidate{-1, -1}
		if isMixedToken(piece) {
			out = append(out, run)
		}
	}
	return appendIfCandidate(out, text, group)
}

// lengthWithoutCandidates returns how many bytes at the start of a text are blanks, or up to a blank
// and without digits, signs of passwords and capitals behind small letters.
func lengthWithoutCandidates(text string) int {
	n := 0
	for n < len(text) && text[n] <= ' ' {
		n++
	}
	if n > 0 {
		return n
	}
	before := ' '
	for i, r := range text {
		if r <= ' ' {
			return i
		}
		if isCandidateRune(r) || unicode.IsLower(before) && unicode.IsUpper(r) {
			return 0
		}
		before = r
	}
	return len(text)
}

// isCandidateRune reports a digit, or a sign that passwords have inside.
func isCandidateRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '0' && r <= '9' || strings.IndexByte(passwordSigns, byte(r)) >= 0 || r == '-'
	}
	return unicode.IsDigit(r)
}

// nextRun returns the next run without blanks from a place on, without the marks around it. It
// ends where a script without blanks begins or ends. A run of marks alone has no bytes.
func nextRun(text string, at int) Candidate {
	start := at
	for start < len(text) {
		r, size := utf8.DecodeRuneInString(text[start:])
		if !unicode.IsSpace(r) && !strings.ContainsRune(openingMarks, r) && !isUnspacedScript(r) {
			break
		}
		start += size
	}
	end := start
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if unicode.IsSpace(r) || isUnspacedScript(r) || strings.ContainsRune(innerBreaks, r) {
			break
		}
		end += size
	}
	next := Candidate{start, start + len(strings.TrimRight(text[start:end], closingMarks))}
	if next.End == next.Start { // marks alone, or a mark that breaks: go on behind it
		_, size := utf8.DecodeRuneInString(text[end:])
		return Candidate{end + size, end + size}
	}
	return next
}

// Marks before a run, behind it, and those that end one: what stands behind an apostrophe is an
// ending; and those that passwords have inside.
const (
	openingMarks  = "\"'«»„“”‘’([{<「『（《、。，：；！？…—–-"
	closingMarks  = "\"'«»„“”‘’)]}>.,;:!?…—–-"
	passwordSigns = "_@#$%^&*+=~!"
	innerBreaks   = "\"'«»„“”‘’「」『』（）、。，：；！？…()[]{}<>|"
)

// isUnspacedScript reports a letter that numbers are written next to.
func isUnspacedScript(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// countClasses counts the letters, digits and capitals of a run and the changes from a small letter to
// a capital.
func countClasses(s string) (letters, digits, capitals, humps int) {
	before := ' '
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
			if unicode.IsUpper(r) {
				capitals++
				if unicode.IsLower(before) {
					humps++
				}
			}
		}
		before = r
	}
	return letters, digits, capitals, humps
}

// startsGroup reports a run that may be the first group of a number: digits with signs between them, or
// few capitals and digits.
func startsGroup(s string) bool {
	letters, digits, capitals, _ := countClasses(s)
	return digits > 0 && (letters == 0 || letters <= 4 && letters == capitals)
}

// continuesGroup reports a run that goes on a number behind a gap: more digits, or a single capital
// of a turning lock.
func continuesGroup(group, gap, s string) bool {
	if len(gap) > maxGroupGap || strings.Trim(gap, " -–") != "" || len(group)+len(s) > maxCandidateBytes {
		return false
	}
	if strings.HasSuffix(group, "%") {
		return false
	}
	letters, digits, capitals, _ := countClasses(s)
	return letters == 0 && digits > 0 || letters == 1 && capitals == 1 && digits+letters == len(s)
}

// appendIfCandidate appends a group that has enough digits.
func appendIfCandidate(out []Candidate, text string, group Candidate) []Candidate {
	if group.Start < 0 || group.End-group.Start > maxCandidateBytes {
		return out
	}
	written := text[group.Start:group.End]
	if plainNumber.MatchString(written) {
		return out
	}
	letters, digits, _, _ := countClasses(written)
	if digits < minCandidateDigits && letters+digits < minMixedRunes {
		return out
	}
	return append(out, group)
}

// plainNumber matches numbers whose form tells what they are: times of day and of races, dates with a
// year, amounts with a comma or point before each three digits, decimal numbers, tyres, ISBN, measures, blood pressure,
// the scores of several sets, and lenses.
var plainNumber = lazyregexp.New(`^(?:[-+]?\d{1,2}[:.h]\d\d(?:[:.]\d\d(?:[.,]\d+)?)?|` +
	`[0-3]?\d[./-][01]?\d[./-](?:19|20)\d\d|[01]?\d/[0-3]?\d/(?:19|20)\d\d|` +
	`(?:19|20)\d\d[./-][01]?\d[./-][0-3]?\d|\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d{1,3}\.\d{3}(?:,\d\d)?|` +
	`[-+]?\d{1,4}[.,]\d{1,2}|\d{3}/\d\d ?Z?R ?\d\d[A-Z]?(?: \d\d[A-Z])?|97[89][- ]\d+(?:[- ]\d+){1,3}|97[89]\d{10}|` +
	`\d{1,5}[x×х]\d{1,5}(?:[x×х]\d{1,5})?|(?:9\d|1\d\d|2[0-4]\d)/(?:[3-9]\d|1[0-3]\d)|` +
	`\d{1,2}[-–:]\d{1,2}(?:,? \d{1,2}[-–:]\d{1,2})+|\p{Lu}{0,4}\d{2,3}(?:-\d{2,3})?mm(?:\p{Lu}?\d(?:\.\d)?\p{L}{0,4})?)$`)

// isMixedToken reports a run that is spelt like a password or a key.
func isMixedToken(s string) bool {
	n := utf8.RuneCountInString(s)
	if n < minMixedRunes || len(s) > maxCandidateBytes || strings.Contains(s, "://") || strings.HasPrefix(s, "www.") ||
		isMailAddress(s) || plainNumber.MatchString(s) {
		return false
	}
	letters, digits, _, humps := countClasses(s)
	if letters == 0 {
		return false
	}
	signs := strings.Count(s, "-") >= 2 || strings.ContainsAny(strings.TrimLeft(s, "@#"), passwordSigns)
	return digits > 0 || signs || humps > 0
}

// isMailAddress reports a name, an at and a domain.
func isMailAddress(s string) bool {
	_, domain, found := strings.Cut(s, "@")
	dot := strings.LastIndex(domain, ".")
	return found && dot > 0 && dot < len(domain)-1 && strings.Trim(domain[dot+1:], "abcdefghijklmnopqrstuvwxyz") == ""
}
