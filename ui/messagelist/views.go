package messagelist

// maxHiddenViews is how many views off screen stay bound to their rows, so that scrolling back and
// forth costs nothing and keeps what was expanded in them. It bounds memory: a view of a 64 KB
// reply is the most expensive thing in a chat.
const spareViews = 12

// maxFreeViews is how many unbound views of each kind are kept.
const freeViews = 4

// viewSlot is a view bound to a row.
type slot struct {
	view     View
	id       int64
	kind     int
	revision uint64
	look     int     // of the last binding
	width    float32 // of the last resize
	height   float32
	used     int // last layout pass that showed it
}

// viewPool owns the widgets of the list: those on screen and a few recently hidden ones.
type views struct {
	make  func(kind int) View
	bound map[int64]*slot
	free  map[int][]*slot
	host  Host
	pass  int
	look  int
	// onHeightChange is called when a view changed its own height.
	changed func(id int64)
}

// slotFor returns the slot of row, bound to its current revision.
func (v *views) show(row Row) *slot {
	s := v.bound[row.RowID()]
	if s == nil {
		s = v.spare(row.RowKind())
		if s == nil {
			s = v.build(row.RowKind())
		}
		s.id = row.RowID()
		v.bound[s.id] = s
		s.bind(row, v.look)
	} else if s.revision != row.RowRevision() || s.look != v.look || s.kind != row.RowKind() {
		if s.kind != row.RowKind() {
			v.release(s)
			return v.show(row)
		}
		s.bind(row, v.look)
	}
	s.used = v.pass
	return s
}

func (s *slot) bind(row Row, look int) {
	s.view.Bind(row)
	s.revision, s.look, s.width = row.RowRevision(), look, 0
}

func (v *views) build(kind int) *slot {
	s := &slot{view: v.make(kind), kind: kind}
	if hosted, ok := s.view.(Hosted); ok {
		hosted.Host(v.host)
	}
	s.view.OnHeightChange(func() {
		s.width = 0
		v.changed(s.id)
	})
	return s
}

// releaseUnused releases the views of removed rows and those hidden longest; their widgets are
// reused for other rows.
func (v *views) trim(exists func(id int64) bool) {
	idle := 0
	for id, s := range v.bound {
		switch {
		case s.used == v.pass:
		case !exists(id):
			v.release(s)
		case !s.held():
			idle++
		}
	}
	for ; idle > spareViews; idle-- {
		var oldest *slot
		for _, s := range v.bound {
			if s.used != v.pass && !s.held() && (oldest == nil || s.used < oldest.used) {
				oldest = s
			}
		}
		v.release(oldest)
	}
}

func (v *views) release(s *slot) {
	delete(v.bound, s.id)
	if len(v.free[s.kind]) < freeViews {
		v.free[s.kind] = append(v.free[s.kind], s)
	}
}

// takeFreeSlot returns a released slot, or nil.
func (v *views) spare(kind int) *slot {
	free := v.free[kind]
	if len(free) == 0 {
		return nil
	}
	s := free[len(free)-1]
	v.free[kind] = free[:len(free)-1]
	return s
}

func (s *slot) held() bool {
	h, ok := s.view.(Holder)
	return ok && h.Held()
}

// heightAt gives the view its real width and returns its exact height; a wrapped text has no height
// before that.
func (s *slot) size(width float32) float32 {
	if s.width != width {
		s.height = s.view.HeightFor(width)
		s.width = width
	}
	return s.height
}
