package theme

import (
	"image/color"
	"sync"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// The bounds of the text zoom.
const (
	MinZoom float32 = 0.8
	MaxZoom float32 = 2.0
)

// Options choose a look.
type Options struct {
	Dark         bool
	HighContrast bool
	// Zoom scales text, 1 being its design size; it is clamped to MinZoom..MaxZoom, and 0 means 1.
	Zoom float32
}

// Theme is one look. It is immutable and safe for use by several goroutines.
type Theme struct {
	opts   Options
	colors palette
	types  [roleCount]Type
	faces  *faces
}

var _ fyne.Theme = (*Theme)(nil)

// New builds the look that o describes.
func New(o Options) *Theme {
	if o.Zoom == 0 {
		o.Zoom = 1
	}
	o.Zoom = min(max(o.Zoom, MinZoom), MaxZoom)
	t := &Theme{opts: o, colors: lightPalette(), faces: loadedFaces()}
	if o.Dark {
		t.colors = darkPalette()
	}
	if o.HighContrast {
		t.colors = t.colors.contrasted(o.Dark)
	}
	for r := range t.types {
		t.types[r] = typeOf(Role(r)).zoomed(o.Zoom)
	}
	return t
}

var fallback = sync.OnceValue(func() *Theme { return New(Options{}) })

// Current returns the look the running app is set to, or the light one while it has none of ours.
func Current() *Theme {
	if app := fyne.CurrentApp(); app != nil {
		if t, ok := app.Settings().Theme().(*Theme); ok {
			return t
		}
	}
	return fallback()
}

// Options returns what the look was built from.
func (t *Theme) Options() Options { return t.opts }

// Zoom returns the text zoom, MinZoom to MaxZoom.
func (t *Theme) Zoom() float32 { return t.opts.Zoom }

// Tone returns the colour of a token.
func (t *Theme) Tone(k Token) color.NRGBA { return t.colors[k] }

// Type returns size, line and style of a role, zoomed.
func (t *Theme) Type(r Role) Type { return t.types[r] }

// Scaled gives a length that must grow with the text, such as the height of a row, in whole pixels. It never shrinks.
func (t *Theme) Scaled(v float32) float32 { return Round(v * max(1, t.opts.Zoom)) }

// Font implements fyne.Theme.
func (t *Theme) Font(s fyne.TextStyle) fyne.Resource {
	if s.Symbol {
		return fynetheme.DefaultSymbolFont()
	}
	return t.faces.of(s, nil)
}

// Icon implements fyne.Theme for the few icons of fyne's own widgets.
func (t *Theme) Icon(n fyne.ThemeIconName) fyne.Resource { return fynetheme.DefaultTheme().Icon(n) }

// Color implements fyne.Theme. Fields are drawn by us, so fyne's own are transparent.
func (t *Theme) Color(n fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	if k, ok := tokenOf(n); ok {
		return t.colors[k]
	}
	variant := fynetheme.VariantLight
	if t.opts.Dark {
		variant = fynetheme.VariantDark
	}
	return fynetheme.DefaultTheme().Color(n, variant)
}

//nolint:gocyclo // A table of names.
func tokenOf(n fyne.ThemeColorName) (Token, bool) {
	switch n {
	case fynetheme.ColorNameBackground:
		return Bg, true
	case fynetheme.ColorNameForeground:
		return Text, true
	case fynetheme.ColorNamePrimary, fynetheme.ColorNameHyperlink:
		return Accent, true
	case fynetheme.ColorNamePlaceHolder:
		return Text3, true
	case fynetheme.ColorNameDisabled:
		return Disabled, true
	case fynetheme.ColorNameInputBackground, fynetheme.ColorNameInputBorder, fynetheme.ColorNameShadow,
		fynetheme.ColorNameScrollBarBackground:
		return None, true
	case fynetheme.ColorNameSelection, fynetheme.ColorNameFocus:
		return Focus, true
	case fynetheme.ColorNameScrollBar:
		return Strong, true
	case fynetheme.ColorNameSeparator:
		return Border, true
	case fynetheme.ColorNameHover:
		return Hover, true
	case fynetheme.ColorNamePressed:
		return Selected, true
	case fynetheme.ColorNameMenuBackground, fynetheme.ColorNameOverlayBackground:
		return Surface, true
	}
	return None, false
}

// SizeBody names the size of RoleBody to fyne, whose own texts have that of RoleControl.
const SizeBody fyne.ThemeSizeName = "body"

// Cursor is the width of the cursor of a fyne entry, which is that of the border it does not show, in pixels.
const Cursor = 1.5

// Size implements fyne.Theme.
func (t *Theme) Size(n fyne.ThemeSizeName) float32 {
	switch n {
	case fynetheme.SizeNameText:
		return t.Type(RoleControl).Size
	case SizeBody:
		return t.Type(RoleBody).Size
	case fynetheme.SizeNameCaptionText:
		return t.Type(RoleMeta).Size
	case fynetheme.SizeNamePadding, fynetheme.SizeNameLineSpacing:
		return Space4
	case fynetheme.SizeNameInnerPadding:
		return 0
	case fynetheme.SizeNameInputBorder:
		return Cursor
	case fynetheme.SizeNameScrollBar:
		return Space8
	case fynetheme.SizeNameScrollBarSmall, fynetheme.SizeNameScrollBarRadius:
		return Space4
	}
	return fynetheme.DefaultTheme().Size(n)
}
