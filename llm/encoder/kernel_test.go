//go:build !race

package encoder

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKernelCanBeForced(t *testing.T) {
	for _, name := range AvailableKernelNames() {
		t.Setenv(KernelVariable, name)
		if e := openEmbedder(t, Config{}); e.KernelName() != name {
			t.Errorf("kernel %q with %s=%s", e.KernelName(), KernelVariable, name)
		}
	}
	if _, err := chooseKernel("abacus"); !errors.Is(err, ErrKernel) {
		t.Errorf("unknown kernel: %v", err)
	}
}

// forEachFastKernel runs fn with every kernel but the plain one.
func forEachFastKernel(t *testing.T, fn func(t *testing.T, k kernel)) {
	for _, k := range availableKernels() {
		if k.name() != (plainKernel{}).name() {
			t.Run(k.name(), func(t *testing.T) { fn(t, k) })
		}
	}
}

// sampleRows returns rows of different kinds: noise, zeros, one sign, one outlier, tiny and huge
// values.
func sampleRows(n int) map[string][]float32 {
	r := rand.New(rand.NewPCG(1, 2))
	noise := func(scale float64) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(r.NormFloat64() * scale)
		}
		return x
	}
	positive, outlier := noise(3), noise(0.1)
	for i := range positive {
		positive[i] = float32(math.Abs(float64(positive[i]))) + 0.5
	}
	outlier[n/2] = -40
	return map[string][]float32{
		"noise": noise(1), "zeros": make([]float32, n), "one sign": positive, "an outlier": outlier,
		"tiny": noise(1e-12), "huge": noise(1e6),
	}
}

func TestLinearEqualsPlain(t *testing.T) {
	weights := map[string]func(i int) int8{
		"random":            func(int) int8 { return int8(rand.IntN(2*maxWeight+1) - maxWeight) },
		"largest":           func(int) int8 { return maxWeight },
		"smallest":          func(int) int8 { return -maxWeight },
		"like a model's":    func(int) int8 { return int8(max(-maxWeight, min(maxWeight, rand.NormFloat64()*17))) },
		"small":             func(int) int8 { return int8(rand.IntN(21) - 10) },
		"alternating signs": func(i int) int8 { return int8(maxWeight * (1 - 2*(i&1))) },
	}
	inputs := map[string]func(i int) uint8{
		"random":  func(int) uint8 { return uint8(rand.IntN(256)) },
		"largest": func(int) uint8 { return 255 },
		"zero":    func(int) uint8 { return 0 },
	}
	forEachFastKernel(t, func(t *testing.T, k kernel) {
		for wname, w := range weights {
			for xname, x := range inputs {
				for _, in := range []int{hidden, ffn} {
					if at, got, want := firstDifferenceFromPlainKernel(k, in, w, x); at != "" {
						t.Fatalf("%s weights, %s inputs, %d wide, %s: %v, plain %v", wname, xname, in, at, got, want)
					}
				}
			}
		}
	})
}

// firstDifferenceFromPlainKernel compares a layer of such weights and inputs with the plain kernel's and returns the
// first difference.
func firstDifferenceFromPlainKernel(
	k kernel, in int, w func(i int) int8, x func(i int) uint8,
) (at string, got, want float32) {
	const room = 16
	l := newPackedTestLayer(k, in, 2*blockColumns, w)
	defer freeOffHeapWeightsOnLinux(l.panels)
	yardstick := *l
	defer freeOffHeapWeightsOnLinux(plainKernel{}.packWeightsIntoLayers([]*linear{&yardstick}))
	a := activations{q: make([]uint8, room*in), scales: make([]rowScale, room)}
	for i := range a.q {
		a.q[i] = x(i)
	}
	for i := range a.scales {
		a.scales[i] = rowScale{0.01 * float32(i+1), 100.25 + float32(i)}
	}
	for _, rows := range []int{1, 3, 13, 16} { // a large tile, a small one, a partly filled one
		ours, theirs := make([]float32, room*l.out), make([]float32, room*l.out)
		plainKernel{}.packInputRowsIfNeeded(&a, rows, in)
		k.packInputRowsIfNeeded(&a, rows, in)
		for block := range 2 {
			plainKernel{}.computeLinearBlock(&yardstick, a, rows, block, theirs)
			k.computeLinearBlock(l, a, rows, block, ours)
		}
		if at, diff := firstDifference(ours[:rows*l.out], theirs[:rows*l.out], 0); diff > 0 {
			return fmt.Sprintf("value %d of %d rows", at, rows), ours[at], theirs[at]
		}
	}
	return "", 0, 0
}

// newPackedTestLayer returns a layer with these weights, packed for k.
func newPackedTestLayer(k kernel, in, out int, w func(i int) int8) *linear {
	l := &linear{in: in, out: out, weights: make([]int8, in*out), affine: make([]float32, 3*out)}
	for i := range l.weights {
		l.weights[i] = w(i)
	}
	for c := range out {
		sum := 0
		for _, v := range l.weights[c*in:][:in] {
			sum += int(v)
		}
		l.affine[c] = 0.001
		l.affine[out+c] = 0.001 * float32(sum)
		l.affine[2*out+c] = float32(c) / 8
	}
	k.packWeightsIntoLayers([]*linear{l})
	return l
}

// firstDifference returns the first index where got differs from want by more than tolerance,
// relative to the largest value.
func firstDifference(got, want []float32, tolerance float64) (at int, diff float64) {
	scale := 1e-30
	for _, v := range want {
		scale = max(scale, math.Abs(float64(v)))
	}
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= tolerance*scale) {
			return i, d
		}
	}
	return 0, 0
}

func TestQuantiseEqualsPlain(t *testing.T) {
	forEachFastKernel(t, func(t *testing.T, k kernel) {
		for name, x := range sampleRows(ffn) {
			want, got := make([]uint8, ffn), make([]uint8, ffn)
			ws, gs := plainKernel{}.quantiseRow(x, want), k.quantiseRow(x, got)
			if gs != ws {
				t.Errorf("%s: scale and zero %v, plain %v", name, gs, ws)
			}
			for i, v := range x {
				back := gs.scale * (float32(got[i]) - gs.zero)
				if math.Abs(float64(back-v)) > 0.501*float64(gs.scale) || got[i] != want[i] {
					t.Fatalf("%s: %v became %d (plain %d), which means %v", name, v, got[i], want[i], back)
				}
			}
		}
	})
}

func TestRowFunctionsEqualPlain(t *testing.T) {
	forEachFastKernel(t, func(t *testing.T, k kernel) {
		affine := append(sampleRows(hidden)["one sign"], sampleRows(hidden)["noise"]...)
		residual := sampleRows(hidden)["noise"]
		for name, x := range sampleRows(hidden) {
			check := func(what string, tolerance float64, fn func(k kernel, x []float32)) {
				want, got := slices.Clone(x), slices.Clone(x)
				fn(plainKernel{}, want)
				fn(k, got)
				if at, diff := firstDifference(got, want, tolerance); diff > 0 {
					t.Errorf("%s of %s: value %d is %v, plain %v", what, name, at, got[at], want[at])
				}
			}
			check("norm", 0, func(k kernel, x []float32) { k.addResidualAndLayerNorm(x, residual, affine) })
			check("gelu", 0, func(k kernel, x []float32) { k.applyGELU(x) })
			check("softmax", 0, func(k kernel, x []float32) { x[0] = k.exponentiateMinusMaxAndSum(x) / hidden })
		}
	})
}

func TestGeluIsExactAtTheEnds(t *testing.T) {
	for _, k := range availableKernels() {
		x := []float32{-1e30, -100, -10, 0, 1e-3, 10, 100, 1e30, -1e9, -50, -20, -1e-20, 0, 20, 50, 1e9}
		want := []float32{0, 0, 0, 0, 1e-3 / 2, 10, 100, 1e30, 0, 0, 0, 0, 0, 20, 50, 1e9}
		k.applyGELU(x)
		for i := range x {
			if math.Abs(float64(x[i]-want[i])) > 1e-6*math.Max(1, float64(want[i])) {
				t.Errorf("%s: value %d is %v, want %v", k.name(), i, x[i], want[i])
			}
		}
	}
}

func TestGeluIsCloseToExact(t *testing.T) {
	x, want := make([]float32, 1<<14), make([]float64, 1<<14)
	for i := range x {
		x[i] = float32(i-len(x)/2) / 1024
		want[i] = float64(x[i]) * math.Erfc(-float64(x[i])/math.Sqrt2) / 2
	}
	plainKernel{}.applyGELU(x)
	for i, v := range x {
		if diff := math.Abs(float64(v) - want[i]); diff > 2e-6 {
			t.Fatalf("value %d is %v, want %v", i, v, want[i])
		}
	}
}

func TestTilesEqualPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	fill := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = r.Float32() - 0.5
		}
		return x
	}
	forEachFastKernel(t, func(t *testing.T, k kernel) {
		for _, depth := range []int{1, headDim, 77} {
			for n := 1; n <= k.maxRowsPerTile(); n++ {
				const cols, lda, ldb, ldc = 2*tileColumns - 5, 100, 3 * tileColumns, 2*tileColumns + 4
				a, b := fill(lda*maxTileRows), fill(ldb*depth)
				want, got := make([]float32, ldc*maxTileRows), make([]float32, ldc*maxTileRows)
				plainKernel{}.multiplyTile(a, lda, b, ldb, want, ldc, n, cols, depth)
				k.multiplyTile(a, lda, b, ldb, got, ldc, n, cols, depth)
				if at, diff := firstDifference(got[:n*ldc-4], want[:n*ldc-4], 0); diff > 0 && at%ldc < cols {
					t.Fatalf("%d rows, depth %d: value %d is %v, plain %v", n, depth, at, got[at], want[at])
				}
			}
		}
		src := fill(4 * 50)
		want, got := make([]float32, headDim*9), make([]float32, headDim*9)
		plainKernel{}.transposeFourHeadRows(src, 50, want, 9)
		k.transposeFourHeadRows(src, 50, got, 9)
		if !slices.Equal(got, want) {
			t.Error("transpose differs from plain")
		}
	})
}
