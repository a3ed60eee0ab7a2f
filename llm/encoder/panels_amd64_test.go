//go:build !race

package encoder

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStepsFitSixteenBits checks every step of the embedded model and of adversarial layers: each
// input occurs once, and the largest activations on the weights of one sign stay within 16 bits.
func TestStepsFitSixteenBits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	layers := map[string][]*linear{
		"random": {newPackedTestLayer(avx2Kernel{}, hidden, blockColumns,
			func(int) int8 { return int8(r.IntN(2*maxWeight+1) - maxWeight) })},
		"few large": {newPackedTestLayer(avx2Kernel{}, ffn, blockColumns,
			func(int) int8 { return int8(maxWeight * (r.IntN(50) / 48)) })},
		"even": {newPackedTestLayer(
			avx2Kernel{}, hidden, blockColumns, func(i int) int8 { return int8(21 + i%2*(i/2%3)/2) },
		)},
		"one more": {newPackedTestLayer(avx2Kernel{}, hidden, blockColumns, func(int) int8 { return 22 })},
	}
	m := openEmbedder(t, Config{Kernel: plainKernel{}.name()}).model
	for i := range m.layers {
		layers["model"] = append(layers["model"], m.layers[i].linearLayers()...)
	}
	defer freeOffHeapWeightsOnLinux(packWeightsInStepsWithinInt16(layers["model"]))
	for name, ls := range layers {
		work, least := 0, 0
		for _, l := range ls {
			for p := range l.panelLayouts {
				checkPanel(t, name, l, &l.panelLayouts[p])
				work += countInstructionsOfPanel(&l.panelLayouts[p])
			}
			least += countInstructionsOfPanel(
				&panelLayout{stepCounts: [...]int{0, 0, l.in / quadInputs / 3}},
			) * l.out / panelColumns
		}
		if name == "model" && work > least*98/100 || name == "even" && work > least {
			t.Errorf("%s: %d instructions where steps of three take %d", name, work, least)
		}
	}
}

// countInstructionsOfPanel returns how many instructions multiply and add a panel with a row, by eight columns: two
// for each quad and one more for each step.
func countInstructionsOfPanel(p *panelLayout) int {
	work := 0
	for i, n := range p.stepCounts {
		work += n * (2*(largestStep-i) + 1)
	}
	return work
}

func checkPanel(t *testing.T, name string, l *linear, p *panelLayout) {
	t.Helper()
	seen := make([]int, l.in)
	places, panel := l.quadOffsets[p.first:][:p.quads], l.panels[p.first*quadBytes:][:p.quads*quadBytes]
	for i, n := range p.stepCounts {
		size := largestStep - i
		for range n {
			for q, at := range places[:size] {
				if q > 0 && at == places[0] {
					continue
				}
				for i := range quadInputs {
					seen[int(at)+i]++
				}
			}
			checkStep(t, name, panel[:size*quadBytes])
			places, panel = places[size:], panel[size*quadBytes:]
		}
	}
	if slices.Min(seen) != 1 || slices.Max(seen) != 1 || len(places) > 0 {
		t.Fatalf("%s: a panel holds inputs %d to %d times and %d more places", name, slices.Min(seen), slices.Max(seen),
			len(places))
	}
}

func checkStep(t *testing.T, name string, step []int8) {
	t.Helper()
	for lane := range quadBytes / 2 {
		high, low := 0, 0
		for q := 0; q < len(step); q += quadBytes {
			for _, w := range step[q+2*lane:][:2] {
				high, low = high+255*max(int(w), 0), low+255*min(int(w), 0)
			}
		}
		if high > math.MaxInt16 || low < math.MinInt16 {
			t.Fatalf("%s: a step's lane %d is between %d and %d", name, lane, low, high)
		}
	}
}
