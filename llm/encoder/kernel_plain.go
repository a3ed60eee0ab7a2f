package encoder

import (
	"math"
	"unsafe"
)

// plainKernel is the kernel in portable Go: the reference for the others and the fallback for other
// processors. It performs the operations of the vector kernels in the same order and fuses where
// they fuse, so that all kernels give the same vectors: quantisation amplifies any difference, even
// one in the last bit, to the size of its own error.
type plainKernel struct{}

var _ kernel = plainKernel{}

func (plainKernel) name() string        { return "plain" }
func (plainKernel) minRowsPerTask() int { return 1 }
func (plainKernel) maxRowsPerTile() int { return rowGroup }

func (plainKernel) quantiseRow(x []float32, q []uint8) rowScale {
	var low, high float32
	for _, v := range x {
		if v < low {
			low = v
		} else if v > high {
			high = v
		}
	}
	scale := max((high-low)/255, minScale)
	inverse := 1 / scale
	zero := -float32(low * inverse)
	for i, v := range x {
		q[i] = uint8(min(max(int32(roundHalfToEven(fusedMultiplyAdd(v, inverse, zero))), 0), 255))
	}
	return rowScale{scale, zero}
}

// minScale prevents a division by zero for a row of zeros.
const minScale = 1e-20

// roundHalfToEven rounds to the nearest integer, ties to even, for |v| < 2²²: adding 1.5 × 2²³
// leaves no fraction bits.
func roundHalfToEven(v float32) float32 {
	const magic = 3 << 22
	return float32(v+magic) - magic
}

// fusedMultiplyAdd returns a·b + c, rounded once except in about one of 2²⁸ cases: the product is
// exact in 64 bits.
func fusedMultiplyAdd(a, b, c float32) float32 { return float32(float64(a)*float64(b) + float64(c)) }

// Three rows share a 64-bit integer, fieldBits apart. 64 is added to each weight, so that no
// product is negative and the sum of fieldRun products of at most 255 × 128 fits into a field.
const (
	fieldRows = 3
	fieldBits = 21
	fieldRun  = 64
)

// plainGroups is how many groups of rows computeLinearBlock processes at a time, so that they stay
// in the first-level cache. plainColumns is how many columns share one load of the rows.
const (
	plainGroups  = 5
	plainColumns = 4
)

// rowRun and columnRun are the operands of a run: each word is multiplied by one weight of each
// column.
type (
	rowRun    [fieldRun]uint64
	columnRun [plainColumns][fieldRun]uint8
)

// packWeightsIntoLayers arranges the weights in runs, with maxWeight added.
func (plainKernel) packWeightsIntoLayers(ls []*linear) []int8 {
	size := 0
	for _, l := range ls {
		size += len(l.weights)
	}
	packed := allocateWeightsOffHeapOnLinux(size)
	rest := packed
	for _, l := range ls {
		l.panels, rest = rest[:len(l.weights)], rest[len(l.weights):]
		dst := viewPackedColumnRuns(l)
		runs := l.in / fieldRun
		for c := range l.out {
			row := l.weights[c*l.in:][:l.in]
			for i := range runs {
				to := &dst[c/plainColumns*runs+i][c%plainColumns]
				for k, w := range row[i*fieldRun:][:fieldRun] {
					to[k] = uint8(w + maxWeight)
				}
			}
		}
	}
	return packed
}

// viewPackedColumnRuns returns the packed weights: the runs of the first plainColumns columns, then
// those of the next ones.
func viewPackedColumnRuns(l *linear) []columnRun {
	return unsafe.Slice((*columnRun)(unsafe.Pointer(unsafe.SliceData(l.panels))), len(l.panels)/(plainColumns*fieldRun))
}

// packInputRowsIfNeeded packs three rows at a time into words, repeating the last row to fill a
// group.
func (plainKernel) packInputRowsIfNeeded(in *activations, rows, n int) {
	groups, runs := (rows+fieldRows-1)/fieldRows, n/fieldRun
	if need := groups * runs; len(in.runs) < need {
		in.runs = make([]rowRun, need)
	}
	if len(in.offsets) < groups {
		in.offsets = make([][fieldRows]int32, groups)
	}
	for g := range groups {
		var r [fieldRows][]uint8
		for i := range r {
			r[i] = in.q[min(g*fieldRows+i, rows-1)*n:][:n]
		}
		in.offsets[g] = packThreeRowsAndComputeOffsets(in.runs[g*runs:][:runs], r[0], r[1], r[2])
	}
}

// packThreeRowsAndComputeOffsets packs three rows into dst and returns how much the raised weights
// add to each row's dot products.
func packThreeRowsAndComputeOffsets(dst []rowRun, a, b, c []uint8) [fieldRows]int32 {
	var sum uint64
	for i := range dst {
		a, b, c := a[i*fieldRun:][:fieldRun], b[i*fieldRun:][:fieldRun], c[i*fieldRun:][:fieldRun]
		for k := range dst[i] {
			x := uint64(a[k]) | uint64(b[k])<<fieldBits | uint64(c[k])<<(2*fieldBits)
			dst[i][k] = x
			sum += x
		}
	}
	const field = 1<<fieldBits - 1
	return [...]int32{
		maxWeight * int32(sum&field), maxWeight * int32(sum>>fieldBits&field), maxWeight * int32(sum>>(2*fieldBits)),
	}
}

// computeLinearBlock multiplies three rows at once: x₀ + x₁·2²¹ + x₂·2⁴² times a weight keeps the
// products apart.
func (plainKernel) computeLinearBlock(l *linear, in activations, rows, block int, out []float32) {
	runs := l.in / fieldRun
	groups := (rows + fieldRows - 1) / fieldRows
	weights := viewPackedColumnRuns(l)
	for first := 0; first < groups; first += plainGroups {
		for c := block * blockColumns; c < (block+1)*blockColumns; c += plainColumns {
			w := weights[c/plainColumns*runs:][:runs]
			for g := first; g < min(first+plainGroups, groups); g++ {
				sums := dotColumnsWithThreeRows(in.runs[g*runs:][:runs], w)
				for i := range min(fieldRows, rows-g*fieldRows) {
					r := g*fieldRows + i
					dequantiseSumsOfOneRow(&sums, i, in.offsets[g][i], in.scales[r], l, c, out[r*l.out+c:])
				}
			}
		}
	}
}

// dequantiseSumsOfOneRow converts the i-th row's sums of the columns from c on into values.
func dequantiseSumsOfOneRow(
	sums *[plainColumns][fieldRows]uint64, i int, offset int32, s rowScale, l *linear, c int, out []float32,
) {
	scales := (*[plainColumns]float32)(l.affine[c:])
	shifts := (*[plainColumns]float32)(l.affine[l.out+c:])
	biases := (*[plainColumns]float32)(l.affine[2*l.out+c:])
	to := (*[plainColumns]float32)(out)
	for j := range to {
		y := float32(float32(int32(sums[j][i])-offset)*scales[j]) - float32(s.zero*shifts[j])
		to[j] = fusedMultiplyAdd(y, s.scale, biases[j])
	}
}

// dotColumnsWithThreeRows returns the dot products of each column in w with the three rows in x.
func dotColumnsWithThreeRows(x []rowRun, w []columnRun) (sums [plainColumns][fieldRows]uint64) {
	for i := range w[:len(x)] {
		a, b, c, d := dotRunWithFourColumns(&x[i], &w[i])
		addRunToFieldSums(&sums[0], a)
		addRunToFieldSums(&sums[1], b)
		addRunToFieldSums(&sums[2], c)
		addRunToFieldSums(&sums[3], d)
	}
	for i := range sums {
		s := &sums[i]
		s[0], s[1] = s[0]-s[1]<<fieldBits, s[1]-s[2]<<fieldBits
	}
	return sums
}

// addRunToFieldSums adds to each sum the run shifted to that field; what the higher fields
// contribute is subtracted at the end.
func addRunToFieldSums(sums *[fieldRows]uint64, run uint64) {
	sums[0] += run
	sums[1] += run >> fieldBits
	sums[2] += run >> (2 * fieldBits)
}

func dotRunWithFourColumns(x *rowRun, w *columnRun) (a, b, c, d uint64) {
	for i := 0; i < fieldRun; i += 4 {
		t, u := x[i], x[i+1]
		a += t*uint64(w[0][i]) + u*uint64(w[0][i+1])
		b += t*uint64(w[1][i]) + u*uint64(w[1][i+1])
		c += t*uint64(w[2][i]) + u*uint64(w[2][i+1])
		d += t*uint64(w[3][i]) + u*uint64(w[3][i+1])
		t, u = x[i+2], x[i+3]
		a += t*uint64(w[0][i+2]) + u*uint64(w[0][i+3])
		b += t*uint64(w[1][i+2]) + u*uint64(w[1][i+3])
		c += t*uint64(w[2][i+2]) + u*uint64(w[2][i+3])
		d += t*uint64(w[3][i+2]) + u*uint64(w[3][i+3])
	}
	return a, b, c, d
}

// laneCount is the number of parallel sums over a row, as in a 256-bit register.
const laneCount = 8

// sumLanes adds the lanes in the order of the vector kernels.
func sumLanes(l *[laneCount]float32) float32 {
	return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]))
}

// laneGroups is how many registers of lanes addResidualAndLayerNorm accumulates in.
const laneGroups = 4

// meanOverLanes returns the mean of n values whose sums are in laneGroups groups of lanes.
func meanOverLanes(s *[laneGroups * laneCount]float32, n float32) float32 {
	var all [laneCount]float32
	for i := range all {
		all[i] = (s[i] + s[laneCount+i]) + (s[2*laneCount+i] + s[3*laneCount+i])
	}
	return sumLanes(&all) / n
}

func (plainKernel) addResidualAndLayerNorm(x, residual, affine []float32) {
	residual = residual[:len(x)]
	gamma, beta := affine[:len(x)], affine[len(x):][:len(x)]
	var sums, squares [laneGroups * laneCount]float32
	for i := range x {
		x[i] += residual[i]
		sums[i%len(sums)] += x[i]
	}
	n := float32(len(x))
	mean := meanOverLanes(&sums, n)
	for i, v := range x {
		d := v - mean
		squares[i%len(squares)] = fusedMultiplyAdd(d, d, squares[i%len(squares)])
	}
	inverse := 1 / float32(math.Sqrt(float64(meanOverLanes(&squares, n)+normEpsilon)))
	for i, v := range x {
		x[i] = fusedMultiplyAdd(float32((v-mean)*inverse), gamma[i], beta[i])
	}
}

// Coefficients of 2ˣ on [-0.5, 0.5], least-maximum fit with relative error 2e-7, highest power
// first.
const (
	exp6 = 0.000154035304
	exp5 = 0.00133335581
	exp4 = 0.00961812911
	exp3 = 0.0555041087
	exp2 = 0.240226507
)

// minExponent keeps the result of exp a normal number.
const minExponent = -87

// expOfNonPositive returns eˣ for x ≤ 0.
func expOfNonPositive(x float32) float32 {
	x = float32(max(x, minExponent) * math.Log2E)
	whole := roundHalfToEven(x)
	x -= whole
	p := fusedMultiplyAdd(exp6, x, exp5)
	p = fusedMultiplyAdd(p, x, exp4)
	p = fusedMultiplyAdd(p, x, exp3)
	p = fusedMultiplyAdd(p, x, exp2)
	p = fusedMultiplyAdd(p, x, math.Ln2)
	p = fusedMultiplyAdd(p, x, 1)
	const mantissaBits = 23
	return math.Float32frombits(math.Float32bits(p) + uint32(int32(whole))<<mantissaBits)
}

// geluEnd is the magnitude from which x·Φ(x) counts as max(x, 0): 5·Φ(−5) is 1.4e-6.
const geluEnd = 5

// Coefficients of Q: (1 − s)·Q(s) is Φ(−u) for u = geluEnd·(s + 1)/2. The fit minimises the largest
// error of u·Φ(−u) on [0, geluEnd]: 1.7e-6.
const (
	phi0  float32 = 0.00621021804
	phi1  float32 = -0.0376090343
	phi2  float32 = 0.0992722873
	phi3  float32 = -0.140385409
	phi4  float32 = 0.0923910539
	phi5  float32 = 0.027072634
	phi6  float32 = -0.104284652
	phi7  float32 = 0.058614457
	phi8  float32 = 0.0345878365
	phi9  float32 = -0.0432536532
	phi10 float32 = -0.00314947392
	phi11 float32 = 0.0105930314
)

// geluBlockSize is how many values gelu evaluates side by side.
const geluBlockSize = 16

func (plainKernel) applyGELU(x []float32) {
	for ; len(x) >= geluBlockSize; x = x[geluBlockSize:] {
		applyGELUToBlock((*[geluBlockSize]float32)(x))
	}
}

// applyGELUToBlock computes max(x, 0) − |x|·Φ(−|x|), which is x·Φ(x) for either sign. Even and odd
// powers are summed separately, so that neither sum waits for the other. All is in float64, rounded
// to 32 bits after each step as fma does.
func applyGELUToBlock(x *[geluBlockSize]float32) {
	const slope = float64(float32(2. / geluEnd))
	var s, t, even, odd [geluBlockSize]float64
	for i, v := range x {
		u := math.Abs(float64(v))
		if u > geluEnd {
			u = geluEnd
		}
		s[i] = roundToFloat32Precision(u*slope - 1)
		t[i] = roundToFloat32Precision(s[i] * s[i])
		even[i] = roundToFloat32Precision(t[i]*float64(phi10) + float64(phi8))
		odd[i] = roundToFloat32Precision(t[i]*float64(phi11) + float64(phi9))
	}
	for i, t := range t {
		e, o := roundToFloat32Precision(even[i]*t+float64(phi6)), roundToFloat32Precision(odd[i]*t+float64(phi7))
		even[i], odd[i] = roundToFloat32Precision(e*t+float64(phi4)), roundToFloat32Precision(o*t+float64(phi5))
	}
	for i, t := range t {
		e, o := roundToFloat32Precision(even[i]*t+float64(phi2)), roundToFloat32Precision(odd[i]*t+float64(phi3))
		even[i], odd[i] = roundToFloat32Precision(e*t+float64(phi0)), roundToFloat32Precision(o*t+float64(phi1))
	}
	for i, v := range x {
		size := math.Abs(float64(v))
		q := roundToFloat32Precision(odd[i]*s[i] + even[i])
		x[i] = float32((float64(v)+size)/2 - size*roundToFloat32Precision(q-q*s[i]))
	}
}

// roundToFloat32Precision rounds v to 32 bits.
func roundToFloat32Precision(v float64) float64 { return float64(float32(v)) }

func (plainKernel) exponentiateMinusMaxAndSum(x []float32) float32 {
	high := x[0]
	for _, v := range x {
		high = max(high, v)
	}
	var sums [laneCount]float32
	for i, v := range x {
		x[i] = expOfNonPositive(v - high)
		sums[i%laneCount] += x[i]
	}
	return sumLanes(&sums)
}

func (plainKernel) transposeFourHeadRows(src []float32, stride int, dst []float32, dstStride int) {
	for c := range rowGroup {
		for d, v := range src[c*stride:][:headDim] {
			dst[d*dstStride+c] = v
		}
	}
}

func (plainKernel) multiplyTile(a []float32, lda int, b []float32, ldb int, c []float32, ldc, rows, cols, depth int) {
	for r := range rows {
		row := a[r*lda:][:depth]
		for j := 0; j < cols; j += laneCount {
			*(*[laneCount]float32)(c[r*ldc+j:]) = dotRowWithEightColumns(row, b[j:], ldb)
		}
	}
}

// dotRowWithEightColumns returns the dot products of row with adjacent columns of b, whose rows are
// ldb apart.
func dotRowWithEightColumns(row, b []float32, ldb int) [laneCount]float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	for k, v := range row {
		w := (*[laneCount]float32)(b[k*ldb:])
		s0, s1, s2, s3 = fusedMultiplyAdd(v, w[0], s0), fusedMultiplyAdd(v, w[1], s1), fusedMultiplyAdd(v, w[2], s2),
			fusedMultiplyAdd(v, w[3], s3)
		s4, s5, s6, s7 = fusedMultiplyAdd(v, w[4], s4), fusedMultiplyAdd(v, w[5], s5), fusedMultiplyAdd(v, w[6], s6),
			fusedMultiplyAdd(v, w[7], s7)
	}
	return [...]float32{s0, s1, s2, s3, s4, s5, s6, s7}
}
