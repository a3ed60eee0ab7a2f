package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/llm/llmtest"
	"memoir/ui/app"
	"memoir/ui/inspect"
	"memoir/ui/panel"
	"memoir/ui/theme"
)

// maxTabStops is more than the controls of any page here.
const maxTabStops = 200

// pressTabAndListFocusedControls presses Tab until the first control has the focus again, and returns the focused
// controls in order.
func (s *harness) pressTabAndListFocusedControls() []inspect.Element {
	s.Helper()
	c := s.win.Canvas()
	c.Unfocus()
	var out []inspect.Element
	seen := map[fyne.Focusable]bool{}
	for range maxTabStops {
		c.FocusNext()
		f := c.Focused()
		if f == nil || seen[f] {
			return out
		}
		seen[f] = true
		at := slices.IndexFunc(inspect.TopmostVisibleElements(c), func(x inspect.Element) bool { return x.HasFocus })
		if at < 0 {
			s.Errorf("%T has the keyboard and cannot be seen", f)
			continue
		}
		out = append(out, inspect.TopmostVisibleElements(c)[at])
	}
	s.Fatalf("Tab does not come back after %d controls", maxTabStops)
	return nil
}

// newHarnessWithFailedChatAndMemory opens a window with a chat whose first answer failed, and with memories.
func newHarnessWithFailedChatAndMemory(t *testing.T) *harness {
	t.Helper()
	s := newHarnessWithDemoModels(t)
	if err := s.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultUnauthorized}); err != nil {
		t.Fatal(err)
	}
	s.sendAndWait("Hello there")
	s.sendAndWait("I moved to Lisbon")
	s.runUICallsUntil("a memory", func() bool { return len(s.memoryCards()) == 1 })
	s.runUICallsUntil(
		"what was learned under the answer", func() bool { return s.showsElementWithPrefix("Don't keep this memory") },
	)
	return s
}

// pageOpeners are the pages under test with functions that open them.
func pageOpeners(s *harness) map[string]func() {
	return map[string]func(){
		"chat and memories": func() {},
		"files":             func() { s.window.panel.ShowTabClosingEditorAndOverlay(panel.Files) },
		"this answer": func() {
			s.window.router.navigateTo(app.AnswerReceiptRoute(0))
			s.runUICallsUntil("the answer", func() bool { return s.showsElementWithPrefix("Copy as text") })
		},
		"editor": func() {
			s.window.router.navigateTo(app.MemoryRoute(1))
			s.runUICallsUntil("the editor", func() bool { return s.showsElementWithPrefix("Where it came from") })
		},
		"ledger": func() {
			s.window.router.navigateTo(app.Route{Screen: app.ScreenLedger})
			s.runUICallsUntil("the ledger", func() bool { return s.showsElementWithPrefix("Memoir learned it") })
		},
		"about you": func() {
			s.window.router.navigateTo(app.Route{Screen: app.ScreenAboutYou})
			s.runUICallsUntil("the text", func() bool { return s.showsElementWithPrefix("Rewrite the text") })
		},
		"health": func() {
			s.window.router.navigateTo(app.Route{Screen: app.ScreenHealth})
			s.runUICallsUntil("the figures", func() bool { return s.showsElementWithPrefix("Set the daily limit") })
		},
		"settings": func() {
			s.window.settings.OpenModelsPage(s.win.Canvas(), "")
			s.runUICallsUntil("the providers", func() bool { return s.showsElementWithPrefix("Manage demo") })
		},
		"palette": func() { s.window.router.navigateTo(app.Route{Screen: app.ScreenSearch}) },
		"file picker": func() {
			s.window.router.navigateTo(app.Route{Screen: app.ScreenFilePicker})
			s.runUICallsUntil("the folder", func() bool { return s.showsElementWithPrefix("Cancel") })
		},
		"find": func() { s.window.chat.OpenFindBarLoadingWholeChat() },
	}
}

// Tab reaches every clickable control, left to right and top to bottom within a pane; each focused
// control is visible, and the cycle ends.
func TestTabReachesEveryControlInVisualOrder(t *testing.T) {
	for name := range pageOpeners(nil) {
		t.Run(name, func(t *testing.T) {
			s := newHarnessWithFailedChatAndMemory(t)
			pageOpeners(s)[name]()
			seen := map[string]bool{}
			var last inspect.Element
			for i, x := range s.pressTabAndListFocusedControls() {
				seen[x.Name] = true
				if i > 0 && paneIndex(s, x) < paneIndex(s, last) {
					t.Errorf("%q in pane %d comes after %q in pane %d", x.Name, paneIndex(s, x), last.Name, paneIndex(s, last))
				}
				last = x
			}
			for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
				if x.Focusable && !seen[x.Name] {
					t.Errorf("Tab does not reach %q, %s", x.Name, x.Kind)
				}
			}
		})
	}
}

// paneIndex numbers the panes from left to right.
func paneIndex(s *harness, x inspect.Element) int {
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
	for name := range pageOpeners(nil) {
		t.Run(name, func(t *testing.T) {
			s := newHarnessWithFailedChatAndMemory(t)
			pageOpeners(s)[name]()
			for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
				if x.Focusable && x.Name == "" {
					t.Errorf("nameless: %+v", x)
				}
			}
		})
	}
}

func (s *harness) showsElementWithPrefix(words string) bool {
	return slices.ContainsFunc(inspect.TopmostVisibleElements(s.win.Canvas()), func(x inspect.Element) bool {
		return strings.HasPrefix(x.Name, words)
	})
}

// A message that has the focus, or the list of messages, leaves to the window the keys that it has no use for, and
// what is typed begins a message.
func TestFocusedMessagesLeaveKeysToTheWindow(t *testing.T) {
	for _, name := range []string{"text", "Messages"} {
		t.Run(name, func(t *testing.T) {
			s := newHarnessWithDemoModels(t)
			s.sendAndWait("Hello there")
			focus := func() fyne.Focusable {
				for _, x := range inspect.TopmostVisibleElements(s.win.Canvas()) {
					if f, ok := x.Object.(fyne.Focusable); ok && x.Name == name {
						s.win.Canvas().Focus(f)
						return f
					}
				}
				t.Fatalf("no %q is on the screen", name)
				return nil
			}
			focus().TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
			s.runUICallsUntil("the rename dialog", func() bool { return s.showsElementWithPrefix("Rename") })
			s.pressControl("Cancel")
			focus().TypedRune('W')
			if text := s.window.chat.Composer().Text(); text != "W" {
				t.Errorf("the message begins with %q", text)
			}
		})
	}
}
