package theme

import (
	"image/color"
	"sync"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Limits of the text zoom.
const (
	MinZoom float32 = 0.8
	MaxZoom float32 = 2.0
)

// Options select a variant of the theme.
type Options struct {
	Dark         bool
	HighContrast bool
	// Zoom scales text, 1 being its design size; it is clamped to MinZoom..MaxZoom, and 0 means 1.
	Zoom float32
}

// Theme is one variant of the window's theme. It is immutable and safe for concurrent use.
type Theme struct {
	options    Options
	colors     colorTable
	typeStyles [roleCount]TypeStyle
	faces      *fontFaces
}

var _ fyne.Theme = (*Theme)(nil)

// New builds the theme that o describes.
func New(o Options) *Theme {
	if o.Zoom == 0 {
		o.Zoom = 1
	}
	o.Zoom = min(max(o.Zoom, MinZoom), MaxZoom)
	t := &Theme{options: o, colors: lightColors(), faces: loadedFaces()}
	if o.Dark {
		t.colors = darkColors()
	}
	if o.HighContrast {
		t.colors = t.colors.withHighContrast(o.Dark)
	}
	for r := range t.typeStyles {
		t.typeStyles[r] = unzoomedTypeStyle(Role(r)).withZoom(o.Zoom)
	}
	return t
}

var defaultTheme = sync.OnceValue(func() *Theme { return New(Options{}) })

// Current returns the theme of the running app, or the light one while the app has another
// package's theme.
func Current() *Theme {
	if app := fyne.CurrentApp(); app != nil {
		if t, ok := app.Settings().Theme().(*Theme); ok {
			return t
		}
	}
	return defaultTheme()
}

// Options returns what the theme was built from.
func (t *Theme) Options() Options { return t.options }

// Zoom returns the text zoom, MinZoom to MaxZoom.
func (t *Theme) Zoom() float32 { return t.options.Zoom }

// TokenColor returns the color of a token.
func (t *Theme) TokenColor(k Token) color.NRGBA { return t.colors[k] }

// TypeStyle returns size, line height and style of a role at the theme's zoom.
func (t *Theme) TypeStyle(r Role) TypeStyle { return t.typeStyles[r] }

// ScaleUpWithTextZoom returns a length that grows with the text zoom, such as the height of a row, in
// whole pixels. It never gets smaller than v.
func (t *Theme) ScaleUpWithTextZoom(v float32) float32 { return Round(v * max(1, t.options.Zoom)) }

// Font returns the font for a text style. Symbol does not change it; see FontCoveringText.
func (t *Theme) Font(s fyne.TextStyle) fyne.Resource { return t.faces.fontForStyle(s) }

// Icon returns the few icons of Fyne's own widgets.
func (t *Theme) Icon(n fyne.ThemeIconName) fyne.Resource { return fynetheme.DefaultTheme().Icon(n) }

// Color maps Fyne's color names to tokens. Memoir draws the backgrounds of fields itself, so Fyne's
// are transparent.
func (t *Theme) Color(n fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	if k, ok := tokenForFyneColorName(n); ok {
		return t.colors[k]
	}
	variant := fynetheme.VariantLight
	if t.options.Dark {
		variant = fynetheme.VariantDark
	}
	return fynetheme.DefaultTheme().Color(n, variant)
}

//nolint:gocyclo // a table of names
func tokenForFyneColorName(n fyne.ThemeColorName) (Token, bool) {
	switch n {
	case fynetheme.ColorNameBackground:
		return Background, true
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
		return StrongBorder, true
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

// SizeNameBody names the size of RoleBody for Fyne, whose own text has that of RoleControl.
const SizeNameBody fyne.ThemeSizeName = "body"

// CaretWidth is the width of the caret of a Fyne entry in pixels; Fyne derives it from the border
// width, and the border is not shown.
const CaretWidth = 1.5

// Size maps Fyne's size names to the sizes of this theme, in pixels.
func (t *Theme) Size(n fyne.ThemeSizeName) float32 {
	switch n {
	case fynetheme.SizeNameText:
		return t.TypeStyle(RoleControl).Size
	case SizeNameBody:
		return t.TypeStyle(RoleBody).Size
	case fynetheme.SizeNameCaptionText:
		return t.TypeStyle(RoleMeta).Size
	case fynetheme.SizeNamePadding, fynetheme.SizeNameLineSpacing:
		return Space4
	case fynetheme.SizeNameInnerPadding:
		return 0
	case fynetheme.SizeNameInputBorder:
		return CaretWidth
	case fynetheme.SizeNameScrollBar:
		return Space8
	case fynetheme.SizeNameScrollBarSmall, fynetheme.SizeNameScrollBarRadius:
		return Space4
	}
	return fynetheme.DefaultTheme().Size(n)
}
