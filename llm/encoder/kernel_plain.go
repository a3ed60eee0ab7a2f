package encoder

import "math"

// plain is the kernel in portable Go: the yardstick of the others and the one for processors without one.
type plain struct{}

var _ kernel = plain{}

func (plain) name() string  { return "plain" }
func (plain) packs() bool   { return false }
func (plain) tileRows() int { return rowGroup }

func (plain) quantise(x []float32, q []uint8) rowScale {
	var low, high float32
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	scale := max((high-low)/255, minScale)
	inverse := 1 / scale
	zero := -low * inverse
	for i, v := range x {
		q[i] = uint8(min(max(roundEven(v*inverse+zero), 0), 255))
	}
	return rowScale{scale, zero}
}

// minScale keeps a row of zeros from dividing by zero.
const minScale = 1e-20

// roundEven rounds to the nearest integer, ties to even, for |v| < 2²²: adding 1.5 × 2²³ leaves no fraction bits.
func roundEven(v float32) float32 {
	const magic = 3 << 22
	return v + magic - magic
}

// linear multiplies two rows at once: x₀ + x₁·2³² times a weight keeps both products apart, since a sum of 1,536
// products of 255 × 64 stays below 2³¹.
func (plain) linear(l *linear, in activations, rows, block int, out []float32) {
	var pairs [ffn]int64
	for r := 0; r < rows; r += 2 {
		x0, x1 := in.q[r*l.in:][:l.in], in.q[(r+1)*l.in:][:l.in]
		x := pairs[:len(x0)]
		for k := range x {
			x[k] = int64(x0[k]) | int64(x1[k])<<32
		}
		o0, o1 := out[r*l.out:][:l.out], out[(r+1)*l.out:][:l.out]
		s0, s1 := in.scales[r], in.scales[r+1]
		for c := block * columns; c < (block+1)*columns; c++ {
			sum := dotPair(x, l.rows[c*l.in:][:len(x)])
			low := int32(sum)
			high := int32((sum - int64(low)) >> 32)
			scale, shift, bias := l.affine[c], l.affine[l.out+c], l.affine[2*l.out+c]
			o0[c] = (float32(low)*scale-s0.zero*shift)*s0.scale + bias
			o1[c] = (float32(high)*scale-s1.zero*shift)*s1.scale + bias
		}
	}
}

func dotPair(x []int64, w []int8) int64 {
	var a, b, c, d int64
	for len(x) >= 8 && len(w) >= 8 {
		X, W := (*[8]int64)(x), (*[8]int8)(w)
		a += X[0]*int64(W[0]) + X[4]*int64(W[4])
		b += X[1]*int64(W[1]) + X[5]*int64(W[5])
		c += X[2]*int64(W[2]) + X[6]*int64(W[6])
		d += X[3]*int64(W[3]) + X[7]*int64(W[7])
		x, w = x[8:], w[8:]
	}
	return a + b + c + d
}

func (plain) addNorm(x, residual, affine []float32) {
	residual = residual[:len(x)]
	gamma, beta := affine[:len(x)], affine[len(x):][:len(x)]
	var sum, squares float32
	for i := range x {
		x[i] += residual[i]
		sum += x[i]
	}
	mean := sum / float32(len(x))
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	inverse := 1 / float32(math.Sqrt(float64(squares/float32(len(x)))+normEpsilon))
	for i, v := range x {
		x[i] = (v-mean)*inverse*gamma[i] + beta[i]
	}
}

func (plain) gelu(x []float32) {
	for i, v := range x {
		x[i] = float32(0.5 * float64(v) * (1 + math.Erf(float64(v)/math.Sqrt2)))
	}
}

func (plain) softmax(x []float32) float32 {
	high := x[0]
	for _, v := range x {
		high = max(high, v)
	}
	var sum float32
	for i, v := range x {
		e := float32(math.Exp(float64(v - high)))
		x[i] = e
		sum += e
	}
	return sum
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
					sum[i] += v * w[i]
				}
			}
			*(*[tileColumns]float32)(c[r*ldc+j:]) = sum
		}
	}
}
