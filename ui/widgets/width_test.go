package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

// halfLayout gives one object the left half.
type halfLayout struct{}

func (halfLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }
func (halfLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(fyne.NewSize(s.Width/2, s.Height))
}
func (halfLayout) PassWidthToObjects(o []fyne.CanvasObject, w float32) { PropagateWidth(o[0], w/2) }

// The height that a container asks for at a width is the one it needs after it was laid out there.
func TestPropagateWidthReachesTheTextInEveryLayout(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Options{}))
	block := func() fyne.CanvasObject {
		r := canvas.NewRectangle(nil)
		r.SetMinSize(fyne.NewSize(40, 10))
		return r
	}
	for name, build := range map[string]func(text fyne.CanvasObject) fyne.CanvasObject{
		"alone":           func(o fyne.CanvasObject) fyne.CanvasObject { return o },
		"pad":             func(o fyne.CanvasObject) fyne.CanvasObject { return Pad(1, 30, 1, 20, o) },
		"row":             func(o fyne.CanvasObject) fyne.CanvasObject { return Row(8, block(), Flex(o), block()) },
		"column":          func(o fyne.CanvasObject) fyne.CanvasObject { return Column(8, block(), o) },
		"center column":   func(o fyne.CanvasObject) fyne.CanvasObject { return CenterUpToWidth(150, o) },
		"fixed size":      func(o fyne.CanvasObject) fyne.CanvasObject { return FixedSize(500, 0, o) },
		"stack":           func(o fyne.CanvasObject) fyne.CanvasObject { return Stack(block(), o) },
		"vertical center": func(o fyne.CanvasObject) fyne.CanvasObject { return CenterVertically(o) },
		"border, middle":  func(o fyne.CanvasObject) fyne.CanvasObject { return Border(nil, nil, block(), block(), o) },
		"border, top":     func(o fyne.CanvasObject) fyne.CanvasObject { return Border(o, nil, nil, nil, block()) },
		"text and control": func(o fyne.CanvasObject) fyne.CanvasObject {
			return TextBesideOrAboveControl(8, 100, o, block())
		},
		"text on control": func(o fyne.CanvasObject) fyne.CanvasObject {
			return TextBesideOrAboveControl(8, 190, o, block())
		},
		"tappable": func(o fyne.CanvasObject) fyne.CanvasObject {
			return NewTappable("", theme.None, theme.None, theme.None, 0, o)
		},
		"another package's": func(o fyne.CanvasObject) fyne.CanvasObject { return container.New(halfLayout{}, o) },
	} {
		text := NewWrappedText(strings.Repeat("word ", 40), theme.RoleControl, theme.Text, 0)
		o := build(Pad(2, 2, 2, 2, text))
		PropagateWidth(o, 200)
		high := o.MinSize().Height
		o.Resize(fyne.NewSize(200, high))
		if got, fits := text.Size().Height, text.SetWidthAndReturnHeight(text.Size().Width); got < fits {
			t.Errorf("%s: the text got %v of %v", name, got, fits)
		}
		if again := o.MinSize().Height; again != high {
			t.Errorf("%s: it asked for %v and needs %v", name, high, again)
		}
	}
}
