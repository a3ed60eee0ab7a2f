//go:build !amd64 || noasm

package vectorindex

// multiplyRowsByQuery is multiplyRowsByQueryPlain: there is no kernel for this processor.
func multiplyRowsByQuery(codes []int8, query []int16, sums []int32) {
	multiplyRowsByQueryPlain(codes, query, sums)
}
