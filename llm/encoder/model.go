package encoder

import (
	"fmt"
	"math"
	"sync"
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
const blockColumns = 48

// normEpsilon is layer_norm_eps of the published configuration.
const normEpsilon = 1e-12

// linear is a fully connected layer with int8 weights, symmetric per output channel.
type linear struct {
	in, out int
	weights []int8    // [out][in], as in the asset
	affine  []float32 // scale, scale × sum of weights, bias: out values each

	// Set by packWeightsIntoLayers; the layout only by kernels that need one, which keep it.
	panels       []int8        // weights in the kernel's order
	quadOffsets  []uint16      // offset in a row of the inputs of each quad
	panelLayouts []panelLayout // what each panel consists of
}

// stepSizes is the number of step sizes in a panel.
const stepSizes = 3

// panelLayout describes a panel of packed weights. A quad is four adjacent inputs of a channel; a
// step is a group of quads whose products are added up together.
type panelLayout struct {
	first      int            // index of its first quad in the layer
	quads      int            // including those of zeros
	stepCounts [stepSizes]int // number of steps of each size, the largest size first
}

// layer is one transformer block.
type layer struct {
	qkv, attention, up, down linear
	attentionNorm, norm      []float32 // gamma, then beta
}

// embeddingTable is an embedding matrix, u8 with one scale and zero point.
type embeddingTable struct {
	rows        []byte
	scale, zero float32
}

// network is the loaded model. It is read-only after loadNetwork but for the packed weights, and
// safe for concurrent use.
type network struct {
	words, positions embeddingTable
	type0, norm      []float32
	layers           [layers]layer
	tokens           *tokenizer
	kernel           kernel

	packing sync.Mutex
	packed  []int8 // the kernel's copy of the weights, in the order of its panels; nil when freed
}

// loadNetwork reads the asset and packs its weights for k. The network refers to b, which must not
// change while it is in use.
func loadNetwork(b []byte, k kernel) (*network, error) {
	f, err := asset.ParseWithoutCopying(b)
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
	r := assetReader{f: f}
	m.words, m.positions = r.readEmbeddingTable("embeddings.word", m.tokens.vocabularySize),
		r.readEmbeddingTable("embeddings.position", maxTokens)
	m.type0, m.norm = r.readFloatTensor("embeddings.type0", hidden), r.readNormParameters("embeddings.norm")
	for i := range m.layers {
		m.layers[i] = r.readTransformerLayerScalingQueries(fmt.Sprintf("layer.%d.", i))
	}
	if r.err != nil {
		return nil, r.err
	}
	m.packWeightsUnlessPacked()
	return m, nil
}

// packWeightsUnlessPacked makes the kernel's copy of the weights. It reports whether there was
// none.
func (m *network) packWeightsUnlessPacked() bool {
	m.packing.Lock()
	defer m.packing.Unlock()
	if m.packed != nil {
		return false
	}
	m.packed = m.kernel.packWeightsIntoLayers(m.allLinearLayers())
	return true
}

// freePackedWeights returns the kernel's copy of the weights to the system. No pass may run.
func (m *network) freePackedWeights() {
	m.packing.Lock()
	defer m.packing.Unlock()
	for _, l := range m.allLinearLayers() {
		l.panels = nil
	}
	freeOffHeapWeightsOnLinux(m.packed)
	m.packed = nil
}

func (m *network) allLinearLayers() []*linear {
	all := make([]*linear, 0, 4*layers)
	for i := range m.layers {
		all = append(all, m.layers[i].linearLayers()...)
	}
	return all
}

func (l *layer) linearLayers() []*linear { return []*linear{&l.qkv, &l.attention, &l.up, &l.down} }

// assetReader reads tensors of an asset and keeps the first error.
type assetReader struct {
	f   *asset.File
	err error
}

func (r *assetReader) readTransformerLayerScalingQueries(prefix string) layer {
	l := layer{
		qkv:           r.readLinearLayer(prefix+"qkv", hidden, 3*hidden),
		attention:     r.readLinearLayer(prefix+"attention", hidden, hidden),
		up:            r.readLinearLayer(prefix+"up", hidden, ffn),
		down:          r.readLinearLayer(prefix+"down", ffn, hidden),
		attentionNorm: r.readNormParameters(prefix + "attention.norm"),
		norm:          r.readNormParameters(prefix + "norm"),
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

func (r *assetReader) readLinearLayer(name string, in, out int) linear {
	b, err := r.f.TensorBytesOfTypeAndShape(name+".weight", asset.Int8, out, in)
	r.keepFirstError(err)
	scale, bias := r.readFloatTensor(name+".scale", out), r.readFloatTensor(name+".bias", out)
	sums, err := r.f.TensorInt32s(name+".sum", out)
	r.keepFirstError(err)
	if r.err != nil {
		return linear{}
	}
	l := linear{in: in, out: out, weights: unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))}
	l.affine = make([]float32, 3*out)
	copy(l.affine, scale)
	for i, s := range sums {
		l.affine[out+i] = scale[i] * float32(s)
	}
	copy(l.affine[2*out:], bias)
	return l
}

func (r *assetReader) readNormParameters(name string) []float32 {
	return append(r.readFloatTensor(name+".gamma", hidden), r.readFloatTensor(name+".beta", hidden)...)
}

func (r *assetReader) readEmbeddingTable(name string, rows int) embeddingTable {
	b, err := r.f.TensorBytesOfTypeAndShape(name, asset.Uint8, rows, hidden)
	r.keepFirstError(err)
	q := r.readFloatTensor(name+".scale_zero", 2)
	if r.err != nil {
		return embeddingTable{}
	}
	return embeddingTable{rows: b, scale: q[0], zero: q[1]}
}

func (r *assetReader) readFloatTensor(name string, n int) []float32 {
	v, err := r.f.TensorFloats(name, n)
	r.keepFirstError(err)
	return v
}

func (r *assetReader) keepFirstError(err error) {
	if r.err == nil {
		r.err = err
	}
}
