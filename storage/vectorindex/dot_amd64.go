//go:build !noasm

package vectorindex

import "golang.org/x/sys/cpu"

// multiplyRowsByQuery is multiplyRowsByQueryPlain, by AVX2 where the processor has it.
func multiplyRowsByQuery(codes []int8, query []int16, sums []int32) {
	if !cpu.X86.HasAVX2 || len(sums) == 0 {
		multiplyRowsByQueryPlain(codes, query, sums)
		return
	}
	_ = codes[len(sums)*len(query)-1] // the kernel checks no bounds
	dotRowsAVX2(&codes[0], &query[0], len(sums), len(query), &sums[0])
}

// dotRowsAVX2 writes the sum of products of each of rows × width codes with a query of width values, a
// multiple of 32.
//
//go:noescape
func dotRowsAVX2(codes *int8, query *int16, rows, width int, sums *int32)
