package encoder

// workspace holds the buffers of one forward pass, reused between calls. It belongs to one pass at
// a time.
type workspace struct {
	// [rows][hidden]: the residual stream, and what is added to it.
	hiddenState, sublayerOut []float32
	wide                     []float32 // [rows][3·hidden] queries, keys and values, then [rows][ffn]
	inputs                   activations
	heads                    []headBuffers // one per worker
	rows, span               int
}

// headBuffers holds what one worker needs for one attention head.
type headBuffers struct {
	keys   []float32 // [headDim][span], transposed
	values []float32 // [span][headDim]
	scores []float32 // [maxTileRows][span]
	out    []float32 // [maxTileRows][headDim]
}

// growBuffers grows the buffers to the given rows, length of the longest text in tokens, and workers.
func (w *workspace) growBuffers(rows, span, workers int) {
	rows = roundUpToMultiple(rows, rowGroup)
	if rows > w.rows {
		w.hiddenState, w.sublayerOut = make([]float32, rows*hidden), make([]float32, rows*hidden)
		w.wide = make([]float32, (rows+maxTileRows)*ffn)
		w.inputs = activations{q: make([]uint8, rows*ffn), scales: make([]rowScale, rows)}
		w.rows = rows
	}
	if span = roundUpToMultiple(span, tileColumns); span > w.span {
		w.span, w.heads = span, nil
	}
	for len(w.heads) < workers {
		w.heads = append(w.heads, headBuffers{
			keys:   make([]float32, headDim*w.span),
			values: make([]float32, headDim*w.span),
			scores: make([]float32, maxTileRows*w.span),
			out:    make([]float32, maxTileRows*headDim),
		})
	}
}

func roundUpToMultiple(n, to int) int { return (n + to - 1) / to * to }
