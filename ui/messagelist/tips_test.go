package messagelist

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/parts"
	"memoir/ui/theme"
)

// tooltipView counts the calls of HideTooltip.
type tippedView struct {
	textView
	drops *int
}

func (v *tippedView) DropTip() { *v.drops++ }

func TestWhatIsShownBesideThePointerGoesWhenTheTextMoves(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	binds, drops := 0, 0
	list := New(func(int) View { return &tippedView{textView{binds: &binds}, &drops} })
	list.ReducedMotion = func() bool { return true }
	var later func()
	tips := parts.NewTips(func(_ time.Duration, f func()) func() {
		later = f
		return func() { later = nil }
	})
	button := parts.NewIcon(theme.IconMore, "More", nil)
	root := parts.NewRoot(parts.Border(button, nil, nil, nil, list), tips)
	test.NewTempWindow(t, root).Resize(fyne.NewSize(600, 400))
	rows := make([]Row, 60)
	for i := range rows {
		rows[i] = textRow{id: int64(i + 1), words: 20}
	}
	list.Open(rows)
	shown := func() bool { return tips.Objects[0].Visible() }

	button.MouseIn(nil)
	later()
	before := drops
	list.Update(textRow{id: 60, revision: 1, words: 20})
	if !shown() || drops != before {
		t.Fatal("a new revision that moves nothing took the name away")
	}
	list.ScrollBy(-60)
	if shown() || drops == before {
		t.Errorf("after a step of the wheel: the name is shown %v, the views were told %v", shown(), drops > before)
	}
	button.MouseIn(nil)
	list.ScrollToTop()
	if later != nil {
		t.Error("a name that was due comes although the text moved")
	}
}
