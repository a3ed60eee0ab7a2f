package panel

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// promptBar is a stacked bar of the prompt's sections by tokens.
type promptBar struct {
	widget.BaseWidget
	boxes  []fyne.CanvasObject
	shares []float32
}

func newPromptTokensBar(r *memory.Receipt) *promptBar {
	b := &promptBar{}
	total := 0
	for _, s := range r.Sections {
		total += s.Tokens
	}
	for _, s := range promptSectionsInOrder() {
		if n, ok := promptSectionTokens(r, s.name); ok && n > 0 {
			b.boxes = append(b.boxes, draw.NewBox(s.tone, theme.None, 3))
			b.shares = append(b.shares, float32(n)/float32(total))
		}
	}
	b.ExtendBaseWidget(b)
	return b
}

func (b *promptBar) MinSize() fyne.Size { return fyne.NewSize(20, 8) }

func (b *promptBar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(promptBarLayout{b}, b.boxes...))
}

type promptBarLayout struct{ b *promptBar }

func (promptBarLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(20, 8) }

// Layout gives every section at least four pixels, so that it is visible.
func (l promptBarLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	const gap, least = 2, 4
	room := s.Width - float32(len(o))*(gap+least)
	x := float32(0)
	for i, c := range o {
		w := least + theme.Round(max(0, room)*l.b.shares[i])
		c.Move(fyne.NewPos(x, 0))
		c.Resize(fyne.NewSize(w, 8))
		x += w + gap
	}
}

// newFractionBar returns a thin bar filled to the fraction v.
func newFractionBar(v float64) fyne.CanvasObject {
	return container.New(gaugeLayout(min(max(v, 0), 1)), draw.NewBox(theme.Track, theme.None, 2),
		draw.NewBox(theme.Accent, theme.None, 2))
}

type gaugeLayout float64

func (gaugeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(20, 4) }

func (g gaugeLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(fyne.NewSize(s.Width, 4))
	o[1].Resize(fyne.NewSize(theme.Round(s.Width*float32(g)), 4))
}

// scoreRows are the parts of a score, each with its name, its figure and a bar, two in a row: the
// names of three don't fit side by side.
func scoreRows(parts memory.ScoreParts) []fyne.CanvasObject {
	var scores []fyne.CanvasObject
	add := func(name string, v *float64) {
		if v != nil {
			scores = append(scores, widgets.Flex(widgets.Column(3, widgets.Row(theme.Space4,
				widgets.Flex(draw.NewShrinkingLabel(name, theme.RoleMeta, theme.Text3)),
				draw.NewLabel(translate.FormatDecimal(*v, 2), theme.RoleMeta, theme.Text2)), newFractionBar(*v))))
		}
	}
	add(translate.Text("Meaning"), parts.Cosine)
	add(translate.Text("Words"), memory.NormalizedWordScore(parts.Words))
	add(translate.Text("Nearby messages"), memory.NormalizedWordScore(parts.Around))
	add(translate.Text("Recency"), parts.Recency)
	add(translate.Text("Reranking"), parts.Rerank)
	var rows []fyne.CanvasObject
	for pair := range slices.Chunk(scores, 2) {
		rows = append(rows, widgets.Row(theme.Space12, pair...))
	}
	return rows
}
