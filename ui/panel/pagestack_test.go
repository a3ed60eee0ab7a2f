package panel

import "testing"

func TestPagesLieOnEachOther(t *testing.T) {
	var s pageStack
	for _, c := range []struct {
		name    string
		do      func()
		top     layer
		tab     Tab
		overlay overlayKind
	}{
		{"at first", func() {}, tabLayer, Memories, noOverlay},
		{"a tab", func() { s.setTabWithoutOverlayKeepingEditor(Files) }, tabLayer, Files, noOverlay},
		{"an overlay covers it", func() {
			s.coverWithOverlayClosingEditor(ledgerOverlay)
		}, overlayLayer, Files, ledgerOverlay},
		{"the editor covers both", func() { s.setEditorOpen(true) }, editorLayer, Files, ledgerOverlay},
		{"without the editor", func() { s.setEditorOpen(false) }, overlayLayer, Files, ledgerOverlay},
		{"without the overlay", func() { s.closeOverlay() }, tabLayer, Files, noOverlay},
		{"an overlay closes the editor", func() {
			s.setEditorOpen(true)
			s.coverWithOverlayClosingEditor(healthOverlay)
		}, overlayLayer, Files, healthOverlay},
		{"a tab closes the overlay", func() { s.setTabWithoutOverlayKeepingEditor(Answer) }, tabLayer, Answer, noOverlay},
		{"a tab leaves the editor", func() {
			s.setEditorOpen(true)
			s.setTabWithoutOverlayKeepingEditor(Memories)
		}, editorLayer, Memories, noOverlay},
	} {
		c.do()
		if s.topLayer() != c.top || s.tab != c.tab || s.overlay != c.overlay {
			t.Errorf("%s: layer %d of %+v", c.name, s.topLayer(), s)
		}
	}
}
