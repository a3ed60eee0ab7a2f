package documents

// idOfChartOrDiagram returns the id of the chart or diagram that an element places, "" for other
// elements (ECMA-376 part 1, 21.2.2.29 and 21.4.2.21).
func idOfChartOrDiagram(e element) string {
	switch e.name {
	case "chart":
		return e.attributeValue("id")
	case "relIds":
		return e.attributeValue("dm")
	}
	return ""
}

// addChartOrDiagramIfReadable adds a chart as a table with its title, or the texts of a diagram.
// One that cannot be read is left out.
func addChartOrDiagramIfReadable(a *archive, name string, w *writer) {
	if !a.hasFile(name) || w.isLimitExceeded() {
		return
	}
	part, err := a.unpackFile(name)
	if err != nil {
		return
	}
	h := &chartHandler{slideHandler: slideHandler{w: w}}
	if walkXML(part, w, h) == nil {
		h.addSeriesAsTable()
	}
}

// maxChartPoints bounds the points of a series.
const maxChartPoints = 10_000

// chartHandler reads the title of a chart and the values that were last drawn. What stands in
// paragraphs, such as the title and all of a diagram, slideHandler adds.
type chartHandler struct {
	slideHandler
	series     []chartSeries
	categories []string // of the first series that has some
	part       string   // of the series: tx, cat or val
	point      int
	isValue    bool
}

type chartSeries struct {
	name       string
	categories []string
	values     []string
}

func (h *chartHandler) startElement(e element) {
	switch e.name {
	case "ser":
		h.series = append(h.series, chartSeries{})
	case "tx", "cat", "val", "xVal", "yVal":
		h.part = e.name
	case "pt":
		h.point = atoiOr(e.attributeValue("idx"), -1)
	case "v":
		h.isValue = true
	default:
		h.slideHandler.startElement(e)
	}
}

func (h *chartHandler) addCharacters(text string) {
	if !h.isValue || len(h.series) == 0 {
		h.slideHandler.addCharacters(text)
		return
	}
	s := &h.series[len(h.series)-1]
	switch h.part {
	case "tx":
		s.name += text
	case "cat", "xVal":
		s.categories = pointsWithTextAppended(s.categories, h.point, text)
	case "val", "yVal":
		s.values = pointsWithTextAppended(s.values, h.point, text)
	}
}

func pointsWithTextAppended(points []string, at int, text string) []string {
	if at < 0 || at >= maxChartPoints {
		return points
	}
	for len(points) <= at {
		points = append(points, "")
	}
	points[at] += text
	return points
}

func (h *chartHandler) endElement(name string) {
	switch name {
	case "tx", "cat", "val", "xVal", "yVal":
		h.part = ""
	case "v":
		h.isValue = false
	default:
		h.slideHandler.endElement(name)
	}
}

// addSeriesAsTable adds the values: a row for each category and a column for each series.
func (h *chartHandler) addSeriesAsTable() {
	rows := [][]string{{""}}
	for _, s := range h.series {
		if len(h.categories) == 0 {
			h.categories = s.categories
		}
		rows[0] = append(rows[0], s.name)
	}
	for i := range h.categories {
		row := []string{h.categories[i]}
		for _, s := range h.series {
			value := ""
			if i < len(s.values) {
				value = s.values[i]
			}
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	if len(h.series) > 0 {
		h.w.addTableOrParagraphs(rows)
	}
}
