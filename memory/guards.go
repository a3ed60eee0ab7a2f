package memory

import (
	"slices"
	"strings"
	"unicode"
)

// Reasons why two texts that are near to each other do not say the same. A vector hardly sees these differences: "two
// cats" and "three cats" have a cosine of .917, "likes" and "doesn't like" of .890 (docs/sources.md).
const (
	differNumbers  = "other numbers"
	differNegation = "one of them is negated"
	differNames    = "other names"
	differDates    = "other dates"
	differOpposite = "opposite words"
	differOrder    = "other order of the same words"
)

// guardDiffers names the first difference between two statements that makes them no duplicates whatever their cosine,
// or "" when there is none. It is symmetric. It compares numbers and units, dates, negation, names, words of opposite
// meaning and who does what to whom; it knows the ten languages of its word lists and falls back to digits and capitals
// elsewhere.
func guardDiffers(a, b string) string {
	ta, tb := tokensOf(a), tokensOf(b)
	switch {
	case !slices.Equal(datesOf(ta), datesOf(tb)):
		return differDates
	case !slices.Equal(numbersOf(ta), numbersOf(tb)):
		return differNumbers
	case negations(ta)%2 != negations(tb)%2:
		return differNegation
	case namesMissing(ta, tb) || namesMissing(tb, ta):
		return differNames
	case opposed(ta, tb):
		return differOpposite
	case reordered(ta, tb):
		return differOrder
	}
	return ""
}

// token is a word as it stands, with its folded form.
type token struct {
	text  string // without outer marks
	fold  string
	first bool // opens a sentence, where a capital means nothing
}

// tokensOf splits a text into words and numbers. A Han rune is a word of its own.
func tokensOf(s string) []token {
	var out []token
	first := true
	var b strings.Builder
	flush := func() {
		if text := strings.Trim(b.String(), "'’-.,:"); text != "" {
			out = append(out, token{text, FoldText(text), first})
			first = false
		}
		b.Reset()
	}
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			out = append(out, token{string(r), string(r), first})
			first = false
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '\'' || r == '’':
			b.WriteRune(r)
		case strings.ContainsRune(".,:-", r) && i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) &&
			unicode.IsDigit(runes[i+1]):
			b.WriteRune(r)
		default:
			flush()
			first = first || strings.ContainsRune(".!?。！？", r)
		}
	}
	flush()
	return out
}

// numbersOf returns the numbers of a text with the unit that follows, sorted: digits as they stand, number words by
// value. One is left out, because most languages use it as an article.
func numbersOf(ts []token) []string {
	words := numberWords(tongueOf(ts))
	var out []string
	for i, t := range ts {
		n := ""
		if unicode.IsDigit(rune(t.text[0])) || strings.ContainsAny(t.text, "0123456789") {
			n = strings.ToLower(strings.ReplaceAll(t.text, ",", "."))
		} else if v, ok := words[t.fold]; ok {
			n = v
		}
		if n == "" || n == "1" {
			continue
		}
		if i+1 < len(ts) {
			if u, ok := units()[ts[i+1].fold]; ok {
				n += u
			}
		}
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// datesOf returns the months and weekdays a text names, sorted.
func datesOf(ts []token) []string {
	known := calendarWords()
	var out []string
	for _, t := range ts {
		if d, ok := known[t.fold]; ok && (t.fold != "may" && t.fold != "march" || t.text != t.fold && !t.first) {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// negations counts the words that turn a statement round.
func negations(ts []token) int {
	lang := tongueOf(ts)
	words := negationWords(lang)
	n := 0
	for _, t := range ts {
		fold := strings.ReplaceAll(t.fold, "’", "'")
		if words[fold] || strings.HasSuffix(fold, "n't") || koreanDenies(fold) {
			n++
		}
	}
	return n
}

// namesMissing reports whether a names something in capitals, not at the start of a sentence, that b does not mention.
func namesMissing(a, b []token) bool {
	for _, t := range a {
		r := []rune(t.text)
		if t.first || !unicode.IsUpper(r[0]) || len(r) < 2 {
			continue
		}
		if !slices.ContainsFunc(b, func(o token) bool { return sameStem(o.fold, t.fold) }) {
			return hasNames(b)
		}
	}
	return false
}

// hasNames reports whether a text writes any name in capitals: one that writes everything small says nothing by it.
func hasNames(ts []token) bool {
	return slices.ContainsFunc(ts, func(t token) bool {
		r := []rune(t.text)
		return !t.first && len(r) > 1 && unicode.IsUpper(r[0])
	})
}

// opposed reports whether one text has a word and the other its opposite in place of it: the pair stands on different
// sides, and neither side has both.
func opposed(a, b []token) bool {
	wa, wb := stemSet(a), stemSet(b)
	apart := func(left, right string) bool {
		return wa[left] && !wb[left] && wb[right] && !wa[right] || wb[left] && !wa[left] && wa[right] && !wb[right]
	}
	for _, p := range opposites() {
		if apart(p[0], p[1]) {
			return true
		}
	}
	for _, words := range []map[string]bool{wa, wb} {
		for w := range words {
			for _, prefix := range []string{"un", "dis", "in", "im"} {
				if len(w) > 3 && apart(w, prefix+w) {
					return true
				}
			}
		}
	}
	return false
}

// reordered reports whether the two ends of a statement have changed places around the same middle, so that who does
// what to whom is turned round: "the dog chases the cat", "the cat chases the dog". Lists (and, or) and the passive
// (by) may do that freely.
func reordered(a, b []token) bool {
	for _, ts := range [][]token{a, b} {
		if slices.ContainsFunc(ts, func(t token) bool { return freeOrder()[t.fold] }) {
			return false
		}
	}
	ca, cb := contentStems(a), contentStems(b)
	if len(ca) != len(cb) || slices.Equal(ca, cb) {
		return false
	}
	for x := 1; x < len(ca)-1; x++ { // ca = X V Y, cb = Y V X
		for y := 1; x+y < len(ca); y++ {
			n := len(ca)
			if slices.Equal(ca[:x], cb[n-x:]) && slices.Equal(ca[n-y:], cb[:y]) && slices.Equal(ca[x:n-y], cb[y:n-x]) {
				return true
			}
		}
	}
	return false
}

// contentStems are the stems of the words that carry meaning, in order.
func contentStems(ts []token) []string {
	stop := functionWords()
	var out []string
	for _, t := range ts {
		if !stop[t.fold] {
			out = append(out, stem(t.fold))
		}
	}
	return out
}

func stemSet(ts []token) map[string]bool {
	set := make(map[string]bool, len(ts))
	for _, t := range ts {
		set[t.fold] = true
		set[stem(t.fold)] = true
	}
	return set
}

// stem cuts the commonest English endings; other languages lose at most a plural s. It serves comparison only.
func stem(w string) string {
	for _, end := range []string{"ingly", "ing", "edly", "ed", "ies", "es", "ly", "s"} {
		if cut, ok := strings.CutSuffix(w, end); ok && len(cut) >= 3 {
			w = undouble(cut)
			break
		}
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// undouble takes back the letter that English doubles before an ending: running, run.
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}

// sameStem reports whether two folded words are forms of one another: equal stems, or a long common beginning that
// leaves endings of at most three runes.
func sameStem(a, b string) bool {
	if a == b || stem(a) == stem(b) {
		return true
	}
	ra, rb := []rune(a), []rune(b)
	n := 0
	for n < len(ra) && n < len(rb) && ra[n] == rb[n] {
		n++
	}
	return n >= 4 && len(ra)-n <= 3 && len(rb)-n <= 3
}
