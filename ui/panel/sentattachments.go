package panel

import (
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// sentFileRow is a file, with a button that leaves it out unless that is nil.
func sentFileRow(f memory.FileShare, leaveOut fyne.CanvasObject) fyne.CanvasObject {
	how := translate.Text("in full|a file was sent")
	if !f.Whole {
		how = translate.Text("only {{.Parts}}", "Parts", textWhichFilePartsWereSent(f))
	}
	row := widgets.Row(
		theme.Space8,
		draw.NewIcon(theme.IconFile, 15, theme.Text2),
		widgets.Flex(
			widgets.PadVerticalAndSides(theme.Space10, 0, draw.NewShrinkingLabel(f.Name, theme.RoleButton, theme.Text)),
		),
		draw.NewLabel(how, theme.RoleMeta, theme.Text3),
		draw.NewLabel(humanize.FormatWithThousandsSeparators(f.Tokens), theme.RoleMeta, theme.Text3),
	)
	if leaveOut != nil {
		row.Add(widgets.CenterVertically(leaveOut))
	}
	return widgets.Stack(draw.NewBox(theme.Surface, theme.Border, theme.RadiusCard),
		widgets.FixedSize(0, 36, widgets.PadVerticalAndSides(0, theme.Space12, row)))
}

// maxPlacesShown is how many pages of a document are named.
const maxPlacesShown = 3

// textWhichFilePartsWereSent says which parts of a file were sent: "2 parts", or "Page 3, Page 12".
func textWhichFilePartsWereSent(f memory.FileShare) string {
	if len(f.Places) == 0 {
		return translate.Count(f.Chunks, "{{.Count}} part", "{{.Count}} parts")
	}
	text := strings.Join(f.Places[:min(len(f.Places), maxPlacesShown)], ", ")
	if more := len(f.Places) - maxPlacesShown; more > 0 {
		text = translate.Text("{{.Places}} and {{.More}} more", "Places", text, "More", more)
	}
	return text
}

// sentPictureRow is a picture of a message with its cost, or why it was not sent.
func sentPictureRow(p memory.PictureShare) fyne.CanvasObject {
	cost, tone := humanize.FormatWithThousandsSeparators(p.Tokens), theme.Text
	if p.LeftOut != memory.PictureSent {
		cost, tone = textWhyPictureWasNotSent(p.LeftOut), theme.Text3
	}
	row := widgets.Row(theme.Space8,
		draw.NewIcon(theme.IconImage, 15, theme.Text2),
		widgets.Flex(widgets.PadVerticalAndSides(theme.Space10, 0, draw.NewShrinkingLabel(p.Name, theme.RoleButton, tone))),
		draw.NewLabel(cost, theme.RoleMeta, theme.Text3),
	)
	return widgets.Stack(draw.NewBox(theme.Surface, theme.Border, theme.RadiusCard),
		widgets.FixedSize(0, 36, widgets.PadVerticalAndSides(0, theme.Space12, row)))
}

// textWhyPictureWasNotSent says why a picture was not sent.
func textWhyPictureWasNotSent(o memory.PictureOmission) string {
	switch o {
	case memory.PictureOlder:
		return translate.Text("not sent again: newer pictures were sent")
	case memory.PictureWithoutRoom:
		return translate.Text("not sent: no room")
	case memory.PictureModelCantSee:
		return translate.Text("not sent: the model can't see pictures")
	}
	return translate.Text("not sent: unclear whether the model can see pictures")
}

// pictureNamesPrefix names the pictures of a message in front of its text.
func pictureNamesPrefix(m memory.PromptMessage) string {
	text := ""
	for _, p := range m.Pictures {
		text += "[" + p.Name + "] "
	}
	return text
}
