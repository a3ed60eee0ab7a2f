package window

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/app"
	"memoir/ui/inspect"
	"memoir/ui/settings"
	"memoir/ui/uitest"
)

// untranslatedTextsOnScreen returns the texts and names on the screen that the pseudo-language did not reach.
func (s *harness) untranslatedTextsOnScreen(names *regexp.Regexp) (out []string) {
	for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
		text := x.Name
		if x.FullText != "" {
			text = x.FullText
		}
		if (x.Kind == "text" || x.Tappable) && regexp.MustCompile(`[aeiou]`).MatchString(text) && !names.MatchString(text) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// untranslated matches what is the same in every language: names, paths and what people wrote.
var untranslated = regexp.MustCompile(`Memoir|demo|models?\.yaml|config|\.log|http|Ctrl|Shift|Enter|Deutsch|English|` +
	`Español|Français|Português|words|scripted|Hello|/|\{\{language|Alt|^Del$|^Tab$|^Up|test$|^text$`)

// Texts half as long again must fit into the smallest window: wrapped, or shortened by a layout that gives
// the rest as a tooltip; and every text must come from the catalogue.
func TestLongTextsFitIntoTheSmallestWindow(t *testing.T) {
	uitest.UsePseudoLanguage(t)
	for _, zoom := range []float64{1, 1.5} {
		t.Run(fmt.Sprintf("zoom %g", zoom), func(t *testing.T) {
			s := newHarnessWithDemoModels(t)
			s.sendAndWait("Hello")
			s.shrinkWindowAndSetTextZoom(zoom)
			s.assertTextsOfAllScreens(t)
			s.assertTextsOfSettingsPages(t)
		})
	}
}

func (s *harness) assertTextsOfAllScreens(t *testing.T) {
	t.Helper()
	for _, screen := range []app.Screen{
		app.ScreenNewChat, app.ScreenMemories, app.ScreenNewMemory, app.ScreenReceipt, app.ScreenNextMessage, app.ScreenFiles,
		app.ScreenLedger, app.ScreenHealth, app.ScreenAboutYou, app.ScreenTiers, app.ScreenSearch, app.ScreenTrash,
		app.ScreenArchive, app.ScreenNewProject, app.ScreenUsage, app.ScreenInsertPrompt, app.ScreenRenameChat,
		app.ScreenChatParameters, app.ScreenFilePicker, app.ScreenFindInChat,
	} {
		for s.win.Canvas().Overlays().Top() != nil {
			s.win.Canvas().Overlays().Remove(s.win.Canvas().Overlays().Top())
		}
		s.window.router.navigateTo(app.Route{Screen: screen})
		s.runUICallsUntilQuiet()
		s.assertTextsUncutAndTranslated(t, fmt.Sprintf("screen %d", screen))
	}
}

func (s *harness) assertTextsOfSettingsPages(t *testing.T) {
	t.Helper()
	s.window.router.navigateTo(app.Route{Screen: app.ScreenNewChat})
	for page := range settings.AboutPage + 1 {
		s.window.settings.OpenPage(s.win.Canvas(), page)
		s.runUICallsUntilQuiet()
		for range 20 {
			s.assertTextsUncutAndTranslated(t, fmt.Sprintf("page %d of the settings", page))
			test.Scroll(s.win.Canvas(), fyne.NewPos(500, 260), 0, -150)
		}
	}
}

// namesModelOrFolder reports whether a text holds the name of a model or a folder, which may be of any
// length.
func namesModelOrFolder(text string) bool {
	return strings.Contains(text, "scripted") || strings.HasPrefix(text, os.TempDir())
}

// overlappingTextsOfDialog lists pairs of drawn texts of a dialog that cover each other. In a small window the panel
// covers the chat, so that nothing is asked there.
func (s *harness) overlappingTextsOfDialog() (out []string) {
	if s.win.Canvas().Overlays().Top() == nil {
		return nil
	}
	var texts []inspect.Element
	for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
		if x.Kind == "text" && x.FullText == "" && x.Name != "" && x.W > 2 {
			texts = append(texts, x)
		}
	}
	for i, a := range texts {
		for _, b := range texts[i+1:] {
			wide := min(a.X+a.W, b.X+b.W) - max(a.X, b.X)
			high := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
			if lineGap := 6 * float32(s.window.display.options.Zoom); wide > 2 && high > lineGap && a.Name != b.Name {
				out = append(out, a.Name+" over "+b.Name)
			}
		}
	}
	return out
}

// assertTextsUncutAndTranslated reports texts of what is on top that are cut, cover each other or are English.
func (s *harness) assertTextsUncutAndTranslated(t *testing.T, where string) {
	t.Helper()
	cut := slices.DeleteFunc(s.clippedAndOverflowingTexts(), namesModelOrFolder)
	if got := append(cut, s.overlappingTextsOfDialog()...); len(got) > 0 {
		t.Errorf("%s: these are cut or overlap: %q", where, got)
	}
	if got := s.untranslatedTextsOnScreen(untranslated); len(got) > 0 {
		t.Errorf("%s: these are English: %q", where, got)
	}
}

// runUICallsUntilQuiet runs the UI goroutine until nothing was queued for a while: loading ends without another sign.
func (s *harness) runUICallsUntilQuiet() {
	for quiet := 0; quiet < 15; {
		select {
		case f := <-s.queue:
			f()
			quiet = 0
		case <-time.After(10 * time.Millisecond):
			quiet++
		}
	}
	s.window.root.Refresh()
}
