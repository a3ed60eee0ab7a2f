package messagelist

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// tooltipView counts the calls of HideTooltip.
type tooltipView struct {
	textView
	hideCount *int
}

func (v *tooltipView) HideTooltip() { *v.hideCount++ }

func TestTooltipsAreHiddenWhenTheTextMoves(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	binds, drops := 0, 0
	list := New(func(int) View { return &tooltipView{textView{bindCount: &binds}, &drops} })
	list.ReducedMotion = func() bool { return true }
	var later func()
	tips := widgets.NewTooltipLayer(func(_ time.Duration, f func()) func() {
		later = f
		return func() { later = nil }
	})
	button := widgets.NewIconButton(theme.IconMore, "More", nil)
	root := widgets.NewWindowRoot(widgets.Border(button, nil, nil, nil, list), tips)
	test.NewTempWindow(t, root).Resize(fyne.NewSize(600, 400))
	rows := make([]Row, 60)
	for i := range rows {
		rows[i] = textRow{id: int64(i + 1), words: 20}
	}
	list.ShowOtherChatAtEnd(rows)
	shown := func() bool { return tips.Objects[0].Visible() }

	button.MouseIn(nil)
	later()
	before := drops
	list.UpdateRow(textRow{id: 60, revision: 1, words: 20})
	if !shown() || drops != before {
		t.Fatal("a new revision that moves nothing took the name away")
	}
	list.ScrollByPixels(-60)
	if shown() || drops == before {
		t.Errorf("after a step of the wheel: the name is shown %v, the views were told %v", shown(), drops > before)
	}
	button.MouseIn(nil)
	list.ScrollToTop()
	if later != nil {
		t.Error("a name that was due comes although the text moved")
	}
}
