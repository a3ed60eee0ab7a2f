package encoder

import (
	"fmt"
	"math"
	"unsafe"

	"memoir/llm/encoder/asset"
)

// Shape of the embedded model. loadNetwork refuses an asset of another shape.
const (
	layers    = 12
	hidden    = 384
	heads     = 12
	headDim   = hidden / heads
	ffn       = 1536
	maxTokens = 512
	modelName = "bge-small-en-v1.5"
)

// blockColumns is how many output channels of a linear layer one task computes.
const columns = 48

// normEpsilon is layer_norm_eps of the published configuration.
const normEpsilon = 1e-12

// linear is a fully connected layer with int8 weights, symmetric per output channel.
type linear struct {
	in, out int
	rows    []int8    // [out][in], as in the asset
	affine  []float32 // scale, scale × sum of weights, bias: out values each

	// Set by the kernels that pack weights.
	panels []int8        // weights in the kernel's order
	places []uint16      // offset in a row of the inputs of each quad
	steps  []panelLayout // what each panel consists of
}

// layer is one transformer block.
type layer struct {
	qkv, attention, up, down linear
	attentionNorm, norm      []float32 // gamma, then beta
}

// embeddingTable is an embedding matrix, u8 with one scale and zero point.
type table struct {
	rows        []byte
	scale, zero float32
}

// network is the loaded model, read-only after loadNetwork and safe for concurrent use.
type network struct {
	words, positions table
	type0, norm      []float32
	layers           [layers]layer
	tokens           *tokenizer
	kernel           kernel
}

// loadNetwork reads the asset and packs its weights for k. The network refers to b, which must not
// change while it is in use.
func load(b []byte, k kernel) (*network, error) {
	f, err := asset.Parse(b)
	if err != nil {
		return nil, err
	}
	h := f.Header
	if h.Model != modelName || h.Layers != layers || h.Hidden != hidden || h.Heads != heads || h.FFN != ffn ||
		h.MaxTokens != maxTokens {
		return nil, fmt.Errorf("read asset: %w: not %s", asset.ErrFormat, modelName)
	}
	if h.WeightRange < 1 || h.WeightRange > maxWeight {
		return nil, fmt.Errorf("read asset: %w: weights up to ±%d, at most ±%d are safe", asset.ErrFormat,
			h.WeightRange, maxWeight)
	}
	m := &network{kernel: k}
	if m.tokens, err = newTokenizer(f); err != nil {
		return nil, err
	}
	r := reader{f: f}
	m.words, m.positions = r.table("embeddings.word", m.tokens.size), r.table("embeddings.position", maxTokens)
	m.type0, m.norm = r.floats("embeddings.type0", hidden), r.norm("embeddings.norm")
	for i := range m.layers {
		m.layers[i] = r.layer(fmt.Sprintf("layer.%d.", i))
	}
	if r.err != nil {
		return nil, r.err
	}
	var all []*linear
	for i := range m.layers {
		all = append(all, m.layers[i].linears()...)
	}
	k.pack(all)
	return m, nil
}

// isPacked reports whether the kernel reads its own copy of the weights.
func (m *network) packed() bool { return m.layers[0].qkv.panels != nil }

func (l *layer) linears() []*linear { return []*linear{&l.qkv, &l.attention, &l.up, &l.down} }

// assetReader reads tensors of an asset and keeps the first error.
type reader struct {
	f   *asset.File
	err error
}

func (r *reader) layer(prefix string) layer {
	l := layer{
		qkv:           r.linear(prefix+"qkv", hidden, 3*hidden),
		attention:     r.linear(prefix+"attention", hidden, hidden),
		up:            r.linear(prefix+"up", hidden, ffn),
		down:          r.linear(prefix+"down", ffn, hidden),
		attentionNorm: r.norm(prefix + "attention.norm"),
		norm:          r.norm(prefix + "norm"),
	}
	// Attention divides its scores by √headDim; folding that into the queries costs nothing at run
	// time.
	if a := l.qkv.affine; r.err == nil {
		fold := float32(1 / math.Sqrt(headDim))
		for i := range hidden {
			a[i] *= fold
			a[3*hidden+i] *= fold
			a[6*hidden+i] *= fold
		}
	}
	return l
}

func (r *reader) linear(name string, in, out int) linear {
	b, err := r.f.Bytes(name+".weight", asset.Int8, out, in)
	r.fail(err)
	scale, bias := r.floats(name+".scale", out), r.floats(name+".bias", out)
	sums, err := r.f.Ints(name+".sum", out)
	r.fail(err)
	if r.err != nil {
		return linear{}
	}
	l := linear{in: in, out: out, rows: unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))}
	l.affine = make([]float32, 3*out)
	copy(l.affine, scale)
	for i, s := range sums {
		l.affine[out+i] = scale[i] * float32(s)
	}
	copy(l.affine[2*out:], bias)
	return l
}

func (r *reader) norm(name string) []float32 {
	return append(r.floats(name+".gamma", hidden), r.floats(name+".beta", hidden)...)
}

func (r *reader) table(name string, rows int) table {
	b, err := r.f.Bytes(name, asset.Uint8, rows, hidden)
	r.fail(err)
	q := r.floats(name+".scale_zero", 2)
	if r.err != nil {
		return table{}
	}
	return table{rows: b, scale: q[0], zero: q[1]}
}

func (r *reader) floats(name string, n int) []float32 {
	v, err := r.f.Floats(name, n)
	r.fail(err)
	return v
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}
