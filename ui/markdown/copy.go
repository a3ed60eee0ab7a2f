package markdown

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
)

// copiedLabelDuration is how long the Copy button of a code block reads "Copied".
const copiedFor = 2 * time.Second

// CopySelection copies the selection, as plain text or as Markdown, through OnCopy or the app's
// clipboard. It does nothing without a selection.
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

// SelectedText returns the selection as plain text: list markers stay, Markdown syntax is removed.
func (v *View) SelectedText() string {
	return v.gather(func(it *item, a, b int) string { return listed(it, a, it.plain[a:b]) }, false)
}

// SelectedMarkdown returns the selection as Markdown; if everything is selected, the original
// source.
func (v *View) SelectedMarkdown() string {
	if a, b := v.sel.span(); a == 0 && b == v.end() && b > 0 {
		return v.reader.text
	}
	return v.gather(func(it *item, a, b int) string { return it.block.source(a, b) }, true)
}

// joinSelectedBlocks applies f to the selected part of each block and joins the results.
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

// continuesQuote reports whether a block is in the same quote as the block before it.
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

// addListMarkers prefixes text with its list marker if the selection includes the start of the
// item.
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

// copyCodeBlock copies a whole code block and shows "Copied" for copiedLabelDuration.
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
