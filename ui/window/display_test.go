package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/ui/theme"
)

func TestDisplayOptionsAndSizeAreThoseOfTheLastRun(t *testing.T) {
	h := &fakeHost{settings: map[string]string{}}
	if l := LoadDisplayOptions(t.Context(), h); l != (DisplayOptions{Mode: "system", Zoom: 1}) {
		t.Errorf("the first time they are %+v", l)
	}
	if size := LoadWindowSize(t.Context(), h); size != fyne.NewSize(1440, 900) {
		t.Errorf("the first time the window is %v", size)
	}
	h.settings[displayOptionsKey] = `{"mode":"dark","zoom":1.3,"reduced_motion":true}`
	if l := LoadDisplayOptions(t.Context(), h); l != (DisplayOptions{Mode: "dark", Zoom: 1.3, Still: true}) {
		t.Errorf("they are %+v", l)
	}
	for saved, want := range map[string]fyne.Size{
		`{"W":1600,"H":1000}`: fyne.NewSize(1600, 1000),
		`{"W":10,"H":10}`:     fyne.NewSize(theme.MinWindowWidth, theme.MinWindowHeight),
		`torn`:                fyne.NewSize(1440, 900),
	} {
		h.settings[sizeKey] = saved
		if size := LoadWindowSize(t.Context(), h); size != want {
			t.Errorf("after %s the window is %v", saved, size)
		}
	}
	h.settings[displayOptionsKey] = "torn"
	if l := LoadDisplayOptions(t.Context(), h); l != (DisplayOptions{Mode: "system", Zoom: 1}) {
		t.Errorf("after torn ones they are %+v", l)
	}
}

func TestTextSizeStaysWithinItsLimits(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	d := s.window.display
	for range 20 {
		d.stepOrResetTextSizeWithToast(textSizeStep)
	}
	if d.options.Zoom != maxTextSize || theme.Current().Zoom() != maxTextSize {
		t.Errorf("the largest is %v, shown %v", d.options.Zoom, theme.Current().Zoom())
	}
	for range 20 {
		d.stepOrResetTextSizeWithToast(-textSizeStep)
	}
	if d.options.Zoom != minTextSize {
		t.Errorf("the smallest is %v", d.options.Zoom)
	}
	s.runUICallsUntil("the size to be told", func() bool { return strings.Contains(s.chatToast(), "80") })
	d.stepOrResetTextSizeWithToast(0)
	if d.options.Zoom != 1 || theme.Current().Zoom() != 1 {
		t.Errorf("the normal size is %v, shown %v", d.options.Zoom, theme.Current().Zoom())
	}
}

func TestThemeFollowsTheSystemOnceItAnswers(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.display.applyAndSaveDisplayOptions(DisplayOptions{Mode: "system", Zoom: 1})
	if theme.Current().Options().Dark {
		t.Error("dark before the system has said anything")
	}
	s.window.display.saveSystemDarkAndApplyIfFollowed(true)
	if !theme.Current().Options().Dark {
		t.Error("light although the system prefers dark")
	}
	s.runUICallsUntil("the answer to be stored for the next start", func() bool {
		return strings.Contains(s.host.savedSetting(displayOptionsKey), `"system_dark":true`)
	})
	s.window.display.applyAndSaveDisplayOptions(DisplayOptions{Mode: "light", Zoom: 1, SystemDark: true})
	s.window.display.saveSystemDarkAndApplyIfFollowed(false)
	if theme.Current().Options().Dark {
		t.Error("a chosen theme follows the system")
	}
}
