package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"memoir/ui/theme"
)

// formulaSources returns the formulas that a text has, inline ones and displays.
func formulaSources(blocks []Block) []string {
	var out []string
	for _, b := range blocks {
		if b.Kind == Math {
			out = append(out, b.Text)
		}
		for _, s := range slices.Concat(append(append([][]Span{b.Spans}, b.Header...), slices.Concat(b.Rows...)...)...) {
			if s.Style&TeX != 0 {
				out = append(out, s.Text)
			}
		}
	}
	return out
}

func TestMoneyVariablesAndEscapesAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"It costs $5 and $6.":                      "",
		"between $100 and $200/month, i.e. $300":   "",
		"$5-$6, US$5, $ 5 $, $5k$6":                "",
		"$HOME/$USER and ${A}-${B}":                "",
		"$20,000 or 30$ in $":                      "",
		`a price of \$5$ and \$6$`:                 "",
		`see \[1\] and \[link\] and \(a note\`:     "",
		"a $ b $ c":                                "",
		"`$x$` in code":                            "",
		"$x$ and $y$":                              "$x$|$y$",
		"$5 + x$, $2^n$ and $10$":                  "$5 + x$|$2^n$|$10$",
		"the $n$th and $k$-th, $x$'s":              "$n$|$k$|$x$",
		`\(a+b\), \[x = 1\] and $$y$$`:             `\(a+b\)|\[x = 1\]|$$y$$`,
		"cost $5, so $x = 5$":                      "$x = 5$",
		"$$\na\n=\n- b\n+ c\n$$":                   "$$\na\n=\n- b\n+ c\n$$",
		"text\n$$\nx\n$$\nmore $z$":                "$$\nx\n$$|$z$",
		"$$\nx\n\ny\n$$":                           "",
		"an unfinished $x^2 and\n\n$$\nx":          "",
		"- item\n  $$\n  x = 1\n  $$\n  after $y$": "$$\nx = 1\n$$|$y$",
		"| $a$ | b |\n|---|---|\n| c | $d_1$ |":    "$a$|$d_1$",
		"```math\nx^2\n```":                        "$$\nx^2\n$$",
		"```latex\nx^2\n```":                       "",
		"## Why $E = mc^2$":                        "$E = mc^2$",
	} {
		if got := strings.Join(formulaSources(Parse(text)), "|"); got != want {
			t.Errorf("%q has the formulas %q, want %q", text, got, want)
		}
	}
}

func TestTypedMessagesHaveFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"It costs $5 and $6.":             "",
		"`$x$` and \\$x$ and $HOME/$USER": "",
		"Solve $x^2 = 2$, please":         "$x^2 = 2$",
		"Look:\n$$\nx = 1\n$$\nand":       "$$\nx = 1\n$$",
		"in $$a$$ line, \\(b_1\\)":        "$$a$$|\\(b_1\\)",
		"one\n\n  \\[ c = d \\]  \n":      "\\[ c = d \\]",
	} {
		blocks := BlocksOfTypedTextWithCodeAndTeX(text)
		if got := strings.Join(formulaSources(blocks), "|"); got != want {
			t.Errorf("%q has the formulas %q, want %q", text, got, want)
		}
		for _, b := range blocks {
			if b.PlainText() != text[b.sourceStart:b.sourceStart+len(b.PlainText())] {
				t.Errorf("%q: the block %q is not at %d", text, b.PlainText(), b.sourceStart)
			}
		}
	}
}

// formulaRasters returns the formulas that are drawn, with their places in the view.
func formulaRasters(v *View) []*canvas.Raster {
	var out []*canvas.Raster
	for _, it := range v.widgets.drawnItems {
		for _, o := range it.widget.objects {
			if r, ok := o.(*canvas.Raster); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

func TestUnfinishedFormulasAreSourceUntilTheyAreClosed(t *testing.T) {
	v := newViewOf700Pixels(t)
	const text = "Let $x_1^2$ be\n\n$$\n\\frac{a}{b}\n$$\n\n\\[ c = d \\]\n"
	for _, c := range []struct {
		part  string
		drawn int
	}{
		{"Let $x_1^2", 0},
		{"Let $x_1^2$", 1},
		{"Let $x_1^2$ be\n\n$$\n\\frac{a}{b}", 1},
		{"Let $x_1^2$ be\n\n$$\n\\frac{a}{b}\n$", 1},
		{"Let $x_1^2$ be\n\n$$\n\\frac{a}{b}\n$$", 2},
		{"Let $x_1^2$ be\n\n$$\n\\frac{a}{b}\n$$\n\n\\[ c = d", 2},
		{text, 3},
	} {
		v.ShowMarkdown(c.part, true)
		v.Resize(sizeAtWidth(v, 500))
		if n := len(formulaRasters(v)); n != c.drawn {
			t.Errorf("of %q %d formulas are drawn, want %d", c.part, n, c.drawn)
		}
		if !strings.HasPrefix(c.part, v.SourceText()) {
			t.Errorf("the source of %q is %q", c.part, v.SourceText())
		}
	}
}

func TestWhatCannotBeSetIsReadableSource(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("An $\\unknown{x}$ and\n\n$$\n\\unknown{y}\n$$\n", false)
	v.Resize(sizeAtWidth(v, 500))
	if n := len(formulaRasters(v)); n > 0 {
		t.Errorf("%d formulas are drawn", n)
	}
	if s := test.RenderObjectToMarkup(v); !strings.Contains(s, `$\unknown{x}$`) || !strings.Contains(s, `\unknown{y}`) {
		t.Errorf("the source is missing in %s", s)
	}
}

func TestFormulaIsSelectedAsAWholeAndCopiedAsSource(t *testing.T) {
	v := newViewOf700Pixels(t)
	const text = "Let $x^2 + y^2$ be.\n\n$$\nz = \\frac{1}{2}\n$$\n\nEnd."
	v.ShowMarkdown(text, false)
	v.Resize(sizeAtWidth(v, 500))
	all := "Let $x^2 + y^2$ be.\n\n$$\nz = \\frac{1}{2}\n$$\n\nEnd."
	from := strings.Index(all, "$x")
	for _, c := range []struct {
		a, b       int
		text, mark string
	}{
		{from + 3, from + 4, "$x^2 + y^2$", "$x^2 + y^2$"},
		{1, from + 1, "et $x^2 + y^2$", "et $x^2 + y^2$"},
		{from + 5, from + 13, "$x^2 + y^2$ b", "$x^2 + y^2$ b"},
	} {
		v.SelectRange(c.a, c.b)
		if got := v.SelectedText(); got != c.text {
			t.Errorf("%d to %d is %q, want %q", c.a, c.b, got, c.text)
		}
		if got := v.SelectedMarkdown(); got != c.mark {
			t.Errorf("%d to %d is the Markdown %q, want %q", c.a, c.b, got, c.mark)
		}
	}
	v.SelectAll()
	if got := v.SelectedText(); got != all {
		t.Errorf("everything is copied as %q", got)
	}
	// A step of the keyboard passes a whole formula, and a double click selects it.
	if to := v.blocks.positionOneStepAway(from, true, false); to != from+len("$x^2 + y^2$") {
		t.Errorf("a step from %d leads to %d", from, to)
	}
	r := formulaRasters(v)[0]
	click := fyne.NewPos(r.Position().X+r.Size().Width/2, r.Position().Y+r.Size().Height/2)
	if a, b := v.blocks.wordOrFormulaAround(
		v.blocks.textPositionAtPoint(click),
	); a != from || b != from+len("$x^2 + y^2$") {
		t.Errorf("a double click selects %d to %d", a, b)
	}
}

// Whatever the width, a formula is on one line as a whole, inside the column, and on the baseline.
func TestFormulasWrapAsWholesWithinTheColumn(t *testing.T) {
	v := newViewOf700Pixels(t)
	text := "Some words, then ($a + b + c$), ($x^2$-$y^2$), and **$\\alpha_1$** or 文字$\\frac{1}{2}$文字 and a long one: " +
		"$a_1 + a_2 + a_3 + a_4 + a_5 + a_6$. שלום $x + 1$ עולם."
	v.ShowMarkdown(text, false)
	for width := float32(150); width < 700; width += 7 {
		v.Resize(sizeAtWidth(v, width))
		l := v.blocks.items[0].layout.(*textLayout)
		pieces := 0
		for i, ln := range l.wrapped.lines {
			if i > 0 && ln.top != l.wrapped.lines[i-1].top+l.wrapped.lines[i-1].height {
				t.Fatalf("line %d at %v px is not below the one before", i, width)
			}
			for _, p := range ln.pieces {
				f := l.wrapped.formulaOfSpan(p.span)
				if f == nil {
					continue
				}
				pieces++
				if p.end-p.start != len(l.wrapped.spans[p.span].Text) {
					t.Fatalf("at %v px a formula is cut: %q", width, l.wrapped.text[p.start:p.end])
				}
				if p.x+p.width > width+1 {
					t.Fatalf("at %v px %q ends at %v", width, l.wrapped.text[p.start:p.end], p.x+p.width)
				}
				above, below := f.Height*float64(p.face.size), f.Depth*float64(p.face.size)
				if above > float64(ln.base)+1 || below > float64(ln.height-ln.base)+1 {
					t.Fatalf("at %v px %q is higher than its line", width, l.wrapped.text[p.start:p.end])
				}
			}
		}
		if pieces < 6 {
			t.Fatalf("at %v px %d formulas are drawn", width, pieces)
		}
		requireAllTextDrawn(t, v.blocks.items[0])
	}
}

func TestWideDisplaysAreScrolledWithinTheirColumn(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("$$\n"+strings.Repeat("a_1 + b_2 + ", 30)+"c\n$$", false)
	v.Resize(sizeAtWidth(v, 400))
	it := v.blocks.items[0]
	if it.overflowWidth() <= 0 {
		t.Fatal("a wide formula does not overflow")
	}
	it.widget.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(-1e6, 0)})
	l := it.layout.(*formulaLayout)
	if right := l.drawnLeftEdge() + float32(l.area.Dx()); right > 400 || right < 380 {
		t.Errorf("scrolled to its end it ends at %v", right)
	}
	for _, r := range l.rectsOfTextRange(0, l.length) {
		if r.x < 0 || r.x+r.w > 400 {
			t.Errorf("its selection is from %v to %v", r.x, r.x+r.w)
		}
	}
}

func TestFormulasGrowWithTheTextAndTakeTheColorOfTheTheme(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("$$\nx + y\n$$", false)
	v.Resize(sizeAtWidth(v, 400))
	small := formulaRasters(v)[0].Size()
	a := fyne.CurrentApp()
	a.Settings().SetTheme(theme.New(theme.Options{Zoom: 2, Dark: true}))
	v.Refresh()
	large := formulaRasters(v)[0]
	if large.Size().Width < 1.8*small.Width || large.Size().Height < 1.7*small.Height {
		t.Errorf("at twice the text size it is %v instead of %v", large.Size(), small)
	}
	img := large.Generator(int(large.Size().Width), int(large.Size().Height))
	brightest := uint32(0)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, _, _, _ := img.At(x, y).RGBA()
			brightest = max(brightest, r)
		}
	}
	if brightest < 0xC000 {
		t.Errorf("on dark ground its brightest pixel is %#x", brightest)
	}
}

func TestEachFormulaIsSetOnce(t *testing.T) {
	v := newViewOf700Pixels(t)
	text := formulaText(8 << 10)
	forEachGrowingPrefix(text, 7, func(part string) {
		v.ShowMarkdown(part, true)
		v.Resize(sizeAtWidth(v, 700))
	})
	v.ShowMarkdown(text, false)
	v.Resize(sizeAtWidth(v, 500))
	different := map[string]bool{}
	for _, f := range formulaSources(Parse(text)) {
		different[f] = true
	}
	if n := v.blocks.metrics.formulas.setCount; n != len(different) {
		t.Errorf("%d different formulas were set %d times", len(different), n)
	}
}

// textWithFormulaPieces draws Markdown with pieces of formulas.
func textWithFormulaPieces(t *rapid.T) string {
	pieces := []string{
		"$", "$$", "$$\n", "\n$$", "\\[", "\\]", "\\(", "\\)", "\n", "\n\n", "x", "= 1", "\n=\n", "\n- ", "\n1. ", "> ", " ",
		"a b", "5", "^2", "_", "*", "`", "```math\n", "\n```\n", "| a |\n|---|\n", "\\", "# ", "  ",
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "text"), "")
}

func TestGrowingTextWithFormulasEndsLikeAFullParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textWithFormulaPieces(t)
		r := NewIncrementalParser()
		r.minOpenBytes = 20
		forEachGrowingPrefix(text, rapid.IntRange(1, 9).Draw(t, "delta"), func(part string) { r.ParseText(part, true) })
		got, want := r.ParseText(text, false), Parse(text)
		if len(got) != len(want) {
			t.Fatalf(
				"%q has %d blocks, want %d\ngot  %s\nwant %s", text, len(got), len(want), describeBlocks(got), describeBlocks(want),
			)
		}
		for i := range got {
			if got[i].contentHash != want[i].contentHash {
				t.Fatalf("%q, block %d\ngot  %s\nwant %s", text, i, describeBlocks(got), describeBlocks(want))
			}
		}
	})
}

func describeBlocks(blocks []Block) string {
	var s strings.Builder
	for _, b := range blocks {
		fmt.Fprintf(&s, "[%d %d %q]", b.Kind, len(b.Containers), b.PlainText())
	}
	return s.String()
}
