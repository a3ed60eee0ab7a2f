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
	"memoir/ui/settings"
	"memoir/ui/spots"
)

// clippedTexts lists the visible texts that are clipped, and what reaches beyond an edge.
func (s *stage) cut() []string {
	var out []string
	all := spots.Of(s.win.Canvas())
	for i, x := range all {
		if x.Whole != "" && i+1 < len(all) && all[i+1].Name != x.Whole && strings.HasSuffix(all[i+1].Name, "…") {
			out = append(out, x.Whole)
		}
		if x.Spill >= 1 && (x.Kind == "text" || x.Tapped) {
			out = append(out, "beyond the edge: "+x.Name)
		}
	}
	return out
}

// isDrawn reports whether this text is drawn.
func (s *stage) draws(text string) bool {
	return slices.ContainsFunc(spots.Of(s.win.Canvas()), func(x spots.Spot) bool {
		return x.Kind == "text" && x.Name == text
	})
}

// makeSmall gives the window its minimum size and large text.
func (s *stage) small(zoom float64) {
	s.w.setLook(Look{Mode: "light", Zoom: zoom})
	s.win.Resize(fyne.NewSize(720, 520))
	s.w.root.Refresh()
}

func TestHeaderSaysLessInsteadOfBeingClipped(t *testing.T) {
	s := newStage(t)
	find := func(name string) spots.Spot {
		t.Helper()
		for _, x := range spots.Of(s.win.Canvas()) {
			if x.Tapped && x.Name == name {
				return x
			}
		}
		t.Fatalf("%q is not there", name)
		return spots.Spot{}
	}
	tap := func(name string) {
		t.Helper()
		x := find(name)
		test.TapCanvas(s.win.Canvas(), fyne.NewPos(x.X+x.W/2, x.Y+x.H/2))
	}
	if !s.draws("Memory: on") || !s.draws("on this computer") {
		t.Error("a wide header does not say everything")
	}
	s.small(1.5)
	for _, mode := range []string{"On", "Read only", "Off"} {
		tap("What this chat does with the memory")
		tap(mode)
		if got := s.cut(); len(got) > 0 {
			t.Errorf("with the memory %s these are cut: %q", mode, got)
		}
		if x := find("Right panel (Ctrl+J)"); x.X+x.W > 720 || x.W < 40 {
			t.Errorf("with the memory %s the button of the panel stands at %v, %v wide", mode, x.X, x.W)
		}
	}
	s.w.chat.Retitle(memory.Thread{Title: "A name that is much longer than the header is wide"})
	if x := find("Right panel (Ctrl+J)"); x.X+x.W > 720 {
		t.Errorf("with a long title the button of the panel stands at %v", x.X)
	}
	s.small(2)
	for _, x := range spots.Of(s.win.Canvas()) {
		if strings.HasPrefix(x.Whole, "A name that") && x.W < 140 {
			t.Errorf("the title has %v", x.W)
		}
	}
	s.small(1.5)
	s.win.Resize(fyne.NewSize(2000, 900))
	if !s.draws("Memory: off") {
		t.Error("the words do not come back")
	}
}

func TestSettingsCutNothingInASmallWindowWithLargeText(t *testing.T) {
	s := newStage(t)
	for page := range 3 * (settings.About + 1) {
		s.small(1 + 0.5*float64(page/(settings.About+1)))
		page %= settings.About + 1
		s.w.settings.OpenPage(s.win.Canvas(), page)
		test.Scroll(s.win.Canvas(), fyne.NewPos(500, 260), 0, 9000)
		if page == settings.Models {
			s.until("the page", func() bool { return s.draws("Add provider") })
		}
		for range 30 {
			if got := s.cut(); len(got) > 0 {
				t.Fatalf("page %d: these are cut: %q", page, got)
			}
			test.Scroll(s.win.Canvas(), fyne.NewPos(500, 260), 0, -100)
		}
	}
}

func TestFindGoesToTheLine(t *testing.T) {
	s := newStage(t)
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("Line %d.", i))
	}
	s.say(strings.Join(lines, "\n\n"))
	s.small(1)
	in := func(text string) bool {
		for _, x := range spots.Of(s.win.Canvas()) {
			if x.Kind == "text" && strings.Contains(x.Name, text) {
				return true
			}
		}
		return false
	}
	s.w.chat.Find()
	for _, text := range []string{"line 55", "line 3."} {
		test.Type(s.win.Canvas().Focused(), text)
		if !in("L" + text[1:]) {
			t.Errorf("%q cannot be seen", text)
		}
		s.win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

func TestALineAboveTheComposerBreaksWhereItDoesInSmallText(t *testing.T) {
	s := newStage(t)
	const note = "photo.dat: it is not a text file; text, Markdown, code, CSV and JSON can be added."
	lines := func(zoom float64) (out []string) {
		s.small(zoom)
		s.win.Resize(fyne.NewSize(2600, 900))
		s.w.chat.Say(app.Note{Text: note})
		for _, x := range spots.Of(s.win.Canvas()) {
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
