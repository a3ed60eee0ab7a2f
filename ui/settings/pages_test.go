package settings

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/theme"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestAppearanceIsChangedAtOnce(t *testing.T) {
	h := newHarnessWithOpenPage(t, AppearancePage)
	for _, c := range []struct {
		control string
		want    DisplayOptions
	}{
		{"Dark", DisplayOptions{Mode: "dark", Zoom: 1}},
		{"High contrast", DisplayOptions{Mode: "dark", Zoom: 1, Contrast: true}},
		{"Reduced motion", DisplayOptions{Mode: "dark", Zoom: 1, Contrast: true, Still: true}},
		{"Send with Ctrl+Enter", DisplayOptions{Mode: "dark", Zoom: 1, Contrast: true, Still: true, CtrlEnter: true}},
		{"High contrast", DisplayOptions{Mode: "dark", Zoom: 1, Still: true, CtrlEnter: true}},
	} {
		h.TapControlNamed(c.control, nil)
		if h.display != c.want {
			t.Errorf("after %s: %+v", c.control, h.display)
		}
	}
	var slider *widgets.Slider
	uitest.VisitVisibleObjects(h.TopOverlayOrPane(), func(o fyne.CanvasObject) {
		if s, ok := o.(*widgets.Slider); ok {
			slider = s
		}
	})
	h.Win.Canvas().Focus(slider)
	h.PressKeys(fyne.KeyRight)
	if h.display.Zoom != 1 || !h.ShowsText("110%") {
		t.Errorf("while the slider moves: zoom %v, shown:\n%s", h.display.Zoom, h.VisibleText())
	}
	h.RunUICallsUntil("the size to be applied", func() bool { return h.display.Zoom != 1 })
	if h.display.Zoom < 1.09 || h.display.Zoom > 1.11 || !h.ShowsText("110%") {
		t.Errorf("zoom %v, shown:\n%s", h.display.Zoom, h.VisibleText())
	}
}

// The fonts of the program, which tests have alone, draw neither Japanese nor Chinese.
func TestLanguagesWithoutAFontSaySo(t *testing.T) {
	h := newHarnessWithOpenPage(t, AppearancePage)
	if !h.ShowsText("install a font such as Noto Sans CJK.") {
		t.Errorf("what to install is not said:\n%s", h.VisibleText())
	}
	h.TapControlNamed("Language", nil)
	for _, label := range []string{"Deutsch", "Japanese (no font)", "Chinese (no font)"} {
		if !h.ShowsText(label) {
			t.Errorf("%s is not offered:\n%s", label, h.VisibleText())
		}
	}
	h.TapControlNamed("Japanese (no font)", nil)
	if h.display.Language != "ja" {
		t.Errorf("chosen is %q", h.display.Language)
	}
	options, lacksFont := languageOptions(func(string) bool { return true })
	if last := options[len(options)-1]; lacksFont || last.Label != "中文" {
		t.Errorf("with all fonts, %q is offered, and a font is missing: %v", last.Label, lacksFont)
	}
}

func TestDataPageCopiesItsPaths(t *testing.T) {
	h := newHarnessWithOpenPage(t, DataPage)
	uitest.VisitVisibleObjects(h.TopOverlayOrPane(), func(o fyne.CanvasObject) {
		if b, ok := o.(*widgets.Button); ok && b.Label() == "Copy path" {
			b.Tapped(nil)
		}
	})
	if got := strings.Join(h.CopiedTexts, ", "); got != "/data, /data/models.yaml, /state/memoir.log" {
		t.Errorf("copied %q", got)
	}
}

func TestFoldersAreOpened(t *testing.T) {
	h := newHarnessWithOpenPage(t, DataPage)
	h.TapControlNamed("Open folder: the data folder", nil)
	h.TapControlNamed("Open folder: models.yaml", nil)
	h.TapControlNamed("Open folder: the log", nil)
	if got := strings.Join(h.OpenedURLs, " "); got != "file:///data file:///data file:///state" {
		t.Errorf("opened %s", got)
	}
	if got := app.FileURLOfFolder("C:/Users/Ann B"); got != "file:///C:/Users/Ann%20B" {
		t.Errorf("on Windows: %s", got)
	}
}

func TestSuggestionsAndNotificationsAreSwitched(t *testing.T) {
	h := newHarnessWithOpenPage(t, AppearancePage)
	if !h.ShowsText("This desktop doesn't support notifications.") {
		t.Error("notifications are offered where there are none")
	}
	h.dialog.actions.CanNotify = true
	h.dialog.showPage(AppearancePage)
	h.TapControlNamed("Suggestions", nil)
	h.TapControlNamed("Notify me when an answer is ready", nil)
	if !h.display.NoSuggestions || !h.display.NotifyDone {
		t.Errorf("chosen: %+v", h.display)
	}
}

func TestBackupAndCheckReportTheirResult(t *testing.T) {
	h := newHarnessWithOpenPage(t, DataPage)
	h.TapControlNamed("Back up now", nil)
	if !h.ShowsText("Backing up…") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.WaitForText("Saved as /data/backups/1.db.")
	h.TapControlNamed("Check", nil)
	h.WaitForText("No problems found.")
	if got := h.colorTokenOfText("No problems"); got != theme.Success {
		t.Errorf("success is drawn in color %d", got)
	}
	h.host.problems = []string{"Two rows are lost.", "The index is damaged."}
	h.TapControlNamed("Check", nil)
	h.WaitForText("Two rows are lost. The index is damaged.")
	if got := h.colorTokenOfText("Two rows"); got != theme.Error {
		t.Errorf("problems are drawn in color %d", got)
	}
	h.host.setError(errDiskFull)
	h.TapControlNamed("Back up now", nil)
	h.WaitForText("That didn't work. Nothing was changed.")
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
	h.TapControlNamed("Privacy and data", nil)
	if h.ShowsText("That didn't work") {
		t.Error("an old result is shown when the page is opened again")
	}
}

func TestDiagnosticsAreCopied(t *testing.T) {
	h := newHarnessWithOpenPage(t, DataPage)
	h.TapControlNamed("Copy diagnostics", nil)
	h.WaitForText("Copied.")
	if len(h.CopiedTexts) != 1 || h.CopiedTexts[0] != "state of profile 1" {
		t.Errorf("copied %q", h.CopiedTexts)
	}
	h.host.setError(errDiskFull)
	h.TapControlNamed("Copy diagnostics", nil)
	h.WaitForToastAndClearToasts("")
	if len(h.CopiedTexts) != 1 {
		t.Errorf("copied %q after a failure", h.CopiedTexts)
	}
}

func TestNetworkIsSwitchedOnWithATokenToCopy(t *testing.T) {
	h := newHarnessWithOpenPage(t, DataPage)
	if h.ShowsText("New token") {
		t.Error("a token is offered while the interface is off")
	}
	h.TapControlNamed("HTTP interface", nil)
	h.WaitForText("http://127.0.0.1:8377")
	h.TapControlNamed("Copy address", nil)
	h.TapControlNamed("Copy token", nil)
	h.WaitForToastAndClearToasts("Token copied")
	if got := strings.Join(h.CopiedTexts, ", "); got != "http://127.0.0.1:8377, token 0" {
		t.Errorf("copied %q", got)
	}
	h.host.takeRequests()
	h.TapControlNamed("New token", nil)
	h.TapControlNamed("Cancel", nil)
	h.TapControlNamed("New token", nil)
	if !h.ShowsText("Create a new token?") || h.host.takeRequests() != "" {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.TapControlNamed("New token", nil) // of the question
	if got := h.waitForHostRequest("rotate"); got != "rotate" {
		t.Errorf("asked for %q", got)
	}
	h.TapControlNamed("HTTP interface", nil)
	h.RunUICallsUntil("the end of it", func() bool { return !h.ShowsText("8377") })
}

func TestNetworkProblemIsExplained(t *testing.T) {
	h := newClosedHarness(t)
	h.host.network = app.Network{On: true, Problem: "Another program uses 127.0.0.1:8377."}
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	h.WaitForText("Another program uses 127.0.0.1:8377. Turn the interface off and on again to use another port.")
	h.host.setError(errDiskFull)
	h.TapControlNamed("HTTP interface", nil)
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
}

func TestTokenThatCannotBeReadIsNotCopied(t *testing.T) {
	h := newClosedHarness(t)
	h.host.network = app.Network{On: true, Address: "http://127.0.0.1:8377"}
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	h.WaitForText("New token")
	h.host.setError(errDiskFull)
	h.TapControlNamed("Copy token", nil)
	if n := h.WaitForToastAndClearToasts(""); !n.IsError || len(h.CopiedTexts) != 0 {
		t.Errorf("said %+v, copied %q", n, h.CopiedTexts)
	}
}

func TestShortcutsAreListed(t *testing.T) {
	h := newHarnessWithOpenPage(t, ShortcutsPage)
	for _, want := range []string{"Ctrl+N", "New chat", "F1", "Show this list"} {
		if !h.ShowsText(want) {
			t.Errorf("%q is not shown:\n%s", want, h.VisibleText())
		}
	}
}

func TestAboutNamesVersionAndLastCrash(t *testing.T) {
	h := newHarnessWithOpenPage(t, AboutPage)
	if !h.ShowsText("Version 1.2.3") || !h.ShowsText("All licences.") || h.ShowsText("crash") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.host.about.CrashFile = "/state/memoir.last-crash"
	h.TapControlNamed("About", nil)
	if !h.ShowsText("Details of the last crash are in /state/memoir.last-crash.") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.TapControlNamed("Show welcome screen", nil)
	if len(h.Routes) != 1 || h.Routes[0].Screen != app.ScreenFirstRun || h.Win.Canvas().Overlays().Top() != nil {
		t.Errorf("went to %+v", h.Routes)
	}
}

func TestNavigationMarksThePageAndShrinksToIcons(t *testing.T) {
	h := newHarnessWithOpenPage(t, AboutPage)
	names := []string{"Models and memory", "Appearance", "Privacy and data", "Shortcuts", "About"}
	for _, name := range names {
		h.TapControlNamed(name, nil)
		if got := uitest.ShownRowsAsText(h.dialog.nav); strings.Count(got, ">") != 1 || !strings.Contains(got, ">"+name) {
			t.Errorf("at %s the navigation is\n%s", name, got)
		}
	}
	h.PressKeys(fyne.KeyEscape)
	h.Win.Resize(fyne.NewSize(520, 500))
	h.dialog.OpenPage(h.Win.Canvas(), AboutPage)
	for _, name := range names {
		b, ok := h.FindControlNamed(name, h.dialog.nav).(*widgets.Button)
		if !ok || b.Label() != "" || b.IsSwitchedOn() != (name == "About") {
			t.Errorf("in a small window %s is %T", name, h.FindControlNamed(name, h.dialog.nav))
		}
	}
	h.TapControlNamed("Appearance", h.dialog.nav)
	if !h.ShowsText("High contrast") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
}
