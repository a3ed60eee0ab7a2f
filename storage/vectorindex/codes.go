package vectorindex

import (
	"container/heap"
	"math"
	"runtime"
	"slices"
	"sync"

	"memoir/memory"
)

const (
	// maxCode and maxQueryCode are the largest magnitudes of the codes of stored vectors and of queries. A
	// sum of 8,192 products of both fits in 32 bits.
	maxCode      = 127
	maxQueryCode = 2047
	// codeAlignment is what the rows of codes are padded to with zeros: a kernel takes this many at a time.
	codeAlignment = 32
	// rowsPerTask is how many rows a goroutine scores at a time.
	rowsPerTask = 4096
	// remaindersPerCode is how many steps of a remainder are one step of a code, so that a remainder, which is
	// at most half a step of its code, fits 8 bits.
	remaindersPerCode = 2 * maxCode
)

// codedPart holds vectors of length 1 as 8-bit codes with a scale each: value ≈ scale · code. residuals
// bounds what this loses: the length of the vector minus its decoded form, which by the inequality of
// Cauchy and Schwarz is the most by which the cosine with any query can differ. Up to maxRemainders rows it
// also holds what the codes lose, as 8-bit remainders, with which a cosine is exact to 1e-4 without the stored
// vector. With more rows remainders is nil, and stays so.
type codedPart struct {
	width         int // codes in a row
	maxRemainders int
	rows          map[memory.VectorKey]int
	keys          []memory.VectorKey
	codes         []int8
	remainders    []int8 // as many as codes
	scales        []float32
	residuals     []float32
}

func newCodedPart(dimensions, maxRemainders int) *codedPart {
	width := (dimensions + codeAlignment - 1) / codeAlignment * codeAlignment
	return &codedPart{
		width: width, maxRemainders: maxRemainders, rows: map[memory.VectorKey]int{}, remainders: []int8{},
	}
}

// upsert stores a vector, which need not have length 1.
func (p *codedPart) upsert(k memory.VectorKey, values []float32) {
	row, ok := p.rows[k]
	if !ok {
		row = p.appendEmptyRow(k)
	}
	from, to := row*p.width, (row+1)*p.width
	var remainders []int8
	if p.remainders != nil {
		remainders = p.remainders[from:to]
	}
	p.scales[row], p.residuals[row] = encodeDirectionAsCodes(values, p.codes[from:to], remainders)
}

// appendEmptyRow adds a row of zeros and returns its number. With too many rows for them, it drops the
// remainders.
func (p *codedPart) appendEmptyRow(k memory.VectorKey) int {
	row := len(p.keys)
	p.rows[k] = row
	p.keys = append(p.keys, k)
	p.codes = append(p.codes, make([]int8, p.width)...)
	p.scales, p.residuals = append(p.scales, 0), append(p.residuals, 0)
	if len(p.keys) > p.maxRemainders {
		p.remainders = nil
	}
	if p.remainders != nil {
		p.remainders = append(p.remainders, make([]int8, p.width)...)
	}
	return row
}

// encodeDirectionAsCodes writes the codes of a vector's direction, and unless remainders is nil what they
// lose. It returns the scale of the codes and the residual.
func encodeDirectionAsCodes(values []float32, codes, remainders []int8) (scale, residual float32) {
	length := euclideanNorm(values)
	var largest float64
	for _, f := range values {
		largest = max(largest, math.Abs(float64(f))/length)
	}
	step := largest / maxCode
	var lost float64
	for i, f := range values {
		v := float64(f) / length
		code := math.Round(v / step)
		codes[i] = int8(code)
		if remainders != nil {
			remainders[i] = int8(math.Round((v/step - code) * remaindersPerCode))
		}
		lost += (v - step*code) * (v - step*code)
	}
	return float32(step), float32(math.Sqrt(lost))
}

// removeRowBySwap deletes a row by moving the last one into its place.
func (p *codedPart) removeRowBySwap(k memory.VectorKey) {
	row, last := p.rows[k], len(p.keys)-1
	copy(p.codes[row*p.width:(row+1)*p.width], p.codes[last*p.width:])
	p.keys[row], p.scales[row], p.residuals[row] = p.keys[last], p.scales[last], p.residuals[last]
	p.rows[p.keys[row]] = row
	delete(p.rows, k)
	p.keys, p.scales, p.residuals = p.keys[:last], p.scales[:last], p.residuals[:last]
	p.codes = p.codes[:last*p.width]
	if p.remainders != nil {
		copy(p.remainders[row*p.width:(row+1)*p.width], p.remainders[last*p.width:])
		p.remainders = p.remainders[:last*p.width]
	}
}

// cosinesByRemainders returns the cosines of a query with those of the keys that the part has. The part must
// have remainders. They differ from those of the stored vectors by less than 1e-4.
func (p *codedPart) cosinesByRemainders(query []float32, keys []memory.VectorKey) map[memory.VectorKey]float64 {
	length := euclideanNorm(query)
	cosines := make(map[memory.VectorKey]float64, len(keys))
	for _, k := range keys {
		row, ok := p.rows[k]
		if !ok {
			continue
		}
		codes, remainders := p.codes[row*p.width:(row+1)*p.width], p.remainders[row*p.width:(row+1)*p.width]
		var sum, lost float64
		for i, f := range query {
			sum += float64(f) * float64(codes[i])
			lost += float64(f) * float64(remainders[i])
		}
		cosines[k] = limitToCosine(float64(p.scales[row]) * (sum + lost/remaindersPerCode) / length)
	}
	return cosines
}

// candidatesForNearest returns every vector that may be among the k nearest to a query, with the
// cosine of its code. None is missing: a vector is left out only if its highest possible cosine is
// below the lowest possible one of k others.
func (p *codedPart) candidatesForNearest(query []float32, k int) []memory.VectorHit {
	codes, queryScale, queryResidual := encodeQueryIn16Bits(query, p.width)
	cosines := make([]float32, len(p.keys))
	p.scoreAllRows(codes, queryScale, cosines)
	// A query's own rounding adds its residual times the length of a decoded row, which is at most 1.01.
	slack := float32(queryResidual*1.01 + 1e-6)
	lowest := kthLargest(k, len(cosines), func(i int) float32 { return cosines[i] - p.residuals[i] - slack })
	var out []memory.VectorHit
	for i, c := range cosines {
		if c+p.residuals[i]+slack >= lowest {
			out = append(out, memory.VectorHit{Key: p.keys[i], Cosine: float64(c)})
		}
	}
	return out
}

// encodeQueryIn16Bits returns the 16-bit codes of a query's direction, padded to width, with their
// scale and residual.
func encodeQueryIn16Bits(query []float32, width int) (codes []int16, scale, residual float64) {
	length := euclideanNorm(query)
	var largest float64
	for _, f := range query {
		largest = max(largest, math.Abs(float64(f))/length)
	}
	codes, scale = make([]int16, width), largest/maxQueryCode
	var lost float64
	for i, f := range query {
		v := float64(f) / length
		code := math.Round(v / scale)
		codes[i] = int16(code)
		lost += (v - scale*code) * (v - scale*code)
	}
	return codes, scale, math.Sqrt(lost)
}

// scoreAllRows writes the cosine of every row's code, on all processors.
func (p *codedPart) scoreAllRows(query []int16, queryScale float64, cosines []float32) {
	var tasks sync.WaitGroup
	slots := make(chan struct{}, max(1, runtime.GOMAXPROCS(0)))
	for start := 0; start < len(cosines); start += rowsPerTask {
		end := min(start+rowsPerTask, len(cosines))
		slots <- struct{}{}
		tasks.Go(func() {
			defer func() { <-slots }()
			sums := make([]int32, end-start)
			multiplyRowsByQuery(p.codes[start*p.width:end*p.width], query, sums)
			for i, sum := range sums {
				cosines[start+i] = float32(float64(sum) * queryScale * float64(p.scales[start+i]))
			}
		})
	}
	tasks.Wait()
}

// kthLargest returns the k-th largest of n values; k is at least 1 and at most n.
func kthLargest(k, n int, value func(i int) float32) float32 {
	h := make(minHeap, k)
	for i := range k {
		h[i] = value(i)
	}
	heap.Init(&h)
	for i := k; i < n; i++ {
		if v := value(i); v > h[0] {
			h[0] = v
			heap.Fix(&h, 0)
		}
	}
	return h[0]
}

// minHeap is a heap.Interface with the smallest value on top.
type minHeap []float32

func (h minHeap) Len() int           { return len(h) }
func (h minHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h minHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *minHeap) Push(v any)        { *h = append(*h, v.(float32)) }
func (h *minHeap) Pop() any {
	last := len(*h) - 1
	v := (*h)[last]
	*h = (*h)[:last]
	return v
}

// reserveRows makes room for more rows.
func (p *codedPart) reserveRows(rows int) {
	p.keys, p.codes = slices.Grow(p.keys, rows), slices.Grow(p.codes, rows*p.width)
	p.scales, p.residuals = slices.Grow(p.scales, rows), slices.Grow(p.residuals, rows)
	if p.remainders != nil {
		p.remainders = slices.Grow(p.remainders, rows*p.width)
	}
}

// appendRowFromSnapshot stores a row as a snapshot has it. remainders are those of a part that has them.
func (p *codedPart) appendRowFromSnapshot(k memory.VectorKey, codes, remainders []byte, scale, residual float32) {
	row := p.appendEmptyRow(k)
	p.scales[row], p.residuals[row] = scale, residual
	for i, c := range codes {
		p.codes[row*p.width+i] = int8(c)
	}
	if p.remainders == nil {
		return
	}
	for i, r := range remainders {
		p.remainders[row*p.width+i] = int8(r)
	}
}
