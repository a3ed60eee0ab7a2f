package markdown

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// positionRange is a range of text positions.
type positionRange struct{ start, end int }

// textSearch is the current search of a view and its matches. It belongs to the UI goroutine.
type textSearch struct {
	blocks  *blockList
	query   string
	found   []positionRange
	current int
}

// eachMatchOverlapping calls f for the matches that overlap [a, b].
func (m *textSearch) eachMatchOverlapping(a, b int, f func(i int, s positionRange)) {
	i := sort.Search(len(m.found), func(i int) bool { return m.found[i].end > a })
	for ; i < len(m.found) && m.found[i].start < b; i++ {
		f(i, m.found[i])
	}
}

// setQueryAndFindMatches searches all blocks for query, ignoring case; an empty query ends the
// search. A match never spans two blocks.
func (m *textSearch) setQueryAndFindMatches(query string) {
	m.query, m.found, m.current = query, nil, -1
	m.findMatchesFromBlock(0)
}

// findMatchesFromBlock searches the blocks from index from on.
func (m *textSearch) findMatchesFromBlock(from int) {
	if m.query == "" || from >= len(m.blocks.items) {
		return
	}
	base := m.blocks.items[from].textStart
	n := sort.Search(len(m.found), func(i int) bool { return m.found[i].start >= base })
	m.found = m.found[:n]
	query, _ := lowerCaseWithOffsetMap(m.query)
	for _, it := range m.blocks.items[from:] {
		text, at := lowerCaseWithOffsetMap(it.text)
		for pos := 0; ; {
			i := strings.Index(text[pos:], query)
			if i < 0 {
				break
			}
			pos += i
			m.found = append(m.found, positionRange{it.textStart + at(pos), it.textStart + at(pos+len(query))})
			pos += len(query)
		}
	}
}

// lowerCaseWithOffsetMap returns s in lower case, and a function that maps its offsets to those of
// s.
func lowerCaseWithOffsetMap(s string) (string, func(int) int) {
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
