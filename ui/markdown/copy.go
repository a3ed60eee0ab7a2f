package markdown

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
)

// copiedFor is how long the button of a block says "Copied".
const copiedFor = 2 * time.Second

// CopySelection hands the selection to OnCopy, as plain text or as Markdown. It does nothing without one.
func (v *View) CopySelection(asMarkdown bool) {
	if !v.Selected() {
		return
	}
	if asMarkdown {
		v.put(v.SelectedMarkdown())
		return
	}
	v.put(v.SelectedText())
}

func (v *View) put(text string) {
	if v.OnCopy != nil {
		v.OnCopy(text)
		return
	}
	if app := fyne.CurrentApp(); app != nil {
		app.Clipboard().SetContent(text)
	}
}

// SelectedText returns the selected text as it reads: markers of lists stay, signs of Markdown do not.
func (v *View) SelectedText() string {
	return v.gather(func(it *item, a, b int) string { return listed(it, a, it.plain[a:b]) }, false)
}

// SelectedMarkdown returns the selection as Markdown; the whole text is returned as it was written.
func (v *View) SelectedMarkdown() string {
	if a, b := v.sel.span(); a == 0 && b == v.end() && b > 0 {
		return v.reader.text
	}
	return v.gather(func(it *item, a, b int) string { return it.block.source(a, b) }, true)
}

// gather joins what f makes of the selected part of each block.
func (v *View) gather(f func(it *item, a, b int) string, blank bool) string {
	from, to := v.sel.span()
	var s strings.Builder
	if from == to {
		return ""
	}
	first := true
	for i := v.itemOf(from); i < len(v.items) && v.items[i].base <= to; i++ {
		it := v.items[i]
		a, b := max(from-it.base, 0), min(to-it.base, it.length)
		if a > it.length || a == b && it.length > 0 {
			continue
		}
		if !first {
			s.WriteByte('\n')
			if it.block.Gap > gapTight || blank && !it.inList() {
				if blank && it.inQuote() {
					s.WriteByte('>')
				}
				s.WriteByte('\n')
			}
		}
		first = false
		s.WriteString(f(it, a, b))
	}
	return s.String()
}

// inQuote reports whether a block goes on with the quote that the one before is in.
func (it *item) inQuote() bool {
	f := it.block.Frames
	return len(f) > 0 && f[0].Quote && !f[0].First
}

func (it *item) inList() bool {
	for _, f := range it.block.Frames {
		if !f.Quote {
			return true
		}
	}
	return false
}

// listed puts the marker of a list item before its text when its beginning is selected.
func listed(it *item, a int, text string) string {
	if a > 0 {
		return text
	}
	prefix := ""
	for _, f := range it.block.Frames {
		switch {
		case f.Quote:
		case f.First && f.Marker == "•":
			prefix += "- "
		case f.First:
			prefix += f.Marker + " "
		default:
			prefix += strings.Repeat(" ", len([]rune(f.Marker))+1)
		}
	}
	return prefix + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len([]rune(prefix))))
}

// copyBlock copies a whole code block and says so for a while.
func (v *View) copyBlock(it *item) {
	v.put(it.block.Text)
	v.sayCopied(it, true)
	if v.After != nil {
		v.After(copiedFor, func() { v.sayCopied(it, false) })
	}
}

func (v *View) sayCopied(it *item, on bool) {
	it.copied = on
	if it.w == nil {
		return
	}
	it.w.redraw()
}

func (v *View) toggleWrap(it *item) {
	it.st.wrap, it.st.dx = !it.st.wrap, 0
	it.lay = nil
	v.grew(it)
}

func (v *View) showAll(it *item) {
	it.st.all = true
	it.lay = nil
	v.grew(it)
}
