package window

import (
	"strings"
	"testing"

	"memoir/ui/theme"
)

func TestThemeFollowsTheSystemOnceItAnswers(t *testing.T) {
	s := newHarness(t)
	s.window.display.applyAndSaveDisplayOptions(DisplayOptions{Mode: "system", Zoom: 1})
	if theme.Current().Options().Dark {
		t.Error("dark before the system has said anything")
	}
	s.window.display.setSystemDark(true)
	if !theme.Current().Options().Dark {
		t.Error("light although the system prefers dark")
	}
	s.waitFor("the answer to be stored for the next start", func() bool {
		return strings.Contains(s.host.savedSetting(displayOptionsKey), `"system_dark":true`)
	})
	s.window.display.applyAndSaveDisplayOptions(DisplayOptions{Mode: "light", Zoom: 1, SystemDark: true})
	s.window.display.setSystemDark(false)
	if theme.Current().Options().Dark {
		t.Error("a chosen theme follows the system")
	}
}
