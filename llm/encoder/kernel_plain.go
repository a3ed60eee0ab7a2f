package encoder

import "math"

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
		low, high = min(low, v), max(high, v)
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

// Three rows share a 64-bit integer, tripleBits apart. tripleRun products of 255 × 64 add up to less than half of that.
const (
	tripleBits = 21
	tripleRun  = 64
)

// linear multiplies three rows at once: x₀ + x₁·2²¹ + x₂·2⁴² times a weight keeps the products apart for tripleRun
// inputs, after which they are taken out.
func (plain) linear(l *linear, in activations, rows, block int, out []float32) {
	var packed [ffn]int64
	x := packed[:l.in]
	for r := 0; r < rows; r += 3 {
		n := min(3, rows-r)
		clear(x)
		for i := range n {
			for k, v := range in.q[(r+i)*l.in:][:len(x)] {
				x[k] |= int64(v) << (i * tripleBits)
			}
		}
		for c := block * columns; c < (block+1)*columns; c++ {
			sums := dotTriple(x, l.rows[c*l.in:][:len(x)])
			scale, shift, bias := l.affine[c], l.affine[l.out+c], l.affine[2*l.out+c]
			for i, s := range in.scales[r : r+n] {
				out[(r+i)*l.out+c] = fma(fma(-s.zero, shift, float32(sums[i])*scale), s.scale, bias)
			}
		}
	}
}

// dotTriple returns the dot products of w with the three rows in x. The length is a multiple of tripleRun.
func dotTriple(x []int64, w []int8) (sums [3]int32) {
	for len(x) >= tripleRun && len(w) >= tripleRun {
		run := dotRun((*[tripleRun]int64)(x), (*[tripleRun]int8)(w))
		for i := range sums {
			const rest = 64 - tripleBits
			low := run << rest >> rest
			sums[i] += int32(low)
			run = (run - low) >> tripleBits
		}
		x, w = x[tripleRun:], w[tripleRun:]
	}
	return sums
}

func dotRun(x *[tripleRun]int64, w *[tripleRun]int8) int64 {
	var a, b, c, d int64
	for i := 0; i < tripleRun; i += 8 {
		X, W := (*[8]int64)(x[i:]), (*[8]int8)(w[i:])
		a += X[0]*int64(W[0]) + X[4]*int64(W[4])
		b += X[1]*int64(W[1]) + X[5]*int64(W[5])
		c += X[2]*int64(W[2]) + X[6]*int64(W[6])
		d += X[3]*int64(W[3]) + X[7]*int64(W[7])
	}
	return a + b + c + d
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

// Coefficients of erf in Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26 (absolute error at most
// 1.5e-7).
const (
	erfP = 0.3275911
	erf1 = 0.254829592
	erf2 = -0.284496736
	erf3 = 1.421413741
	erf4 = -1.453152027
	erf5 = 1.061405429
)

// gelu computes max(x, 0) − |x|·h with h = (1 − erf(|x|/√2))/2, which is x·Φ(x) for either sign.
func (plain) gelu(x []float32) {
	for i, v := range x {
		size := max(v, -v)
		e := exp(float32(v*v) * -0.5)
		t := 1 / fma(size, erfP/math.Sqrt2, 1)
		h := fma(0.5*erf5, t, 0.5*erf4)
		h = fma(h, t, 0.5*erf3)
		h = fma(h, t, 0.5*erf2)
		h = fma(h, t, 0.5*erf1)
		x[i] = fma(-size, float32(float32(h*t)*e), max(v, 0))
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
		for j := 0; j < cols; j += tileColumns {
			var sum [tileColumns]float32
			for k, v := range row {
				w := (*[tileColumns]float32)(b[k*ldb+j:])
				for i := range sum {
					sum[i] = fma(v, w[i], sum[i])
				}
			}
			*(*[tileColumns]float32)(c[r*ldc+j:]) = sum
		}
	}
}
