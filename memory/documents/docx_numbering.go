package documents

import "strconv"

// docxNumbering numbers the paragraphs of a Word document that stand in lists (ECMA-376 part 1, 17.9).
type docxNumbering struct {
	lists    map[string]docxList      // by numId
	counters map[string]*listCounters // by the list that others are made of, which number together
}

type docxList struct {
	abstract string
	levels   []listLevel
	restarts map[int]int // first number of a level for this list alone
	isBegun  bool
}

// docxValue is an element of which only the value counts.
type docxValue struct {
	Value string `xml:"val,attr"`
}

type docxLevel struct {
	Level  string    `xml:"ilvl,attr"`
	Start  docxValue `xml:"start"`
	Format docxValue `xml:"numFmt"`
	Text   docxValue `xml:"lvlText"`
}

// readDOCXNumbering reads the lists of a document. One without them has no numbers.
func readDOCXNumbering(a *archive, part string) *docxNumbering {
	var file struct {
		Abstract []struct {
			ID     string      `xml:"abstractNumId,attr"`
			Levels []docxLevel `xml:"lvl"`
		} `xml:"abstractNum"`
		Lists []struct {
			ID        string    `xml:"numId,attr"`
			Abstract  docxValue `xml:"abstractNumId"`
			Overrides []struct {
				Level string     `xml:"ilvl,attr"`
				Start *docxValue `xml:"startOverride"`
			} `xml:"lvlOverride"`
		} `xml:"num"`
	}
	n := &docxNumbering{lists: map[string]docxList{}, counters: map[string]*listCounters{}}
	if unmarshalArchiveFile(a, part, &file) != nil {
		return n // the text can be read without them
	}
	levels := map[string][]listLevel{}
	for _, abstract := range file.Abstract {
		levels[abstract.ID] = listLevelsOfDOCX(abstract.Levels)
	}
	for _, l := range file.Lists {
		list := docxList{abstract: l.Abstract.Value, levels: levels[l.Abstract.Value], restarts: map[int]int{}}
		for _, o := range l.Overrides {
			if o.Start != nil {
				list.restarts[atoiOr(o.Level, 0)] = atoiOr(o.Start.Value, 1)
			}
		}
		n.lists[l.ID] = list
		n.counters[list.abstract] = &listCounters{}
	}
	return n
}

func listLevelsOfDOCX(all []docxLevel) []listLevel {
	out := make([]listLevel, 0, len(all))
	for _, l := range all {
		level := listLevel{format: l.Format.Value, text: l.Text.Value, start: atoiOr(l.Start.Value, 1)}
		if level.format == "bullet" || level.format == "none" {
			level.format = ""
		}
		out = append(out, level)
	}
	return out
}

// nextMarkerOfList returns the marker of the next paragraph of a list, "" for a bullet.
func (n *docxNumbering) nextMarkerOfList(id string, level int) string {
	list, ok := n.lists[id]
	if !ok {
		return ""
	}
	counters := n.counters[list.abstract]
	if !list.isBegun {
		for level, start := range list.restarts {
			if level >= 0 && level < maxListLevels {
				counters[level] = max(start, 1) - 1
			}
		}
		list.isBegun = true
		n.lists[id] = list
	}
	return counters.nextItemMarker(list.levels, level)
}

func atoiOr(s string, otherwise int) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return otherwise
}
