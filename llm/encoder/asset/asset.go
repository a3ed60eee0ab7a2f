// Package asset defines the file format of the embedded model, and how it is written and read.
//
// Layout: 8 bytes of magic, the header's length as a little-endian uint32, the header as JSON
// padded with spaces, then the tensors' bytes, each starting at a multiple of 64 bytes. Numbers are
// little-endian. Weights are stored one row per output channel, in the order in which checkpoints
// name them, so that the file does not depend on any kernel: a kernel that needs another order
// repacks at load time.
package asset

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Magic is the first bytes of every file of this format.
const Magic = "MEMOENC1"

// Align is the alignment in bytes of the header's end and of every tensor: one cache line.
const Align = 64

const prefixSize = len(Magic) + 4

// ErrFormat is returned for bytes that are not a complete file of this format.
var ErrFormat = errors.New("not a valid model asset")

// Type is the element type of a tensor.
type Type string

// Element types. Text has one element per byte.
const (
	Int8    Type = "i8"
	Uint8   Type = "u8"
	Int32   Type = "i32"
	Float32 Type = "f32"
	Text    Type = "text"
)

// BytesPerElement returns the size of one element in bytes, 0 for an unknown type.
func (t Type) BytesPerElement() int {
	switch t {
	case Int8, Uint8, Text:
		return 1
	case Int32, Float32:
		return 4
	}
	return 0
}

// Tensor is one named array. Offset counts from the end of the header.
type Tensor struct {
	Name   string `json:"name"`
	Type   Type   `json:"type"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
	Data   []byte `json:"-"`
}

// Header describes the model and locates its tensors.
type Header struct {
	Model     string            `json:"model"`
	Source    map[string]string `json:"source"` // file name to SHA-256 in hexadecimal
	Layers    int               `json:"layers"`
	Hidden    int               `json:"hidden"`
	Heads     int               `json:"heads"`
	FFN       int               `json:"ffn"`
	MaxTokens int               `json:"max_tokens"`
	// WeightRange is the largest magnitude of any int8 weight. A range of at most 64 prevents the
	// pairwise 16-bit sums of an AVX2 kernel from saturating: 2 × 255 × 64 = 32,640.
	WeightRange int      `json:"weight_range"`
	Tensors     []Tensor `json:"tensors"`
}

// File is a parsed asset. Its tensors share the memory they were parsed from.
type File struct {
	Header
	byName map[string]int
}

// WriteModel writes the header and its tensors. It sets the tensors' offsets.
func WriteModel(w io.Writer, h Header) error {
	offset := 0
	for i := range h.Tensors {
		t := &h.Tensors[i]
		if want := elementCount(t.Shape) * t.Type.BytesPerElement(); want != len(t.Data) {
			return fmt.Errorf("write tensor %s: it has %d bytes, but its shape needs %d", t.Name, len(t.Data), want)
		}
		t.Offset = offset
		offset = alignUp(offset + len(t.Data))
	}
	head, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("write asset header: %w", err)
	}
	for (prefixSize+len(head))%Align != 0 {
		head = append(head, ' ')
	}
	out := append([]byte(Magic), binary.LittleEndian.AppendUint32(nil, uint32(len(head)))...)
	out = append(out, head...)
	for _, t := range h.Tensors {
		out = append(out, t.Data...)
		out = append(out, make([]byte, alignUp(len(out))-len(out))...)
	}
	if _, err := w.Write(out); err != nil {
		return fmt.Errorf("write asset: %w", err)
	}
	return nil
}

// ParseWithoutCopying reads a file without copying it: the tensors' Data are slices of b. All
// bounds are checked, so truncated or corrupted bytes give ErrFormat and never cause a panic later.
func ParseWithoutCopying(b []byte) (*File, error) {
	if len(b) < prefixSize || string(b[:len(Magic)]) != Magic {
		return nil, fmt.Errorf("read asset: %w: no magic", ErrFormat)
	}
	size := int(binary.LittleEndian.Uint32(b[len(Magic):]))
	if size > len(b)-prefixSize {
		return nil, fmt.Errorf("read asset: %w: header cut off", ErrFormat)
	}
	f := &File{}
	if err := json.Unmarshal(b[prefixSize:prefixSize+size], &f.Header); err != nil {
		return nil, fmt.Errorf("read asset: %w: header: %w", ErrFormat, err)
	}
	body := b[prefixSize+size:]
	f.byName = make(map[string]int, len(f.Tensors))
	for i := range f.Tensors {
		t := &f.Tensors[i]
		size := elementCount(t.Shape) * t.Type.BytesPerElement()
		if t.Type.BytesPerElement() == 0 || size < 0 || t.Offset < 0 || t.Offset > len(body) || size > len(body)-t.Offset {
			return nil, fmt.Errorf("read asset: %w: tensor %q lies outside the file", ErrFormat, t.Name)
		}
		t.Data = body[t.Offset : t.Offset+size : t.Offset+size]
		f.byName[t.Name] = i
	}
	return f, nil
}

// TensorBytesOfTypeAndShape returns a tensor's bytes if it has this type and shape.
func (f *File) TensorBytesOfTypeAndShape(name string, typ Type, shape ...int) ([]byte, error) {
	i, ok := f.byName[name]
	if !ok {
		return nil, fmt.Errorf("read asset: %w: no tensor %q", ErrFormat, name)
	}
	t := f.Tensors[i]
	if t.Type != typ || (len(shape) > 0 && !slices.Equal(t.Shape, shape)) {
		return nil, fmt.Errorf("read asset: %w: tensor %q is %s%v, want %s%v", ErrFormat, name, t.Type, t.Shape, typ, shape)
	}
	return t.Data, nil
}

// TensorFloats returns a copy of a float32 tensor.
func (f *File) TensorFloats(name string, shape ...int) ([]float32, error) {
	b, err := f.TensorBytesOfTypeAndShape(name, Float32, shape...)
	if err != nil {
		return nil, err
	}
	out := make([]float32, len(b)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out, nil
}

// TensorInt32s returns a copy of an int32 tensor.
func (f *File) TensorInt32s(name string, shape ...int) ([]int32, error) {
	b, err := f.TensorBytesOfTypeAndShape(name, Int32, shape...)
	if err != nil {
		return nil, err
	}
	out := make([]int32, len(b)/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out, nil
}

// elementCount returns the product of the shape, -1 for a negative or too large one.
func elementCount(shape []int) int {
	n := 1
	for _, d := range shape {
		if d < 0 || (d > 0 && n > math.MaxInt32/d) {
			return -1
		}
		n *= d
	}
	return n
}

func alignUp(n int) int { return (n + Align - 1) &^ (Align - 1) }
