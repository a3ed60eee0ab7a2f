package fyneapp

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/theme"
)

// wrapAndSetAppMeasuringFewestFonts makes the text of Fyne's own widgets, which cannot name a font,
// be measured with the fonts that theme.FontCoveringText chooses for it. Sizes stay the same, but
// Fyne does not load its fallback fonts and index those of the system for them, which took a fifth
// of the start. It must be called on the current app, and returns what has taken its place.
func wrapAndSetAppMeasuringFewestFonts(a fyne.App) fyne.App {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // there Fyne's windows rely on the type of the driver
		return a
	}
	own, ok := a.Driver().(desktop.Driver)
	if !ok {
		return a
	}
	a = appWithDriver{a, measuringDriver{a.Driver(), own}}
	fyne.SetCurrentApp(a)
	return a
}

// appWithDriver is Fyne's app with another driver.
type appWithDriver struct {
	fyne.App
	driver fyne.Driver
}

func (a appWithDriver) Driver() fyne.Driver { return a.driver }

type desktopDriver = desktop.Driver

// measuringDriver is Fyne's driver except for the fonts that text is measured with.
type measuringDriver struct {
	fyne.Driver
	desktopDriver
}

// RenderedTextSize measures with the fonts that theme.FontCoveringText chooses, unless source names
// one.
func (d measuringDriver) RenderedTextSize(
	s string, size float32, style fyne.TextStyle, source fyne.Resource,
) (fyne.Size, float32) {
	if source == nil {
		style, source = theme.FontCoveringText(s, style)
	}
	return d.Driver.RenderedTextSize(s, size, style, source)
}
