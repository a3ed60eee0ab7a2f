package window

import "testing"

func TestAnEditorThatClosesLeavesTheCursorWhereItIs(t *testing.T) {
	s := newStage(t)
	c := s.win.Canvas()
	s.w.panel.Add()
	if c.Focused() == nil {
		t.Fatal("a new memory has no cursor")
	}
	s.w.panel.Escape()
	if c.Focused() != nil {
		t.Errorf("%T has the cursor although it is gone", c.Focused())
	}
	s.w.panel.Add()
	s.w.chat.FocusComposer()
	s.w.panel.Escape()
	if c.Focused() != s.w.chat.Composer().Focusable() {
		t.Errorf("%T has the cursor, not the composer", c.Focused())
	}
}
