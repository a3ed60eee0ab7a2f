package classifier

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much of a text is read around a candidate, in bytes and in tokens.
const (
	bytesBefore, bytesBehind   = 220, 140
	tokensBefore, tokensBehind = 22, 14
	nearTokens                 = 4
)

// CandidateFeatureBuckets returns the buckets of a candidate's features, with repetitions: those of its
// form and of the words around it, and those of rows of characters around it.
func CandidateFeatureBuckets(text string, c Candidate, isKnown func(word string) bool) [groups][]uint32 {
	before, behind := tokensAround(text, c)
	row := append(append(append([]string{}, before...), sizeClass(text[c.Start:c.End])), behind...)
	characters := characterNGramBuckets(row)
	from, to := boundsAround(text, c)
	p := newStructure(text[from:to], isKnown)
	inner := Candidate{c.Start - from, c.End - from}
	first, end := p.tokensOf(inner)
	buckets := append(surroundingBuckets(text, c, isKnown), p.structureBuckets()...)
	buckets = append(buckets, p.ownStructureBuckets(inner, first, end)...)
	return [groups][]uint32{buckets, characters}
}

// surroundingBuckets returns the buckets of a candidate's form and of the words around it.
func surroundingBuckets(text string, c Candidate, isKnown func(word string) bool) []uint32 {
	before, behind := tokensAround(text, c)
	size := sizeClass(text[c.Start:c.End])
	b := &bag{buckets: make([]uint32, 0, 256)}
	b.addShapeFeatures(text[c.Start:c.End], size)
	b.addSurroundingAffixes(before, behind)
	replaceUnknown(before, isKnown)
	replaceUnknown(behind, isKnown)
	b.addSurroundingWords('l', before, size, true)
	b.addSurroundingWords('r', behind, size, false)
	b.addFeature('|', lastOf(before), firstOf(behind))
	return b.buckets
}

// tokensAround returns the tokens before a candidate and behind it, in their order.
func tokensAround(text string, c Candidate) (before, behind []string) {
	from, to := boundsAround(text, c)
	before, behind = Tokenize(text[from:c.Start]), Tokenize(text[c.End:to])
	return before[max(len(before)-tokensBefore, 0):], behind[:min(len(behind), tokensBehind)]
}

// boundsAround returns from where to where, in bytes, a text is read around a candidate.
func boundsAround(text string, c Candidate) (from, to int) {
	from, to = max(c.Start-bytesBefore, 0), min(c.End+bytesBehind, len(text))
	for from < c.Start && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > c.End && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return from, to
}

func replaceUnknown(ts []string, isKnown func(word string) bool) {
	for i, t := range ts {
		if !isKnown(t) {
			ts[i] = unknownToken
		}
	}
}

func lastOf(ts []string) string {
	if len(ts) == 0 {
		return "^"
	}
	return ts[len(ts)-1]
}

func firstOf(ts []string) string {
	if len(ts) == 0 {
		return "$"
	}
	return ts[0]
}

// sizeClass tells numbers by how many digits they have and other candidates by their length.
func sizeClass(s string) string {
	letters, digits, _, _ := countClasses(s)
	switch n := letters + digits; {
	case digits == 0 && len(s) < 4:
		return "<w>"
	case letters == 0 && n <= 4:
		return "<4>"
	case letters == 0 && n <= 6:
		return "<6>"
	case letters == 0 && n <= 9:
		return "<9>"
	case letters == 0:
		return "<10>"
	case n <= 7:
		return "<m>"
	default:
		return "<M>"
	}
}

// addShapeFeatures adds what a candidate looks like: its classes of characters in a row with and
// without their number, its length, zeros at its ends, a year.
func (b *bag) addShapeFeatures(s, size string) {
	letters, digits, capitals, humps := countClasses(s)
	exact, coarse := shapeOf(s)
	b.addFeature('b')
	b.addFeature('0', size)
	b.addFeature('1', exact)
	b.addFeature('4', coarse)
	b.addFeature('5', strconv.Itoa(min(digits, 16)), strconv.Itoa(min(letters, 12)))
	b.addFeature('6', strconv.Itoa(min(digits, 16)))
	b.addFeature('7', strconv.FormatBool(letters > 0 && letters == capitals), strconv.Itoa(min(humps, 3)))
	b.addFeature('8', s[:1]) // a leading zero, a sign
	trailing := len(s) - len(strings.TrimRight(s, "0"))
	b.addFeature('9', strconv.Itoa(min(trailing, 3)), size)
	if digits == 4 && letters == 0 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20")) {
		b.addFeature('y', coarse)
	}
}

// shapeOf returns the classes of a run's characters: d for digits, a and A for letters, and other
// characters as they are; with the number of each, and without.
func shapeOf(s string) (exact, coarse string) {
	var e, c strings.Builder
	count, last := 0, rune(0)
	flush := func() {
		if last != 0 {
			e.WriteRune(last)
			e.WriteString(strconv.Itoa(min(count, 9)))
			c.WriteRune(last)
		}
	}
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			r = 'd'
		case unicode.IsUpper(r):
			r = 'A'
		case unicode.IsLetter(r) || unicode.IsMark(r):
			r = 'a'
		}
		if r != last {
			flush()
			count, last = 0, r
		}
		count++
	}
	flush()
	return e.String(), c.String()
}

// addSurroundingWords adds the words on one side of a candidate: all, near ones, the next three with
// their place, and in pairs; and all with the candidate's size.
func (b *bag) addSurroundingWords(side byte, ts []string, size string, isBefore bool) {
	n := len(ts)
	for i, t := range ts {
		distance := i
		if isBefore {
			distance = n - 1 - i
		}
		b.addFeature('u', t)
		b.addFeature(side, t)
		b.addFeature('k', size, t)
		if distance < nearTokens {
			b.addFeature(side^0x20, t)
			b.addFeature('n', size, t)
		}
		if distance < 3 {
			b.addFeature(side, strconv.Itoa(distance), t)
		}
		if i > 0 {
			b.addFeature('2', ts[i-1], t)
			if distance < nearTokens {
				b.addFeature(side, ts[i-1], t, "")
			}
		}
	}
	if n == 0 {
		b.addFeature(side, "0", "^")
	}
}

// addSurroundingAffixes adds the beginnings of the words around a candidate.
func (b *bag) addSurroundingAffixes(before, behind []string) {
	for _, ts := range [][]string{before, behind} {
		for _, t := range ts {
			b.addAffixFeatures(t)
		}
	}
}
