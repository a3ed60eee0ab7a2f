package theme

import (
	_ "embed" // the drawings
	"fmt"
	"image/color"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
)

// Icon names a drawing on a 24-unit grid.
type Icon string

// The icons.
const (
	IconPlus         Icon = "plus"
	IconSearch       Icon = "search"
	IconEdit         Icon = "edit"
	IconCompose      Icon = "compose"
	IconSliders      Icon = "sliders"
	IconPin          Icon = "pin"
	IconGhost        Icon = "ghost"
	IconDown         Icon = "down"
	IconRight        Icon = "right"
	IconLeft         Icon = "left"
	IconCopy         Icon = "copy"
	IconRefresh      Icon = "refresh"
	IconMore         Icon = "more"
	IconPaperclip    Icon = "clip"
	IconFile         Icon = "file"
	IconUp           Icon = "up"
	IconClose        Icon = "x"
	IconCheck        Icon = "check"
	IconUndo         Icon = "undo"
	IconTrash        Icon = "trash"
	IconWhy          Icon = "why"
	IconBookmark     Icon = "mark"
	IconLock         Icon = "lock"
	IconKey          Icon = "key"
	IconPlay         Icon = "play"
	IconPanel        Icon = "panel"
	IconClock        Icon = "clock"
	IconExternalLink Icon = "out"
	IconScreen       Icon = "screen"
	IconChat         Icon = "chat"
	IconShield       Icon = "shield"
	IconGlobe        Icon = "globe"
	IconSun          Icon = "sun"
	IconInfo         Icon = "info"
	IconKeyboard     Icon = "kbd"
	IconTag          Icon = "tag"
	IconCalendar     Icon = "cal"
	IconStack        Icon = "stack"
	IconStop         Icon = "stop"
	IconImage        Icon = "image"
	IconWrap         Icon = "wrap"
	IconThink        Icon = "think"
	IconWarn         Icon = "warn"
	IconLink         Icon = "link"
	IconArrowDown    Icon = "arrowdown"
	IconEye          Icon = "eye"
	IconEyeOff       Icon = "eyeoff"
	IconStar         Icon = "star"
	IconStarFull     Icon = "starfull"
)

// iconData holds one icon per line: its name, a tab and its SVG elements. FILL is replaced by the
// color of the icon.
//
//go:embed icons.txt
var iconData string

var iconSVGs = sync.OnceValue(func() map[Icon]string {
	all := map[Icon]string{}
	for line := range strings.Lines(iconData) {
		name, svg, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[Icon(name)] = svg
	}
	return all
})

func iconSVGElements(i Icon) string { return iconSVGs()[i] }

// IconStrokeWidth returns the stroke width of an icon drawn at size pixels, in pixels at scale 1.
func IconStrokeWidth(size float32) float32 {
	switch {
	case size <= 14:
		return 1.2
	case size >= 17:
		return 1.5
	}
	return 1.35
}

// IconAsSVG returns an icon as an SVG in color c. The rasteriser does not scale strokes, so scale is
// the number of device pixels per pixel.
func IconAsSVG(i Icon, size, scale float32, c color.NRGBA) fyne.Resource {
	textToken, stroke := colorToHexString(c), IconStrokeWidth(size)*scale
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" `+
		`stroke="%s" stroke-width="%.2f" stroke-linecap="round" stroke-linejoin="round">%s</svg>`,
		textToken, stroke, strings.ReplaceAll(iconSVGElements(i), "FILL", textToken))
	return fyne.NewStaticResource(fmt.Sprintf("%s-%s-%.2f.svg", i, textToken[1:], stroke), []byte(svg))
}

// LogoAsSVG returns the logo of the program at size pixels.
func LogoAsSVG(t *Theme, size, scale float32) fyne.Resource {
	fill, textToken := colorToHexString(t.TokenColor(Accent)), colorToHexString(t.TokenColor(OnAccent))
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">`+
		`<rect x="0" y="0" width="32" height="32" rx="9" ry="9" fill="%s"/>`+
		`<path d="M9 22.5V10.2l7 6.6 7-6.6v12.3" fill="none" stroke="%s" stroke-width="%.2f" stroke-linecap="round" `+
		`stroke-linejoin="round"/></svg>`, fill, textToken, 2.9*size/32*scale)
	return fyne.NewStaticResource(fmt.Sprintf("logo-%s-%.1f.svg", fill[1:], size*scale), []byte(svg))
}

func colorToHexString(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
