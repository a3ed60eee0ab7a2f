package window

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"runtime"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// displayOptionsKey and sizeKey are the settings that hold the display options and the size of the
// window.
const (
	displayOptionsKey = "ui.look"
	sizeKey           = "ui.size"
)

// DisplayOptions say how the window is drawn. Mode is system, light or dark.
type DisplayOptions struct {
	Mode      string  `json:"mode"`
	Contrast  bool    `json:"contrast"`
	Zoom      float64 `json:"zoom"`
	CtrlEnter bool    `json:"ctrl_enter"`
	Still     bool    `json:"reduced_motion"`
	// NotifyDone asks for a desktop notification when an answer ends in the background.
	NotifyDone bool `json:"notify_done"`
	// NoSuggestions leaves an empty chat empty.
	NoSuggestions bool `json:"no_suggestions"`
	// Language is the code of the texts' language, such as "de"; "" follows the system.
	Language string `json:"language"`
	// SystemDark is whether the system preferred dark colors when it was last asked.
	SystemDark bool `json:"system_dark"`
}

// LoadDisplayOptions loads the saved options; without them it follows the system.
func LoadDisplayOptions(ctx context.Context, h app.Host) DisplayOptions {
	l := DisplayOptions{Mode: "system", Zoom: 1, CtrlEnter: h.AboutInfo().HasInputMethod}
	if v, err := h.LoadSettingOrEmpty(ctx, displayOptionsKey); err == nil && v != "" {
		_ = json.Unmarshal([]byte(v), &l) // an invalid value leaves the defaults
	}
	return l
}

// LoadWindowSize loads the last size of the window; the first time it is wide enough for three
// panes, or as wide as the screen allows.
func LoadWindowSize(ctx context.Context, h app.Host) fyne.Size {
	s := struct{ W, H float32 }{1440, 900}
	if v, err := h.LoadSettingOrEmpty(ctx, sizeKey); err == nil && v != "" {
		_ = json.Unmarshal([]byte(v), &s) // an invalid value leaves the default size
	}
	return fyne.NewSize(max(s.W, theme.MinWindowWidth), max(s.H, theme.MinWindowHeight))
}

// ApplyThemeToApp applies the options to the running app.
func (l DisplayOptions) ApplyThemeToApp(a fyne.App) {
	dark := l.Mode == "dark"
	if l.Mode == "system" {
		dark = l.SystemDark
		if knowsSystemThemeAtStart {
			dark = a.Settings().ThemeVariant() == fynetheme.VariantDark
		}
	}
	a.Settings().SetTheme(theme.New(theme.Options{Dark: dark, HighContrast: l.Contrast, Zoom: float32(l.Zoom)}))
}

// knowsSystemThemeAtStart is whether Fyne knows the colors that the system prefers from the start.
// On other systems it asks the desktop portal, reports dark until that has answered, and then tells
// its listeners. Memoir starts with the last answer, and light if there never was one.
const knowsSystemThemeAtStart = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

// display is how the window is drawn, and saves it. It must be used on the UI goroutine.
type display struct {
	options   DisplayOptions
	host      app.Host
	tasks     func() *app.Tasks             // those of the profile shown
	size      func() fyne.Size              // of the window, zero before it is drawn
	onChanged func(was, now DisplayOptions) // after the theme was applied
	showToast func(app.Toast)
	applying  bool // the listener of followSystemTheme hears of a theme of our own
	isClosed  bool
}

// followSystemTheme applies the colors that the system prefers whenever it says so. It must be
// called once, after the theme was set for the first time.
func (d *display) followSystemTheme(a fyne.App) {
	a.Settings().AddListener(func(s fyne.Settings) {
		if !d.applying && !d.isClosed {
			d.saveSystemDarkAndApplyIfFollowed(s.ThemeVariant() == fynetheme.VariantDark)
		}
	})
}

func (d *display) saveSystemDarkAndApplyIfFollowed(dark bool) {
	l := d.options
	if l.SystemDark == dark {
		return
	}
	l.SystemDark = dark
	d.options = l
	if l.Mode == "system" {
		d.applyTheme()
	}
	d.saveDisplayOptionsAndSize()
}

// applyTheme puts the display options into effect.
func (d *display) applyTheme() {
	d.applying = true
	d.options.ApplyThemeToApp(fyne.CurrentApp())
	d.applying = false
}

// The text sizes that keys and settings offer, as factors of the normal size.
const (
	minTextSize  = 0.8
	maxTextSize  = 2.0
	textSizeStep = 0.1
)

// stepOrResetTextSizeWithToast makes the text larger or smaller by a step, within the limits; 0
// makes it normal.
func (d *display) stepOrResetTextSizeWithToast(step float64) {
	l := d.options
	if step == 0 {
		l.Zoom = 1
	} else {
		l.Zoom = math.Round(10*min(maxTextSize, max(minTextSize, l.Zoom+step))) / 10
	}
	if l.Zoom != d.options.Zoom {
		d.applyAndSaveDisplayOptions(l)
	}
	d.showToast(app.Toast{Text: translate.Text("Text size: {{.Percent}}", "Percent",
		humanize.FormatPercent(l.Zoom))})
}

func (d *display) applyAndSaveDisplayOptions(l DisplayOptions) {
	was := d.options
	d.options = l
	if was.Mode != l.Mode || was.Contrast != l.Contrast || was.Zoom != l.Zoom {
		d.applyTheme()
	}
	d.onChanged(was, l)
	d.saveDisplayOptionsAndSize()
}

// saveDisplayOptionsAndSize saves display options and size.
func (d *display) saveDisplayOptionsAndSize() {
	size := d.size()
	look := d.options
	app.RunInBackgroundInOrder(d.tasks(), func(ctx context.Context) (struct{}, error) {
		b, err := json.Marshal(look)
		if err != nil {
			return struct{}{}, fmt.Errorf("save appearance: %w", err)
		}
		if err := d.host.SaveSetting(ctx, displayOptionsKey, string(b)); err != nil {
			return struct{}{}, err
		}
		if size.Width == 0 {
			return struct{}{}, nil
		}
		if b, err = json.Marshal(struct{ W, H float32 }{size.Width, size.Height}); err != nil {
			return struct{}{}, fmt.Errorf("keep size: %w", err)
		}
		return struct{}{}, d.host.SaveSetting(ctx, sizeKey, string(b))
	}, nil)
}
