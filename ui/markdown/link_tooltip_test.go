package markdown

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func TestLinkTooltipIsShownWhileThePointerIsOnTheLink(t *testing.T) {
	for name, end := range map[string]func(v *View){
		"the pointer leaves":  (*View).MouseOut,
		"the text moves away": (*View).HideTooltip,
	} {
		v := newViewOf700Pixels(t)
		v.ShowMarkdown("see [the page](https://e.org/p) of it", false)
		at := pointOnCharacterAt(v, positionOfText(t, v, "page"))
		move := func() { v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}}) }
		if v.tooltip.Visible() {
			t.Fatal("an address is shown without a pointer")
		}
		move()
		if !v.tooltip.Visible() || v.tooltip.text.Text != "https://e.org/p" {
			t.Fatalf("on the link %q is shown", v.tooltip.text.Text)
		}
		end(v)
		if v.tooltip.Visible() {
			t.Errorf("%s, and the address stays", name)
		}
		if move(); !v.tooltip.Visible() {
			t.Errorf("%s, and the next movement does not show the address again", name)
		}
	}
}
