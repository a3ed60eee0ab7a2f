package markdown

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// positionRange is a range of text positions.
type positionRange struct{ start, end int }

// textSearch is the current search and its matches.
type textSearch struct {
	query   string
	found   []positionRange
	current int
}

// eachMatchIn calls f for the matches that overlap [a, b].
func (m *textSearch) eachMatchIn(a, b int, f func(i int, s positionRange)) {
	i := sort.Search(len(m.found), func(i int) bool { return m.found[i].end > a })
	for ; i < len(m.found) && m.found[i].start < b; i++ {
		f(i, m.found[i])
	}
}

// HighlightMatches highlights all occurrences of query, ignoring case, and returns their number. An
// empty query ends the search. A match never spans two blocks.
func (v *View) HighlightMatches(query string) int {
	if query == "" && v.search.query == "" {
		return 0
	}
	v.search = textSearch{query: query, current: -1}
	v.searchFrom(0)
	v.redrawMarks(0, v.endPosition())
	return len(v.search.found)
}

// SetCurrentMatch highlights match i as the current one and returns the top of its line; -1 clears
// the current match.
func (v *View) SetCurrentMatch(i int) (top float32) {
	v.search.current = i
	v.redrawMarks(0, v.endPosition())
	if i < 0 || i >= len(v.search.found) {
		return 0
	}
	return v.LineTopOf(v.search.found[i].start)
}

// searchFrom searches the items from index from on.
func (v *View) searchFrom(from int) {
	if v.search.query == "" || from >= len(v.items) {
		return
	}
	base := v.items[from].textStart
	n := sort.Search(len(v.search.found), func(i int) bool { return v.search.found[i].start >= base })
	v.search.found = v.search.found[:n]
	query, _ := foldCase(v.search.query)
	for _, it := range v.items[from:] {
		text, at := foldCase(it.text)
		for pos := 0; ; {
			i := strings.Index(text[pos:], query)
			if i < 0 {
				break
			}
			pos += i
			v.search.found = append(v.search.found, positionRange{it.textStart + at(pos), it.textStart + at(pos+len(query))})
			pos += len(query)
		}
	}
}

// foldCase returns s in lower case, and a function that maps its offsets to those of s.
func foldCase(s string) (string, func(int) int) {
	if isPrintableASCII(strings.ReplaceAll(s, "\n", " ")) {
		return strings.ToLower(s), func(i int) int { return i }
	}
	var b strings.Builder
	type step struct{ lower, orig int }
	var steps []step // where the offsets diverge
	drift := 0
	for i, r := range s {
		low := unicode.ToLower(r)
		if d := b.Len() - i; d != drift {
			steps, drift = append(steps, step{b.Len(), i}), d
		}
		if r == utf8.RuneError {
			b.WriteString(s[i : i+1])
			continue
		}
		b.WriteRune(low)
	}
	return b.String(), func(i int) int {
		k := sort.Search(len(steps), func(j int) bool { return steps[j].lower > i })
		if k == 0 {
			return min(i, len(s))
		}
		return min(steps[k-1].orig+i-steps[k-1].lower, len(s))
	}
}
