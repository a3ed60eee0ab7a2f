package encoder

import "math"

// forwardPass is one forward pass over a batch of texts whose rows are stored one after another
// without padding.
type pass struct {
	m       *network
	w       *workspace
	team    *team
	extents []extent
	rows    int
	pause   func() error // its error ends the pass
}

// forward returns one unit vector per text: the first token's, after the last layer. Each text has
// between 1 and maxTokens ids. pause is called between layers; its error ends the pass.
func (m *network) forward(w *workspace, t *team, texts [][]int32, pause func() error) ([][]float32, error) {
	p := pass{m: m, w: w, team: t, extents: make([]extent, len(texts)), pause: pause}
	longest := 0
	for i, ids := range texts {
		p.extents[i] = extent{row: p.rows, tokens: len(ids), queries: len(ids), to: p.rows}
		p.rows += len(ids)
		longest = max(longest, len(ids))
	}
	w.fit(p.rows, longest, t.size())
	p.embed(texts)
	for i := range m.layers {
		if err := pause(); err != nil {
			return nil, err
		}
		p.layer(&m.layers[i], i == len(m.layers)-1)
	}
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = unit(w.state[i*hidden:][:hidden])
	}
	return out, nil
}

// sumEmbeddings sets the hidden state to the normalised sum of word, position and type embeddings.
func (p *pass) embed(texts [][]int32) {
	m, row := p.m, 0
	for _, ids := range texts {
		for at, id := range ids {
			x := p.w.state[row*hidden:][:hidden]
			word, position := m.words.rows[int(id)*hidden:][:hidden], m.positions.rows[at*hidden:][:hidden]
			for d := range x {
				x[d] = float32((float32(word[d])-m.words.zero)*m.words.scale) +
					float32((float32(position[d])-m.positions.zero)*m.positions.scale)
			}
			m.kernel.addNorm(x, m.type0, m.norm)
			p.quantise(x, row)
			row++
		}
	}
}

// runLayer runs one transformer block. Only the first token of each text leaves the last one, so
// from its attention on only those rows are computed.
func (p *pass) layer(l *layer, last bool) {
	w, k := p.w, p.m.kernel
	if last {
		p.firstQueries(&l.qkv)
	} else {
		p.linear(&l.qkv, w.wide)
	}
	p.team.run(len(p.extents)*heads, func(worker, task int) {
		p.m.attend(w, worker, p.extents[task/heads], task%heads)
	})
	if last {
		for i, e := range p.extents {
			copy(w.state[i*hidden:][:hidden], w.state[e.row*hidden:])
		}
		p.rows = len(p.extents)
	}
	p.eachRow(func(r int) { p.quantise(w.side[r*hidden:][:hidden], r) })
	p.linear(&l.attention, w.side)
	p.addNorm(l.attentionNorm)
	k.arrange(&w.in, p.rows, hidden)
	p.team.run(ffn/columns, func(_, block int) {
		k.linear(&l.up, w.in, p.rows, block, w.wide)
		for r := range p.rows {
			k.gelu(w.wide[r*ffn+block*columns:][:columns])
		}
	})
	p.eachRow(func(r int) { p.quantise(w.wide[r*ffn:][:ffn], r) })
	p.linear(&l.down, w.side)
	p.addNorm(l.norm)
}

// computeFirstQueries computes keys and values of every row, but only the first query of each text.
// These queries are stored one after another.
func (p *pass) firstQueries(l *linear) {
	const queries = hidden / columns // in blocks
	w := p.w
	p.blocks(l, p.rows, queries, l.out/columns, w.wide)
	for i := range p.extents {
		e := &p.extents[i]
		copy(w.in.q[i*hidden:][:hidden], w.in.q[e.row*hidden:])
		w.in.scales[i] = w.in.scales[e.row]
		e.queries, e.to = 1, i
	}
	p.blocks(l, len(p.extents), 0, queries, w.wide)
}

// applyLinear applies l to the quantised rows.
func (p *pass) linear(l *linear, out []float32) { p.blocks(l, p.rows, 0, l.out/columns, out) }

// applyBlocks computes the blocks [from, to) of l's output columns for the first rows.
func (p *pass) blocks(l *linear, rows, from, to int, out []float32) {
	p.m.kernel.arrange(&p.w.in, rows, l.in)
	p.team.run(to-from, func(_, task int) { p.m.kernel.linear(l, p.w.in, rows, from+task, out) })
}

// addNorm adds sublayerOut to the hidden state, normalises it and quantises it for the next linear
// layer.
func (p *pass) addNorm(affine []float32) {
	p.eachRow(func(r int) {
		x := p.w.state[r*hidden:][:hidden]
		p.m.kernel.addNorm(x, p.w.side[r*hidden:][:hidden], affine)
		p.quantise(x, r)
	})
}

func (p *pass) quantise(x []float32, row int) {
	p.w.in.scales[row] = p.m.kernel.quantise(x, p.w.in.q[row*len(x):][:len(x)])
}

// forEachRow calls fn for every row, in parallel if there are enough of them.
func (p *pass) eachRow(fn func(row int)) {
	n := p.m.kernel.taskRows()
	if p.rows < 2*n {
		for r := range p.rows {
			fn(r)
		}
		return
	}
	p.team.run((p.rows+n-1)/n, func(_, task int) {
		for r := task * n; r < min(p.rows, (task+1)*n); r++ {
			fn(r)
		}
	})
}

// unitVector returns x scaled to length 1.
func unit(x []float32) []float32 {
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
