package widgets

import (
	"fyne.io/fyne/v2"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// CardOfSeparatedRows returns a card of rows with lines between them. The padding is that between
// the edge of the card and the rows.
func CardOfSeparatedRows(radius, verticalPadding, sidePadding float32, rows ...fyne.CanvasObject) fyne.CanvasObject {
	col := Column(0)
	for i, r := range rows {
		if i > 0 {
			col.Add(draw.NewHairline())
		}
		col.Add(r)
	}
	return Stack(draw.NewBox(theme.Surface, theme.Border, radius), PadVerticalAndSides(verticalPadding, sidePadding, col))
}

// TitleRowWithControl returns a row of a card: a title, the lines about it unless sub is empty, and a control at
// the right, or below where it leaves no room for the text. The control may be nil.
func TitleRowWithControl(title fyne.CanvasObject, sub string, control fyne.CanvasObject) fyne.CanvasObject {
	var row fyne.CanvasObject
	text := Column(0, title)
	if sub != "" {
		text.Add(NewWrappedText(sub, theme.RoleMeta, theme.Text3, 0))
	}
	if row = text; control != nil {
		row = TextBesideOrAboveControl(theme.Space12, minTitleWidth, text, control)
	}
	return PadVerticalAndSides(rowPadding, 0, row)
}

const (
	rowPadding    = 9   // above and below the text of a row
	minTitleWidth = 150 // of a text with a control at its right, at 100 % text zoom
)
