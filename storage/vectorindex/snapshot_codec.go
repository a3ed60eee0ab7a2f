package vectorindex

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"memoir/memory"
)

// snapshotWriter keeps the first error and ignores writes after it.
type snapshotWriter struct {
	out     io.Writer
	scratch []byte
	err     error
}

func (w *snapshotWriter) writeBytes(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
	}
}

func (w *snapshotWriter) writeUvarint(n uint64) { w.writeBytes(binary.AppendUvarint(nil, n)) }

func (w *snapshotWriter) writeLengthPrefixedString(s string) {
	w.writeUvarint(uint64(len(s)))
	w.writeBytes([]byte(s))
}

func (w *snapshotWriter) writeKeyAndHash(k memory.VectorKey, hash string) {
	w.writeUvarint(uint64(k.Owner))
	w.writeUvarint(uint64(k.Part))
	w.writeLengthPrefixedString(hash)
}

func (w *snapshotWriter) writeFloat32s(values ...float32) {
	w.scratch = w.scratch[:0]
	for _, f := range values {
		w.scratch = binary.LittleEndian.AppendUint32(w.scratch, math.Float32bits(f))
	}
	w.writeBytes(w.scratch)
}

func (w *snapshotWriter) writeCodes(codes []int8) {
	w.scratch = w.scratch[:0]
	for _, c := range codes {
		w.scratch = append(w.scratch, byte(c))
	}
	w.writeBytes(w.scratch)
}

// snapshotReader keeps the first error and returns zero values from then on.
type snapshotReader struct {
	data []byte
	err  error
}

func (r *snapshotReader) readUvarint() uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > math.MaxInt64 {
		r.recordTruncationError()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *snapshotReader) readBytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.recordTruncationError()
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *snapshotReader) readLengthPrefixedString() string {
	return string(r.readBytes(int(r.readUvarint())))
}

func (r *snapshotReader) readKeyAndHash(kind memory.OwnerKind) (memory.VectorKey, string) {
	k := memory.VectorKey{Kind: kind, Owner: memory.ID(r.readUvarint()), Part: int(r.readUvarint())}
	return k, r.readLengthPrefixedString()
}

func (r *snapshotReader) readFloat32s(n int) []float32 {
	if n > len(r.data)/4 {
		r.recordTruncationError()
		return nil
	}
	b := r.readBytes(4 * n)
	v := make([]float32, n)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

func (r *snapshotReader) recordTruncationError() {
	if r.err == nil {
		r.err = fmt.Errorf("%w: it ends too early", errDamagedSnapshot)
	}
	r.data = nil
}
