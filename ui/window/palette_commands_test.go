package window

import (
	"fmt"
	"slices"
	"testing"

	"memoir/ui/palette"
	"memoir/ui/panel"
)

// runPaletteCommand runs a command of the palette by its label; it fails when there is none.
func (s *harness) runPaletteCommand(label string) {
	s.Helper()
	commands := s.window.commands.paletteCommands()
	i := slices.IndexFunc(commands, func(c palette.Command) bool { return c.Label == label })
	if i < 0 {
		s.Fatalf("the palette has no %q", label)
	}
	commands[i].Run()
}

func (s *harness) hasPaletteCommand(label string) bool {
	commands := s.window.commands.paletteCommands()
	return slices.ContainsFunc(commands, func(c palette.Command) bool { return c.Label == label })
}

func TestPaletteReachesEveryAction(t *testing.T) {
	s := newHarnessWithFailedChatAndMemory(t)
	s.window.chat.LeaveAndOpenNewChat(false)
	for _, label := range []string{"Rename this chat", "Delete this chat"} {
		if s.hasPaletteCommand(label) {
			t.Errorf("%q is offered for a chat that is not stored", label)
		}
	}
	s.runPaletteCommand("Dark theme")
	if s.window.display.options.Mode != "dark" {
		t.Errorf("the theme is %s", s.window.display.options.Mode)
	}
	was := s.window.frame.isPanelShown()
	s.runPaletteCommand("Show or hide right panel")
	if s.window.frame.isPanelShown() == was {
		t.Error("the panel stays as it was")
	}
	s.window.chat.LeaveAndOpenStoredChat(1, 0)
	s.runUICallsUntil("the chat", func() bool { return s.window.chat.CurrentChat().ID == 1 })
	s.runPaletteCommand("Rename this chat")
	s.runUICallsUntil("the dialog", func() bool { return s.showsElementWithPrefix("Rename") })
}

// A page that is opened in a hidden panel takes the keyboard all the same.
func TestAboutYouTakesTheKeyboardFromAHiddenPanel(t *testing.T) {
	s := newHarnessWithFailedChatAndMemory(t)
	s.window.frame.setPanelShown(false)
	s.runPaletteCommand("About you")
	if got := fmt.Sprintf("%T", s.win.Canvas().Focused()); got != "*widgets.entry" || !s.window.frame.isPanelShown() {
		t.Errorf("panel shown %t, the focus is on %s", s.window.frame.isPanelShown(), got)
	}
}

// The list of memories comes into view from under a page that covers it.
func TestMemoriesCloseThePageOverThem(t *testing.T) {
	s := newHarnessWithFailedChatAndMemory(t)
	s.runPaletteCommand("Memory tiers")
	if !s.window.panel.IsTabCoveredByOverlay() {
		t.Fatal("Memory tiers covers no tab")
	}
	s.runPaletteCommand("Memories")
	if s.window.panel.IsTabCoveredByOverlay() || s.window.panel.SelectedTabEvenIfCovered() != panel.Memories {
		t.Error("the memories stay under the page")
	}
}
