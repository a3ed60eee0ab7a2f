package panel

// Tab is a page of the panel.
type Tab int

// The tabs.
const (
	Memories Tab = iota
	Files
	Answer
)

// overlayKind is a page that covers the tabs until Back is pressed.
type overlayKind int

// The overlays.
const (
	noOverlay overlayKind = iota
	ledgerOverlay
	healthOverlay
	aboutYouOverlay
	tiersOverlay
)

// layer is a level of the pageStack.
type layer int

// The layers, from the bottom to the top.
const (
	tabLayer layer = iota
	overlayLayer
	editorLayer
)

// pageStack says which pages lie on each other: a tab, an overlay over it, the editor over both.
type pageStack struct {
	tab       Tab
	overlay   overlayKind
	hasEditor bool
}

// topLayer is the layer that is visible.
func (s *pageStack) topLayer() layer {
	switch {
	case s.hasEditor:
		return editorLayer
	case s.overlay != noOverlay:
		return overlayLayer
	}
	return tabLayer
}

// setTabWithoutOverlayKeepingEditor chooses a tab and closes the overlay over it. The editor stays.
func (s *pageStack) setTabWithoutOverlayKeepingEditor(t Tab) { s.tab, s.overlay = t, noOverlay }

// coverWithOverlayClosingEditor covers the tabs and closes the editor.
func (s *pageStack) coverWithOverlayClosingEditor(o overlayKind) { s.overlay, s.hasEditor = o, false }

func (s *pageStack) closeOverlay() { s.overlay = noOverlay }

func (s *pageStack) setEditorOpen(open bool) { s.hasEditor = open }
