package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// int8Signature is shared by the integer kernels: four rows of x, ldx bytes apart, times the panels at w, panel bytes
// apart, over quads groups of four inputs. affine holds scale, shift and bias, stride bytes apart; scales holds scale
// and zero of each row; out's rows are ldo bytes apart.
const int8Signature = "func(x *uint8, ldx int, w *int8, panel int, quads int, " +
	"affine *float32, stride int, scales *float32, out *float32, ldo int)"

// int8VNNI512 computes 4 rows × 64 columns.
func int8VNNI512() {
	TEXT("int8Tile4x64VNNI", NOSPLIT, int8Signature)
	Pragma("noescape")
	Doc("int8Tile4x64VNNI computes 64 output columns of 4 rows from 4 panels.")
	loadRows()
	panel, triple := reg.RDX, reg.R11
	Load(Param("panel"), panel)
	LEAQ(Mem{Base: panel, Index: panel, Scale: 2}, triple)
	zmm.clear(16)
	Label("vnni")
	for c := range 4 {
		VMOVDQU32(rowAddress(reg.RSI, panel, triple, c, 0), zmm.at(16+c))
	}
	for r := range 4 {
		VPBROADCASTD(rowAddress(reg.R8, reg.R9, reg.R10, r, 0), zmm.at(20+r))
		for c := range 4 {
			dotBytes(zmm.at(16+c), zmm.at(20+r), zmm.at(r*4+c))
		}
	}
	ADDQ(Imm(64), reg.RSI)
	ADDQ(Imm(4), reg.R8)
	DECQ(reg.RCX)
	JNZ(LabelRef("vnni"))
	dequantise(zmm, 4, 20)
}

// int8AVX2 computes 4 rows × 16 columns. Sums of two products fit 16 bits because weights are at most ±64.
func int8AVX2() {
	TEXT("int8Tile4x16AVX2", NOSPLIT, int8Signature)
	Pragma("noescape")
	Doc("int8Tile4x16AVX2 computes 16 output columns of 4 rows from 1 panel; panel is not used.")
	loadRows()
	ymm.clear(8)
	ones := ymm.at(15)
	VPCMPEQW(ones, ones, ones)
	VPSRLW(Imm(15), ones, ones)
	Label("avx2")
	VMOVDQU(Mem{Base: reg.RSI}, ymm.at(8))
	VMOVDQU(Mem{Base: reg.RSI, Disp: 32}, ymm.at(9))
	for r := range 4 {
		x := ymm.at(10 + r&1)
		VPBROADCASTD(rowAddress(reg.R8, reg.R9, reg.R10, r, 0), x)
		for c := range 2 {
			t := ymm.at(12 + c)
			VPMADDUBSW(ymm.at(8+c), x, t)
			VPMADDWD(ones, t, t)
			VPADDD(t, ymm.at(r*2+c), ymm.at(r*2+c))
		}
	}
	ADDQ(Imm(64), reg.RSI)
	ADDQ(Imm(4), reg.R8)
	DECQ(reg.RCX)
	JNZ(LabelRef("avx2"))
	dequantise(ymm, 2, 8)
}

// loadRows sets R8 to x, R9 and R10 to one and three of its strides, SI to w and CX to quads.
func loadRows() {
	Load(Param("x"), reg.R8)
	Load(Param("ldx"), reg.R9)
	Load(Param("w"), reg.RSI)
	Load(Param("quads"), reg.RCX)
	LEAQ(Mem{Base: reg.R9, Index: reg.R9, Scale: 2}, reg.R10)
}

// dequantise stores (sum × scale − zero × shift) × rowScale + bias for 4 rows of vectors registers each, from register 0
// on; t and the two after it are free.
func dequantise(f file, vectors, t int) {
	Load(Param("affine"), reg.RSI)
	Load(Param("stride"), reg.RDX)
	Load(Param("scales"), reg.RDI)
	Load(Param("out"), reg.R8)
	Load(Param("ldo"), reg.R9)
	scale, zero, bias := f.at(t), f.at(t+1), f.at(t+2)
	for r := range 4 {
		VBROADCASTSS(Mem{Base: reg.RDI, Disp: r * 8}, scale)
		VBROADCASTSS(Mem{Base: reg.RDI, Disp: r*8 + 4}, zero)
		for c := range vectors {
			sum, at := f.at(r*vectors+c), c*f.bytes
			VCVTDQ2PS(sum, sum)
			VMULPS(Mem{Base: reg.RSI, Disp: at}, sum, sum)
			VFNMADD231PS(Mem{Base: reg.RSI, Index: reg.RDX, Scale: 1, Disp: at}, zero, sum)
			VMOVUPS(Mem{Base: reg.RSI, Index: reg.RDX, Scale: 2, Disp: at}, bias)
			VFMADD213PS(bias, scale, sum)
			VMOVUPS(sum, Mem{Base: reg.R8, Disp: at})
		}
		if r < 3 {
			ADDQ(reg.R9, reg.R8)
		}
	}
	VZEROUPPER()
	RET()
}

// floatTile multiplies rows rows of a by two vectors of columns of b. Strides are in bytes.
func floatTile(name string, f file, rows int) {
	TEXT(name, NOSPLIT, "func(a *float32, lda int, b *float32, ldb int, c *float32, ldc int, depth int)")
	Pragma("noescape")
	Doc(name + " sets c to a·b; strides are in bytes.")
	Load(Param("a"), reg.R8)
	Load(Param("lda"), reg.R9)
	LEAQ(Mem{Base: reg.R9, Index: reg.R9, Scale: 2}, reg.R10)
	if rows > 4 {
		LEAQ(Mem{Base: reg.R8, Index: reg.R9, Scale: 4}, reg.R11)
	}
	Load(Param("b"), reg.RSI)
	Load(Param("ldb"), reg.RDX)
	Load(Param("c"), reg.RDI)
	Load(Param("ldc"), reg.R12)
	Load(Param("depth"), reg.RCX)
	f.clear(2 * rows)
	b, x := 2*rows, 2*rows+2
	Label("tile")
	VMOVUPS(Mem{Base: reg.RSI}, f.at(b))
	VMOVUPS(Mem{Base: reg.RSI, Disp: f.bytes}, f.at(b+1))
	for r := range rows {
		base := reg.R8
		if r > 3 {
			base = reg.R11
		}
		row := f.at(x + r%4)
		VBROADCASTSS(rowAddress(base, reg.R9, reg.R10, r%4, 0), row)
		VFMADD231PS(f.at(b), row, f.at(2*r))
		VFMADD231PS(f.at(b+1), row, f.at(2*r+1))
	}
	ADDQ(reg.RDX, reg.RSI)
	ADDQ(Imm(4), reg.R8)
	if rows > 4 {
		ADDQ(Imm(4), reg.R11)
	}
	DECQ(reg.RCX)
	JNZ(LabelRef("tile"))
	for r := range rows {
		VMOVUPS(f.at(2*r), Mem{Base: reg.RDI})
		VMOVUPS(f.at(2*r+1), Mem{Base: reg.RDI, Disp: f.bytes})
		if r < rows-1 {
			ADDQ(reg.R12, reg.RDI)
		}
	}
	VZEROUPPER()
	RET()
}
