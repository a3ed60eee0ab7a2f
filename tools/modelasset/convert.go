package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"memoir/llm/encoder/asset"
)

// Shape of bge-small-en-v1.5, a BERT encoder (config.json of the published model).
const (
	layers      = 12
	hidden      = 384
	heads       = 12
	ffn         = 1536
	maxTokens   = 512
	vocabSize   = 30522
	weightRange = 64
)

// converter collects tensors; after its first error the remaining steps do nothing useful.
type converter struct {
	graph       *graph
	weightNames map[string]string // MatMulInteger node name to the base name of its weight
	tensors     []asset.Tensor
	err         error
}

// convertModel converts the published model and its tokenizer into the asset's header and tensors.
func convertModel(onnx, tokenizer []byte) (asset.Header, error) {
	g, err := parseONNXGraph(onnx)
	if err != nil {
		return asset.Header{}, err
	}
	c := &converter{graph: g, weightNames: map[string]string{}}
	for _, n := range g.nodes {
		if n.op == "MatMulInteger" && len(n.inputs) == matMulIntegerInputs {
			c.weightNames[n.name] = strings.TrimSuffix(n.inputs[1], "_quantized")
		}
	}
	c.convertEmbeddings()
	for l := range layers {
		c.convertEncoderLayer(l)
	}
	c.convertVocabulary(tokenizer)
	return asset.Header{
		Model:  "bge-small-en-v1.5",
		Layers: layers, Hidden: hidden, Heads: heads, FFN: ffn, MaxTokens: maxTokens, WeightRange: weightRange,
		Tensors: c.tensors,
	}, c.err
}

// convertEmbeddings keeps word and position tables as published, u8 with one scale and zero point
// each. Every token of a single text has type 0, so only that row is kept, as floats.
func (c *converter) convertEmbeddings() {
	c.convertEmbeddingTable("word", vocabSize)
	c.convertEmbeddingTable("position", maxTokens)
	base := "embeddings.token_type_embeddings.weight_"
	scale, zero := c.readScaleAndZero(base)
	types := c.readByteTensor(base+"quantized", typeUint8, 2, hidden)
	row := make([]float32, hidden)
	for i := range min(hidden, len(types)) {
		row[i] = (float32(types[i]) - zero) * scale
	}
	c.appendFloatTensor("embeddings.type0", row, hidden)
	c.convertLayerNorm("embeddings.norm", "embeddings.LayerNorm")
}

func (c *converter) convertEmbeddingTable(name string, rows int) {
	base := "embeddings." + name + "_embeddings.weight_"
	scale, zero := c.readScaleAndZero(base)
	c.appendByteTensor(
		"embeddings."+name,
		asset.Uint8,
		c.readByteTensor(base+"quantized", typeUint8, rows, hidden),
		rows,
		hidden,
	)
	c.appendFloatTensor("embeddings."+name+".scale_zero", []float32{scale, zero}, 2)
}

func (c *converter) convertEncoderLayer(l int) {
	node := fmt.Sprintf("/encoder/layer.%d/", l)
	from := fmt.Sprintf("encoder.layer.%d.", l)
	to := fmt.Sprintf("layer.%d.", l)
	var qkv []matrixPart
	for _, m := range []string{"query", "key", "value"} {
		qkv = append(qkv,
			matrixPart{node + "attention/self/" + m + "/MatMul_quant", from + "attention.self." + m + ".bias", hidden})
	}
	c.convertQuantizedLinear(to+"qkv", hidden, qkv...)
	c.convertQuantizedLinear(to+"attention", hidden,
		matrixPart{node + "attention/output/dense/MatMul_quant", from + "attention.output.dense.bias", hidden})
	c.convertLayerNorm(to+"attention.norm", from+"attention.output.LayerNorm")
	c.convertQuantizedLinear(to+"up", hidden, matrixPart{
		node + "intermediate/dense/MatMul_quant", from + "intermediate.dense.bias",
		ffn,
	})
	c.convertQuantizedLinear(
		to+"down",
		ffn,
		matrixPart{node + "output/dense/MatMul_quant", from + "output.dense.bias", hidden},
	)
	c.convertLayerNorm(to+"norm", from+"output.LayerNorm")
}

// matrixPart is a matrix of the published model: the node that multiplies by it, its bias and its
// output channels.
type matrixPart struct {
	node, bias string
	out        int
}

// convertQuantizedLinear stores parts that share their input as one layer: int8 weights as
// [out][in], and one scale, bias and sum of weights per output channel.
func (c *converter) convertQuantizedLinear(name string, in int, parts ...matrixPart) {
	var rows, sums []byte
	var scale, bias []float32
	out := 0
	for _, p := range parts {
		base, ok := c.weightNames[p.node]
		if !ok {
			c.keepFirstError(fmt.Errorf("%w: no node %q", errONNX, p.node))
			return
		}
		r, s := c.transposeAndSumWeights(base, in, p.out)
		rows, sums = append(rows, r...), append(sums, s...)
		scale = append(scale, c.readFloatTensor(base+"_scale", p.out)...)
		bias = append(bias, c.readFloatTensor(p.bias, p.out)...)
		out += p.out
	}
	c.appendByteTensor(name+".weight", asset.Int8, rows, out, in)
	c.appendFloatTensor(name+".scale", scale, out)
	c.appendFloatTensor(name+".bias", bias, out)
	c.appendByteTensor(name+".sum", asset.Int32, sums, out)
}

// transposeAndSumWeights returns the published [in][out] weights as [out][in], and the sum of each
// output channel's weights.
func (c *converter) transposeAndSumWeights(base string, in, out int) (rows, sums []byte) {
	w := c.readByteTensor(base+"_quantized", typeInt8, in, out)
	for _, z := range c.readByteTensor(base+"_zero_point", typeInt8, out) {
		if z != 0 {
			c.keepFirstError(fmt.Errorf("weight %s has a zero point", base))
		}
	}
	if c.err != nil {
		return nil, nil
	}
	rows = make([]byte, len(w))
	for n := range out {
		sum := int32(0)
		for k := range in {
			v := int8(w[k*out+n])
			if v > weightRange || v < -weightRange {
				c.keepFirstError(fmt.Errorf("weight %s has %d, outside ±%d", base, v, weightRange))
			}
			rows[n*in+k] = byte(v)
			sum += int32(v)
		}
		sums = binary.LittleEndian.AppendUint32(sums, uint32(sum))
	}
	return rows, sums
}

func (c *converter) convertLayerNorm(name, from string) {
	c.appendFloatTensor(name+".gamma", c.readFloatTensor(from+".weight", hidden), hidden)
	c.appendFloatTensor(name+".beta", c.readFloatTensor(from+".bias", hidden), hidden)
}

// convertVocabulary stores the pieces in id order, one per line.
func (c *converter) convertVocabulary(tokenizer []byte) {
	var file struct {
		Model struct {
			Vocab map[string]int `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(tokenizer, &file); err != nil {
		c.keepFirstError(fmt.Errorf("read tokenizer: %w", err))
		return
	}
	pieces := make([]string, vocabSize)
	for piece, id := range file.Model.Vocab {
		if id < 0 || id >= vocabSize || pieces[id] != "" || piece == "" || strings.Contains(piece, "\n") {
			c.keepFirstError(fmt.Errorf("read tokenizer: piece %q has id %d", piece, id))
			return
		}
		pieces[id] = piece
	}
	if len(file.Model.Vocab) != vocabSize {
		c.keepFirstError(fmt.Errorf("read tokenizer: %d pieces, want %d", len(file.Model.Vocab), vocabSize))
	}
	text := []byte(strings.Join(pieces, "\n"))
	c.appendByteTensor("vocabulary", asset.Text, text, len(text))
}

func (c *converter) readScaleAndZero(base string) (scale, zero float32) {
	s, z := c.readFloatTensor(base+"scale"), c.readByteTensor(base+"zero_point", typeUint8)
	if c.err != nil || len(s) != 1 || len(z) != 1 {
		c.keepFirstError(fmt.Errorf("%w: quantisation of %s", errONNX, base))
		return 0, 0
	}
	return s[0], float32(z[0])
}

func (c *converter) readByteTensor(name string, typ int, dims ...int) []byte {
	b, err := c.graph.byteTensorValues(name, typ, dims...)
	c.keepFirstError(err)
	return b
}

func (c *converter) readFloatTensor(name string, dims ...int) []float32 {
	f, err := c.graph.floatTensorValues(name, dims...)
	c.keepFirstError(err)
	return f
}

func (c *converter) appendByteTensor(name string, typ asset.Type, b []byte, shape ...int) {
	c.tensors = append(c.tensors, asset.Tensor{Name: name, Type: typ, Shape: shape, Data: b})
}

func (c *converter) appendFloatTensor(name string, f []float32, shape ...int) {
	raw := make([]byte, 0, bytesPerFloat*len(f))
	for _, v := range f {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	c.appendByteTensor(name, asset.Float32, raw, shape...)
}

func (c *converter) keepFirstError(err error) {
	if c.err == nil {
		c.err = err
	}
}
