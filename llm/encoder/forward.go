package encoder

import "math"

// forwardPass is one forward pass over a batch of texts whose rows are stored one after another
// without padding.
type forwardPass struct {
	m             *network
	w             *workspace
	team          *workerTeam
	extents       []extent
	rows          int
	betweenLayers func() error // its error ends the pass
}

// forwardToUnitVectors returns one unit vector per text: the first token's, after the last layer.
// Each text has between 1 and maxTokens ids. pause is called between layers; its error ends the
// pass.
func (m *network) forwardToUnitVectors(
	w *workspace,
	t *workerTeam,
	texts [][]int32,
	pause func() error,
) ([][]float32, error) {
	p := forwardPass{m: m, w: w, team: t, extents: make([]extent, len(texts)), betweenLayers: pause}
	longest := 0
	for i, ids := range texts {
		p.extents[i] = extent{row: p.rows, tokens: len(ids), queries: len(ids), outRow: p.rows}
		p.rows += len(ids)
		longest = max(longest, len(ids))
	}
	w.growBuffers(p.rows, longest, t.workerCount())
	p.setAndQuantiseInitialHiddenState(texts)
	for i := range m.layers {
		if err := pause(); err != nil {
			return nil, err
		}
		p.runTransformerLayer(&m.layers[i], i == len(m.layers)-1)
	}
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = unitVector(w.hiddenState[i*hidden:][:hidden])
	}
	return out, nil
}

// setAndQuantiseInitialHiddenState sets the hidden state to the normalised sum of word, position
// and type embeddings.
func (p *forwardPass) setAndQuantiseInitialHiddenState(texts [][]int32) {
	m, row := p.m, 0
	for _, ids := range texts {
		for at, id := range ids {
			x := p.w.hiddenState[row*hidden:][:hidden]
			word, position := m.words.rows[int(id)*hidden:][:hidden], m.positions.rows[at*hidden:][:hidden]
			for d := range x {
				x[d] = float32((float32(word[d])-m.words.zero)*m.words.scale) +
					float32((float32(position[d])-m.positions.zero)*m.positions.scale)
			}
			m.kernel.addResidualAndLayerNorm(x, m.type0, m.norm)
			p.quantiseRowIntoInputs(x, row)
			row++
		}
	}
}

// runTransformerLayer runs one transformer block. Only the first token of each text leaves the last
// one, so from its attention on only those rows are computed.
func (p *forwardPass) runTransformerLayer(l *layer, last bool) {
	w, k := p.w, p.m.kernel
	if last {
		p.computeKeysValuesFirstQueries(&l.qkv)
	} else {
		p.applyLinearLayer(&l.qkv, w.wide)
	}
	p.team.runTasksInParallel(len(p.extents)*heads, func(worker, task int) {
		p.m.computeAttentionHead(w, worker, p.extents[task/heads], task%heads)
	})
	if last {
		for i, e := range p.extents {
			copy(w.hiddenState[i*hidden:][:hidden], w.hiddenState[e.row*hidden:])
		}
		p.rows = len(p.extents)
	}
	p.forEachRowMaybeInParallel(func(r int) { p.quantiseRowIntoInputs(w.sublayerOut[r*hidden:][:hidden], r) })
	p.applyLinearLayer(&l.attention, w.sublayerOut)
	p.addNormAndQuantiseRows(l.attentionNorm)
	k.packInputRowsIfNeeded(&w.inputs, p.rows, hidden)
	p.team.runTasksInParallel(ffn/blockColumns, func(_, block int) {
		k.computeLinearBlock(&l.up, w.inputs, p.rows, block, w.wide)
		for r := range p.rows {
			k.applyGELU(w.wide[r*ffn+block*blockColumns:][:blockColumns])
		}
	})
	p.forEachRowMaybeInParallel(func(r int) { p.quantiseRowIntoInputs(w.wide[r*ffn:][:ffn], r) })
	p.applyLinearLayer(&l.down, w.sublayerOut)
	p.addNormAndQuantiseRows(l.norm)
}

// computeKeysValuesFirstQueries computes keys and values of every row, but only the first query of
// each text. These queries are stored one after another.
func (p *forwardPass) computeKeysValuesFirstQueries(l *linear) {
	const queries = hidden / blockColumns // in blocks
	w := p.w
	p.computeLinearColumnBlocks(l, p.rows, queries, l.out/blockColumns, w.wide)
	for i := range p.extents {
		e := &p.extents[i]
		copy(w.inputs.q[i*hidden:][:hidden], w.inputs.q[e.row*hidden:])
		w.inputs.scales[i] = w.inputs.scales[e.row]
		e.queries, e.outRow = 1, i
	}
	p.computeLinearColumnBlocks(l, len(p.extents), 0, queries, w.wide)
}

// applyLinearLayer applies l to the quantised rows.
func (p *forwardPass) applyLinearLayer(l *linear, out []float32) {
	p.computeLinearColumnBlocks(l, p.rows, 0, l.out/blockColumns, out)
}

// computeLinearColumnBlocks computes the blocks [from, to) of l's output columns for the first
// rows.
func (p *forwardPass) computeLinearColumnBlocks(l *linear, rows, from, to int, out []float32) {
	p.m.kernel.packInputRowsIfNeeded(&p.w.inputs, rows, l.in)
	p.team.runTasksInParallel(
		to-from,
		func(_, task int) { p.m.kernel.computeLinearBlock(l, p.w.inputs, rows, from+task, out) },
	)
}

// addNormAndQuantiseRows adds sublayerOut to the hidden state, normalises it and quantises it for
// the next linear layer.
func (p *forwardPass) addNormAndQuantiseRows(affine []float32) {
	p.forEachRowMaybeInParallel(func(r int) {
		x := p.w.hiddenState[r*hidden:][:hidden]
		p.m.kernel.addResidualAndLayerNorm(x, p.w.sublayerOut[r*hidden:][:hidden], affine)
		p.quantiseRowIntoInputs(x, r)
	})
}

func (p *forwardPass) quantiseRowIntoInputs(x []float32, row int) {
	p.w.inputs.scales[row] = p.m.kernel.quantiseRow(x, p.w.inputs.q[row*len(x):][:len(x)])
}

// forEachRowMaybeInParallel calls fn for every row, in parallel if there are enough of them.
func (p *forwardPass) forEachRowMaybeInParallel(fn func(row int)) {
	n := p.m.kernel.minRowsPerTask()
	if p.rows < 2*n {
		for r := range p.rows {
			fn(r)
		}
		return
	}
	p.team.runTasksInParallel((p.rows+n-1)/n, func(_, task int) {
		for r := task * n; r < min(p.rows, (task+1)*n); r++ {
			fn(r)
		}
	})
}

// unitVector returns x scaled to length 1.
func unitVector(x []float32) []float32 {
	var sum float64
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	inverse := float32(1 / math.Sqrt(sum))
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = v * inverse
	}
	return out
}
