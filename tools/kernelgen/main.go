// Command kernelgen writes the amd64 kernels of llm/encoder: kernels_amd64.s and the Go
// declarations beside it. It is a module of its own so that the program does not depend on the
// assembler library.
//
//	go generate ./llm/encoder
//
// Run in its own folder without arguments it writes both files; the library's flags choose others.
package main

import (
	"os"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	if len(os.Args) == 1 {
		const out = "../../llm/encoder/kernels_amd64"
		os.Args = append(os.Args, "-out", out+".s", "-stubs", out+".go", "-pkg", "encoder")
	}
	ConstraintExpr("amd64")
	int8VNNI512("int8Tile8x48VNNI", 8)
	int8VNNI512("int8Tile4x48VNNI", 4)
	int8AVX2()
	floatTile("floatTile4x16AVX2", ymm, 4)
	floatTile("floatTile4x32AVX512", zmm, 4)
	floatTile("floatTile8x32AVX512", zmm, 8)
	quantiseAVX2()
	addNormAVX2()
	emitGelu("geluAVX2", ymm)
	emitGelu("geluAVX512", zmm)
	softmaxAVX2()
	transposeAVX2()
	Generate()
}
