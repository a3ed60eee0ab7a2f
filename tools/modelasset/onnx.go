package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

var errONNX = errors.New("not an ONNX model this tool can read")

// Field numbers of onnx.proto that this tool reads.
const (
	modelGraph          = 7
	graphNode           = 1
	graphInitializer    = 5
	nodeInput           = 1
	nodeName            = 3
	nodeOp              = 4
	tensorDims          = 1
	tensorType          = 2
	tensorFloats        = 4
	tensorInts          = 5
	tensorName          = 8
	tensorRaw           = 9
	typeFloat           = 1
	typeUint8           = 2
	typeInt8            = 3
	wireVarint          = 0
	wireFixed64         = 1
	wireLengthPrefix    = 2
	wireFixed32         = 5
	wireTypeBits        = 3
	wireTypeMask        = 1<<wireTypeBits - 1
	bytesPerFloat       = 4
	matMulIntegerInputs = 4
)

// node is an operation of the graph.
type node struct {
	name, op string
	inputs   []string
}

// tensor is an initializer: a constant of the graph.
type tensor struct {
	name   string
	typ    int
	dims   []int
	raw    []byte
	floats []float32
	ints   []int32
}

// graph is the part of an ONNX model that this tool needs.
type graph struct {
	nodes   []node
	tensors map[string]*tensor
}

// parseONNXGraph reads the graph of an ONNX file, which is a protocol buffer.
func parseONNXGraph(b []byte) (*graph, error) {
	g := &graph{tensors: map[string]*tensor{}}
	err := eachProtobufField(b, func(num int, _ uint64, body []byte) error {
		if num != modelGraph {
			return nil
		}
		return eachProtobufField(body, g.addNodeOrTensor)
	})
	if err != nil {
		return nil, err
	}
	if len(g.nodes) == 0 || len(g.tensors) == 0 {
		return nil, fmt.Errorf("%w: empty graph", errONNX)
	}
	return g, nil
}

func (g *graph) addNodeOrTensor(num int, _ uint64, body []byte) error {
	switch num {
	case graphNode:
		n, err := parseONNXNode(body)
		g.nodes = append(g.nodes, n)
		return err
	case graphInitializer:
		t, err := parseONNXTensor(body)
		if err != nil {
			return err
		}
		g.tensors[t.name] = t
	}
	return nil
}

func parseONNXNode(b []byte) (node, error) {
	var n node
	err := eachProtobufField(b, func(num int, _ uint64, body []byte) error {
		switch num {
		case nodeInput:
			n.inputs = append(n.inputs, string(body))
		case nodeName:
			n.name = string(body)
		case nodeOp:
			n.op = string(body)
		}
		return nil
	})
	return n, err
}

func parseONNXTensor(b []byte) (*tensor, error) {
	t := &tensor{}
	err := eachProtobufField(b, func(num int, v uint64, body []byte) error {
		switch num {
		case tensorDims:
			return eachVarint(v, body, func(v uint64) { t.dims = append(t.dims, int(v)) })
		case tensorType:
			t.typ = int(v)
		case tensorFloats:
			t.floats = append(t.floats, decodeLittleEndianFloats(body)...)
		case tensorInts:
			return eachVarint(v, body, func(v uint64) { t.ints = append(t.ints, int32(v)) })
		case tensorName:
			t.name = string(body)
		case tensorRaw:
			t.raw = body
		}
		return nil
	})
	return t, err
}

// eachVarint calls fn for one varint or for each one of a packed list.
func eachVarint(v uint64, packed []byte, fn func(uint64)) error {
	if packed == nil {
		fn(v)
		return nil
	}
	for len(packed) > 0 {
		v, n := binary.Uvarint(packed)
		if n <= 0 {
			return fmt.Errorf("%w: packed list", errONNX)
		}
		fn(v)
		packed = packed[n:]
	}
	return nil
}

// eachProtobufField calls fn for every field of a message: v holds a varint, body a length-prefixed or
// fixed-size value.
func eachProtobufField(b []byte, fn func(num int, v uint64, body []byte) error) error {
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		if n <= 0 {
			return fmt.Errorf("%w: field key", errONNX)
		}
		b = b[n:]
		v, size, err := decodeProtobufValue(b, int(key&wireTypeMask))
		if err != nil {
			return err
		}
		var body []byte
		if key&wireTypeMask != wireVarint {
			body = b[size-int(v) : size : size]
		}
		b = b[size:]
		if err := fn(int(key>>wireTypeBits), v, body); err != nil {
			return err
		}
	}
	return nil
}

// decodeProtobufValue returns a varint's value, or the length of any other value, and the size of its
// encoding.
func decodeProtobufValue(b []byte, wire int) (v uint64, size int, err error) {
	switch wire {
	case wireVarint, wireLengthPrefix:
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return 0, 0, fmt.Errorf("%w: varint", errONNX)
		}
		if wire == wireVarint {
			return v, n, nil
		}
		if v > uint64(len(b)-n) {
			return 0, 0, fmt.Errorf("%w: cut off", errONNX)
		}
		return v, n + int(v), nil
	case wireFixed64, wireFixed32:
		v = 8
		if wire == wireFixed32 {
			v = 4
		}
		if int(v) > len(b) {
			return 0, 0, fmt.Errorf("%w: cut off", errONNX)
		}
		return v, int(v), nil
	}
	return 0, 0, fmt.Errorf("%w: wire type %d", errONNX, wire)
}

func decodeLittleEndianFloats(b []byte) []float32 {
	out := make([]float32, len(b)/bytesPerFloat)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[bytesPerFloat*i:]))
	}
	return out
}

// tensorOfTypeAndShape returns the named tensor if it has this type and these dimensions.
func (g *graph) tensorOfTypeAndShape(name string, typ int, dims ...int) (*tensor, error) {
	t, ok := g.tensors[name]
	if !ok {
		return nil, fmt.Errorf("%w: no tensor %q", errONNX, name)
	}
	if t.typ != typ || len(t.dims) != len(dims) {
		return nil, fmt.Errorf("%w: tensor %q has type %d and dimensions %v", errONNX, name, t.typ, t.dims)
	}
	for i, d := range dims {
		if t.dims[i] != d {
			return nil, fmt.Errorf("%w: tensor %q has dimensions %v, want %v", errONNX, name, t.dims, dims)
		}
	}
	return t, nil
}

// floatTensorValues returns the values of a float tensor.
func (g *graph) floatTensorValues(name string, dims ...int) ([]float32, error) {
	t, err := g.tensorOfTypeAndShape(name, typeFloat, dims...)
	if err != nil {
		return nil, err
	}
	if t.floats != nil {
		return t.floats, nil
	}
	return decodeLittleEndianFloats(t.raw), nil
}

// byteTensorValues returns the bytes of an 8-bit tensor, however the file encodes them.
func (g *graph) byteTensorValues(name string, typ int, dims ...int) ([]byte, error) {
	t, err := g.tensorOfTypeAndShape(name, typ, dims...)
	if err != nil {
		return nil, err
	}
	if t.raw != nil {
		return t.raw, nil
	}
	out := make([]byte, len(t.ints))
	for i, v := range t.ints {
		out[i] = byte(v)
	}
	return out, nil
}
