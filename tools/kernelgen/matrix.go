package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// int8Signature is shared by the integer kernels: rows of x, ldx bytes apart, times the panels at
// w, panel bytes apart, over quads groups of four inputs. affine holds scale, shift and bias,
// stride bytes apart; scales holds scale and zero of each row; out's rows are ldo bytes apart.
const int8Signature = "func(x *uint8, ldx int, w *int8, panel int, quads int, " +
	"affine *float32, stride int, scales *float32, out *float32, ldo int)"

// generateInt8VNNI512Kernel computes rows × 48 columns: 8 × 48 keeps 24 sums in registers and loads
// a third of what it multiplies, so that weights may come from the second-level cache. The first
// rows of a block prefetch the next block's weights.
func generateInt8VNNI512Kernel(name string, rows int) {
	const vectors = 3
	TEXT(name, NOSPLIT, int8Signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s computes 48 output columns of %d rows from 3 panels.", name, rows))
	emitLoadRowStridesAndWeights()
	if rows > 4 {
		LEAQ(Mem{Base: reg.R8, Index: reg.R9, Scale: 4}, reg.R11)
	}
	panel := reg.RDX
	Load(Param("panel"), panel)
	sums := rows * vectors
	zmm.emitZeroFirstRegisters(sums)
	next := reg.R12
	LEAQ(Mem{Base: panel, Index: panel, Scale: 2}, next)
	ADDQ(reg.RSI, next)
	Label("step")
	for c := range vectors {
		VMOVDQU32(rowAddress(reg.RSI, panel, panel, c, 0), zmm.register(sums+c))
	}
	for r := range rows {
		base, x := reg.R8, zmm.register(sums+vectors+r%4)
		if r > 3 {
			base = reg.R11
		}
		VPBROADCASTD(rowAddress(base, reg.R9, reg.R10, r%4, 0), x)
		for c := range vectors {
			emitDotBytesVNNI(zmm.register(sums+c), x, zmm.register(r*vectors+c))
		}
	}
	for c := range vectors {
		PREFETCHT0(rowAddress(next, panel, panel, c, 0))
	}
	ADDQ(Imm(64), reg.RSI)
	ADDQ(Imm(64), next)
	ADDQ(Imm(4), reg.R8)
	if rows > 4 {
		ADDQ(Imm(4), reg.R11)
	}
	DECQ(reg.RCX)
	JNZ(LabelRef("step"))
	Load(Param("affine"), reg.RSI)
	Load(Param("stride"), reg.RDX)
	Load(Param("scales"), reg.RDI)
	Load(Param("out"), reg.R8)
	Load(Param("ldo"), reg.R9)
	emitStoreDequantised(zmm, rows, vectors, sums, affine{reg.RSI, reg.RDX, reg.RDI}, reg.R8, reg.R9)
	VZEROUPPER()
	RET()
}

// stepSizes are the numbers of quads in a step, as in llm/encoder.
var stepSizes = []int{5, 4, 3}

// generateInt8AVX2Kernel computes 16 columns of any number of groups of 4 rows. A step multiplies
// some quads, which need not be adjacent, and adds their products in 16 bits: the packing chooses
// quads for which that is exact. Every step prefetches one line of the next panel until it is
// complete, because prefetching all at once would delay the loads.
func generateInt8AVX2Kernel() {
	TEXT("int8Panel4x16AVX2", NOSPLIT, "func(x *uint8, ldx int, w *int8, places *uint16, steps *int, quads int, "+
		"groups int, affine *float32, stride int, scales *float32, out *float32, ldo int)")
	Pragma("noescape")
	Doc("int8Panel4x16AVX2 computes 16 output columns of 4·groups rows; places holds the place in a row of each of the",
		"panel's quads, steps how many steps of 5, of 4 and of 3 quads they make.")
	rows := []reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}
	next, end := reg.R15, reg.RDX
	Load(Param("quads"), next)
	SHLQ(Imm(6), next)
	ADDQ(argumentAddress("w"), next)
	Load(Param("quads"), end)
	SHLQ(Imm(6), end)
	ADDQ(next, end)
	Load(Param("x"), rows[0])
	ones := ymm.register(15)
	VPCMPEQW(ones, ones, ones)
	VPSRLW(Imm(15), ones, ones)
	Label("group")
	Load(Param("ldx"), reg.RCX)
	for r := range rows[1:] {
		LEAQ(Mem{Base: rows[r], Index: reg.RCX, Scale: 1}, rows[r+1])
	}
	Load(Param("w"), reg.RSI)
	Load(Param("places"), reg.RDI)
	ymm.emitZeroFirstRegisters(8)
	for i, quads := range stepSizes {
		step, done := fmt.Sprintf("step%d", quads), fmt.Sprintf("done%d", quads)
		Load(Param("steps"), reg.RCX)
		MOVQ(Mem{Base: reg.RCX, Disp: 8 * i}, reg.RCX)
		TESTQ(reg.RCX, reg.RCX)
		JZ(LabelRef(done))
		Label(step)
		emitQuadsMultiplyAdd(rows, quads, ones)
		PREFETCHT0(Mem{Base: next})
		ADDQ(U32(64), next)
		CMPQ(next, end)
		CMOVQGT(end, next)
		ADDQ(U32(64*quads), reg.RSI)
		ADDQ(U32(2*quads), reg.RDI)
		DECQ(reg.RCX)
		JNZ(LabelRef(step))
		Label(done)
	}
	Load(Param("ldx"), reg.RCX)
	LEAQ(Mem{Base: rows[3], Index: reg.RCX, Scale: 1}, rows[0])
	Load(Param("affine"), reg.RSI)
	Load(Param("stride"), reg.RCX)
	Load(Param("scales"), reg.RDI)
	Load(Param("out"), reg.RAX)
	Load(Param("ldo"), reg.R12)
	emitStoreDequantised(ymm, 4, 2, 8, affine{reg.RSI, reg.RCX, reg.RDI}, reg.RAX, reg.R12)
	ADDQ(reg.R12, reg.RAX)
	MOVQ(reg.RAX, argumentAddress("out"))
	ADDQ(Imm(32), argumentAddress("scales"))
	DECQ(argumentAddress("groups"))
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// argumentAddress returns the address of an argument.
func argumentAddress(name string) Mem {
	c, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return c.Addr
}

// emitQuadsMultiplyAdd adds quads of inputs, whose offsets are at DI and weights at SI, to the sums
// of 4 rows × 16 columns.
func emitQuadsMultiplyAdd(rows []reg.GPPhysical, quads int, ones reg.VecPhysical) {
	at := []reg.GPPhysical{reg.R12, reg.R13, reg.R14, reg.RAX, reg.RBX}[:quads]
	for i, place := range at {
		MOVWQZX(Mem{Base: reg.RDI, Disp: 2 * i}, place)
	}
	x, more := ymm.register(8), ymm.register(9)
	for r, row := range rows {
		t := []reg.VecPhysical{ymm.register(10 + r%2*2), ymm.register(11 + r%2*2)}
		for i, place := range at {
			VPBROADCASTD(Mem{Base: row, Index: place, Scale: 1}, x)
			low, high := Mem{Base: reg.RSI, Disp: 64 * i}, Mem{Base: reg.RSI, Disp: 64*i + 32}
			if i == 0 {
				VPMADDUBSW(low, x, t[0])
				VPMADDUBSW(high, x, t[1])
				continue
			}
			VPMADDUBSW(low, x, more)
			VPMADDUBSW(high, x, x)
			VPADDW(more, t[0], t[0])
			VPADDW(x, t[1], t[1])
		}
		for c, products := range t {
			VPMADDWD(ones, products, products)
			VPADDD(products, ymm.register(r*2+c), ymm.register(r*2+c))
		}
	}
}

// emitLoadRowStridesAndWeights sets R8 to x, R9 and R10 to one and three of its strides, SI to w
// and CX to quads.
func emitLoadRowStridesAndWeights() {
	Load(Param("x"), reg.R8)
	Load(Param("ldx"), reg.R9)
	Load(Param("w"), reg.RSI)
	Load(Param("quads"), reg.RCX)
	LEAQ(Mem{Base: reg.R9, Index: reg.R9, Scale: 2}, reg.R10)
}

// affine holds the addresses for converting sums into values: scale, shift and bias of the columns,
// stride bytes apart, and scale and zero of each row.
type affine struct{ columns, stride, rows reg.GPPhysical }

// emitStoreDequantised stores (sum × scale − zero × shift) × rowScale + bias for rows rows of
// vectors registers each, from register 0 on; it overwrites t and the two after it. Afterwards out
// points to the last row.
func emitStoreDequantised(f registerFile, rows, vectors, t int, a affine, out, ldo reg.GPPhysical) {
	scale, zero, shift := f.register(t), f.register(t+1), f.register(t+2)
	for r := range rows {
		VBROADCASTSS(Mem{Base: a.rows, Disp: r * 8}, scale)
		VBROADCASTSS(Mem{Base: a.rows, Disp: r*8 + 4}, zero)
		for c := range vectors {
			sum, at := f.register(r*vectors+c), c*f.bytes
			VCVTDQ2PS(sum, sum)
			VMULPS(Mem{Base: a.columns, Disp: at}, sum, sum)
			VMULPS(Mem{Base: a.columns, Index: a.stride, Scale: 1, Disp: at}, zero, shift)
			VSUBPS(shift, sum, sum)
			VMOVUPS(Mem{Base: a.columns, Index: a.stride, Scale: 2, Disp: at}, shift)
			VFMADD213PS(shift, scale, sum)
			VMOVUPS(sum, Mem{Base: out, Disp: at})
		}
		if r < rows-1 {
			ADDQ(ldo, out)
		}
	}
}

// generateFloatTileKernel multiplies rows rows of a by two vectors of columns of b. Strides are in
// bytes.
func generateFloatTileKernel(name string, f registerFile, rows int) {
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
	f.emitZeroFirstRegisters(2 * rows)
	b, x := 2*rows, 2*rows+2
	Label("tile")
	VMOVUPS(Mem{Base: reg.RSI}, f.register(b))
	VMOVUPS(Mem{Base: reg.RSI, Disp: f.bytes}, f.register(b+1))
	for r := range rows {
		base := reg.R8
		if r > 3 {
			base = reg.R11
		}
		row := f.register(x + r%4)
		VBROADCASTSS(rowAddress(base, reg.R9, reg.R10, r%4, 0), row)
		VFMADD231PS(f.register(b), row, f.register(2*r))
		VFMADD231PS(f.register(b+1), row, f.register(2*r+1))
	}
	ADDQ(reg.RDX, reg.RSI)
	ADDQ(Imm(4), reg.R8)
	if rows > 4 {
		ADDQ(Imm(4), reg.R11)
	}
	DECQ(reg.RCX)
	JNZ(LabelRef("tile"))
	for r := range rows {
		VMOVUPS(f.register(2*r), Mem{Base: reg.RDI})
		VMOVUPS(f.register(2*r+1), Mem{Base: reg.RDI, Disp: f.bytes})
		if r < rows-1 {
			ADDQ(reg.R12, reg.RDI)
		}
	}
	VZEROUPPER()
	RET()
}
