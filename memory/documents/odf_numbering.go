package documents

// odfLists numbers the items of the lists of an OpenDocument (OpenDocument 1.3, part 3, 5.3 and
// 16.30).
type odfLists struct {
	styles   map[string][]listLevel   // by the name of the list style
	counters map[string]*listCounters // by the name of the list style: the lists that go on with it
	open     []odfOpenList
	defining string // the list style that is read
}

// odfOpenList is a list, or one in an item of another.
type odfOpenList struct {
	style    string
	counters *listCounters
	marker   string // of the item that is open, until its first paragraph
}

func newODFLists() *odfLists {
	return &odfLists{styles: map[string][]listLevel{}, counters: map[string]*listCounters{}}
}

// readListStyleElement reads an element of a list style.
func (l *odfLists) readListStyleElement(e element) {
	switch e.name {
	case "list-style":
		l.defining = e.attributeValue("name")
	case "list-level-style-number", "list-level-style-bullet", "list-level-style-image":
		level := atoiOr(e.attributeValue("level"), 0) - 1
		if level < 0 || level >= maxListLevels || l.defining == "" {
			return
		}
		all := l.styles[l.defining]
		for len(all) <= level {
			all = append(all, listLevel{start: 1})
		}
		all[level] = odfListLevel(e, level)
		l.styles[l.defining] = all
	}
}

// odfListLevel returns what an element says of a level.
func odfListLevel(e element, level int) listLevel {
	out := listLevel{start: atoiOr(e.attributeValue("start-value"), 1)}
	if e.name != "list-level-style-number" || e.attributeValue("num-format") == "" {
		return out
	}
	formats := map[string]string{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
	if out.format = formats[e.attributeValue("num-format")]; out.format == "" {
		out.format = "decimal"
	}
	shown := min(max(atoiOr(e.attributeValue("display-levels"), 1), 1), level+1)
	for i := level - shown + 1; i <= level; i++ {
		if i > level-shown+1 {
			out.text += "."
		}
		out.text += "%" + string(rune('1'+i))
	}
	out.text = e.attributeValue("num-prefix") + out.text + e.attributeValue("num-suffix")
	return out
}

// openList opens a list. One in an item goes on with the style of that around it.
func (l *odfLists) openList(e element) {
	list := odfOpenList{style: e.attributeValue("style-name")}
	if n := len(l.open); n > 0 {
		list.counters = l.open[n-1].counters
		if list.style == "" {
			list.style = l.open[n-1].style
		}
		l.open = append(l.open, list)
		return
	}
	goesOn := e.attributeValue("continue-numbering") == "true" || e.attributeValue("continue-list") != ""
	if list.counters = l.counters[list.style]; list.counters == nil || !goesOn {
		list.counters = &listCounters{}
		l.counters[list.style] = list.counters
	}
	l.open = append(l.open, list)
}

func (l *odfLists) closeList() {
	if n := len(l.open); n > 0 {
		l.open = l.open[:n-1]
	}
}

// beginItem numbers an item; a list-header has no number.
func (l *odfLists) beginItem(e element) {
	n := len(l.open)
	if n == 0 || n > maxListLevels {
		return
	}
	list := &l.open[n-1]
	list.marker = ""
	if e.name == "list-header" {
		return
	}
	if start := atoiOr(e.attributeValue("start-value"), 0); start > 0 {
		list.counters[n-1] = start - 1
	}
	list.marker = list.counters.nextItemMarker(l.styles[list.style], n-1)
}

// takeMarker returns the number of the item whose first paragraph this is, "" in other paragraphs.
func (l *odfLists) takeMarker() string {
	n := len(l.open)
	if n == 0 {
		return ""
	}
	marker := l.open[n-1].marker
	l.open[n-1].marker = ""
	return marker
}
