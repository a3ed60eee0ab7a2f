package composer

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// Picture is a picture above the text that is sent with the message.
type Picture struct {
	ID    int64
	Name  string
	Image image.Image // nil while it is loaded
}

// Notice is a line above the text that keeps the message from being sent, with buttons; the zero
// Notice shows none.
type Notice struct {
	Text    string
	Buttons []NoticeButton
}

// NoticeButton is a button of a Notice.
type NoticeButton struct {
	Label    string
	OnTapped func()
}

// pictureSide is the side of a picture above the text, in pixels at zoom 1.
const pictureSide = 56

// pictureChip shows a picture and a button that removes it.
type pictureChip struct {
	widget.BaseWidget
	tappable     *widgets.Tappable
	image        *canvas.Image
	placeholder  *draw.Icon
	removeButton *widgets.Button
}

func newPictureChip() *pictureChip {
	c := &pictureChip{image: canvas.NewImageFromImage(nil), placeholder: draw.NewIcon(theme.IconImage, 20, theme.Text3)}
	c.image.FillMode, c.image.ScaleMode = canvas.ImageFillCover, canvas.ImageScaleFastest
	c.removeButton = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.RoundPrimary, Icon: theme.IconClose, IconSize: 10, Height: removeButtonSize,
		Name: translate.Text("Remove picture"),
	}, nil)
	c.tappable = widgets.NewTappable(translate.Text("Show picture"), theme.Code, theme.Hover, theme.Border,
		theme.RadiusControl,
		widgets.Pad(1, 1, 1, 1, widgets.Stack(widgets.Center(c.placeholder), c.image)))
	c.ExtendBaseWidget(c)
	return c
}

func (c *pictureChip) setPictureAndActions(p Picture, open, remove func()) {
	c.tappable.OnTapped, c.removeButton.OnTapped = open, remove
	c.tappable.SetName(translate.Text("Picture: {{.Name}}", "Name", p.Name))
	c.removeButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Name = translate.Text("Remove {{.Name}}", "Name",
			p.Name)
	})
	if c.image.Image != p.Image {
		c.image.Image = p.Image
		c.image.Refresh()
	}
	c.image.CornerRadius = theme.Current().ScaleUpWithTextZoom(theme.RadiusControl - 1)
	draw.SetVisible(c.placeholder, p.Image == nil)
	draw.SetVisible(c.image, p.Image != nil)
}

// Cursor shows that the picture can be opened.
func (c *pictureChip) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (c *pictureChip) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(c, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(c.tappable, c.removeButton),
		MinSize: func() fyne.Size {
			side := theme.Current().ScaleUpWithTextZoom(pictureSide)
			return fyne.NewSize(side, side)
		},
		Layout: func(s fyne.Size) {
			draw.MoveAndResize(c.tappable, 0, 0, s.Width, s.Height)
			cross := c.removeButton.MinSize().Width
			draw.MoveAndResize(c.removeButton, s.Width-cross-theme.Space2, theme.Space2, cross, cross)
		},
	})
}

// noticeRow shows a Notice.
type noticeRow struct {
	notice  Notice
	row     *fyne.Container
	message *draw.Label
}

func newNoticeRow() *noticeRow {
	n := &noticeRow{row: widgets.Row(theme.Space4), message: draw.NewShrinkingLabel("", theme.RoleLabel, theme.Warning)}
	n.row.Hide()
	return n
}

func (n *noticeRow) setNotice(v Notice) {
	n.notice = v
	draw.SetVisible(n.row, v.Text != "")
	n.message.SetText(v.Text)
	n.row.Objects = []fyne.CanvasObject{
		widgets.CenterVertically(draw.NewIcon(theme.IconWarn, fileIconSize, theme.Warning)), widgets.Flex(n.message),
	}
	for _, b := range v.Buttons {
		n.row.Objects = append(n.row.Objects, widgets.CenterVertically(widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: b.Label, Height: chipHeight - 2,
		}, func() { callIfSet(b.OnTapped) })))
	}
	n.row.Refresh()
}

// SetPictures sets the pictures above the text.
func (c *Composer) SetPictures(pictures []Picture) {
	c.pictures = append(c.pictures[:0:0], pictures...)
	c.view.updateFromComposerState()
	c.updateRowCountAndReportHeight()
}

// SetNotice shows what keeps the message from being sent.
func (c *Composer) SetNotice(n Notice) {
	if c.notice.Text == "" && n.Text == "" {
		return
	}
	c.notice = n
	c.view.notice.setNotice(n)
	c.view.updateFromComposerState()
	c.updateRowCountAndReportHeight()
}

// updatePictures shows the pictures of the composer.
func (v *composerView) updatePictures() {
	c := v.composer
	for len(v.pictures) < len(c.pictures) {
		v.pictures = append(v.pictures, newPictureChip())
	}
	v.pictures = v.pictures[:len(c.pictures)]
	for i, p := range c.pictures {
		v.pictures[i].setPictureAndActions(p, func() { callWithIDIfNotNil(c.OnOpenPicture, p.ID) },
			func() { callWithIDIfNotNil(c.OnRemovePicture, p.ID) })
	}
}

// layoutOrMeasurePictures places the pictures in rows and the notice beneath them, and returns
// where they end.
func (v *composerView) layoutOrMeasurePictures(width, y float32, measureOnly bool) float32 {
	side := theme.Current().ScaleUpWithTextZoom(pictureSide)
	x := float32(boxPad)
	for i, chip := range v.pictures {
		if i > 0 && x+side > width-boxPad {
			x = boxPad
			y += side + theme.Space6
		}
		if !measureOnly {
			draw.MoveAndResize(chip, x, y, side, side)
		}
		x += side + theme.Space8
	}
	if len(v.pictures) > 0 {
		y += side + theme.Space6
	}
	if v.notice.row.Visible() {
		h := theme.Current().ScaleUpWithTextZoom(chipHeight)
		if !measureOnly {
			draw.MoveAndResize(v.notice.row, boxPad+textInset, y, max(1, width-2*(boxPad+textInset)), h)
		}
		y += h + theme.Space2
	}
	return y
}
