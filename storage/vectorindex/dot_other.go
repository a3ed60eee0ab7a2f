//go:build !amd64 || noasm

package vectorindex

// dotRows is dotRowsPlain: there is no kernel for this processor.
func dotRows(codes []int8, query []int16, sums []int32) { dotRowsPlain(codes, query, sums) }
