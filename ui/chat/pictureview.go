package chat

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// pictureViewer shows pictures one by one, as large as the window allows. Esc closes it, and the
// arrow keys go to the others.
type pictureViewer struct {
	actions  *pictureActions
	pictures []memory.Picture
	at       int
	sheet    *widgets.Sheet
	image    *canvas.Image
	caption  *draw.Label
	request  app.Request
}

// openPictureViewer opens the viewer.
func (pa *pictureActions) openPictureViewer(open conversation.OpenPicture) {
	v := &pictureViewer{actions: pa, pictures: slices.Clone(open.Pictures), image: canvas.NewImageFromImage(nil)}
	v.at = max(0, slices.IndexFunc(v.pictures, func(x memory.Picture) bool { return x.ID == open.ID }))
	if len(v.pictures) == 0 {
		return
	}
	v.image.FillMode = canvas.ImageFillContain
	v.caption = draw.NewShrinkingLabel("", theme.RoleLabel, theme.Text)
	closeButton := widgets.NewSmallButton(widgets.ButtonOptions{
		Icon: theme.IconClose,
		Name: translate.Text("Close picture"), Height: 30,
	},
		func() { v.sheet.Close() })
	bar := widgets.Row(theme.Space8, widgets.Flex(widgets.CenterVertically(v.caption)))
	if len(v.pictures) > 1 {
		for _, step := range []struct {
			icon theme.Icon
			name string
			by   int
		}{{theme.IconLeft, translate.Text("Previous picture"), -1}, {theme.IconRight, translate.Text("Next picture"), 1}} {
			bar.Add(widgets.NewSmallButton(widgets.ButtonOptions{Icon: step.icon, Name: step.name, Height: 30},
				func() { v.showNeighborPicture(step.by) }))
		}
	}
	bar.Add(widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Save to Downloads"), Height: 30,
	}, v.saveToDownloadsAndClose))
	bar.Add(closeButton)
	content := widgets.Border(nil, widgets.FixedSize(0, 46,
		widgets.PadVerticalAndSides(theme.Space8, theme.Space12, bar)), nil, nil,
		widgets.Pad(theme.Space12, theme.Space12, 0, theme.Space12, v.image))
	v.sheet = widgets.NewClosedModalSheet(content, 0, func(whole fyne.Size) fyne.Size {
		return fyne.NewSize(whole.Width-48, whole.Height-48)
	})
	v.sheet.OnKey = v.showNeighborOnArrowKey
	if c := fyne.CurrentApp().Driver().CanvasForObject(pa.owner); c != nil {
		v.sheet.Open(c)
		widgets.FocusWidget(closeButton)
	}
	v.loadAndShowCurrentPicture()
}

func (v *pictureViewer) showNeighborOnArrowKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyLeft:
		v.showNeighborPicture(-1)
	case fyne.KeyRight:
		v.showNeighborPicture(1)
	default:
		return false
	}
	return true
}

// showNeighborPicture shows the picture that is by further, at the ends the one at the other end.
func (v *pictureViewer) showNeighborPicture(by int) {
	if n := len(v.pictures); n > 1 {
		v.at = (v.at + by + n) % n
		v.loadAndShowCurrentPicture()
	}
}

// loadAndShowCurrentPicture shows the current picture.
func (v *pictureViewer) loadAndShowCurrentPicture() {
	p := v.pictures[v.at]
	text := fmt.Sprintf("%s · %d × %d", p.Name, p.Width, p.Height)
	if n := len(v.pictures); n > 1 {
		text = translate.Text("{{.Number}} of {{.All}} · {{.Text}}", "Number", v.at+1, "All", n, "Text", text)
	}
	v.caption.SetText(text)
	v.image.Image = v.actions.composer.thumbnails.ThumbnailOrRequest(int64(p.ID)) // until the picture is loaded
	v.image.Refresh()
	app.RunCancellingPrevious(v.actions.env.Tasks, &v.request, func(ctx context.Context) (image.Image, error) {
		return loadPictureImage(ctx, v.actions.env, p.ID)
	}, func(img image.Image, err error) {
		if err != nil {
			v.caption.SetText(translate.Text("{{.Name}} can't be shown", "Name", p.Name))
			return
		}
		v.image.Image = img
		v.image.Refresh()
	})
}

// saveToDownloadsAndClose writes the current picture into the folder for downloads.
func (v *pictureViewer) saveToDownloadsAndClose() {
	p, env := v.pictures[v.at], v.actions.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (string, error) {
		stored, err := env.Session.LoadPicture(ctx, p.ID)
		if err != nil {
			return "", err
		}
		return env.Host.SavePictureToDownloads(ctx, stored.Name, stored.MIME, stored.Data)
	}, func(path string, err error) {
		if err != nil {
			v.actions.showPictureErrorToast(translate.Text("The picture wasn't saved.")+" ", err)
			return
		}
		v.sheet.Close()
		env.ShowToast(app.Toast{Text: translate.Text("Saved as {{.Path}}", "Path", path)})
	})
}

// showPictureErrorToast says why something with a picture failed.
func (pa *pictureActions) showPictureErrorToast(what string, err error) {
	var refused app.PictureError
	if errors.As(err, &refused) {
		pa.env.ShowToast(app.Toast{Text: what + translate.TranslateKnown(string(refused)), IsError: true})
		return
	}
	pa.env.ShowErrorToast(err)
}
