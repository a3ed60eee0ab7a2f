package encoder

// qkvStride is the width of a row of queries, keys and values.
const qkvStride = 3 * hidden

// maskedScore is the score of positions past the end of a text: its exponential is 0.
const maskedScore = -1e30

// extent locates a text in the batch: its first row, its number of tokens, how many rows attention
// has to compute (only the first one in the last layer), and the row where their queries start and
// their results go.
type extent struct{ row, tokens, queries, outRow int }

// computeAttentionHead computes one attention head of one text into w.sublayerOut.
func (m *network) computeAttentionHead(w *workspace, worker int, e extent, head int) {
	k := m.kernel
	s := &w.heads[worker]
	span := roundUpToMultiple(e.tokens, tileColumns)
	// Softmax works on whole lanes, the second product only on the text.
	seen := roundUpToMultiple(e.tokens, laneCount)
	qkv := w.wide[e.row*qkvStride:]
	at := head * headDim
	for j := 0; j < e.tokens; j += rowGroup {
		k.transposeFourHeadRows(qkv[j*qkvStride+hidden+at:], qkvStride, s.keys[j:], span)
	}
	for j := range e.tokens {
		*(*[headDim]float32)(s.values[j*headDim:]) = *(*[headDim]float32)(qkv[j*qkvStride+2*hidden+at:])
	}
	for i := 0; i < e.queries; i += k.maxRowsPerTile() {
		n := min(k.maxRowsPerTile(), e.queries-i)
		k.multiplyTile(w.wide[(e.outRow+i)*qkvStride+at:], qkvStride, s.keys, span, s.scores, span, n, e.tokens, headDim)
		var sums [maxTileRows]float32
		for r := range n {
			scores := s.scores[r*span:][:seen]
			for j := e.tokens; j < seen; j++ {
				scores[j] = maskedScore
			}
			sums[r] = k.exponentiateMinusMaxAndSum(scores)
		}
		k.multiplyTile(s.scores, span, s.values, headDim, s.out, headDim, n, headDim, e.tokens)
		for r := range n {
			inverse := 1 / sums[r]
			from, to := (*[headDim]float32)(s.out[r*headDim:]), (*[headDim]float32)(w.sublayerOut[(e.outRow+i+r)*hidden+at:])
			for d, v := range from {
				to[d] = v * inverse
			}
		}
	}
}
