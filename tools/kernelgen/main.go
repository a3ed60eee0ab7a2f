// Command kernelgen writes the amd64 kernels of llm/encoder: kernels_amd64.s and the Go declarations beside it. It is a
// module of its own so that the program does not depend on the assembler library.
//
//	cd tools/kernelgen && go run . -out ../../llm/encoder/kernels_amd64.s \
//	  -stubs ../../llm/encoder/kernels_amd64.go -pkg encoder
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("amd64")
	int8VNNI512()
	int8AVX2()
	floatTile("floatTile4x16AVX2", ymm, 4)
	floatTile("floatTile4x32AVX512", zmm, 4)
	floatTile("floatTile8x32AVX512", zmm, 8)
	quantiseAVX2()
	addNormAVX2()
	geluAVX2()
	softmaxAVX2()
	transposeAVX2()
	Generate()
}
