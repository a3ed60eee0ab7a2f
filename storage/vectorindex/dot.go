package vectorindex

// multiplyRowsByQueryPlain writes the sum of products of each row of codes with the query; a row is
// as long as the query.
func multiplyRowsByQueryPlain(codes []int8, query []int16, sums []int32) {
	width := len(query)
	for i := range sums {
		row := codes[i*width : (i+1)*width]
		var sum int32
		for j, q := range query {
			sum += int32(row[j]) * int32(q)
		}
		sums[i] = sum
	}
}
