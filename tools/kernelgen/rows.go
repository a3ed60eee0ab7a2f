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

// emitLoadExpConstants fills the registers that emitExp needs.
func emitLoadExpConstants(f registerFile) {
	VBROADCASTSS(floatConstantAddress(math.Log2E), f.register(expBase))
	VBROADCASTSS(floatConstantAddress(-87), f.register(expBase+1)) // e⁻⁸⁷ is the smallest normal float
	for i, c := range expCoefficients {
		VBROADCASTSS(floatConstantAddress(c), f.register(expBase+2+i))
	}
}

// emitExp sets p to eˣ for x ≤ 0; x and t are overwritten.
func emitExp(f registerFile, x, t, p int) {
	X, T, P := f.register(x), f.register(t), f.register(p)
	VMAXPS(f.register(expBase+1), X, X)
	VMULPS(f.register(expBase), X, X)
	if f.bytes == zmm.bytes {
		VRNDSCALEPS(Imm(0), X, T)
	} else {
		VROUNDPS(Imm(0), X, T)
	}
	VSUBPS(T, X, X)
	VCVTPS2DQ(T, T)
	VPSLLD(Imm(23), T, T)
	VMOVAPS(f.register(expBase+2), P)
	for i := 1; i < len(expCoefficients); i++ {
		VFMADD213PS(f.register(expBase+2+i), X, P)
	}
	VPADDD(T, P, P)
}

func generateExpAndSumAVX2Kernel() {
	TEXT("softmaxAVX2", NOSPLIT, "func(x *float32, eights int) float32")
	Pragma("noescape")
	Doc("softmaxAVX2 sets 8·eights values to exp(x − max x) and returns their sum.")
	Load(Param("x"), reg.RSI)
	Load(Param("eights"), reg.RCX)
	MOVQ(reg.RSI, reg.RDI)
	MOVQ(reg.RCX, reg.RDX)
	VMOVUPS(Mem{Base: reg.RSI}, ymm.register(0))
	Label("max")
	VMAXPS(Mem{Base: reg.RSI}, ymm.register(0), ymm.register(0))
	emitAdvanceAndLoop("max", 32, reg.RSI)
	emitReduceLanes(VMAXPS, 0, 1)
	VBROADCASTSS(xmm.register(0), ymm.register(0))
	VPXOR(ymm.register(1), ymm.register(1), ymm.register(1))
	emitLoadExpConstants(ymm)
	Label("sum")
	VMOVUPS(Mem{Base: reg.RDI}, ymm.register(2))
	VSUBPS(ymm.register(0), ymm.register(2), ymm.register(2))
	emitExp(ymm, 2, 3, 4)
	VADDPS(ymm.register(4), ymm.register(1), ymm.register(1))
	VMOVUPS(ymm.register(4), Mem{Base: reg.RDI})
	ADDQ(Imm(32), reg.RDI)
	DECQ(reg.RDX)
	JNZ(LabelRef("sum"))
	emitReduceLanes(VADDPS, 1, 2)
	Store(xmm.register(1), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// emitAdvanceAndLoop advances a pointer and loops while CX counts down.
func emitAdvanceAndLoop(label string, bytes int, pointer reg.GPPhysical) {
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

// generateGeluKernel computes max(x, 0) − |x|·Φ(−|x|) as kernel_plain.go does.
func generateGeluKernel(name string, f registerFile) {
	TEXT(name, NOSPLIT, "func(x *float32, vectors int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s applies x·Φ(x) to %d·vectors values.", name, f.bytes/4))
	Load(Param("x"), reg.RSI)
	Load(Param("vectors"), reg.RCX)
	end, scale, minusOne, sign, zero, c := f.register(0), f.register(1), f.register(2), f.register(3), f.register(4),
		f.register(5)
	x, size, s, t := f.register(6), f.register(7), f.register(8), f.register(9)
	sums := []reg.VecPhysical{f.register(10), f.register(11)} // of the odd powers and of the even ones
	VBROADCASTSS(floatConstantAddress(geluEnd), end)
	VBROADCASTSS(floatConstantAddress(2./geluEnd), scale)
	VBROADCASTSS(floatConstantAddress(-1), minusOne)
	VBROADCASTSS(uint32ConstantAddress(math.MaxInt32), sign)
	f.emitZeroRegister(zero)
	Label("gelu")
	VMOVUPS(Mem{Base: reg.RSI}, x)
	f.emitBitwiseAnd(sign, x, size)
	VMINPS(end, size, s)
	VFMADD213PS(minusOne, scale, s)
	VMULPS(s, s, t)
	for i, v := range geluCoefficients {
		if i < len(sums) {
			VBROADCASTSS(floatConstantAddress(v), sums[i])
			continue
		}
		VBROADCASTSS(floatConstantAddress(v), c)
		VFMADD213PS(c, t, sums[i%len(sums)])
	}
	odd, h := sums[0], sums[1]
	VFMADD231PS(odd, s, h)
	VFNMADD213PS(h, s, h)
	VMAXPS(zero, x, x)
	VFNMADD231PS(size, h, x)
	VMOVUPS(x, Mem{Base: reg.RSI})
	emitAdvanceAndLoop("gelu", f.bytes, reg.RSI)
	VZEROUPPER()
	RET()
}

// generateQuantiseAVX2Kernel finds the range of a row and zero, then maps it to 0..255.
func generateQuantiseAVX2Kernel() {
	TEXT("quantiseAVX2", NOSPLIT, "func(x *float32, blocks int, q *uint8, scale *float32)")
	Pragma("noescape")
	Doc("quantiseAVX2 quantises 32·blocks values and stores scale and zero at scale.")
	Load(Param("x"), reg.RSI)
	Load(Param("blocks"), reg.RCX)
	Load(Param("q"), reg.RDI)
	Load(Param("scale"), reg.R8)
	MOVQ(reg.RSI, reg.R9)
	MOVQ(reg.RCX, reg.RDX)
	ymm.emitZeroFirstRegisters(4)
	Label("range")
	for i := range 4 {
		VMOVUPS(Mem{Base: reg.RSI, Disp: 32 * i}, ymm.register(4+i))
		VMINPS(ymm.register(4+i), ymm.register(i&1), ymm.register(i&1))
		VMAXPS(ymm.register(4+i), ymm.register(2+i&1), ymm.register(2+i&1))
	}
	emitAdvanceAndLoop("range", 128, reg.RSI)
	VMINPS(ymm.register(1), ymm.register(0), ymm.register(0))
	VMAXPS(ymm.register(3), ymm.register(2), ymm.register(2))
	emitReduceLanes(VMINPS, 0, 1)
	emitReduceLanes(VMAXPS, 2, 1)
	low, scale, inverse, one := xmm.register(0), xmm.register(2), xmm.register(4), xmm.register(3)
	VSUBSS(low, scale, scale)
	VDIVSS(floatConstantAddress(255), scale, scale)
	VMAXSS(floatConstantAddress(1e-20), scale, scale)
	VMOVSS(floatConstantAddress(1), one)
	VDIVSS(scale, one, inverse)
	VMULSS(inverse, low, low)
	VXORPS(xmm.register(5), xmm.register(5), xmm.register(5))
	VSUBSS(low, xmm.register(5), low)
	VMOVSS(scale, Mem{Base: reg.R8})
	VMOVSS(low, Mem{Base: reg.R8, Disp: 4})
	VBROADCASTSS(low, ymm.register(0))
	VBROADCASTSS(inverse, ymm.register(4))
	VMOVDQU(packOrderConstantAddress(), ymm.register(5))
	Label("map")
	for i := range 4 {
		v := ymm.register(8 + i)
		VMOVUPS(Mem{Base: reg.R9, Disp: 32 * i}, v)
		VFMADD213PS(ymm.register(0), ymm.register(4), v)
		VCVTPS2DQ(v, v)
	}
	VPACKSSDW(ymm.register(9), ymm.register(8), ymm.register(8))
	VPACKSSDW(ymm.register(11), ymm.register(10), ymm.register(10))
	VPACKUSWB(ymm.register(10), ymm.register(8), ymm.register(8))
	VPERMD(ymm.register(8), ymm.register(5), ymm.register(8))
	VMOVDQU(ymm.register(8), Mem{Base: reg.RDI})
	ADDQ(Imm(128), reg.R9)
	ADDQ(Imm(32), reg.RDI)
	DECQ(reg.RDX)
	JNZ(LabelRef("map"))
	VZEROUPPER()
	RET()
}

// packOrderConstantAddress is the order in which the two packing instructions leave groups of four
// bytes.
func packOrderConstantAddress() Mem {
	m := GLOBL("lanes", RODATA|NOPTR)
	for i, v := range []uint32{0, 4, 1, 5, 2, 6, 3, 7} {
		DATA(4*i, U32(v))
	}
	return m
}

// generateAddLayerNormAVX2Kernel keeps four registers of sums, so that no addition waits for the
// one before.
func generateAddLayerNormAVX2Kernel() {
	TEXT("addNormAVX2", NOSPLIT, "func(x *float32, residual *float32, affine *float32, n int, epsilon float32)")
	Pragma("noescape")
	Doc("addNormAVX2 sets x to LayerNorm(x + residual); affine is gamma, then beta, n values each, n a multiple of 32.")
	Load(Param("x"), reg.RSI)
	Load(Param("residual"), reg.RDI)
	Load(Param("affine"), reg.R8)
	Load(Param("n"), reg.RBX)
	count := xmm.register(12)
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
	mean, inverse := ymm.register(8), ymm.register(9)
	average := func() {
		VADDPS(ymm.register(sums+1), ymm.register(sums), ymm.register(sums))
		VADDPS(ymm.register(sums+3), ymm.register(sums+2), ymm.register(sums+2))
		VADDPS(ymm.register(sums+2), ymm.register(sums), ymm.register(sums))
		emitReduceLanes(VADDPS, sums, sums+1)
		VDIVSS(count, xmm.register(sums), xmm.register(sums))
	}
	ymm.emitZeroFirstRegisters(4)
	loop("add", func(i int) {
		v := ymm.register(values + i)
		VMOVUPS(at(reg.RSI, i), v)
		VADDPS(at(reg.RDI, i), v, v)
		VMOVUPS(v, at(reg.RSI, i))
		VADDPS(v, ymm.register(sums+i), ymm.register(sums+i))
	})
	average()
	VBROADCASTSS(xmm.register(sums), mean)
	ymm.emitZeroFirstRegisters(4)
	loop("variance", func(i int) {
		v := ymm.register(values + i)
		VMOVUPS(at(reg.RSI, i), v)
		VSUBPS(mean, v, v)
		VFMADD231PS(v, v, ymm.register(sums+i))
	})
	average()
	variance, one := xmm.register(sums), xmm.register(values)
	Load(Param("epsilon"), one)
	VADDSS(one, variance, variance)
	VSQRTSS(variance, variance, variance)
	VMOVSS(floatConstantAddress(1), one)
	VDIVSS(variance, one, variance)
	VBROADCASTSS(variance, inverse)
	LEAQ(Mem{Base: reg.R8, Index: reg.RBX, Scale: 1}, reg.R9)
	loop("scale", func(i int) {
		v, beta := ymm.register(values+i), ymm.register(sums+i)
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

// generateTranspose4x32AVX2Kernel moves 4 × 4 blocks with unpacks.
func generateTranspose4x32AVX2Kernel() {
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
		VMOVUPS(rowAddress(reg.RSI, reg.RDX, reg.R10, r, 0), xmm.register(r))
	}
	VUNPCKLPS(xmm.register(1), xmm.register(0), xmm.register(4))
	VUNPCKHPS(xmm.register(1), xmm.register(0), xmm.register(5))
	VUNPCKLPS(xmm.register(3), xmm.register(2), xmm.register(6))
	VUNPCKHPS(xmm.register(3), xmm.register(2), xmm.register(7))
	VMOVLHPS(xmm.register(6), xmm.register(4), xmm.register(0))
	VMOVHLPS(xmm.register(4), xmm.register(6), xmm.register(1))
	VMOVLHPS(xmm.register(7), xmm.register(5), xmm.register(2))
	VMOVHLPS(xmm.register(5), xmm.register(7), xmm.register(3))
	for r := range 4 {
		VMOVUPS(xmm.register(r), rowAddress(reg.RDI, reg.R9, reg.R11, r, 0))
	}
	LEAQ(Mem{Base: reg.RDI, Index: reg.R9, Scale: 4}, reg.RDI)
	emitAdvanceAndLoop("transpose", 16, reg.RSI)
	RET()
}
