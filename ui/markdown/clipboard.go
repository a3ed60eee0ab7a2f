package markdown

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/timing"
)

// copiedLabelDuration is how long the Copy button of a code block reads "Copied".
const copiedLabelDuration = 2 * time.Second

// CopySelection copies the selection, as plain text or as Markdown, through OnCopy or the app's
// clipboard. It does nothing without a selection.
func (v *View) CopySelection(asMarkdown bool) {
	if !v.HasSelection() {
		return
	}
	if asMarkdown {
		v.copyText(v.SelectedMarkdown())
		return
	}
	v.copyText(v.SelectedText())
}

func (v *View) copyText(text string) {
	if v.OnCopy != nil {
		v.OnCopy(text)
		return
	}
	if app := fyne.CurrentApp(); app != nil {
		app.Clipboard().SetContent(text)
	}
}

// SelectedText returns the selection as plain text: list markers stay, Markdown syntax is removed.
// Of a plain text it is the part that is selected, byte for byte.
func (v *View) SelectedText() string {
	if v.isPlain {
		return v.selectedSource()
	}
	return v.joinSelectedBlocks(func(it *blockItem, a, b int) string { return addListMarkers(it, a, it.text[a:b]) }, false)
}

// SelectedMarkdown returns the selection as Markdown; if everything is selected, the original
// source. Of a plain text it is what SelectedText returns.
func (v *View) SelectedMarkdown() string {
	if v.isPlain {
		return v.selectedSource()
	}
	if a, b := v.selection.orderedRange(); a == 0 && b == v.endPosition() && b > 0 {
		return v.parser.text
	}
	return v.joinSelectedBlocks(func(it *blockItem, a, b int) string { return it.block.toMarkdown(a, b) }, true)
}

// joinSelectedBlocks applies f to the selected part of each block and joins the results.
func (v *View) joinSelectedBlocks(f func(it *blockItem, a, b int) string, blank bool) string {
	from, to := v.selection.orderedRange()
	var s strings.Builder
	if from == to {
		return ""
	}
	first := true
	for i := v.itemIndexOf(from); i < len(v.items) && v.items[i].textStart <= to; i++ {
		it := v.items[i]
		a, b := max(from-it.textStart, 0), min(to-it.textStart, it.textLength)
		if a > it.textLength || a == b && it.textLength > 0 {
			continue
		}
		if !first {
			s.WriteByte('\n')
			if it.block.GapAbove > tightItemGap || blank && !it.isInList() {
				if blank && it.continuesQuote() {
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
func (it *blockItem) continuesQuote() bool {
	f := it.block.Containers
	return len(f) > 0 && f[0].IsQuote && !f[0].IsFirst
}

func (it *blockItem) isInList() bool {
	for _, f := range it.block.Containers {
		if !f.IsQuote {
			return true
		}
	}
	return false
}

// addListMarkers prefixes text with its list marker if the selection includes the start of the
// item.
func addListMarkers(it *blockItem, a int, text string) string {
	if a > 0 {
		return text
	}
	prefix := ""
	for _, f := range it.block.Containers {
		switch {
		case f.IsQuote:
		case f.IsFirst && f.Marker == "•":
			prefix += "- "
		case f.IsFirst:
			prefix += f.Marker + " "
		default:
			prefix += strings.Repeat(" ", len([]rune(f.Marker))+1)
		}
	}
	return prefix + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len([]rune(prefix))))
}

// copyCodeBlock copies a whole code block and shows "Copied" for copiedLabelDuration.
func (v *View) copyCodeBlock(it *blockItem) {
	v.copyText(it.block.Text)
	v.setCopiedLabel(it, true)
	if it.copiedDelay == nil {
		it.copiedDelay = timing.NewDebounce(v.After, copiedLabelDuration, func() { v.setCopiedLabel(it, false) })
	}
	it.copiedDelay.Restart()
}

func (v *View) setCopiedLabel(it *blockItem, on bool) {
	it.showsCopied = on
	if it.widget == nil {
		return
	}
	it.widget.redrawLines()
}

func (v *View) toggleLineWrap(it *blockItem) {
	it.state.wrapLines, it.state.scrollX = !it.state.wrapLines, 0
	it.layout = nil
	v.relayoutItem(it)
}

func (v *View) showAllLines(it *blockItem) {
	it.state.showAllLines = true
	it.layout = nil
	v.relayoutItem(it)
}
