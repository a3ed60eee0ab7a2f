package messagelist

// spareViews is how many views off screen are kept bound to their rows, so that going back and forth costs nothing and
// keeps what was opened in them. It bounds memory: a view of a 64 KB reply is the most expensive thing in a thread.
const spareViews = 12

// freeViews is how many views without a row are kept of each kind.
const freeViews = 4

// slot is a view bound to a row.
type slot struct {
	view     View
	id       int64
	kind     int
	revision uint64
	look     int     // the theme generation it was bound under
	width    float32 // of the last resize
	height   float32
	used     int // the layout pass that showed it last
}

// views owns the widgets of the list: those on screen and a few that just left it.
type views struct {
	make  func(kind int) View
	bound map[int64]*slot
	free  map[int][]*slot
	host  Host
	pass  int
	look  int
	// changed is told when a view changed its own height.
	changed func(id int64)
}

// show returns the slot of row, bound to its present revision.
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

// trim lets go of views whose row is gone and of those out of sight the longest; their widgets wait for other rows.
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

// spare takes a released view.
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

// size gives the view its real width and returns its exact height; a wrapped text has no height before that.
func (s *slot) size(width float32) float32 {
	if s.width != width {
		s.height = s.view.HeightFor(width)
		s.width = width
	}
	return s.height
}
