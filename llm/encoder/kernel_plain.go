package encoder

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// plain is the kernel in portable Go: the yardstick of the others and the one for processors without one. It does the
// vector kernels' operations in their order, fused where they fuse, so that all kernels give the same vectors:
// quantising amplifies any difference, even one in the last bit, to the size of its own error.
type plain struct{}

var _ kernel = plain{}

func (plain) name() string   { return "plain" }
func (plain) pack([]*linear) {}
func (plain) tileRows() int  { return rowGroup }

func (plain) quantise(x []float32, q []uint8) rowScale {
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
		q[i] = uint8(min(max(int32(roundEven(fma(v, inverse, zero))), 0), 255))
	}
	return rowScale{scale, zero}
}

// minScale keeps a row of zeros from dividing by zero.
const minScale = 1e-20

// roundEven rounds to the nearest integer, ties to even, for |v| < 2²²: adding 1.5 × 2²³ leaves no fraction bits.
func roundEven(v float32) float32 {
	const magic = 3 << 22
	return float32(v+magic) - magic
}

// fma returns a·b + c, rounded once but for one case in some 2²⁸: the product is exact in 64 bits.
func fma(a, b, c float32) float32 { return float32(float64(a)*float64(b) + float64(c)) }

// Three rows share a 64-bit integer, fieldBits apart. A weight comes with 64 added, so that no product is negative, and
// the sum of fieldRun products of at most 255 × 128 fits a field.
const (
	fieldRows = 3
	fieldBits = 21
	fieldRun  = 64
)

// plainRows is how many rows linear takes at a time, so that weights are made ready once for several; plainColumns is
// how many columns share what it loads of the rows.
const (
	plainRows    = 5 * fieldRows
	plainColumns = 4
)

// rowRun and columnRun are what a run multiplies: each word with a weight of each column.
type (
	rowRun    [fieldRun]uint64
	columnRun [plainColumns][fieldRun]uint8
)

// linear multiplies three rows at once: x₀ + x₁·2²¹ + x₂·2⁴² times a weight keeps the products apart.
func (plain) linear(l *linear, in activations, rows, block int, out []float32) {
	var packed [plainRows / fieldRows][ffn / fieldRun]rowRun
	var raised [ffn / fieldRun]columnRun
	runs := l.in / fieldRun
	for first := 0; first < rows; first += plainRows {
		n := min(plainRows, rows-first)
		var offsets [plainRows / fieldRows][fieldRows]int32
		for r := 0; r < n; r += fieldRows {
			q := in.q[(first+r)*l.in:]
			offsets[r/fieldRows] = packRows(packed[r/fieldRows][:runs], q, q[min(1, n-r-1)*l.in:], q[min(2, n-r-1)*l.in:])
		}
		for c := block * columns; c < (block+1)*columns; c += plainColumns {
			raise(raised[:runs], l.rows[c*l.in:], l.in)
			for r := 0; r < n; r += fieldRows {
				sums := dotFields(packed[r/fieldRows][:runs], raised[:runs])
				for j := range sums {
					scale, shift, bias := l.affine[c+j], l.affine[l.out+c+j], l.affine[2*l.out+c+j]
					for i := range min(fieldRows, n-r) {
						s, sum := in.scales[first+r+i], int32(sums[j][i])-offsets[r/fieldRows][i]
						y := float32(float32(sum)*scale) - float32(s.zero*shift)
						out[(first+r+i)*l.out+c+j] = fma(y, s.scale, bias)
					}
				}
			}
		}
	}
}

// packRows puts three rows into dst and returns what raised weights add to the dot products of each.
func packRows(dst []rowRun, a, b, c []uint8) [fieldRows]int32 {
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

// raise sets dst to the weights of columns, in apart, with maxWeight added, eight at a time: flipping the signs adds
// 128 to each without a carry, and taking 64 off borrows nothing.
func raise(dst []columnRun, weights []int8, in int) {
	const signs, rest = 0x8080808080808080, (128 - maxWeight) * 0x0101010101010101
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(weights))), len(weights))
	for i := range dst {
		for c := range dst[i] {
			to, from := dst[i][c][:], bytes[c*in+i*fieldRun:][:fieldRun]
			for len(to) >= 8 && len(from) >= 8 {
				binary.LittleEndian.PutUint64(to, (binary.LittleEndian.Uint64(from)^signs)-rest)
				to, from = to[8:], from[8:]
			}
		}
	}
}

// dotFields returns the dot products of each column in w with the three rows in x.
func dotFields(x []rowRun, w []columnRun) (sums [plainColumns][fieldRows]uint64) {
	for i := range w[:len(x)] {
		a, b, c, d := dotRun(&x[i], &w[i])
		addFields(&sums[0], a)
		addFields(&sums[1], b)
		addFields(&sums[2], c)
		addFields(&sums[3], d)
	}
	for i := range sums {
		s := &sums[i]
		s[0], s[1] = s[0]-s[1]<<fieldBits, s[1]-s[2]<<fieldBits
	}
	return sums
}

// addFields adds to each sum a run from that field on: what the higher fields add to it is taken off at the end.
func addFields(sums *[fieldRows]uint64, run uint64) {
	sums[0] += run
	sums[1] += run >> fieldBits
	sums[2] += run >> (2 * fieldBits)
}

func dotRun(x *rowRun, w *columnRun) (a, b, c, d uint64) {
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

// lanes is how many sums run side by side over a row, as in a 256-bit register.
const lanes = 8

// total adds the lanes up in the order of the vector kernels.
func total(l *[lanes]float32) float32 {
	return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]))
}

// strands is how many sums of lanes addNorm keeps.
const strands = 4

// average returns the mean of n values whose sums are in strands of lanes.
func average(s *[strands * lanes]float32, n float32) float32 {
	var all [lanes]float32
	for i := range all {
		all[i] = (s[i] + s[lanes+i]) + (s[2*lanes+i] + s[3*lanes+i])
	}
	return total(&all) / n
}

func (plain) addNorm(x, residual, affine []float32) {
	residual = residual[:len(x)]
	gamma, beta := affine[:len(x)], affine[len(x):][:len(x)]
	var sums, squares [strands * lanes]float32
	for i := range x {
		x[i] += residual[i]
		sums[i%len(sums)] += x[i]
	}
	n := float32(len(x))
	mean := average(&sums, n)
	for i, v := range x {
		d := v - mean
		squares[i%len(squares)] = fma(d, d, squares[i%len(squares)])
	}
	inverse := 1 / float32(math.Sqrt(float64(average(&squares, n)+normEpsilon)))
	for i, v := range x {
		x[i] = fma(float32((v-mean)*inverse), gamma[i], beta[i])
	}
}

// Coefficients of 2ˣ on [-0.5, 0.5], least-maximum fit with relative error 2e-7, highest power first.
const (
	exp6 = 0.000154035304
	exp5 = 0.00133335581
	exp4 = 0.00961812911
	exp3 = 0.0555041087
	exp2 = 0.240226507
)

// minExponent keeps exp among the normal numbers.
const minExponent = -87

// exp returns eˣ for x ≤ 0.
func exp(x float32) float32 {
	x = float32(max(x, minExponent) * math.Log2E)
	whole := roundEven(x)
	x -= whole
	p := fma(exp6, x, exp5)
	p = fma(p, x, exp4)
	p = fma(p, x, exp3)
	p = fma(p, x, exp2)
	p = fma(p, x, math.Ln2)
	p = fma(p, x, 1)
	const mantissaBits = 23
	return math.Float32frombits(math.Float32bits(p) + uint32(int32(whole))<<mantissaBits)
}

// geluEnd is from where on x·Φ(x) counts as max(x, 0): 5·Φ(−5) is 1.4e-6.
const geluEnd = 5

// Coefficients of Q: (1 − s)·Q(s) is Φ(−u) for u = geluEnd·(s + 1)/2. The fit makes the largest error of u·Φ(−u) on
// [0, geluEnd] least: 1.7e-6.
const (
	phi0  = 0.00621021804
	phi1  = -0.0376090343
	phi2  = 0.0992722873
	phi3  = -0.140385409
	phi4  = 0.0923910539
	phi5  = 0.027072634
	phi6  = -0.104284652
	phi7  = 0.058614457
	phi8  = 0.0345878365
	phi9  = -0.0432536532
	phi10 = -0.00314947392
	phi11 = 0.0105930314
)

// gelu computes max(x, 0) − |x|·Φ(−|x|), which is x·Φ(x) for either sign. The even and the odd powers are summed apart,
// so that neither sum waits for the other.
func (plain) gelu(x []float32) {
	for i, v := range x {
		size := math.Abs(float64(v))
		u := float32(size)
		if u > geluEnd {
			u = geluEnd
		}
		s := fma(u, 2./geluEnd, -1)
		t := float32(s * s)
		even, odd := fma(phi10, t, phi8), fma(phi11, t, phi9)
		even, odd = fma(even, t, phi6), fma(odd, t, phi7)
		even, odd = fma(even, t, phi4), fma(odd, t, phi5)
		even, odd = fma(even, t, phi2), fma(odd, t, phi3)
		even, odd = fma(even, t, phi0), fma(odd, t, phi1)
		q := fma(odd, s, even)
		x[i] = float32((float64(v)+size)/2 - size*float64(fma(-q, s, q)))
	}
}

func (plain) softmax(x []float32) float32 {
	high := x[0]
	for _, v := range x {
		high = max(high, v)
	}
	var sums [lanes]float32
	for i, v := range x {
		x[i] = exp(v - high)
		sums[i%lanes] += x[i]
	}
	return total(&sums)
}

func (plain) transpose(src []float32, stride int, dst []float32, dstStride int) {
	for c := range rowGroup {
		for d, v := range src[c*stride:][:headDim] {
			dst[d*dstStride+c] = v
		}
	}
}

func (plain) tile(a []float32, lda int, b []float32, ldb int, c []float32, ldc, rows, cols, depth int) {
	for r := range rows {
		row := a[r*lda:][:depth]
		for j := 0; j < cols; j += lanes {
			*(*[lanes]float32)(c[r*ldc+j:]) = dotLanes(row, b[j:], ldb)
		}
	}
}

// dotLanes returns the dot products of row with neighbouring columns of b, whose rows are ldb apart.
func dotLanes(row, b []float32, ldb int) [lanes]float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	for k, v := range row {
		w := (*[lanes]float32)(b[k*ldb:])
		s0, s1, s2, s3 = fma(v, w[0], s0), fma(v, w[1], s1), fma(v, w[2], s2), fma(v, w[3], s3)
		s4, s5, s6, s7 = fma(v, w[4], s4), fma(v, w[5], s5), fma(v, w[6], s6), fma(v, w[7], s7)
	}
	return [...]float32{s0, s1, s2, s3, s4, s5, s6, s7}
}
