package encoder

import (
	"errors"
	"fmt"
	"strings"
)

// maxWeight is the largest weight for which two products with 8-bit activations add up in 16 bits: 2 × 255 × 64.
const maxWeight = 64

// tileColumns is the largest multiple of columns in which a kernel's tile works.
const tileColumns = 32

// maxTileRows is the largest number of rows any kernel's tile takes. Matrices that tile reads or writes have that many
// rows to spare.
const maxTileRows = 8

// rowGroup is the multiple of rows up to which activations and outputs of linear have room.
const rowGroup = 4

// rowScale is how a row of activations was quantised: x ≈ scale × (q − zero).
type rowScale struct{ scale, zero float32 }

// activations are quantised rows, each as long as the layer's input.
type activations struct {
	q      []uint8
	scales []rowScale

	// Filled by the kernels that arrange.
	runs    []rowRun
	offsets [][fieldRows]int32
}

// kernel is the arithmetic of one instruction set. All methods are pure: each output row depends on its input row
// alone, in a fixed order of operations, so a text gives bitwise the same vector in every batch.
type kernel interface {
	name() string
	// pack prepares the weights in the order in which linear reads them, once, before any other call.
	pack(ls []*linear)
	// taskRows is how many rows of the functions that work on rows make a task of their own worth while.
	taskRows() int
	// tileRows is how many rows tile computes at once, at most maxTileRows.
	tileRows() int
	// quantise writes x as asymmetric 8-bit values over the range of x and zero. len(x) is a multiple of 32.
	quantise(x []float32, q []uint8) rowScale
	// arrange prepares rows quantised rows of n values for linear.
	arrange(in *activations, rows, n int)
	// linear computes the block-th columns output columns of rows rows into out with stride l.out. It may read and
	// write rows up to the next rowGroup.
	linear(l *linear, in activations, rows, block int, out []float32)
	// addNorm sets x to LayerNorm(x + residual) with gamma, then beta, in affine. len(x) is a multiple of 32.
	addNorm(x, residual, affine []float32)
	// gelu applies x·Φ(x) (the erf form). len(x) is a multiple of 16.
	gelu(x []float32)
	// softmax sets x to exp(x − max x) and returns the sum. len(x) is a multiple of 8.
	softmax(x []float32) float32
	// transpose writes four rows of headDim values, stride apart, as four columns of dst, whose rows are dstStride apart.
	transpose(src []float32, stride int, dst []float32, dstStride int)
	// tile sets c to a·b for rows rows of depth values, at most tileRows. It may read and write tileRows rows and columns
	// up to the next multiple of tileColumns.
	tile(a []float32, lda int, b []float32, ldb int, c []float32, ldc, rows, cols, depth int)
}

// ErrKernel is returned when the forced kernel does not exist or this processor cannot run it.
var ErrKernel = errors.New("kernel not available")

// chooseKernel returns the fastest kernel this processor runs, or the named one.
func chooseKernel(name string) (kernel, error) {
	kernels := availableKernels()
	if name == "" {
		return kernels[0], nil
	}
	names := make([]string, len(kernels))
	for i, k := range kernels {
		if k.name() == name {
			return k, nil
		}
		names[i] = k.name()
	}
	return nil, fmt.Errorf("choose kernel %q: %w: this processor runs %s", name, ErrKernel, strings.Join(names, ", "))
}

// Kernels returns the names this processor runs, fastest first. Any of them can be forced by Config.Kernel.
func Kernels() []string {
	var names []string
	for _, k := range availableKernels() {
		names = append(names, k.name())
	}
	return names
}
