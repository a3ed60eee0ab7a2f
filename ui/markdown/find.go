package markdown

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// positionRange is a range of text positions.
type span struct{ a, b int }

// textSearch is the current search and its matches.
type matches struct {
	query string
	all   []span
	now   int
}

// eachMatchIn calls f for the matches that overlap [a, b].
func (m *matches) each(a, b int, f func(i int, s span)) {
	i := sort.Search(len(m.all), func(i int) bool { return m.all[i].b > a })
	for ; i < len(m.all) && m.all[i].a < b; i++ {
		f(i, m.all[i])
	}
}

// HighlightMatches highlights all occurrences of query, ignoring case, and returns their number. An
// empty query ends the search. A match never spans two blocks.
func (v *View) Find(query string) int {
	if query == "" && v.find.query == "" {
		return 0
	}
	v.find = matches{query: query, now: -1}
	v.refind(0)
	v.remark(0, v.end())
	return len(v.find.all)
}

// SetCurrentMatch highlights match i as the current one and returns the top of its line; -1 clears
// the current match.
func (v *View) ShowMatch(i int) (top float32) {
	v.find.now = i
	v.remark(0, v.end())
	if i < 0 || i >= len(v.find.all) {
		return 0
	}
	return v.TopOf(v.find.all[i].a)
}

// searchFrom searches the items from index from on.
func (v *View) refind(from int) {
	if v.find.query == "" || from >= len(v.items) {
		return
	}
	base := v.items[from].base
	n := sort.Search(len(v.find.all), func(i int) bool { return v.find.all[i].a >= base })
	v.find.all = v.find.all[:n]
	query, _ := folded(v.find.query)
	for _, it := range v.items[from:] {
		text, at := folded(it.plain)
		for pos := 0; ; {
			i := strings.Index(text[pos:], query)
			if i < 0 {
				break
			}
			pos += i
			v.find.all = append(v.find.all, span{it.base + at(pos), it.base + at(pos+len(query))})
			pos += len(query)
		}
	}
}

// foldCase returns s in lower case, and a function that maps its offsets to those of s.
func folded(s string) (string, func(int) int) {
	if ascii(strings.ReplaceAll(s, "\n", " ")) {
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
