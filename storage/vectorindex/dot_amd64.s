//go:build !noasm

#include "textflag.h"

// Each step widens 32 codes to 16 bits, multiplies them with 32 values of the query and adds neighbours
// into two accumulators of eight 32-bit lanes.

// func dotRowsAVX2(codes *int8, query *int16, rows, width int, sums *int32)
TEXT ·dotRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ codes+0(FP), SI
	MOVQ query+8(FP), DX
	MOVQ rows+16(FP), CX
	MOVQ width+24(FP), BX
	MOVQ sums+32(FP), DI

row:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	MOVQ  DX, R8
	MOVQ  BX, R9

step:
	VPMOVSXBW (SI), Y2
	VPMOVSXBW 16(SI), Y3
	VPMADDWD  (R8), Y2, Y2
	VPMADDWD  32(R8), Y3, Y3
	VPADDD    Y2, Y0, Y0
	VPADDD    Y3, Y1, Y1
	ADDQ      $32, SI
	ADDQ      $64, R8
	SUBQ      $32, R9
	JNZ       step

	VPADDD       Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, (DI)
	ADDQ         $4, DI
	DECQ         CX
	JNZ          row
	VZEROUPPER
	RET
