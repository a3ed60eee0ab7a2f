package formula

import (
	"bufio"
	"image"
	"image/color"
	"math"
	"os"
	"strings"
	"testing"

	"memoir/assets/fonts"
)

func newTypesetter(t testing.TB) *Typesetter {
	t.Helper()
	ty, err := NewTypesetter(fonts.Math)
	if err != nil {
		t.Fatal(err)
	}
	return ty
}

func typesetOrFail(t testing.TB, ty *Typesetter, source string, isDisplay bool) *Formula {
	t.Helper()
	f, err := ty.Typeset(source, isDisplay)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return f
}

// testFormulasWithDelimiters returns the formulas of testdata, with their delimiters.
func testFormulasWithDelimiters(t testing.TB) []string {
	t.Helper()
	file, err := os.Open("testdata/formulas.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if l := lines.Text(); !strings.HasPrefix(l, "#") {
			out = append(out, l)
		}
	}
	return out
}

func splitDelimiters(source string) (body string, isDisplay bool) {
	return strings.Trim(source, "$"), strings.HasPrefix(source, "$$")
}

// The share is what docs/benchmarks.md says: 199 of 200, the other has a macro of its own.
func TestFormulasOfPublicProjectsAreDrawnWhole(t *testing.T) {
	ty := newTypesetter(t)
	all := testFormulasWithDelimiters(t)
	drawn := 0
	for _, source := range all {
		body, isDisplay := splitDelimiters(source)
		f, err := ty.Typeset(body, isDisplay)
		if err != nil {
			t.Logf("%v: %s", err, source)
			continue
		}
		drawn++
		for _, size := range []float32{14.4, 18, 36} {
			requireNothingCut(t, f, size, source)
		}
	}
	t.Logf("%d of %d formulas are drawn", drawn, len(all))
	if len(all) != 200 || drawn < 199 {
		t.Errorf("%d of %d formulas are drawn, want 199 of 200", drawn, len(all))
	}
}

// requireNothingCut draws a formula and fails unless there is ink, and none at the edge of the image.
func requireNothingCut(t *testing.T, f *Formula, size float32, source string) {
	t.Helper()
	area := f.PixelBounds(size)
	img := f.DrawImage(size, area.Dx(), area.Dy(), color.Black)
	ink := false
	for y := range area.Dy() {
		for x := range area.Dx() {
			if img.NRGBAAt(x, y).A == 0 {
				continue
			}
			ink = true
			if x == 0 || y == 0 || x == area.Dx()-1 || y == area.Dy()-1 {
				t.Fatalf("%s at %v px is cut at %d, %d of %v", source, size, x, y, area)
			}
		}
	}
	if !ink {
		t.Fatalf("%s at %v px is empty", source, size)
	}
}

// Each line is a kind of formula that replies have.
func TestKindsOfFormulasAreSet(t *testing.T) {
	ty := newTypesetter(t)
	for _, source := range []string{
		`\frac{a}{b} + \dfrac12 + \tfrac ab + {a \over b} + \cfrac{1}{1+\cfrac{1}{x}}`,
		`\sqrt{x} + \sqrt[3]{x+y}`, `x_i^2 + x^{2^n} + {}^{14}_{6}\mathrm{C} + f''(x) + f'^2 + y^\prime_i`,
		`\sum_{i=1}^n i \int_0^\infty \oint \prod\limits_{k} \lim_{x \to 0} \iint\limits_D`,
		`\alpha\beta\gamma\Gamma\Omega\varepsilon\vartheta\varphi`, `\sin x + \log_2 n + \max_i x_i + \limsup_n a_n`,
		`\operatorname{softmax}(z) + \operatorname*{arg\,max}_\theta`,
		`\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{bmatrix} 1 \\ 2 \end{bmatrix} \begin{vmatrix} x \end{vmatrix}`,
		`\left[\begin{array}{cc|c} 1 & 2 & 3 \\ \hline 4 & 5 & 6 \end{array}\right]`,
		`f(x) = \begin{cases} 1 & \text{if } x > 0 \\[2pt] 0 & \text{otherwise} \end{cases}`,
		`\begin{align*} a &= b + c \\ &= d \tag{1} \end{align*}`, `\begin{gathered} a \\ b \end{gathered}`,
		`\hat x + \widehat{xyz} + \vec v + \bar{x} + \dot x + \tilde\imath`,
		`\overline{AB} + \overrightarrow{AB} + \underline{x}`,
		`\underbrace{a + b}_{n} + \overbrace{c + d}^{m} + \overset{!}{=} + \underset{x}{y} + \stackrel{\text{def}}{=}`,
		`\text{if $x > 0$ and } \textbf{bold} + \mathrm{d}x + \mathbb{R}`,
		`\mathbf{v} + \mathcal{L} + \mathfrak{g} + \boldsymbol\beta`,
		`\left( \frac{1}{2} \right) + \left\{ x \middle| y \right\} + \left. x \right|_0`,
		`\bigl( \Bigr] + \|x\| + \lfloor y \rfloor`,
		`a \quad b \qquad c \, d \; e \! f \ g ~ h \hspace{1em} i \mkern3mu j`, `A \xrightarrow{f} B \xleftarrow[g]{h} C`,
		`\binom{n}{k} + {n \choose k}`, `a \equiv b \pmod{n} + a \bmod b`, `\not= + \not\in + x \not\perp y`,
		`\sum_{\substack{i < n \\ j < m}} x_{ij}`, `\boxed{E = mc^2} + \cancel{x} + \phantom{x}`, `50\% + \$5 + \{x\} + a\_b`,
		`x ≤ y, α ∈ ℝ, ∑ x → ∞`, `\color{red} x + \textcolor{blue}{y}`, `a & b \\ c & d`, `{\bf x} + {\rm d}x`,
	} {
		for _, isDisplay := range []bool{true, false} {
			if _, err := ty.Typeset(source, isDisplay); err != nil {
				t.Errorf("%s: %v", source, err)
			}
		}
	}
}

func TestWhatCannotBeSetIsAnError(t *testing.T) {
	ty := newTypesetter(t)
	for _, source := range []string{
		``, ` `, `\unknown{x}`, `\newcommand{\x}{y}`, `\def\x{y}`, `\input{/etc/passwd}`, `\include{x}`, `\frac{1}`, `{x`,
		`x}`, `\left( x`, `x \right)`, `\begin{matrix} a`, `\begin{x} a \end{x}`, `\begin{matrix} a \end{pmatrix}`, `x^2^3`,
		`x_1_2`, `^`, `x^`, `\sqrt`, `\text{漢字}`, `\text{x`, `\left x y \right)`, `\end{matrix}`, `a & b \\ \right)`,
		`\hspace{x}`,
		strings.Repeat("{", 200) + strings.Repeat("}", 200), strings.Repeat("x", 20<<10),
		strings.Repeat(`\cfrac{1}{1+`, 58) + "漢" + strings.Repeat(`}`, 58),
		strings.Repeat(`\frac{`, 100) + "x" + strings.Repeat(`}{y}`, 100),
	} {
		if f, err := ty.Typeset(source, true); err == nil {
			t.Errorf("%.40s is set, %v wide", source, f.Width)
		}
	}
}

func TestSizesFollowTheRulesOfTeX(t *testing.T) {
	ty := newTypesetter(t)
	width := func(s string) float64 { return typesetOrFail(t, ty, s, false).Width }
	height := func(s string, isDisplay bool) float64 {
		f := typesetOrFail(t, ty, s, isDisplay)
		return f.Height + f.Depth
	}
	for _, c := range []struct {
		name  string
		holds bool
	}{
		{"a binary operator has medium spaces", isNearlyEqual(width("a+b")-width("{a}{+}{b}"), 8*mu)},
		{"a relation has thick spaces", isNearlyEqual(width("a=b")-width("{a}{=}{b}"), 10*mu)},
		{"a sign has none", isNearlyEqual(width("-a"), width("{-}a"))},
		{"scripts have no spaces around operators", isNearlyEqual(width("x^{a+b}"), width("x^{a{+}b}"))},
		{"a comma is followed by a thin space", isNearlyEqual(width("a,b")-width("a{,}b"), 3*mu)},
		{"a function is followed by a thin space", isNearlyEqual(width(`\sin x`)-width(`\mathrm{sin}x`), 3*mu)},
		{"a sum is larger in a display", height(`\sum`, true) > 1.3*height(`\sum`, false)},
		{"its limits are above and below", height(`\sum_1^2`, true) > 2*height(`\sum`, true)*0.8},
		{"and beside it in a line", width(`\sum_1^2`) > width(`\sum`)},
		{"a fraction is smaller in a line", height(`\frac ab`, true) > 1.2*height(`\frac ab`, false)},
		{"scripts are smaller", width("x^{x}") < 1.85*width("x")},
		{"delimiters grow", height(`\left( \frac{\frac ab}{c} \right)`, true) > 0.9*height(`\frac{\frac ab}{c}`, true)},
		{"roots grow", height(`\sqrt{\frac ab}`, true) > height(`\frac ab`, true)},
		{"an integral's limits are beside it", height(`\int_0^1`, true) < 2*height(`\int`, true)},
		{"spaces of the source mean nothing", isNearlyEqual(width("a + b"), width("a+b"))},
	} {
		if !c.holds {
			t.Error(c.name + ": it does not")
		}
	}
}

func isNearlyEqual(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// A fraction's bar is on the axis, and whole pixels at every size.
func TestFractionBarIsDrawnOnWholePixels(t *testing.T) {
	ty := newTypesetter(t)
	f := typesetOrFail(t, ty, `\frac{x}{y}`, true)
	for _, size := range []float32{13, 18, 21.6, 40} {
		area := f.PixelBounds(size)
		img := f.DrawImage(size, area.Dx(), area.Dy(), color.Black)
		rows := 0
		for y := range area.Dy() {
			if isMiddleOfRowBlack(img, y, area.Dx()) {
				rows++
				if up := float64(-area.Min.Y-y) / float64(size); math.Abs(up-0.25) > 0.1 {
					t.Errorf("at %v px the bar is %v em above the baseline", size, up)
				}
			}
		}
		if want := int(max(math.Round(0.04*float64(size)), 1)); rows != want {
			t.Errorf("at %v px the bar has %d rows, want %d", size, rows, want)
		}
	}
}

// isMiddleOfRowBlack reports whether the middle half of a row is black throughout.
func isMiddleOfRowBlack(img *image.NRGBA, y, w int) bool {
	for x := w / 4; x < w*3/4; x++ {
		if img.NRGBAAt(x, y).A != 255 {
			return false
		}
	}
	return true
}

func TestDrawUsesTheColorAndTheDevicePixels(t *testing.T) {
	ty := newTypesetter(t)
	f := typesetOrFail(t, ty, "x", false)
	area := f.PixelBounds(18)
	img := f.DrawImage(18, 2*area.Dx(), 2*area.Dy(), color.NRGBA{R: 10, G: 20, B: 30, A: 255})
	if img.Bounds().Dx() != 2*area.Dx() || img.Bounds().Dy() != 2*area.Dy() {
		t.Fatalf("the image is %v for %v at twice the scale", img.Bounds(), area)
	}
	darkest := color.NRGBA{}
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i+3] > darkest.A {
			darkest = color.NRGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}
		}
	}
	if darkest.A < 200 || darkest.R != 10 || darkest.G != 20 || darkest.B != 30 {
		t.Errorf("the ink is %v", darkest)
	}
	if tiny := f.DrawImage(18, 1<<20, 1<<20, color.Black); tiny.Bounds().Dx() > 1 {
		t.Error("an image without bounds is drawn")
	}
}

// FuzzTypeset sets any source: it ends in a formula of finite size that can be drawn, or in an error.
func FuzzTypeset(f *testing.F) {
	for _, source := range testFormulasWithDelimiters(f) {
		body, _ := splitDelimiters(source)
		f.Add(body)
	}
	for _, s := range []string{
		`\left(\middle|\right)`, `\begin{array}{l|c|}a&b\\\hline\end{array}`, `\text{a $b$ \alpha}`, `x''''''''^{'}`,
		`\sqrt[\sqrt`, `\underbrace{}_{}`, `\not`, `\hspace{1e9em}`, `\\[1e300em]`, "\xff\\\xff",
		`\begin{aligned}&&&\\&\end{aligned}`,
	} {
		f.Add(s)
	}
	ty := newTypesetter(f)
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 2<<10 {
			t.Skip()
		}
		for _, isDisplay := range []bool{true, false} {
			formula, err := ty.Typeset(source, isDisplay)
			if err != nil {
				continue
			}
			if !isNumberBelowOneMillion(formula.Width) || !isNumberBelowOneMillion(formula.Height) ||
				!isNumberBelowOneMillion(formula.Depth) {
				t.Fatalf("%q is %v by %v + %v", source, formula.Width, formula.Height, formula.Depth)
			}
			if len(formula.ops) > maxOps {
				t.Fatalf("%q makes %d glyphs", source, len(formula.ops))
			}
			area := formula.PixelBounds(10)
			formula.DrawImage(10, min(area.Dx(), 400), min(area.Dy(), 400), color.Black)
		}
	})
}

func isNumberBelowOneMillion(v float64) bool { return !math.IsNaN(v) && math.Abs(v) < 1e6 }

// BenchmarkTypeset sets all formulas of testdata, and draws them at 18 pixels.
func BenchmarkTypeset(b *testing.B) {
	all := testFormulasWithDelimiters(b)
	ty := newTypesetter(b)
	for b.Loop() {
		for _, source := range all {
			body, isDisplay := splitDelimiters(source)
			_, _ = ty.Typeset(body, isDisplay)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(all)), "µs/formula")
}

func BenchmarkDraw(b *testing.B) {
	ty := newTypesetter(b)
	var set []*Formula
	for _, source := range testFormulasWithDelimiters(b) {
		body, isDisplay := splitDelimiters(source)
		if f, err := ty.Typeset(body, isDisplay); err == nil {
			set = append(set, f)
		}
	}
	for b.Loop() {
		for _, f := range set {
			area := f.PixelBounds(18)
			f.DrawImage(18, area.Dx(), area.Dy(), color.Black)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(set)), "µs/formula")
}

// BenchmarkReadFont is what the first formula of a window costs in addition.
func BenchmarkReadFont(b *testing.B) {
	for b.Loop() {
		newTypesetter(b)
	}
}
