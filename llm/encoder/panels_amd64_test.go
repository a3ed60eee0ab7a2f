package encoder

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStepsFitSixteenBits checks every step of the embedded model and of layers made to be hard: each input is there
// once, and the largest activations on the weights of one sign stay within 16 bits.
func TestStepsFitSixteenBits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	layers := map[string][]*linear{
		"random":    {testLayer(avx2{}, hidden, columns, func(int) int8 { return int8(r.IntN(2*maxWeight+1) - maxWeight) })},
		"few large": {testLayer(avx2{}, ffn, columns, func(int) int8 { return int8(maxWeight * (r.IntN(50) / 48)) })},
		"even":      {testLayer(avx2{}, hidden, columns, func(i int) int8 { return int8(21 + i%2*(i/2%3)/2) })},
		"one more":  {testLayer(avx2{}, hidden, columns, func(int) int8 { return 22 })},
	}
	m := open(t, Config{Kernel: plain{}.name()}).model
	for i := range m.layers {
		layers["model"] = append(layers["model"], m.layers[i].linears()...)
	}
	packSteps(layers["model"])
	for name, ls := range layers {
		steps, least := 0, 0
		for _, l := range ls {
			for p := range l.out / panelColumns {
				checkPanel(t, name, l, p)
			}
			steps += len(l.steps)
			least += (l.in/quad + stepQuads - 1) / stepQuads * l.out / panelColumns
		}
		if name == "model" && steps > least+least/50 || name == "even" && steps > least {
			t.Errorf("%s: %d steps where %d would hold all weights", name, steps, least)
		}
	}
}

func checkPanel(t *testing.T, name string, l *linear, p int) {
	t.Helper()
	seen := make([]int, l.in)
	for s := l.ends[p]; s < l.ends[p+1]; s++ {
		for q, at := range l.steps[s] {
			if q > 0 && at == l.steps[s][0] {
				continue
			}
			for i := range quad {
				seen[int(at)+i]++
			}
		}
		step := l.panels[s*stepBytes:][:stepBytes]
		for lane := range quad * panelColumns / 2 {
			high, low := 0, 0
			for q := range stepQuads {
				for _, w := range step[q*quad*panelColumns+2*lane:][:2] {
					high, low = high+255*max(int(w), 0), low+255*min(int(w), 0)
				}
			}
			if high > math.MaxInt16 || low < math.MinInt16 {
				t.Fatalf("%s: panel %d, step %d, lane %d: between %d and %d", name, p, s, lane, low, high)
			}
		}
	}
	if slices.Min(seen) != 1 || slices.Max(seen) != 1 {
		t.Fatalf("%s: panel %d holds inputs %d to %d times", name, p, slices.Min(seen), slices.Max(seen))
	}
}
