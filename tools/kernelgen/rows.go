package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// expBase is the first register of the exponential: log₂e, the smallest argument, then the
// polynomial.
const expBase = 7

// expCoefficients approximate 2ˣ on [-0.5, 0.5] to 2e-7 relative, highest power first
// (least-maximum fit; the last two are ln 2 and 1).
var expCoefficients = []float64{
	0.000154035304, 0.00133335581, 0.00961812911, 0.0555041087, 0.240226507, math.Ln2, 1,
}

// loadExp fills the registers that emitExp needs.
func loadExp(f file) {
	VBROADCASTSS(float(math.Log2E), f.at(expBase))
	VBROADCASTSS(float(-87), f.at(expBase+1)) // e⁻⁸⁷ is the smallest normal float
	for i, c := range expCoefficients {
		VBROADCASTSS(float(c), f.at(expBase+2+i))
	}
}

// emitExp sets p to eˣ for x ≤ 0; x and t are overwritten.
func exp(f file, x, t, p int) {
	X, T, P := f.at(x), f.at(t), f.at(p)
	VMAXPS(f.at(expBase+1), X, X)
	VMULPS(f.at(expBase), X, X)
	if f.bytes == zmm.bytes {
		VRNDSCALEPS(Imm(0), X, T)
	} else {
		VROUNDPS(Imm(0), X, T)
	}
	VSUBPS(T, X, X)
	VCVTPS2DQ(T, T)
	VPSLLD(Imm(23), T, T)
	VMOVAPS(f.at(expBase+2), P)
	for i := 1; i < len(expCoefficients); i++ {
		VFMADD213PS(f.at(expBase+2+i), X, P)
	}
	VPADDD(T, P, P)
}

func softmaxAVX2() {
	TEXT("softmaxAVX2", NOSPLIT, "func(x *float32, eights int) float32")
	Pragma("noescape")
	Doc("softmaxAVX2 sets 8·eights values to exp(x − max x) and returns their sum.")
	Load(Param("x"), reg.RSI)
	Load(Param("eights"), reg.RCX)
	MOVQ(reg.RSI, reg.RDI)
	MOVQ(reg.RCX, reg.RDX)
	VMOVUPS(Mem{Base: reg.RSI}, ymm.at(0))
	Label("max")
	VMAXPS(Mem{Base: reg.RSI}, ymm.at(0), ymm.at(0))
	advance("max", 32, reg.RSI)
	reduce(VMAXPS, 0, 1)
	VBROADCASTSS(xmm.at(0), ymm.at(0))
	VPXOR(ymm.at(1), ymm.at(1), ymm.at(1))
	loadExp(ymm)
	Label("sum")
	VMOVUPS(Mem{Base: reg.RDI}, ymm.at(2))
	VSUBPS(ymm.at(0), ymm.at(2), ymm.at(2))
	exp(ymm, 2, 3, 4)
	VADDPS(ymm.at(4), ymm.at(1), ymm.at(1))
	VMOVUPS(ymm.at(4), Mem{Base: reg.RDI})
	ADDQ(Imm(32), reg.RDI)
	DECQ(reg.RDX)
	JNZ(LabelRef("sum"))
	reduce(VADDPS, 1, 2)
	Store(xmm.at(1), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// advanceAndLoop advances a pointer and loops while CX counts down.
func advance(label string, bytes int, pointer reg.GPPhysical) {
	ADDQ(Imm(uint64(bytes)), pointer)
	DECQ(reg.RCX)
	JNZ(LabelRef(label))
}

// geluEnd is the magnitude from which x·Φ(x) counts as max(x, 0).
const geluEnd = 5

// geluCoefficients are those of Q in kernel_plain.go, highest power first.
var geluCoefficients = []float64{
	0.0105930314, -0.00314947392, -0.0432536532, 0.0345878365, 0.058614457, -0.104284652,
	0.027072634, 0.0923910539, -0.140385409, 0.0992722873, -0.0376090343, 0.00621021804,
}

// emitGelu computes max(x, 0) − |x|·Φ(−|x|) as kernel_plain.go does.
func gelu(name string, f file) {
	TEXT(name, NOSPLIT, "func(x *float32, vectors int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s applies x·Φ(x) to %d·vectors values.", name, f.bytes/4))
	Load(Param("x"), reg.RSI)
	Load(Param("vectors"), reg.RCX)
	end, scale, minusOne, sign, zero, c := f.at(0), f.at(1), f.at(2), f.at(3), f.at(4), f.at(5)
	x, size, s, t := f.at(6), f.at(7), f.at(8), f.at(9)
	sums := []reg.VecPhysical{f.at(10), f.at(11)} // of the odd powers and of the even ones
	VBROADCASTSS(float(geluEnd), end)
	VBROADCASTSS(float(2./geluEnd), scale)
	VBROADCASTSS(float(-1), minusOne)
	VBROADCASTSS(bits(math.MaxInt32), sign)
	f.zero(zero)
	Label("gelu")
	VMOVUPS(Mem{Base: reg.RSI}, x)
	f.and(sign, x, size)
	VMINPS(end, size, s)
	VFMADD213PS(minusOne, scale, s)
	VMULPS(s, s, t)
	for i, v := range geluCoefficients {
		if i < len(sums) {
			VBROADCASTSS(float(v), sums[i])
			continue
		}
		VBROADCASTSS(float(v), c)
		VFMADD213PS(c, t, sums[i%len(sums)])
	}
	odd, h := sums[0], sums[1]
	VFMADD231PS(odd, s, h)
	VFNMADD213PS(h, s, h)
	VMAXPS(zero, x, x)
	VFNMADD231PS(size, h, x)
	VMOVUPS(x, Mem{Base: reg.RSI})
	advance("gelu", f.bytes, reg.RSI)
	VZEROUPPER()
	RET()
}

// quantiseAVX2 finds the range of a row and zero, then maps it to 0..255.
func quantiseAVX2() {
	TEXT("quantiseAVX2", NOSPLIT, "func(x *float32, blocks int, q *uint8, scale *float32)")
	Pragma("noescape")
	Doc("quantiseAVX2 quantises 32·blocks values and stores scale and zero at scale.")
	Load(Param("x"), reg.RSI)
	Load(Param("blocks"), reg.RCX)
	Load(Param("q"), reg.RDI)
	Load(Param("scale"), reg.R8)
	MOVQ(reg.RSI, reg.R9)
	MOVQ(reg.RCX, reg.RDX)
	ymm.clear(4)
	Label("range")
	for i := range 4 {
		VMOVUPS(Mem{Base: reg.RSI, Disp: 32 * i}, ymm.at(4+i))
		VMINPS(ymm.at(4+i), ymm.at(i&1), ymm.at(i&1))
		VMAXPS(ymm.at(4+i), ymm.at(2+i&1), ymm.at(2+i&1))
	}
	advance("range", 128, reg.RSI)
	VMINPS(ymm.at(1), ymm.at(0), ymm.at(0))
	VMAXPS(ymm.at(3), ymm.at(2), ymm.at(2))
	reduce(VMINPS, 0, 1)
	reduce(VMAXPS, 2, 1)
	low, scale, inverse, one := xmm.at(0), xmm.at(2), xmm.at(4), xmm.at(3)
	VSUBSS(low, scale, scale)
	VDIVSS(float(255), scale, scale)
	VMAXSS(float(1e-20), scale, scale)
	VMOVSS(float(1), one)
	VDIVSS(scale, one, inverse)
	VMULSS(inverse, low, low)
	VXORPS(xmm.at(5), xmm.at(5), xmm.at(5))
	VSUBSS(low, xmm.at(5), low)
	VMOVSS(scale, Mem{Base: reg.R8})
	VMOVSS(low, Mem{Base: reg.R8, Disp: 4})
	VBROADCASTSS(low, ymm.at(0))
	VBROADCASTSS(inverse, ymm.at(4))
	VMOVDQU(lanes(), ymm.at(5))
	Label("map")
	for i := range 4 {
		v := ymm.at(8 + i)
		VMOVUPS(Mem{Base: reg.R9, Disp: 32 * i}, v)
		VFMADD213PS(ymm.at(0), ymm.at(4), v)
		VCVTPS2DQ(v, v)
	}
	VPACKSSDW(ymm.at(9), ymm.at(8), ymm.at(8))
	VPACKSSDW(ymm.at(11), ymm.at(10), ymm.at(10))
	VPACKUSWB(ymm.at(10), ymm.at(8), ymm.at(8))
	VPERMD(ymm.at(8), ymm.at(5), ymm.at(8))
	VMOVDQU(ymm.at(8), Mem{Base: reg.RDI})
	ADDQ(Imm(128), reg.R9)
	ADDQ(Imm(32), reg.RDI)
	DECQ(reg.RDX)
	JNZ(LabelRef("map"))
	VZEROUPPER()
	RET()
}

// packOrder is the order in which the two packing instructions leave groups of four bytes.
func lanes() Mem {
	m := GLOBL("lanes", RODATA|NOPTR)
	for i, v := range []uint32{0, 4, 1, 5, 2, 6, 3, 7} {
		DATA(4*i, U32(v))
	}
	return m
}

// addNormAVX2 keeps four registers of sums, so that no addition waits for the one before.
func addNormAVX2() {
	TEXT("addNormAVX2", NOSPLIT, "func(x *float32, residual *float32, affine *float32, n int, epsilon float32)")
	Pragma("noescape")
	Doc("addNormAVX2 sets x to LayerNorm(x + residual); affine is gamma, then beta, n values each, n a multiple of 32.")
	Load(Param("x"), reg.RSI)
	Load(Param("residual"), reg.RDI)
	Load(Param("affine"), reg.R8)
	Load(Param("n"), reg.RBX)
	count := xmm.at(12)
	VXORPS(count, count, count)
	VCVTSI2SSQ(reg.RBX, count, count)
	SHLQ(Imm(2), reg.RBX)
	const sums, values = 0, 4 // first of four registers each
	at := func(base reg.GPPhysical, i int) Mem { return Mem{Base: base, Index: reg.RDX, Scale: 1, Disp: 32 * i} }
	loop := func(label string, body func(i int)) {
		XORQ(reg.RDX, reg.RDX)
		Label(label)
		for i := range 4 {
			body(i)
		}
		ADDQ(Imm(128), reg.RDX)
		CMPQ(reg.RDX, reg.RBX)
		JLT(LabelRef(label))
	}
	mean, inverse := ymm.at(8), ymm.at(9)
	average := func() {
		VADDPS(ymm.at(sums+1), ymm.at(sums), ymm.at(sums))
		VADDPS(ymm.at(sums+3), ymm.at(sums+2), ymm.at(sums+2))
		VADDPS(ymm.at(sums+2), ymm.at(sums), ymm.at(sums))
		reduce(VADDPS, sums, sums+1)
		VDIVSS(count, xmm.at(sums), xmm.at(sums))
	}
	ymm.clear(4)
	loop("add", func(i int) {
		v := ymm.at(values + i)
		VMOVUPS(at(reg.RSI, i), v)
		VADDPS(at(reg.RDI, i), v, v)
		VMOVUPS(v, at(reg.RSI, i))
		VADDPS(v, ymm.at(sums+i), ymm.at(sums+i))
	})
	average()
	VBROADCASTSS(xmm.at(sums), mean)
	ymm.clear(4)
	loop("variance", func(i int) {
		v := ymm.at(values + i)
		VMOVUPS(at(reg.RSI, i), v)
		VSUBPS(mean, v, v)
		VFMADD231PS(v, v, ymm.at(sums+i))
	})
	average()
	variance, one := xmm.at(sums), xmm.at(values)
	Load(Param("epsilon"), one)
	VADDSS(one, variance, variance)
	VSQRTSS(variance, variance, variance)
	VMOVSS(float(1), one)
	VDIVSS(variance, one, variance)
	VBROADCASTSS(variance, inverse)
	LEAQ(Mem{Base: reg.R8, Index: reg.RBX, Scale: 1}, reg.R9)
	loop("scale", func(i int) {
		v, beta := ymm.at(values+i), ymm.at(sums+i)
		VMOVUPS(at(reg.RSI, i), v)
		VSUBPS(mean, v, v)
		VMULPS(inverse, v, v)
		VMOVUPS(at(reg.R9, i), beta)
		VFMADD132PS(at(reg.R8, i), beta, v)
		VMOVUPS(v, at(reg.RSI, i))
	})
	VZEROUPPER()
	RET()
}

// transposeAVX2 moves 4 × 4 blocks with unpacks.
func transposeAVX2() {
	TEXT("transpose4x32AVX2", NOSPLIT, "func(src *float32, lds int, dst *float32, ldd int)")
	Pragma("noescape")
	Doc("transpose4x32AVX2 writes 4 rows of 32 values as 4 columns; strides are in bytes.")
	Load(Param("src"), reg.RSI)
	Load(Param("lds"), reg.RDX)
	Load(Param("dst"), reg.RDI)
	Load(Param("ldd"), reg.R9)
	LEAQ(Mem{Base: reg.RDX, Index: reg.RDX, Scale: 2}, reg.R10)
	LEAQ(Mem{Base: reg.R9, Index: reg.R9, Scale: 2}, reg.R11)
	MOVQ(U32(8), reg.RCX)
	Label("transpose")
	for r := range 4 {
		VMOVUPS(rowAddress(reg.RSI, reg.RDX, reg.R10, r, 0), xmm.at(r))
	}
	VUNPCKLPS(xmm.at(1), xmm.at(0), xmm.at(4))
	VUNPCKHPS(xmm.at(1), xmm.at(0), xmm.at(5))
	VUNPCKLPS(xmm.at(3), xmm.at(2), xmm.at(6))
	VUNPCKHPS(xmm.at(3), xmm.at(2), xmm.at(7))
	VMOVLHPS(xmm.at(6), xmm.at(4), xmm.at(0))
	VMOVHLPS(xmm.at(4), xmm.at(6), xmm.at(1))
	VMOVLHPS(xmm.at(7), xmm.at(5), xmm.at(2))
	VMOVHLPS(xmm.at(5), xmm.at(7), xmm.at(3))
	for r := range 4 {
		VMOVUPS(xmm.at(r), rowAddress(reg.RDI, reg.R9, reg.R11, r, 0))
	}
	LEAQ(Mem{Base: reg.RDI, Index: reg.R9, Scale: 4}, reg.RDI)
	advance("transpose", 16, reg.RSI)
	RET()
}
