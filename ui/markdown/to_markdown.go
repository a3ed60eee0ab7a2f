package markdown

import "strings"

// rangeToMarkdown returns the part [from, to) of the block's plain text as Markdown.
func (b *Block) rangeToMarkdown(from, to int) string {
	var body string
	whole := from == 0
	switch b.Kind {
	case Rule:
		body = "---"
	case Code:
		body = fenceCode(b.Text[from:to], b.Language)
	case Math:
		body = b.Text
	case Table:
		body = b.tableRowsToMarkdown(from, to)
	case HTML:
		body = joinedSpansText(b.Spans)[from:to]
	default:
		body = spansToMarkdown(b.Spans, from, to)
		if b.Kind == Heading && whole {
			body = strings.Repeat("#", b.Level) + " " + body
		}
	}
	first, rest := b.containerPrefixes(whole)
	return first + strings.ReplaceAll(body, "\n", "\n"+rest)
}

// containerPrefixes returns the prefixes of the first and of the other lines inside the containers.
func (b *Block) containerPrefixes(begin bool) (first, rest string) {
	for _, f := range b.Containers {
		if f.IsQuote {
			first += "> "
			rest += "> "
			continue
		}
		marker := f.Marker + " "
		switch f.Marker {
		case "•":
			marker = "- "
		case "☐":
			marker = "- [ ] "
		case "☑":
			marker = "- [x] "
		}
		indent := strings.Repeat(" ", len(marker))
		if strings.HasPrefix(marker, "- ") {
			indent = "  "
		}
		rest += indent
		if f.IsFirst && begin {
			first += marker
		} else {
			first += indent
		}
	}
	return first, rest
}

// fenceCode wraps code in a fence longer than any fence in it.
func fenceCode(code, lang string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + lang + "\n" + code + "\n" + fence
}

// spansToMarkdown writes spans as Markdown, cut to [from, to) of their text.
func spansToMarkdown(spans []Span, from, to int) string {
	var s strings.Builder
	at := 0
	for _, sp := range spans {
		a, b := max(from-at, 0), min(to-at, len(sp.Text))
		at += len(sp.Text)
		if a < b {
			s.WriteString(sp.partToMarkdown(sp.Text[a:b]))
		}
	}
	return s.String()
}

func (sp Span) partToMarkdown(text string) string {
	if sp.Style&Image != 0 {
		return "![" + escapeMarkdown(text) + "](" + sp.Link + ")"
	}
	out := escapeMarkdown(text)
	switch {
	case sp.Style&TeX != 0:
		out = text
	case sp.Style&Mono != 0:
		out = toInlineCodeMarkdown(text)
	}
	if sp.Style&Strike != 0 {
		out = surroundWithMark(out, "~~")
	}
	if sp.Style&Italic != 0 {
		out = surroundWithMark(out, "*")
	}
	if sp.Style&Bold != 0 {
		out = surroundWithMark(out, "**")
	}
	if sp.Link == "" {
		return out
	}
	if sp.Link == text || sp.Link == "mailto:"+text {
		return "<" + text + ">"
	}
	return "[" + out + "](" + sp.Link + ")"
}

// surroundWithMark puts mark around text but leaves spaces at its edges outside, where CommonMark
// needs them.
func surroundWithMark(text, mark string) string {
	core := strings.Trim(text, " \n")
	if core == "" {
		return text
	}
	i := strings.Index(text, core)
	return text[:i] + mark + core + mark + text[i+len(core):]
}

func toInlineCodeMarkdown(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// escapeMarkdown escapes all characters with a meaning in Markdown. Hard breaks become backslashes.
func escapeMarkdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "$", `\$`,
		"~", `\~`, "\n", "\\\n").Replace(text)
}

// tableRowsToMarkdown writes the rows that overlap [from, to) as a table.
func (b *Block) tableRowsToMarkdown(from, to int) string {
	var s strings.Builder
	at := 0
	row := func(cells [][]Span, always bool) bool {
		start := at
		for _, c := range cells {
			at += len(joinedSpansText(c)) + 1
		}
		if !always && (at <= from || start >= to) {
			return false
		}
		s.WriteString("|")
		for _, c := range cells {
			text := strings.ReplaceAll(spansToMarkdown(c, 0, len(joinedSpansText(c))), "\\\n", "<br>")
			s.WriteString(" " + strings.ReplaceAll(text, "|", `\|`) + " |")
		}
		s.WriteByte('\n')
		return true
	}
	row(b.Header, true)
	s.WriteString("|")
	for _, a := range b.Alignments {
		s.WriteString([]string{" --- |", " :-: |", " --: |"}[a])
	}
	s.WriteByte('\n')
	for _, r := range b.Rows {
		row(r, false)
	}
	return strings.TrimSuffix(s.String(), "\n")
}
