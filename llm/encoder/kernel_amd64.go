package encoder

import "golang.org/x/sys/cpu"

//go:generate go -C ../../tools/kernelgen run .

func availableKernels() []kernel {
	var kernels []kernel
	x := cpu.X86
	if x.HasAVX2 && x.HasFMA {
		if x.HasAVX512F && x.HasAVX512VNNI {
			kernels = append(kernels, vnni512Kernel{})
		}
		kernels = append(kernels, avx2Kernel{})
	}
	return append(kernels, plainKernel{})
}

// floatBytes is the size of a float32.
const floatBytes = 4

// avx2Kernel uses 256-bit vectors and fused multiply-add.
type avx2Kernel struct{}

// vnni512Kernel adds 512-bit vectors and the byte dot product to avx2Kernel.
type vnni512Kernel struct{ avx2Kernel }

var (
	_ kernel = avx2Kernel{}
	_ kernel = vnni512Kernel{}
)

func (avx2Kernel) name() string    { return "avx2" }
func (vnni512Kernel) name() string { return "avx512vnni" }
func (avx2Kernel) packWeightsIntoLayers(ls []*linear) []int8 {
	return packWeightsInStepsWithinInt16(ls)
}
func (vnni512Kernel) packWeightsIntoLayers(ls []*linear) []int8 { return packWeightsInQuads(ls) }
func (avx2Kernel) minRowsPerTask() int                          { return 16 }
func (avx2Kernel) maxRowsPerTile() int                          { return rowGroup }
func (vnni512Kernel) maxRowsPerTile() int                       { return maxTileRows }

func (avx2Kernel) quantiseRow(x []float32, q []uint8) rowScale {
	var s rowScale
	_ = q[len(x)-1]
	quantiseAVX2(&x[0], len(x)/32, &q[0], &s.scale)
	return s
}

func (avx2Kernel) packInputRowsIfNeeded(*activations, int, int) {}

func (avx2Kernel) computeLinearBlock(l *linear, in activations, rows, block int, out []float32) {
	rows = roundUpToMultiple(rows, rowGroup)
	_, _, _ = in.q[rows*l.in-1], in.scales[rows-1], out[rows*l.out-1]
	for c := block * blockColumns; c < (block+1)*blockColumns; c += panelColumns {
		p := &l.panelLayouts[c/panelColumns]
		int8Panel4x16AVX2(&in.q[0], l.in, &l.panels[p.first*quadBytes], &l.quadOffsets[p.first], &p.stepCounts[0], p.quads,
			rows/rowGroup, &l.affine[c], l.out*floatBytes, &in.scales[0].scale, &out[c], l.out*floatBytes)
	}
}

func (vnni512Kernel) computeLinearBlock(l *linear, in activations, rows, block int, out []float32) {
	rows = roundUpToMultiple(rows, rowGroup)
	_, _ = in.q[rows*l.in-1], out[rows*l.out-1]
	c := block * blockColumns
	w := &l.panels[c*l.in]
	tile := int8Tile8x48VNNI
	for r, n := 0, 2*rowGroup; r < rows; r += n {
		if rows-r < n {
			tile, n = int8Tile4x48VNNI, rowGroup
		}
		tile(&in.q[r*l.in], l.in, w, l.in*panelColumns, l.in/4, &l.affine[c], l.out*floatBytes,
			&in.scales[r].scale, &out[r*l.out+c], l.out*floatBytes)
	}
}

func (avx2Kernel) addResidualAndLayerNorm(x, residual, affine []float32) {
	_, _ = residual[len(x)-1], affine[2*len(x)-1]
	addNormAVX2(&x[0], &residual[0], &affine[0], len(x), normEpsilon)
}

func (avx2Kernel) applyGELU(x []float32)    { geluAVX2(&x[0], len(x)/8) }
func (vnni512Kernel) applyGELU(x []float32) { geluAVX512(&x[0], len(x)/16) }

func (avx2Kernel) exponentiateMinusMaxAndSum(x []float32) float32 {
	return softmaxAVX2(&x[0], len(x)/8)
}

func (avx2Kernel) transposeFourHeadRows(src []float32, stride int, dst []float32, dstStride int) {
	_, _ = src[(rowGroup-1)*stride+headDim-1], dst[(headDim-1)*dstStride+rowGroup-1]
	transpose4x32AVX2(&src[0], stride*floatBytes, &dst[0], dstStride*floatBytes)
}

func (avx2Kernel) multiplyTile(a []float32, lda int, b []float32, ldb int, c []float32, ldc, _, cols, depth int) {
	const step = tileColumns / 2
	panicIfTileOutOfBounds(a, lda, b, ldb, c, ldc, rowGroup, roundUpToMultiple(cols, step), depth)
	for j := 0; j < cols; j += step {
		floatTile4x16AVX2(&a[0], lda*floatBytes, &b[j], ldb*floatBytes, &c[j], ldc*floatBytes, depth)
	}
}

func (vnni512Kernel) multiplyTile(a []float32, lda int, b []float32, ldb int, c []float32, ldc, rows, cols, depth int) {
	f, n := floatTile8x32AVX512, maxTileRows
	if rows <= rowGroup {
		f, n = floatTile4x32AVX512, rowGroup
	}
	panicIfTileOutOfBounds(a, lda, b, ldb, c, ldc, n, roundUpToMultiple(cols, tileColumns), depth)
	for j := 0; j < cols; j += tileColumns {
		f(&a[0], lda*floatBytes, &b[j], ldb*floatBytes, &c[j], ldc*floatBytes, depth)
	}
}

// panicIfTileOutOfBounds panics with an index out of range if the assembly would access memory
// beyond its slices.
func panicIfTileOutOfBounds(a []float32, lda int, b []float32, ldb int, c []float32, ldc, rows, cols, depth int) {
	_, _, _ = a[(rows-1)*lda+depth-1], b[(depth-1)*ldb+cols-1], c[(rows-1)*ldc+cols-1]
}
