package widgets

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// The wheel over a field as high as its window moves the page, once the field's own text is at its
// end.
func TestWheelOverAFieldScrollsItsTextAndThenThePage(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	field := NewTextField(FieldOptions{Lines: 20})
	page := NewVerticalScroll(Column(theme.Space10, field, NewWrappedText("below", theme.RoleBody, theme.Text2, 0)))
	win := test.NewTempWindow(t, page)
	win.Resize(fyne.NewSize(300, 200))
	turn := func(dy float32) { test.Scroll(win.Canvas(), fyne.NewPos(100, 100), 0, dy) }
	began := time.Now()
	defer func() {
		if !draw.UsedWithin(time.Since(began)) {
			t.Error("the wheel is no use of the window")
		}
	}()
	if turn(-40); page.Offset.Y != 40 {
		t.Errorf("over an empty field the page moved by %v, want 40", page.Offset.Y)
	}
	if turn(40); page.Offset.Y != 0 {
		t.Errorf("back at %v, want 0", page.Offset.Y)
	}
	field.SetText(strings.Repeat("one more line\n", 60))
	win.Resize(fyne.NewSize(300, 201)) // lays out
	text := field.entry.textScroll
	text.ScrollToTop()
	if turn(-40); page.Offset.Y != 0 || text.Offset.Y != 40 {
		t.Errorf("over a long text the page is at %v and the text at %v, want 0 and 40", page.Offset.Y, text.Offset.Y)
	}
	text.ScrollToBottom()
	bottom := text.Offset.Y
	if turn(-40); page.Offset.Y != 40 || text.Offset.Y != bottom {
		t.Errorf("at its end the page is at %v and the text at %v, want 40 and %v", page.Offset.Y, text.Offset.Y, bottom)
	}
	if turn(40); page.Offset.Y != 40 || text.Offset.Y != bottom-40 {
		t.Errorf("upwards the page is at %v and the text at %v, want 40 and %v", page.Offset.Y, text.Offset.Y, bottom-40)
	}
}
