package markdown

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// specExample is one example of the specification.
type specExample struct {
	Markdown string `json:"markdown"`
	HTML     string `json:"html"`
	Number   int    `json:"example"`
	Section  string `json:"section"`
}

// Reasons why some examples differ from the text content of the reference HTML.
const (
	tagsShownAsText = "tags and comments are shown as they were written; the reference passes them on as HTML"
	namedAfterFile  = "a picture without a text is named after its file"
)

// reasonsOfDifferingExamples lists the examples that differ, by number, with the reason.
func reasonsOfDifferingExamples() map[int]string {
	out := map[int]string{581: namedAfterFile}
	for _, r := range [][2]int{
		{21, 21},
		{31, 31},
		{148, 191},
		{201, 201},
		{308, 309},
		{344, 344},
		{475, 477},
		{491, 491},
		{494, 494},
		{524, 524},
		{536, 536},
		{613, 617},
		{623, 623},
		{625, 631},
		{642, 643},
	} {
		for n := r[0]; n <= r[1]; n++ {
			out[n] = tagsShownAsText
		}
	}
	return out
}

func TestCommonMarkExamplesShowReferenceText(t *testing.T) {
	compareVisibleTextWithHTML(t, "testdata/commonmark-0.31.json", 652, reasonsOfDifferingExamples())
}

// TestGFMExamplesShowReferenceText covers tables, task lists, strikethrough and autolinks; the
// numbers are those of the GFM specification 0.29.
func TestGFMExamplesShowReferenceText(t *testing.T) {
	compareVisibleTextWithHTML(t, "testdata/gfm-0.29.json", 24, map[int]string{653: tagsShownAsText})
}

// compareVisibleTextWithHTML compares the visible text of examples with the text of their HTML; known
// lists those that differ, with the reason.
func compareVisibleTextWithHTML(t *testing.T, file string, count int, known map[int]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []specExample
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != count {
		t.Fatalf("%d examples, want %d", len(all), count)
	}
	for _, ex := range all {
		got, want := visibleText(Parse(ex.Markdown)), htmlText(t, ex.HTML)
		why, listed := known[ex.Number]
		if got != want && !listed {
			t.Errorf("example %d (%s)\nmarkdown %q\ngot  %q\nwant %q", ex.Number, ex.Section, ex.Markdown, got, want)
		}
		if got == want && listed {
			t.Errorf("example %d is listed as different (%s), but is not", ex.Number, why)
		}
	}
}

// TestGFMExamplesKeepTheirStructure counts the markup of the reference: cells, checkboxes,
// strikethrough and links.
func TestGFMExamplesKeepTheirStructure(t *testing.T) {
	data, err := os.ReadFile("testdata/gfm-0.29.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []specExample
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, ex := range all {
		got := countMarkup(Parse(ex.Markdown))
		want := map[string]int{}
		for name, tag := range map[string]string{
			"table": "<table>", "head": "<th", "checked": `<input checked=""`, "struck": "<del>", "link": "<a href=",
		} {
			if n := strings.Count(strings.ReplaceAll(ex.HTML, "<thead>", ""), tag); n > 0 {
				want[name] = n
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("example %d (%s): %v, want %v", ex.Number, ex.Section, got, want)
		}
	}
}

func countMarkup(blocks []Block) map[string]int {
	got := map[string]int{}
	add := func(name string, on bool) {
		if on {
			got[name]++
		}
	}
	spans := func(all []Span) {
		for _, s := range all {
			add("struck", s.Style&Strike != 0)
			add("link", s.Link != "")
		}
	}
	for _, b := range blocks {
		add("table", b.Kind == Table)
		for _, f := range b.Containers {
			add("checked", f.IsFirst && f.Marker == "☑")
		}
		spans(b.Spans)
		for _, c := range b.Header {
			add("head", true)
			spans(c)
		}
		for _, r := range b.Rows {
			for _, c := range r {
				spans(c)
			}
		}
	}
	return got
}

// visibleText joins the text of all blocks with single spaces.
func visibleText(blocks []Block) string {
	var s strings.Builder
	for i := range blocks {
		s.WriteString(blocks[i].PlainText() + "\n")
	}
	return strings.Join(strings.Fields(s.String()), " ")
}

// htmlText returns the text content of HTML, including alternative texts of images, with single
// spaces.
func htmlText(t *testing.T, src string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			s.WriteString(n.Data)
		case n.Data == "img":
			for _, a := range n.Attr {
				if a.Key == "alt" {
					s.WriteString(a.Val)
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		switch n.Data {
		case "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "td", "th", "br", "hr":
			s.WriteByte('\n')
		}
	}
	walk(doc)
	return strings.Join(strings.Fields(s.String()), " ")
}

func TestExtensionsShowTheirText(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"a table shows its cells":          {"| a | b |\n|---|:-:|\n| 1 | **2** |", "a b 1 2"},
		"a pipe can be escaped in a cell":  {"| a |\n|---|\n| x \\| y |", "a x | y"},
		"rows may lack cells":              {"| a | b |\n|---|---|\n| 1 |", "a b 1"},
		"tasks show their text":            {"- [x] done\n- [ ] open", "done open"},
		"struck text stays":                {"~~old~~ new", "old new"},
		"an address is a link":             {"see https://example.org/a?b=c, ok", "see https://example.org/a?b=c, ok"},
		"a www name is a link":             {"www.example.org", "www.example.org"},
		"an e-mail address is a link":      {"to a@example.org", "to a@example.org"},
		"an inline tag is shown":           {"press <kbd>Ctrl</kbd>", "press <kbd>Ctrl</kbd>"},
		"a break tag breaks the line":      {"one<br>two", "one two"},
		"two prices are money":             {"between $5 and $6 each", "between $5 and $6 each"},
		"a formula keeps its underscores":  {"so $a_i * b_i$ holds", "so $a_i * b_i$ holds"},
		"a formula with backslash parens":  {`so \(a_i\) holds`, `so \(a_i\) holds`},
		"an HTML block is shown":           {"<div>\n<b>x</b>\n</div>", "<div> <b>x</b> </div>"},
		"deep nesting is folded, not lost": {strings.Repeat("> ", 60) + "deep", "deep"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := visibleText(Parse(c.src)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSpansHaveStylesAndLinks(t *testing.T) {
	blocks := Parse("**b** *i* ***bi*** ~~s~~ `c` [l](https://e.org) <a@e.org> ![p](https://e.org/p.png) $x^2$")
	want := map[string]Span{
		"b": {Style: Bold}, "i": {Style: Italic}, "bi": {Style: Bold | Italic}, "s": {Style: Strike}, "c": {Style: Mono},
		"l": {Link: "https://e.org"}, "a@e.org": {Link: "mailto:a@e.org"},
		"p": {Style: Image, Link: "https://e.org/p.png"}, "$x^2$": {Style: TeX},
	}
	for _, s := range blocks[0].Spans {
		w, ok := want[s.Text]
		if !ok {
			continue
		}
		if s.Style != w.Style || s.Link != w.Link {
			t.Errorf("%q: style %b link %q, want %b %q", s.Text, s.Style, s.Link, w.Style, w.Link)
		}
		delete(want, s.Text)
	}
	if len(want) > 0 {
		t.Errorf("missing %v", want)
	}
}

func TestMoneyIsNotParsedAsFormula(t *testing.T) {
	for src, want := range map[string]bool{
		"between $5 and $6": false, "pay a$b and c$5 more": false, "$5 in, 6$ out": false, "$ x $": false,
		"$x$": true, "$2x + 1$": true, `\(x\)`: true, "$5_a$": true,
	} {
		got := false
		for _, s := range Parse(src)[0].Spans {
			got = got || s.Style&TeX != 0
		}
		if got != want {
			t.Errorf("%q is a formula: %v, want %v", src, got, want)
		}
	}
}
