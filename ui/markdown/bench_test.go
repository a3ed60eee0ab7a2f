package markdown

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"memoir/ui/theme"
)

// Parameters of the streaming benchmark.
const (
	deltaRunes  = 20  // characters per delta
	benchRuns   = 5   // runs; the median of their p99 is reported
	benchWindow = 800 // height of the visible range in pixels
	richSamples = 12  // number of RichText updates measured, spread over the text
)

// giantBlockTextsByName returns texts of one huge block each, which are reported separately.
func giantBlockTextsByName() map[string]string {
	var fence, table strings.Builder
	fence.WriteString("```go\n")
	for i := 0; fence.Len() < 64<<10; i++ {
		fmt.Fprintf(&fence, "func part%d(a int) int { return a + %d } // adds a number\n", i, i)
	}
	table.WriteString("| number | name | what it is |\n|---:|---|---|\n")
	for i := range 2000 {
		fmt.Fprintf(&table, "| %d | row %d | a **cell** with words |\n", i, i)
	}
	paragraph := strings.Repeat("Words of one *long* paragraph that never ends, ", 1400)[:64<<10]
	return map[string]string{
		"fence64KB": fence.String(), "table2000rows": table.String(), "paragraph64KB": paragraph,
		"list64KB": strings.Repeat("- An **item** of one list that has a thousand of them\n", 1400)[:64<<10],
	}
}

// BenchmarkStreaming streams a text into a view and reports milliseconds per delta: the median of
// the p99 of five runs, as wall time and, where the system reports it, as CPU time of the thread,
// which other programs do not inflate. The same texts in a widget.RichText that is parsed for every
// delta are measured at a few points only, because it would take hours otherwise.
func BenchmarkStreaming(b *testing.B) {
	texts := map[string]string{}
	for _, kb := range []int{16, 64, 256} {
		texts[fmt.Sprintf("mixed%dKB", kb)] = mixedMarkdownOfSize(kb << 10)
	}
	texts["formulas16KB"], texts["formulas64KB"] = formulaText(16<<10), formulaText(64<<10)
	for name, text := range giantBlockTextsByName() {
		texts[name] = text
	}
	for _, name := range slices.Sorted(keysOfMap(texts)) {
		b.Run(name+"/view", func(b *testing.B) { benchmarkView(b, texts[name]) })
		b.Run(name+"/richtext", func(b *testing.B) { benchmarkRichText(b, texts[name]) })
	}
}

func keysOfMap(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func benchmarkView(b *testing.B, text string) {
	v := newViewOf700Pixels(b)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range b.N {
		var p99s, p50s, cpu []time.Duration
		for range benchRuns {
			v.ShowMarkdown("", false)
			v.blocks.metrics.formulas = formulaCache{} // each run sets its formulas, and reads their font
			var took, used []time.Duration
			forEachGrowingPrefix(text, deltaRunes, func(part string) {
				t0, c0 := time.Now(), threadCPUTime()
				v.ShowMarkdown(part, true)
				h := v.HeightFor(700)
				v.Resize(fyne.NewSize(700, h))
				v.SetVisibleRange(h-benchWindow, h)
				drawImagesOfFormulas(v)
				took, used = append(took, time.Since(t0)), append(used, threadCPUTime()-c0)
			})
			slices.Sort(took)
			slices.Sort(used)
			cpu = append(cpu, used[len(used)*99/100])
			p99s = append(p99s, took[len(took)*99/100])
			p50s = append(p50s, took[len(took)/2])
		}
		slices.Sort(p99s)
		slices.Sort(p50s)
		slices.Sort(cpu)
		b.ReportMetric(milliseconds(cpu[benchRuns/2]), "cpu-ms/p99")
		b.ReportMetric(milliseconds(p99s[benchRuns/2]), "ms/p99")
		b.ReportMetric(milliseconds(p50s[benchRuns/2]), "ms/p50")
	}
}

// drawImagesOfFormulas makes the images of the formulas that have objects, as the painter does.
func drawImagesOfFormulas(v *View) {
	for _, it := range v.widgets.drawnItems {
		for _, o := range it.widget.objects {
			if r, ok := o.(*canvas.Raster); ok {
				r.Generator(int(r.Size().Width), int(r.Size().Height))
			}
		}
	}
}

func benchmarkRichText(b *testing.B, text string) {
	a := test.NewTempApp(b)
	a.Settings().SetTheme(theme.New(theme.Options{}))
	r := widget.NewRichTextFromMarkdown("")
	r.Wrapping = fyne.TextWrapWord
	for range b.N {
		var took []time.Duration
		for i := range richSamples {
			part := text[:len(text)*(i+1)/richSamples]
			t0 := time.Now()
			r.ParseMarkdown(part)
			r.Resize(fyne.NewSize(700, r.MinSize().Height))
			took = append(took, time.Since(t0))
		}
		slices.Sort(took)
		b.ReportMetric(milliseconds(took[len(took)-1]), "ms/max")
		b.ReportMetric(milliseconds(took[len(took)/2]), "ms/p50")
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// TestHeapStaysFlatOverTenStreamedTexts measures the heap in use after a collection. A little
// growth comes from the window system's own caches; a leaked reply would be a hundred times that.
func TestHeapStaysFlatOverTenStreamedTexts(t *testing.T) {
	v := newViewOf700Pixels(t)
	var second uint64
	for i := range 10 {
		streamTextIntoView(v, mixedMarkdownOfSize(64<<10))
		v.ShowMarkdown("", false)
		if i == 1 {
			second = heapBytesAfterGC()
		}
	}
	if grown := int64(heapBytesAfterGC()) - int64(second); grown > maxRetainedBytes {
		t.Errorf("eight more replies keep %d KB", grown>>10)
	}
	for _, d := range v.widgets.freeWidgets {
		if d.item != nil || len(d.objects)+len(d.lines)+len(d.foreground) > 0 {
			t.Fatal("a widget that is free holds a block")
		}
	}
	blocks, drawn, free := len(v.blocks.items), len(v.widgets.drawnItems), len(v.widgets.freeWidgets)
	if blocks+drawn > 0 || free > maxFreeWidgets {
		t.Errorf("%d blocks, %d drawn and %d free widgets are left", blocks, drawn, free)
	}
}

// maxRetainedBytes is the heap growth allowed; one fully shown 64 KB reply needs ten times as much.
const maxRetainedBytes = 1 << 20

func streamTextIntoView(v *View, text string) {
	forEachGrowingPrefix(text, 2000, func(part string) {
		v.ShowMarkdown(part, true)
		h := v.HeightFor(700)
		v.Resize(fyne.NewSize(700, h))
		v.SetVisibleRange(h-benchWindow, h)
	})
}

// heapBytesAfterGC returns the heap bytes in use after a collection.
func heapBytesAfterGC() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkMemory streams ten 64 KB replies into one view and reports the heap after the second and
// the tenth.
func BenchmarkMemory(b *testing.B) {
	v := newViewOf700Pixels(b)
	for range b.N {
		for i := range 10 {
			streamTextIntoView(v, mixedMarkdownOfSize(64<<10))
			v.ShowMarkdown("", false)
			if i == 1 {
				b.ReportMetric(float64(heapBytesAfterGC())/(1<<20), "MB-after-2")
			}
		}
		b.ReportMetric(float64(heapBytesAfterGC())/(1<<20), "MB-after-10")
	}
}

// formulaText repeats paragraphs full of formulas, each with figures of its own, until the text is
// size bytes long.
func formulaText(size int) string {
	const turn = `## Step %[1]d

Let $x_{%[1]d} \in \mathbb{R}^n$ with $\|x_{%[1]d}\|_2 \le %[1]d$, and let
$f_{%[1]d}(x) = \frac{x^{%[1]d}}{1 + e^{-x}}$; then $\nabla f_{%[1]d}(x) = \sum_{i=1}^{%[1]d} \alpha_i x^{i-1}$ and
$\sqrt{%[1]d} < x$, so it costs $5 and $6.

$$
\int_0^{%[1]d} f_{%[1]d}(t)\,dt = \left[ \frac{t^{%[1]d+1}}{%[1]d+1} \right]_0^{%[1]d} +
\begin{pmatrix} a_{%[1]d} & b \\ c & d \end{pmatrix}
$$

- first $a_{%[1]d}$, then \(b_{%[1]d}^2\), where $\hat\beta_{%[1]d} = (X^\top X)^{-1} X^\top y$
- then
  \[ |x| = \begin{cases} x & \text{if } x \ge %[1]d \\ -x & \text{otherwise} \end{cases} \]

`
	var s strings.Builder
	for i := 1; s.Len() < size; i++ {
		fmt.Fprintf(&s, turn, i)
	}
	return s.String()[:size]
}
