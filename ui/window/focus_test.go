package window

import "testing"

func TestClosingTheEditorDoesNotStealFocus(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	c := s.win.Canvas()
	s.window.panel.OpenNewMemoryEditor()
	if c.Focused() == nil {
		t.Fatal("a new memory has no cursor")
	}
	s.window.panel.CloseEditorOrOverlayOrSelection()
	if c.Focused() != nil {
		t.Errorf("%T has the cursor although it is gone", c.Focused())
	}
	s.window.panel.OpenNewMemoryEditor()
	s.window.chat.FocusComposer()
	s.window.panel.CloseEditorOrOverlayOrSelection()
	if c.Focused() != s.window.chat.Composer().FocusTarget() {
		t.Errorf("%T has the cursor, not the composer", c.Focused())
	}
}
