package markdown

import (
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
)

// IsOpenableLink reports whether a click may open an address: http, https and mailto only.
func IsOpenableLink(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// loadableImageHost returns the host an image would be loaded from, or "" when it must never be
// loaded: local files, data URLs and every other scheme than http and https.
func loadableImageHost(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Host
}

// linkTooltip shows the address of a link next to the pointer.
type linkTooltip struct {
	widget.BaseWidget
	background *canvas.Rectangle
	text       *canvas.Text
}

func newLinkTooltip() *linkTooltip {
	t := &linkTooltip{background: canvas.NewRectangle(nil), text: draw.NewText("", theme.RoleMeta, theme.OnToast)}
	t.ExtendBaseWidget(t)
	t.Hide()
	return t
}

const (
	tooltipHeight  = 26
	tooltipPad     = 10
	tooltipOffsetY = 14 // below the pointer
)

// showOrHideAddress places the tooltip within the width and above the bottom of the view; an empty
// address hides it.
func (t *linkTooltip) showOrHideAddress(address string, at fyne.Position, width, height float32) {
	if address == "" {
		t.Hide()
		return
	}
	t.Refresh()
	t.text.Text = draw.TruncateTextWithEllipsis(address, theme.RoleMeta, max(width-2*tooltipPad, 0))
	w := t.text.MinSize().Width + 2*tooltipPad
	h := theme.Current().ScaleUpWithTextZoom(tooltipHeight)
	y := at.Y + tooltipOffsetY
	if y+h > height && at.Y > h+tooltipOffsetY/2 {
		y = at.Y - h - tooltipOffsetY/2
	}
	draw.MoveAndResize(t, theme.Round(max(0, min(at.X-tooltipPad, width-w))), theme.Round(y), w, h)
	t.background.Resize(fyne.NewSize(w, h))
	draw.PlaceTextVerticallyCentered(t.text, tooltipPad, 0, w-tooltipPad, h)
	t.Show()
	t.Refresh()
}

// Refresh applies the current theme.
func (t *linkTooltip) Refresh() {
	t.background.FillColor, t.background.CornerRadius = theme.Current().TokenColor(theme.Toast), theme.RadiusRow
	draw.SetTextStyleWithoutRefresh(t.text, theme.RoleMeta, theme.OnToast)
	canvas.Refresh(t)
}

func (t *linkTooltip) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{Objects: []fyne.CanvasObject{t.background, t.text}})
}
