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
	g       *graph
	weights map[string]string // MatMulInteger node name to the base name of its weight
	out     []asset.Tensor
	err     error
}

// convertModel converts the published model and its tokenizer into the asset's header and tensors.
func convert(onnx, tokenizer []byte) (asset.Header, error) {
	g, err := parseModel(onnx)
	if err != nil {
		return asset.Header{}, err
	}
	c := &converter{g: g, weights: map[string]string{}}
	for _, n := range g.nodes {
		if n.op == "MatMulInteger" && len(n.inputs) == expectedInputsMMI {
			c.weights[n.name] = strings.TrimSuffix(n.inputs[1], "_quantized")
		}
	}
	c.embeddings()
	for l := range layers {
		c.layer(l)
	}
	c.vocabulary(tokenizer)
	return asset.Header{
		Model:  "bge-small-en-v1.5",
		Layers: layers, Hidden: hidden, Heads: heads, FFN: ffn, MaxTokens: maxTokens, WeightRange: weightRange,
		Tensors: c.out,
	}, c.err
}

// convertEmbeddings keeps word and position tables as published, u8 with one scale and zero point
// each. Every token of a single text has type 0, so only that row is kept, as floats.
func (c *converter) embeddings() {
	c.table("word", vocabSize)
	c.table("position", maxTokens)
	base := "embeddings.token_type_embeddings.weight_"
	scale, zero := c.quantisation(base)
	types := c.read(base+"quantized", typeUint8, 2, hidden)
	row := make([]float32, hidden)
	for i := range min(hidden, len(types)) {
		row[i] = (float32(types[i]) - zero) * scale
	}
	c.floats("embeddings.type0", row, hidden)
	c.norm("embeddings.norm", "embeddings.LayerNorm")
}

func (c *converter) table(name string, rows int) {
	base := "embeddings." + name + "_embeddings.weight_"
	scale, zero := c.quantisation(base)
	c.bytes("embeddings."+name, asset.Uint8, c.read(base+"quantized", typeUint8, rows, hidden), rows, hidden)
	c.floats("embeddings."+name+".scale_zero", []float32{scale, zero}, 2)
}

func (c *converter) layer(l int) {
	node := fmt.Sprintf("/encoder/layer.%d/", l)
	from := fmt.Sprintf("encoder.layer.%d.", l)
	to := fmt.Sprintf("layer.%d.", l)
	var qkv []part
	for _, m := range []string{"query", "key", "value"} {
		qkv = append(qkv,
			part{node + "attention/self/" + m + "/MatMul_quant", from + "attention.self." + m + ".bias", hidden})
	}
	c.linear(to+"qkv", hidden, qkv...)
	c.linear(to+"attention", hidden,
		part{node + "attention/output/dense/MatMul_quant", from + "attention.output.dense.bias", hidden})
	c.norm(to+"attention.norm", from+"attention.output.LayerNorm")
	c.linear(to+"up", hidden, part{node + "intermediate/dense/MatMul_quant", from + "intermediate.dense.bias", ffn})
	c.linear(to+"down", ffn, part{node + "output/dense/MatMul_quant", from + "output.dense.bias", hidden})
	c.norm(to+"norm", from+"output.LayerNorm")
}

// matrixPart is a matrix of the published model: the node that multiplies by it, its bias and its
// output channels.
type part struct {
	node, bias string
	out        int
}

// convertLinear stores parts that share their input as one layer: int8 weights as [out][in], and
// one scale, bias and sum of weights per output channel.
func (c *converter) linear(name string, in int, parts ...part) {
	var rows, sums []byte
	var scale, bias []float32
	out := 0
	for _, p := range parts {
		base, ok := c.weights[p.node]
		if !ok {
			c.fail(fmt.Errorf("%w: no node %q", errONNX, p.node))
			return
		}
		r, s := c.transposed(base, in, p.out)
		rows, sums = append(rows, r...), append(sums, s...)
		scale = append(scale, c.readFloats(base+"_scale", p.out)...)
		bias = append(bias, c.readFloats(p.bias, p.out)...)
		out += p.out
	}
	c.bytes(name+".weight", asset.Int8, rows, out, in)
	c.floats(name+".scale", scale, out)
	c.floats(name+".bias", bias, out)
	c.bytes(name+".sum", asset.Int32, sums, out)
}

// transposeWeights returns the published [in][out] weights as [out][in], and the sum of each output
// channel's weights.
func (c *converter) transposed(base string, in, out int) (rows, sums []byte) {
	w := c.read(base+"_quantized", typeInt8, in, out)
	for _, z := range c.read(base+"_zero_point", typeInt8, out) {
		if z != 0 {
			c.fail(fmt.Errorf("weight %s has a zero point", base))
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
				c.fail(fmt.Errorf("weight %s has %d, outside ±%d", base, v, weightRange))
			}
			rows[n*in+k] = byte(v)
			sum += int32(v)
		}
		sums = binary.LittleEndian.AppendUint32(sums, uint32(sum))
	}
	return rows, sums
}

func (c *converter) norm(name, from string) {
	c.floats(name+".gamma", c.readFloats(from+".weight", hidden), hidden)
	c.floats(name+".beta", c.readFloats(from+".bias", hidden), hidden)
}

// convertVocabulary stores the pieces in id order, one per line.
func (c *converter) vocabulary(tokenizer []byte) {
	var file struct {
		Model struct {
			Vocab map[string]int `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(tokenizer, &file); err != nil {
		c.fail(fmt.Errorf("read tokenizer: %w", err))
		return
	}
	pieces := make([]string, vocabSize)
	for piece, id := range file.Model.Vocab {
		if id < 0 || id >= vocabSize || pieces[id] != "" || piece == "" || strings.Contains(piece, "\n") {
			c.fail(fmt.Errorf("read tokenizer: piece %q has id %d", piece, id))
			return
		}
		pieces[id] = piece
	}
	if len(file.Model.Vocab) != vocabSize {
		c.fail(fmt.Errorf("read tokenizer: %d pieces, want %d", len(file.Model.Vocab), vocabSize))
	}
	text := []byte(strings.Join(pieces, "\n"))
	c.bytes("vocabulary", asset.Text, text, len(text))
}

func (c *converter) quantisation(base string) (scale, zero float32) {
	s, z := c.readFloats(base+"scale"), c.read(base+"zero_point", typeUint8)
	if c.err != nil || len(s) != 1 || len(z) != 1 {
		c.fail(fmt.Errorf("%w: quantisation of %s", errONNX, base))
		return 0, 0
	}
	return s[0], float32(z[0])
}

func (c *converter) read(name string, typ int, dims ...int) []byte {
	b, err := c.g.byteValues(name, typ, dims...)
	c.fail(err)
	return b
}

func (c *converter) readFloats(name string, dims ...int) []float32 {
	f, err := c.g.floats32(name, dims...)
	c.fail(err)
	return f
}

func (c *converter) bytes(name string, typ asset.Type, b []byte, shape ...int) {
	c.out = append(c.out, asset.Tensor{Name: name, Type: typ, Shape: shape, Data: b})
}

func (c *converter) floats(name string, f []float32, shape ...int) {
	raw := make([]byte, 0, bytesPerFloat*len(f))
	for _, v := range f {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	c.bytes(name, asset.Float32, raw, shape...)
}

func (c *converter) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}
