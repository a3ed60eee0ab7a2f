package window

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/inspect"
	"memoir/ui/settings"
)

// clippedAndOverflowingTexts lists the visible texts that are clipped, and what reaches beyond an edge.
func (s *harness) clippedAndOverflowingTexts() []string {
	var out []string
	all := inspect.TopmostVisibleElements(s.win.Canvas())
	for i, x := range all {
		if x.FullText != "" && i+1 < len(all) && all[i+1].Name != x.FullText && strings.HasSuffix(all[i+1].Name, "…") {
			out = append(out, x.FullText)
		}
		if x.Overflow >= 1 && (x.Kind == "text" || x.Tappable) {
			out = append(out, "beyond the edge: "+x.Name)
		}
	}
	return out
}

// isDrawn reports whether this text is drawn.
func (s *harness) isDrawn(text string) bool {
	return slices.ContainsFunc(inspect.TopmostVisibleElements(s.win.Canvas()), func(x inspect.Element) bool {
		return x.Kind == "text" && x.Name == text
	})
}

// shrinkWindowAndSetTextZoom gives the window its minimum size and large text.
func (s *harness) shrinkWindowAndSetTextZoom(zoom float64) {
	s.window.display.applyAndSaveDisplayOptions(DisplayOptions{Mode: "light", Zoom: zoom})
	s.win.Resize(fyne.NewSize(720, 520))
	s.window.root.Refresh()
}

func TestHeaderShortensItsLabelsInsteadOfClipping(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	find := func(name string) inspect.Element {
		t.Helper()
		for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
			if x.Tappable && x.Name == name {
				return x
			}
		}
		t.Fatalf("%q is not there", name)
		return inspect.Element{}
	}
	tap := func(name string) {
		t.Helper()
		x := find(name)
		test.TapCanvas(s.win.Canvas(), fyne.NewPos(x.X+x.W/2, x.Y+x.H/2))
	}
	if !s.isDrawn("Memory: on") || !s.isDrawn("on this computer") {
		t.Error("a wide header does not say everything")
	}
	s.shrinkWindowAndSetTextZoom(1.5)
	for _, mode := range []string{"On", "Read-only", "Off"} {
		tap("How this chat uses memory")
		tap(mode)
		if got := s.clippedAndOverflowingTexts(); len(got) > 0 {
			t.Errorf("with the memory %s these are cut: %q", mode, got)
		}
		if x := find("Right panel (Ctrl+J)"); x.X+x.W > 720 || x.W < 40 {
			t.Errorf("with the memory %s the button of the panel stands at %v, %v wide", mode, x.X, x.W)
		}
	}
	s.window.chat.SyncTitlePinProjectArchiveTrash(memory.Chat{Title: "A name that is much longer than the header is wide"})
	if x := find("Right panel (Ctrl+J)"); x.X+x.W > 720 {
		t.Errorf("with a long title the button of the panel stands at %v", x.X)
	}
	s.shrinkWindowAndSetTextZoom(2)
	for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
		if strings.HasPrefix(x.FullText, "A name that") && x.W < 140 {
			t.Errorf("the title has %v", x.W)
		}
	}
	s.shrinkWindowAndSetTextZoom(1.5)
	s.win.Resize(fyne.NewSize(2000, 900))
	if !s.isDrawn("Memory: off") {
		t.Error("the words do not come back")
	}
}

func TestSettingsAreNotClippedInASmallWindowWithLargeText(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	for page := range 3 * (settings.AboutPage + 1) {
		s.shrinkWindowAndSetTextZoom(1 + 0.5*float64(page/(settings.AboutPage+1)))
		page %= settings.AboutPage + 1
		s.window.settings.OpenPage(s.win.Canvas(), page)
		test.Scroll(s.win.Canvas(), fyne.NewPos(500, 260), 0, 9000)
		if page == settings.ModelsPage {
			s.runUICallsUntil("the page", func() bool { return s.isDrawn("Add provider") })
		}
		for range 30 {
			if got := s.clippedAndOverflowingTexts(); len(got) > 0 {
				t.Fatalf("page %d: these are cut: %q", page, got)
			}
			test.Scroll(s.win.Canvas(), fyne.NewPos(500, 260), 0, -100)
		}
	}
}

func TestFindScrollsToTheLine(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("Line %d.", i))
	}
	s.sendAndWait(strings.Join(lines, "\n\n"))
	s.shrinkWindowAndSetTextZoom(1)
	isVisible := func(text string) bool {
		for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
			if x.Kind == "text" && strings.Contains(x.Name, text) {
				return true
			}
		}
		return false
	}
	s.window.chat.OpenFindBarLoadingWholeChat()
	for _, text := range []string{"line 55", "line 3."} {
		test.Type(s.win.Canvas().Focused(), text)
		if !isVisible("L" + text[1:]) {
			t.Errorf("%q cannot be seen", text)
		}
		s.win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

func TestToastWrapsTheSameAtEveryTextZoom(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	const note = "photo.dat isn't a text file or document. You can add text, code, PDF, Office, EPUB, HTML or email files."
	lines := func(zoom float64) (out []string) {
		s.shrinkWindowAndSetTextZoom(zoom)
		s.win.Resize(fyne.NewSize(2600, 900))
		s.window.chat.ShowToast(app.Toast{Text: note})
		for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
			if x.Kind == "text" && len(x.Name) > len("text") && strings.Contains(note, x.Name) {
				out = append(out, x.Name)
			}
		}
		return out
	}
	want := lines(1)
	if got := lines(2); len(want) != 2 || len(got) != 2 {
		t.Errorf("at 100 %% it stands in %q, at 200 %% in %q", want, got)
	}
}
