package encoder

import (
	"errors"
	"fmt"
	"strings"
)

// maxWeight is the largest weight for which two products with 8-bit activations add up in 16 bits:
// 2 × 255 × 64.
const maxWeight = 64

// tileColumns is the largest multiple of columns that any kernel's multiplyTile works in.
const tileColumns = 32

// maxTileRows is the largest number of rows that any kernel's multiplyTile takes. Matrices that it
// reads or writes have room for that many more rows.
const maxTileRows = 8

// rowGroup is the multiple to which the rows of activations and of computeLinearBlock's output are
// padded.
const rowGroup = 4

// rowScale holds the quantisation of a row of activations: x ≈ scale × (q − zero).
type rowScale struct{ scale, zero float32 }

// activations are quantised rows, each as long as the layer's input.
type activations struct {
	q      []uint8
	scales []rowScale

	// Set by packInputRowsIfNeeded of the kernels that use them.
	runs    []rowRun
	offsets [][fieldRows]int32
}

// kernel is the arithmetic of one instruction set. All methods are pure: each output row depends
// only on its input row, in a fixed order of operations, so a text gives bitwise the same vector in
// every batch.
type kernel interface {
	name() string
	// packWeightsIntoLayers copies the weights into panels, in the order in which computeLinearBlock
	// reads them, and returns the panels' memory, which freeOffHeapWeightsOnLinux takes. It is called
	// before computeLinearBlock, and again after the panels were freed.
	packWeightsIntoLayers(ls []*linear) []int8
	// minRowsPerTask is the number of rows that makes a parallel task worthwhile in functions that
	// work row by row.
	minRowsPerTask() int
	// maxRowsPerTile is how many rows multiplyTile computes at once, at most maxTileRows.
	maxRowsPerTile() int
	// quantiseRow writes x as asymmetric 8-bit values over the range of x and zero. len(x)
	// is a multiple of 32.
	quantiseRow(x []float32, q []uint8) rowScale
	// packInputRowsIfNeeded prepares quantised rows of n values for computeLinearBlock.
	packInputRowsIfNeeded(in *activations, rows, n int)
	// computeLinearBlock computes one block of blockColumns output columns into out with stride l.out.
	// It may read and write rows up to the next rowGroup.
	computeLinearBlock(l *linear, in activations, rows, block int, out []float32)
	// addResidualAndLayerNorm sets x to LayerNorm(x + residual) with gamma, then beta, in affine.
	// len(x) is a multiple of 32.
	addResidualAndLayerNorm(x, residual, affine []float32)
	// applyGELU applies x·Φ(x) (the erf form). len(x) is a multiple of 16.
	applyGELU(x []float32)
	// softmax sets x to exp(x − max x) and returns the sum. len(x) is a multiple of 8.
	exponentiateMinusMaxAndSum(x []float32) float32
	// transposeFourHeadRows writes four rows of headDim values, stride apart, as four columns of dst,
	// whose rows are dstStride apart.
	transposeFourHeadRows(src []float32, stride int, dst []float32, dstStride int)
	// multiplyTile sets c to a·b for at most maxRowsPerTile rows of depth values. It may read and
	// write maxRowsPerTile rows and columns up to the next multiple of tileColumns.
	multiplyTile(a []float32, lda int, b []float32, ldb int, c []float32, ldc, rows, cols, depth int)
}

// ErrKernel is returned if the forced kernel does not exist or this processor cannot run it.
var ErrKernel = errors.New("kernel not available")

// chooseKernel returns the named kernel, or the fastest one for an empty name.
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

// AvailableKernelNames returns the kernels this processor can run, fastest first. Config.Kernel can
// force any of them.
func AvailableKernelNames() []string {
	var names []string
	for _, k := range availableKernels() {
		names = append(names, k.name())
	}
	return names
}
