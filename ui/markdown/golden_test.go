package markdown

import (
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/sebdah/goldie/v2"
)

// TestBlocksMatchGoldenDrawings compares the canvas objects of each kind of block with those in
// testdata; run it with -update after an intended change. The texts are ASCII, so that nothing
// depends on the fonts of the machine.
func TestBlocksMatchGoldenDrawings(t *testing.T) {
	for name, src := range map[string]string{
		"paragraph": "Plain, **bold**, *slanted*, ***both***, ~~struck~~, `code` and a [link](https://example.org) " +
			"in words that wrap over more than one line.\\\nA hard break.",
		"headings":  "# One\n\n## Two\n\n### Three\n\ntext",
		"lists":     "- a\n- b\n  1. c\n  2. d\n- [x] e\n- [ ] f\n\ntext\n\n10. g",
		"quote":     "> a quote\n>\n> > within one\n\ntext",
		"code":      "```go\nfunc main() {\n\tprintln(\"x\", 1) // note\n}\n```",
		"long-code": "```\n" + "one line that is far too long to fit into the width of this small view of ours\n" + "```",
		"formula":   "$$\na^2 + b^2 = c^2\n$$\n\nand $x_1$ within words",
		"table":     "| Left | Middle | Right |\n|---|:-:|--:|\n| a | b | 1 |\n| **bold** | `code` | 22 |",
		"wide-table": "| A | B | C | D |\n|---|---|---|---|\n" +
			"| incomprehensibilities | uncharacteristically | counterrevolutionary | internationalization |",
		"rule":      "a\n\n---\n\nb",
		"html":      "<details>\n<summary>x</summary>\n</details>",
		"picture":   "before ![a cat](https://example.org/cat.png) and ![a disk](file:///disk.png)",
		"selection": "some words\n\nmore words",
	} {
		t.Run(name, func(t *testing.T) {
			v := newViewOf700Pixels(t)
			v.ShowMarkdown(src, false)
			v.Resize(sizeAtWidth(v, 420))
			if name == "selection" {
				v.SelectRange(5, 14)
			}
			goldie.New(t, goldie.WithFixtureDir("testdata/drawn"), goldie.WithNameSuffix(".xml")).
				Assert(t, name, []byte(test.RenderObjectToMarkup(v)))
		})
	}
}
