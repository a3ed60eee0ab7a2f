package markdown

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// An emoji sequence that no font has as one glyph is as wide as one emoji everywhere, and is copied
// unchanged.
func TestEmojiWithoutOwnGlyphAreDrawnAsOneGlyphAndCopiedWhole(t *testing.T) {
	v := newViewOf700Pixels(t)
	one := v.blocks.metrics.textWidth("🙂", face{size: 15})
	for _, emoji := range []string{"👩🏽‍💻", "🏃🏽‍♀️‍➡️", "🙂‍↔️", "👍🏽", "❤️‍🔥", "🥰"} {
		text := "Before " + emoji + " after\n\n- **" + emoji + "**\n\n| " + emoji + " |\n|---|\n| x |\n"
		v.ShowMarkdown(text, false)
		v.Resize(sizeAtWidth(v, 400))
		pos := positionOfText(t, v, emoji)
		x0, _, _ := v.blocks.positionXAndLineBounds(pos)
		x1, _, _ := v.blocks.positionXAndLineBounds(pos + len(emoji))
		if x1-x0 != one {
			t.Errorf("%s takes %v pixels, a picture %v", emoji, x1-x0, one)
		}
		for _, o := range test.LaidOutObjects(v) {
			if d, ok := o.(*canvas.Text); ok && strings.Contains(d.Text, "👩🏽‍💻") {
				t.Errorf("%q is drawn", d.Text)
			}
		}
		v.TypedShortcut(&fyne.ShortcutSelectAll{})
		if got, want := v.SelectedText(), "Before "+emoji+" after\n\n- "+emoji+"\n\n"+emoji+"\nx"; got != want {
			t.Errorf("the text is %q, want %q", got, want)
		}
		if got := v.SelectedMarkdown(); got != text {
			t.Errorf("the Markdown is %q, want %q", got, text)
		}
	}
}
