package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/llm/llmtest"
	"memoir/ui/panel"
	"memoir/ui/spots"
	"memoir/ui/theme"
)

// maxTabStops is more than the controls of any page here.
const mostTabs = 200

// tabStops presses Tab until the first control has the focus again, and returns the focused
// controls in order.
func (s *stage) tabs() []spots.Spot {
	s.Helper()
	c := s.win.Canvas()
	c.Unfocus()
	var out []spots.Spot
	seen := map[fyne.Focusable]bool{}
	for range mostTabs {
		c.FocusNext()
		f := c.Focused()
		if f == nil || seen[f] {
			return out
		}
		seen[f] = true
		at := slices.IndexFunc(spots.Of(c), func(x spots.Spot) bool { return x.Has })
		if at < 0 {
			s.Errorf("%T has the keyboard and cannot be seen", f)
			continue
		}
		out = append(out, spots.Of(c)[at])
	}
	s.Fatalf("Tab does not come back after %d controls", mostTabs)
	return nil
}

// newFilledHarness opens a window with a chat whose first answer failed, and with memories.
func furnished(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	if err := s.server.Fault(llmtest.Fault{Kind: llmtest.FaultUnauthorized}); err != nil {
		t.Fatal(err)
	}
	s.say("Hello there")
	s.say("I moved to Lisbon")
	s.until("a memory", func() bool { return len(s.w.panel.MemoryTexts()) == 1 })
	s.until("what was learned under the answer", func() bool { return s.sees("Do not keep this memory") })
	return s
}

// pageOpeners are the pages under test with functions that open them.
func pages(s *stage) map[string]func() {
	return map[string]func(){
		"chat and memories": func() {},
		"files":             func() { s.w.panel.Turn(panel.Files) },
		"this answer": func() {
			s.w.toAnswer()
			s.until("the answer", func() bool { return s.sees("Copy as text") })
		},
		"editor": func() {
			s.w.panel.OpenMemory(1)
			s.until("the editor", func() bool { return s.sees("Where it came from") })
		},
		"ledger": func() {
			s.w.toLedger()
			s.until("the ledger", func() bool { return s.sees("Memoir learned it") })
		},
		"health": func() {
			s.w.toHealth()
			s.until("the figures", func() bool { return s.sees("Set the daily limit") })
		},
		"settings": func() {
			s.w.settings.Open(s.win.Canvas(), "")
			s.until("the providers", func() bool { return s.sees("Manage demo") })
		},
		"palette": func() { s.w.search() },
		"file picker": func() {
			s.w.pickFile()
			s.until("the folder", func() bool { return s.sees("Cancel") })
		},
		"find": func() { s.w.chat.Find() },
	}
}

// Tab reaches every clickable control, left to right and top to bottom within a pane; each focused
// control is visible, and the cycle ends.
func TestTabReachesEverythingInVisualOrder(t *testing.T) {
	for name := range pages(nil) {
		t.Run(name, func(t *testing.T) {
			s := furnished(t)
			pages(s)[name]()
			seen := map[string]bool{}
			var last spots.Spot
			for i, x := range s.tabs() {
				seen[x.Name] = true
				if i > 0 && pane(s, x) < pane(s, last) {
					t.Errorf("%q in pane %d comes after %q in pane %d", x.Name, pane(s, x), last.Name, pane(s, last))
				}
				last = x
			}
			for _, x := range spots.Of(s.win.Canvas()) {
				if x.Focus && !seen[x.Name] {
					t.Errorf("Tab does not reach %q, %s", x.Name, x.Kind)
				}
			}
		})
	}
}

// paneIndex numbers the panes from left to right.
func pane(s *stage, x spots.Spot) int {
	switch {
	case s.win.Canvas().Overlays().Top() != nil:
		return 0
	case x.X < theme.SidebarWidth:
		return 0
	case x.X < s.win.Canvas().Size().Width-theme.PanelWidth:
		return 1
	}
	return 2
}

// A name is what a screen reader announces and what the tooltip of an icon shows.
func TestEveryControlHasAName(t *testing.T) {
	for name := range pages(nil) {
		t.Run(name, func(t *testing.T) {
			s := furnished(t)
			pages(s)[name]()
			for _, x := range spots.Of(s.win.Canvas()) {
				if x.Focus && x.Name == "" {
					t.Errorf("nameless: %+v", x)
				}
			}
		})
	}
}

func (s *stage) sees(words string) bool {
	return slices.ContainsFunc(spots.Of(s.win.Canvas()), func(x spots.Spot) bool {
		return strings.HasPrefix(x.Name, words)
	})
}
