package markdown

import (
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/primary"
	"memoir/ui/timing"
)

// copiedLabelDuration is how long the Copy button of a code block reads "Copied".
const copiedLabelDuration = 2 * time.Second

// clipboard copies the selection and code blocks of a view. It belongs to the UI goroutine.
type clipboard struct {
	// OnCopy receives text for the clipboard. While it is nil, the clipboard of the app is used.
	OnCopy func(text string)
	// After is app.Env's. While it is nil, "Copied" stays until the next change.
	After timing.After

	source    *textSource
	selection *selection
}

// CopySelection copies the selection, as plain text or as Markdown, through OnCopy or the app's
// clipboard. It does nothing without a selection.
func (c *clipboard) CopySelection(asMarkdown bool) {
	if !c.selection.HasSelection() {
		return
	}
	if asMarkdown {
		c.copyByCallbackOrToClipboard(c.SelectedMarkdown())
		return
	}
	c.copyByCallbackOrToClipboard(c.SelectedText())
}

func (c *clipboard) copyByCallbackOrToClipboard(text string) {
	if c.OnCopy != nil {
		c.OnCopy(text)
		return
	}
	if app := fyne.CurrentApp(); app != nil {
		app.Clipboard().SetContent(text)
	}
}

// makeSelectedTextPrimarySelection makes what is selected the primary selection of X11.
func (c *clipboard) makeSelectedTextPrimarySelection() {
	primary.Selection{}.SetContent(c.SelectedText())
}

// SelectedText returns the selection as plain text: list markers stay, Markdown syntax is removed.
// Of a plain text it is the part that is selected, byte for byte.
func (c *clipboard) SelectedText() string {
	return c.source.plainTextBetween(c.selection.SelectedRange())
}

// SelectedMarkdown returns the selection as Markdown; if everything is selected, the original
// source. Of a plain text it is what SelectedText returns.
func (c *clipboard) SelectedMarkdown() string {
	return c.source.markdownBetween(c.selection.SelectedRange())
}

// copyCodeBlockAndShowCopied copies a whole code block and shows "Copied" for copiedLabelDuration.
func (c *clipboard) copyCodeBlockAndShowCopied(it *blockItem) {
	c.copyByCallbackOrToClipboard(it.block.Text)
	it.setCopiedLabelShown(true)
	if it.copiedDelay == nil {
		it.copiedDelay = timing.NewDebounce(c.After, copiedLabelDuration, func() { it.setCopiedLabelShown(false) })
	}
	it.copiedDelay.Restart()
}

func (it *blockItem) setCopiedLabelShown(on bool) {
	it.showsCopied = on
	if it.widget != nil {
		it.widget.redrawBlock()
	}
}
