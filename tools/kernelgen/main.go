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
	generateInt8VNNI512Kernel("int8Tile8x48VNNI", 8)
	generateInt8VNNI512Kernel("int8Tile4x48VNNI", 4)
	generateInt8AVX2Kernel()
	generateFloatTileKernel("floatTile4x16AVX2", ymm, 4)
	generateFloatTileKernel("floatTile4x32AVX512", zmm, 4)
	generateFloatTileKernel("floatTile8x32AVX512", zmm, 8)
	generateQuantiseAVX2Kernel()
	generateAddLayerNormAVX2Kernel()
	generateGeluKernel("geluAVX2", ymm)
	generateGeluKernel("geluAVX512", zmm)
	generateExpAndSumAVX2Kernel()
	generateTranspose4x32AVX2Kernel()
	Generate()
}
