package markdown

// TextEnd returns where the text ends at the width of the last layout, in pixels of the view: x
// after the last word, y and height of its line. ok is false when the last block is not
// left-to-right text.
func (v *View) TextEnd() (x, y, height float32, ok bool) {
	if len(v.items) == 0 {
		return 0, 0, 0, false
	}
	it := v.items[len(v.items)-1]
	t, ok := it.layout.(*textLayout)
	if !ok || t.wrapped.isRTL || len(t.wrapped.lines) == 0 {
		return 0, 0, 0, false
	}
	last := len(t.wrapped.lines) - 1
	l := &t.wrapped.lines[last]
	return it.indent + t.lineStartX(l) + l.width, it.y + float32(last)*t.textType.LineHeight, t.textType.LineHeight, true
}
