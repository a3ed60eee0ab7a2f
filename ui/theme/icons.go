package theme

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
)

// Icon names a drawing on a grid of 24.
type Icon string

// The icons.
const (
	IconPlus      Icon = "plus"
	IconSearch    Icon = "search"
	IconEdit      Icon = "edit"
	IconCompose   Icon = "compose"
	IconSliders   Icon = "sliders"
	IconPin       Icon = "pin"
	IconGhost     Icon = "ghost"
	IconDown      Icon = "down"
	IconRight     Icon = "right"
	IconLeft      Icon = "left"
	IconCopy      Icon = "copy"
	IconRefresh   Icon = "refresh"
	IconMore      Icon = "more"
	IconClip      Icon = "clip"
	IconFile      Icon = "file"
	IconUp        Icon = "up"
	IconClose     Icon = "x"
	IconCheck     Icon = "check"
	IconUndo      Icon = "undo"
	IconTrash     Icon = "trash"
	IconWhy       Icon = "why"
	IconBookmark  Icon = "mark"
	IconLock      Icon = "lock"
	IconKey       Icon = "key"
	IconPlay      Icon = "play"
	IconPanel     Icon = "panel"
	IconClock     Icon = "clock"
	IconOut       Icon = "out"
	IconScreen    Icon = "screen"
	IconChat      Icon = "chat"
	IconShield    Icon = "shield"
	IconGlobe     Icon = "globe"
	IconSun       Icon = "sun"
	IconInfo      Icon = "info"
	IconKeyboard  Icon = "kbd"
	IconTag       Icon = "tag"
	IconCalendar  Icon = "cal"
	IconStack     Icon = "stack"
	IconStop      Icon = "stop"
	IconImage     Icon = "image"
	IconWrap      Icon = "wrap"
	IconThink     Icon = "think"
	IconWarn      Icon = "warn"
	IconLink      Icon = "link"
	IconArrowDown Icon = "arrowdown"
)

func drawing(i Icon) string {
	switch i {
	case IconPlus:
		return `<path d="M12 5v14M5 12h14"/>`
	case IconSearch:
		return `<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>`
	case IconEdit:
		return `<path d="M4 20l1.2-4.4L16.4 4.4a2.2 2.2 0 0 1 3.1 3.1L8.4 18.8z"/>`
	case IconCompose:
		return `<path d="M20 12.5v6a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 ` +
			`4h6"/><path d="M9 15l.6-2.9L18 3.7a1.65 1.65 0 0 1 2.3 2.3L11.9 14.4z"/>`
	case IconSliders:
		return `<path d="M4 7.5h8M18 7.5h2M4 16.5h2M12 16.5h8"/><circle cx="15" cy="7.5" r="2.6"/><circle cx="9" ` +
			`cy="16.5" r="2.6"/>`
	case IconPin:
		return `<path d="M9 4h6l-.6 5.8 3.1 3.7H6.5l3.1-3.7zM12 13.5V20"/>`
	case IconGhost:
		return `<path d="M5 20V11a7 7 0 0 1 14 0v9l-2.3-1.8L14.4 20 12 18.2 9.6 20l-2.3-1.8z"/><path d="M9.6 ` +
			`11v.4M14.4 11v.4"/>`
	case IconDown:
		return `<path d="M7 10l5 5 5-5"/>`
	case IconRight:
		return `<path d="M10 7l5 5-5 5"/>`
	case IconLeft:
		return `<path d="M14 7l-5 5 5 5"/>`
	case IconCopy:
		return `<rect x="9" y="9" width="11" height="11" rx="2" ry="2"/><path d="M15 9V5.5A1.5 1.5 0 0 0 13.5 ` +
			`4h-8A1.5 1.5 0 0 0 4 5.5v8A1.5 1.5 0 0 0 5.5 15H9"/>`
	case IconRefresh:
		return `<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.2"/><path d="M20 4.5v4.7h-4.7"/>`
	case IconMore:
		return `<g fill="FILL" stroke="none"><circle cx="5.5" cy="12" r="1.7"/><circle cx="12" cy="12" ` +
			`r="1.7"/><circle cx="18.5" cy="12" r="1.7"/></g>`
	case IconClip:
		return `<path d="M19.5 11.5l-7.6 7.6a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.7 7.7a1.55 1.55 0 0 ` +
			`1-2.2-2.2l7-7"/>`
	case IconFile:
		return `<path d="M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 ` +
			`1.5-1.5V8.5z"/><path d="M13.5 3.5v5h5"/>`
	case IconUp:
		return `<path d="M12 19V5M6 11l6-6 6 6"/>`
	case IconClose:
		return `<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>`
	case IconCheck:
		return `<path d="M5 12.5l4.5 4.5L19 7.5"/>`
	case IconUndo:
		return `<path d="M8.5 5L4.5 9l4 4"/><path d="M4.5 9H14a5.5 5.5 0 0 1 0 11h-3"/>`
	case IconTrash:
		return `<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12"/>`
	case IconWhy:
		return `<circle cx="12" cy="12" r="8.5"/><path d="M9.7 9.6a2.35 2.35 0 1 1 3.4 2.2c-.7.4-1.1.9-1.1 1.7M12 ` +
			`16.4v.1"/>`
	case IconBookmark:
		return `<path d="M7.5 4h9A1.5 1.5 0 0 1 18 5.5V20l-6-4.2L6 20V5.5A1.5 1.5 0 0 1 7.5 4z"/>`
	case IconLock:
		return `<rect x="5.5" y="10.5" width="13" height="9.5" rx="2" ry="2"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 ` +
			`0v2.5"/>`
	case IconKey:
		return `<circle cx="8" cy="15.5" r="4"/><path d="M11 12.5L19.5 4M16 7.5l3 3"/>`
	case IconPlay:
		return `<path d="M8 5.5v13l10.5-6.5z"/>`
	case IconPanel:
		return `<rect x="3.5" y="5" width="17" height="14" rx="2.5" ry="2.5"/><path d="M14.5 5v14"/>`
	case IconClock:
		return `<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`
	case IconOut:
		return `<path d="M13.5 4.5h6v6M19.5 4.5L11 13M18 14v4a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 5 18V8a1.5 ` +
			`1.5 0 0 1 1.5-1.5H10"/>`
	case IconScreen:
		return `<rect x="3.5" y="4.5" width="17" height="11.5" rx="2" ry="2"/><path d="M9 20h6M12 16v4"/>`
	case IconChat:
		return `<path d="M6 4.5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6.5L7.5 20v-3.5H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 ` +
			`2-2z"/>`
	case IconShield:
		return `<path d="M12 3.5l7 2.5v5.5c0 4.3-2.9 7.5-7 9-4.1-1.5-7-4.7-7-9V6z"/>`
	case IconGlobe:
		return `<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c2.6 2.4 3.6 5.2 3.6 8.5s-1 6.1-3.6 ` +
			`8.5c-2.6-2.4-3.6-5.2-3.6-8.5s1-6.1 3.6-8.5z"/>`
	case IconSun:
		return `<circle cx="12" cy="12" r="4"/><path d="M12 3.5v1.7M12 18.8v1.7M3.5 12h1.7M18.8 12h1.7M6 6l1.2 ` +
			`1.2M16.8 16.8L18 18M18 6l-1.2 1.2M7.2 16.8L6 18"/>`
	case IconInfo:
		return `<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.2M12 7.8v.1"/>`
	case IconKeyboard:
		return `<rect x="3" y="6" width="18" height="12" rx="2" ry="2"/><path d="M7 10h.01M11 10h.01M15 10h.01M17.5 ` +
			`10h.01M8 14h8"/>`
	case IconTag:
		return `<path d="M4 5.5A1.5 1.5 0 0 1 5.5 4H12l8 8-7.5 7.5L4 11.5z"/><path d="M8.2 8.2h.01"/>`
	case IconCalendar:
		return `<rect x="4" y="5.5" width="16" height="14.5" rx="2" ry="2"/><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>`
	case IconStack:
		return `<path d="M12 4l8 4.2-8 4.2-8-4.2z"/><path d="M4.5 12.5L12 16.4l7.5-3.9M4.5 16.4l7.5 3.9 7.5-3.9"/>`
	case IconStop:
		return `<rect x="7" y="7" width="10" height="10" rx="2" ry="2" fill="FILL"/>`
	case IconImage:
		return `<rect x="3.5" y="5" width="17" height="14" rx="2" ry="2"/><circle cx="9" cy="10" r="1.6"/><path ` +
			`d="M4 17l5-4.5 3.5 3 3-2.5 4.5 4"/>`
	case IconWrap:
		return `<path d="M4 6.5h16M4 12h12.5a3 3 0 0 1 0 6H12M4 18h4"/><path d="M14 15.5L11.5 18l2.5 2.5"/>`
	case IconThink:
		return `<path d="M9.5 18.5h5M10 21h4M12 3.5a6 6 0 0 0-3.4 10.9c.6.5.9 1.1.9 1.8h5c0-.7.3-1.3.9-1.8A6 6 0 0 ` +
			`0 12 3.5z"/>`
	case IconWarn:
		return `<path d="M12 4.5l8.5 15h-17z"/><path d="M12 10.5v4M12 17v.1"/>`
	case IconLink:
		return `<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 ` +
			`11 18.700l1-1"/>`
	case IconArrowDown:
		return `<path d="M12 5v14M6 13l6 6 6-6"/>`
	}
	return ""
}

// Stroke returns the stroke width of an icon drawn at size pixels, in pixels at scale 1.
func Stroke(size float32) float32 {
	switch {
	case size <= 14:
		return 1.2
	case size >= 17:
		return 1.5
	}
	return 1.35
}

// Draw returns an icon as an SVG in colour c. The rasteriser does not scale strokes, so scale is the number of device
// pixels per pixel.
func Draw(i Icon, size, scale float32, c color.NRGBA) fyne.Resource {
	ink, stroke := rgb(c), Stroke(size)*scale
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" `+
		`stroke="%s" stroke-width="%.2f" stroke-linecap="round" stroke-linejoin="round">%s</svg>`,
		ink, stroke, strings.ReplaceAll(drawing(i), "FILL", ink))
	return fyne.NewStaticResource(fmt.Sprintf("%s-%s-%.2f.svg", i, ink[1:], stroke), []byte(svg))
}

// DrawLogo returns the mark of the program at size pixels.
func DrawLogo(t *Theme, size, scale float32) fyne.Resource {
	fill, ink := rgb(t.Tone(Accent)), rgb(t.Tone(OnAccent))
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">`+
		`<rect x="0" y="0" width="32" height="32" rx="9" ry="9" fill="%s"/>`+
		`<path d="M9 22.5V10.2l7 6.6 7-6.6v12.3" fill="none" stroke="%s" stroke-width="%.2f" stroke-linecap="round" `+
		`stroke-linejoin="round"/></svg>`, fill, ink, 2.9*size/32*scale)
	return fyne.NewStaticResource(fmt.Sprintf("logo-%s-%.1f.svg", fill[1:], size*scale), []byte(svg))
}

func rgb(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
