package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// registerFile is a set of vector registers of one width.
type registerFile struct {
	bytes int
	regs  []reg.VecPhysical
}

// register returns register i.
func (f registerFile) register(i int) reg.VecPhysical { return f.regs[i] }

// The three register files.
var (
	xmm = registerFile{16, []reg.VecPhysical{
		reg.X0, reg.X1, reg.X2, reg.X3, reg.X4, reg.X5, reg.X6, reg.X7,
		reg.X8, reg.X9, reg.X10, reg.X11, reg.X12, reg.X13, reg.X14, reg.X15,
	}}
	ymm = registerFile{32, []reg.VecPhysical{
		reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
		reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15,
	}}
	zmm = registerFile{64, []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
		reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
		reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
		reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
	}}
)

// emitZeroFirstRegisters zeroes registers 0 to n-1.
func (f registerFile) emitZeroFirstRegisters(n int) {
	for i := range n {
		f.emitZeroRegister(f.register(i))
	}
}

// emitZeroRegister zeroes one register.
func (f registerFile) emitZeroRegister(r reg.VecPhysical) {
	if f.bytes == zmm.bytes {
		VPXORD(r, r, r)
	} else {
		VPXOR(r, r, r)
	}
}

// emitBitwiseAnd sets dst to a & b.
func (f registerFile) emitBitwiseAnd(a, b, dst reg.VecPhysical) {
	if f.bytes == zmm.bytes {
		VPANDD(a, b, dst)
	} else {
		VPAND(a, b, dst)
	}
}

// emitDotBytesVNNI adds four products of unsigned and signed bytes to each 32-bit lane of acc
// (VPDPBUSD, which avo 0.5 lacks).
func emitDotBytesVNNI(signed, unsigned, acc reg.VecPhysical) {
	Instruction(&ir.Instruction{
		Opcode:   "VPDPBUSD",
		Operands: []Op{signed, unsigned, acc},
		Inputs:   []Op{signed, unsigned, acc},
		Outputs:  []Op{acc},
		ISA:      []string{"AVX512F", "AVX512_VNNI"},
	})
}

// rowAddress returns base + row × stride for rows 0 to 3; triple holds three strides.
func rowAddress(base, stride, triple reg.GPPhysical, row, disp int) Mem {
	m := Mem{Base: base, Disp: disp}
	switch row {
	case 1:
		m.Index, m.Scale = stride, 1
	case 2:
		m.Index, m.Scale = stride, 2
	case 3:
		m.Index, m.Scale = triple, 1
	}
	return m
}

// constants maps the bits of each constant to its address in the package's data section.
var constants = map[uint32]Mem{}

// floatConstantAddress returns the address of a 32-bit float constant.
func floatConstantAddress(v float64) Mem { return uint32ConstantAddress(math.Float32bits(float32(v))) }

// uint32ConstantAddress returns the address of a 32-bit constant.
func uint32ConstantAddress(v uint32) Mem {
	m, ok := constants[v]
	if !ok {
		m = ConstData(fmt.Sprintf("c%08x", v), U32(v))
		constants[v] = m
	}
	return m
}

// emitReduceLanes folds the eight lanes of y into lane 0 with op; t is overwritten.
func emitReduceLanes(op func(...Op), y, t int) {
	VEXTRACTF128(U8(1), ymm.register(y), xmm.register(t))
	op(xmm.register(t), xmm.register(y), xmm.register(y))
	VPERMILPS(U8(0x4e), xmm.register(y), xmm.register(t))
	op(xmm.register(t), xmm.register(y), xmm.register(y))
	VPERMILPS(U8(0xb1), xmm.register(y), xmm.register(t))
	op(xmm.register(t), xmm.register(y), xmm.register(y))
}
