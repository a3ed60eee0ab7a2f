package digest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
)

// baseHeadings are the sections of a base memory, in order (source 003).
func baseHeadings() []string {
	return []string{"User Profile", "Preferences", "Ongoing Topics", "Key History"}
}

// baseSection is a part of a base memory: lines under a heading. The first ownCount lines are a
// person's.
type baseSection struct {
	heading  string
	lines    []string
	ownCount int
}

// parseBaseReplyKeepingOwnLines makes the next text from a model's reply and the lines that a
// person wrote in the current one. Those stand word for word at the top of their section. Of the
// reply it keeps what may stand in a prompt, in the first person only what the given texts say, at
// most maxWords words with the person's. It is empty when nothing of the reply is of use.
func parseBaseReplyKeepingOwnLines(reply string, current memory.BaseMemory, maxWords int, said []string) string {
	written := splitReplyIntoBaseSections(reply)
	for i := range written {
		written[i].lines = linesInThirdPersonOrSaid(written[i].lines, said)
	}
	if !slices.ContainsFunc(written, func(s baseSection) bool { return len(s.lines) > 0 }) {
		return ""
	}
	sections := withOwnLinesOnTop(written, current)
	shortenSectionsToWordLimit(sections, maxWords)
	return formatBaseSections(sections)
}

// splitReplyIntoBaseSections sorts the usable lines of a reply, none longer than a memory may be,
// under the headings of a base memory. Lines before the first heading, or under another one, belong
// to the section before, or to the first.
func splitReplyIntoBaseSections(reply string) []baseSection {
	sections := newEmptyBaseSections()
	at := 0
	for line := range strings.Lines(cutThinkingFromReply(reply)) {
		line = strings.TrimSpace(line)
		if i := indexOfBaseHeading(line); i >= 0 {
			at = i
			continue
		}
		if line == "" || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "#") || isLabelWithoutText(line) {
			continue
		}
		for _, l := range linesSafeForPrompts([]string{listMarkPattern.ReplaceAllString(line, "")}) {
			if utf8.RuneCountInString(l) <= lang.MaxFactRunes {
				sections[at].lines = append(sections[at].lines, "- "+l)
			}
		}
	}
	return sections
}

func newEmptyBaseSections() []baseSection {
	var out []baseSection
	for _, h := range baseHeadings() {
		out = append(out, baseSection{heading: h})
	}
	return out
}

// indexOfBaseHeading is the section that a line is the heading of, in whatever markup; -1 for none.
func indexOfBaseHeading(line string) int {
	bare := strings.TrimFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.IndexFunc(baseHeadings(), func(h string) bool { return strings.EqualFold(h, bare) })
}

// withOwnLinesOnTop puts a person's lines at the top of the sections in which they stand in the
// current text, and takes out of the others what only repeats them. Sections that a person added
// come last.
func withOwnLinesOnTop(sections []baseSection, current memory.BaseMemory) []baseSection {
	own := map[string]bool{}
	said := map[string]bool{}
	for _, line := range current.OwnLines {
		own[line] = true
		said[foldLineForComparison(line)] = true
	}
	for i := range sections {
		sections[i].lines = slices.DeleteFunc(
			sections[i].lines,
			func(l string) bool { return said[foldLineForComparison(l)] },
		)
	}
	at := 0
	for line := range strings.Lines(current.Content) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			heading := strings.TrimSpace(strings.TrimLeft(line, "#"))
			at = slices.IndexFunc(sections, func(s baseSection) bool { return strings.EqualFold(s.heading, heading) })
			if at < 0 {
				sections = append(sections, baseSection{heading: heading})
				at = len(sections) - 1
			}
		case own[line]:
			delete(own, line) // once, however often it stands there
			s := &sections[at]
			s.lines = slices.Insert(s.lines, s.ownCount, line)
			s.ownCount++
		}
	}
	return sections
}

// foldLineForComparison is a line for comparison, without its list mark.
func foldLineForComparison(line string) string {
	return lang.FoldText(listMarkPattern.ReplaceAllString(strings.TrimSpace(line), ""))
}

// shortenSectionsToWordLimit takes lines from the end of the longest section, a person's excepted,
// until all have at most limit words with their headings.
func shortenSectionsToWordLimit(sections []baseSection, limit int) {
	for {
		total, longest, most := 0, -1, 0
		for i, s := range sections {
			if len(s.lines) == 0 {
				continue
			}
			n := CountWords(s.heading + "\n" + strings.Join(s.lines, "\n"))
			total += n
			if len(s.lines) > s.ownCount && n > most {
				longest, most = i, n
			}
		}
		if total <= limit || longest < 0 {
			return
		}
		s := &sections[longest]
		s.lines = s.lines[:len(s.lines)-1]
	}
}

// CountWords counts the words of a text without list marks; in scripts without spaces every two
// characters are a word.
func CountWords(text string) int {
	n := 0
	for _, w := range strings.Fields(text) {
		if unspaced := len([]rune(w)); lang.StartsWithHanKanaOrHangul(w) {
			n += (unspaced + 1) / 2
		} else if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// formatBaseSections writes the sections that have lines.
func formatBaseSections(sections []baseSection) string {
	var parts []string
	for _, s := range sections {
		if len(s.lines) > 0 {
			parts = append(parts, "### "+s.heading+"\n"+strings.Join(s.lines, "\n"))
		}
	}
	return strings.Join(parts, "\n\n")
}
