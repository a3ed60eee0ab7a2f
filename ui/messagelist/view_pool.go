package messagelist

// maxHiddenViews is how many views off screen stay bound to their rows, so that scrolling back and
// forth costs nothing and keeps what was expanded in them. It bounds memory: a view of a 64 KB
// reply is the most expensive thing in a chat.
const maxHiddenViews = 12

// maxFreeViews is how many unbound views of each kind are kept.
const maxFreeViews = 4

// viewSlot is a view bound to a row.
type viewSlot struct {
	view            View
	rowID           int64
	kind            int
	revision        uint64
	themeGeneration int     // of the last binding
	width           float32 // of the last resize
	height          float32
	lastPass        int // last layout pass that showed it
}

// viewPool owns the widgets of the list: those on screen and a few recently hidden ones.
type viewPool struct {
	newView         func(kind int) View
	boundSlots      map[int64]*viewSlot
	freeSlots       map[int][]*viewSlot
	host            Host
	layoutPass      int
	themeGeneration int
	// onHeightChange is called when a view changed its own height.
	onHeightChange func(id int64)
}

// bindSlotToRow returns the slot of row, bound to its current revision.
func (v *viewPool) bindSlotToRow(row Row) *viewSlot {
	s := v.boundSlots[row.RowID()]
	if s == nil {
		s = v.takeFreeSlot(row.RowKind())
		if s == nil {
			s = v.newUnboundSlot(row.RowKind())
		}
		s.rowID = row.RowID()
		v.boundSlots[s.rowID] = s
		s.bindRow(row, v.themeGeneration)
	} else if s.revision != row.RowRevision() || s.themeGeneration != v.themeGeneration || s.kind != row.RowKind() {
		if s.kind != row.RowKind() {
			v.releaseSlot(s)
			return v.bindSlotToRow(row)
		}
		s.bindRow(row, v.themeGeneration)
	}
	s.lastPass = v.layoutPass
	return s
}

func (s *viewSlot) bindRow(row Row, themeGeneration int) {
	s.view.BindRow(row)
	s.revision, s.themeGeneration, s.width = row.RowRevision(), themeGeneration, 0
}

func (v *viewPool) newUnboundSlot(kind int) *viewSlot {
	s := &viewSlot{view: v.newView(kind), kind: kind}
	if hosted, ok := s.view.(HostedView); ok {
		hosted.SetHost(v.host)
	}
	s.view.SetHeightChangeCallback(func() {
		s.width = 0
		v.onHeightChange(s.rowID)
	})
	return s
}

// releaseRemovedAndOldSlots releases the views of removed rows and those hidden longest; their
// widgets are reused for other rows.
func (v *viewPool) releaseRemovedAndOldSlots(exists func(id int64) bool) {
	idle := 0
	for id, s := range v.boundSlots {
		switch {
		case s.lastPass == v.layoutPass:
		case !exists(id):
			v.releaseSlot(s)
		case !s.hasUserState():
			idle++
		}
	}
	for ; idle > maxHiddenViews; idle-- {
		var oldest *viewSlot
		for _, s := range v.boundSlots {
			if s.lastPass != v.layoutPass && !s.hasUserState() && (oldest == nil || s.lastPass < oldest.lastPass) {
				oldest = s
			}
		}
		v.releaseSlot(oldest)
	}
}

func (v *viewPool) releaseSlot(s *viewSlot) {
	delete(v.boundSlots, s.rowID)
	if len(v.freeSlots[s.kind]) < maxFreeViews {
		v.freeSlots[s.kind] = append(v.freeSlots[s.kind], s)
	}
}

// takeFreeSlot returns a released slot, or nil.
func (v *viewPool) takeFreeSlot(kind int) *viewSlot {
	free := v.freeSlots[kind]
	if len(free) == 0 {
		return nil
	}
	s := free[len(free)-1]
	v.freeSlots[kind] = free[:len(free)-1]
	return s
}

func (s *viewSlot) hasUserState() bool {
	h, ok := s.view.(StatefulView)
	return ok && h.HasUserState()
}

// heightAtWidth gives the view its real width and returns its exact height; a wrapped text has no
// height before that.
func (s *viewSlot) heightAtWidth(width float32) float32 {
	if s.width != width {
		s.height = s.view.HeightFor(width)
		s.width = width
	}
	return s.height
}
