package message

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/ui/markdown"
	"memoir/ui/messagelist"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// sharedState is what the views of one list have in common.
type shared struct {
	actions  *Actions
	metrics  *markdown.Metrics
	pointer  *userView      // the message the pointer was last in
	selected *markdown.View // the text with the selection
	host     messagelist.Host
}

// setHoveredMessage records which user message the pointer is in; nil for none.
func (s *shared) enter(v *userView) {
	if s.pointer != nil && s.pointer != v {
		s.pointer.setHover(false)
	}
	if s.pointer = v; v != nil {
		v.setHover(true)
	}
}

// messageText is the text of a message: Markdown that can be selected and copied. Its embedded View
// is what goes into the object tree, because the driver identifies widgets by pointer.
type body struct {
	*markdown.View
	raw     string
	resized func() // called after the text changed its own height
}

// newMessageText returns the text of a message; of is the view of the user message it belongs to,
// nil for an answer.
func newBody(s *shared, of *userView) *body {
	b := &body{View: markdown.New(s.metrics)}
	b.OnPointer = func() { s.enter(of) }
	b.SharePictures(s.actions.pictures.byAddress)
	s.actions.pictures.bodies = append(s.actions.pictures.bodies, b)
	b.OnLink = func(address string) {
		if s.actions.OnLink != nil {
			s.actions.OnLink(address)
		}
	}
	b.OnLoadImage = func(address string) {
		if s.actions.OnLoadImage != nil {
			s.actions.OnLoadImage(address)
		}
	}
	b.OnHeightChange = func() {
		if b.resized != nil {
			b.resized()
		}
	}
	b.OnSelect = func() {
		if s.selected != nil && s.selected != b.View {
			s.selected.ClearSelection()
		}
		s.selected = b.View
	}
	b.OnScroll = func(ev *fyne.ScrollEvent) {
		if s.host.Scroll != nil {
			s.host.Scroll(ev)
		}
	}
	b.OnDrag = func(at fyne.Position, end bool) {
		switch {
		case end && s.host.DragEnd != nil:
			s.host.DragEnd()
		case !end && s.host.Drag != nil:
			s.host.Drag(b.View, at, func() {
				b.DragTo(at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(b.View)))
			})
		}
	}
	b.OnKey = func(ev *fyne.KeyEvent) {
		if s.host.Key != nil && !s.host.Key(ev.Name) && s.actions.OnKey != nil {
			s.actions.OnKey(ev)
		}
	}
	b.OnMenu = func(items []markdown.MenuItem, at fyne.Position) {
		menu := make([]parts.Item, len(items))
		for i, it := range items {
			menu[i] = parts.Item{Label: it.Label, Do: it.Do}
		}
		parts.ShowMenuAt(b.View, at, menu)
	}
	b.After = s.actions.After
	return b
}

// setMarkdown shows Markdown; growing is set while more of it is expected.
func (b *body) set(text string, growing bool) {
	b.raw = text
	b.SetText(text, growing)
}

// setPlainText shows a text as it was typed.
func (b *body) setPlain(text string) {
	b.raw = text
	b.SetText(asTyped(text), false)
}

// naturalWidth returns the width of the longest line, at most limit.
func (b *body) naturalWidth(limit float32) float32 {
	ty := theme.Current().Type(theme.RoleBody)
	var w float32
	for line := range strings.SplitSeq(b.raw, "\n") {
		if len(line) > 512 || strings.HasPrefix(strings.TrimSpace(line), fence) {
			return limit
		}
		w = max(w, theme.Ceil(ty.Width(line))+1)
	}
	return min(w, limit)
}

const fence = "```"

// plainToMarkdown turns a text into Markdown that shows it character by character: every Markdown
// character is escaped, every newline kept, indentation made of non-breaking spaces. Fenced code
// stays code, because people paste it that way.
func asTyped(text string) string {
	var out strings.Builder
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if end := closing(lines, i); end > 0 {
			out.WriteString(strings.Join(lines[i:end+1], "\n") + "\n\n")
			i = end
			continue
		}
		if escaped := escape(lines[i]); escaped != "" {
			out.WriteString(escaped)
			if i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != "" && closing(lines, i+1) == 0 {
				out.WriteString("\\")
			}
		}
		out.WriteString("\n")
		if i+1 < len(lines) && closing(lines, i+1) > 0 {
			out.WriteString("\n")
		}
	}
	return out.String()
}

// closingFenceLine returns the line that closes the fence opened in line i, or 0 when none is
// opened there or it is never closed.
func closing(lines []string, i int) int {
	if !strings.HasPrefix(strings.TrimSpace(lines[i]), fence) {
		return 0
	}
	for j := i + 1; j < len(lines); j++ {
		if strings.TrimSpace(lines[j]) == fence {
			return j
		}
	}
	return 0
}

// escapeLine escapes one line with character references, which never act as markup in CommonMark.
// Backslashes would not do, because \( opens a formula.
func escape(line string) string {
	body := strings.TrimLeft(line, " \t")
	if body == "" {
		return ""
	}
	var out strings.Builder
	for _, r := range line[:len(line)-len(body)] {
		if r == '\t' {
			out.WriteString("\u00a0\u00a0\u00a0")
		}
		out.WriteString("\u00a0")
	}
	for _, r := range strings.TrimRight(body, " \t") {
		if strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
			out.WriteString("&#" + strconv.Itoa(int(r)) + ";")
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}
