package storage

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/philippgille/chromem-go"

	"memoir/memory"
)

// snapshotMagic starts the file and contains the format version.
//
// Format: magic; the number of collections; for each collection its profile, kind, embedder,
// dimension and number of vectors; for each vector its owner, part, hash and values; at the end the
// SHA-256 of everything before it. Numbers are unsigned varints, strings are prefixed with their
// length, values are 32-bit floats, little endian.
const snapshotMagic = "memoir index 1\n"

var errSnapshot = errors.New("index snapshot is damaged")

// Save writes to a temporary file, flushes it and renames it. An unchanged index is not
// written.
func (x *index) Save(ctx context.Context) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.dirty {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(x.path), folderMode); err != nil {
		return translate("save index", err)
	}
	tmp := x.path + ".part"
	if err := x.writeFile(ctx, tmp); err != nil {
		return errors.Join(translate("save index", err), removeIfThere(tmp))
	}
	if err := commitFile(tmp, x.path); err != nil {
		return translate("save index", err)
	}
	x.dirty = false
	return nil
}

func (x *index) writeFile(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	err = x.writeTo(ctx, w)
	return errors.Join(err, w.Flush(), f.Close())
}

func (x *index) writeTo(ctx context.Context, out io.Writer) error {
	sum := sha256.New()
	w := snapshotWriter{w: io.MultiWriter(out, sum)}
	w.raw([]byte(snapshotMagic))
	w.number(uint64(len(x.parts)))
	for c, p := range x.parts {
		w.number(uint64(c.ProfileID))
		w.text(string(c.Kind))
		w.text(c.Embedder)
		w.number(uint64(p.dim))
		w.number(uint64(len(p.hashes)))
		for k, h := range p.hashes {
			doc, err := p.docs.GetByID(ctx, documentID(k))
			if err != nil {
				return err
			}
			w.number(uint64(k.Owner))
			w.number(uint64(k.Part))
			w.text(h)
			w.raw(blob(doc.Embedding))
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
	}
	return w.close(out, sum)
}

// snapshotWriter keeps the first error and ignores writes after it.
type snapshotWriter struct {
	w   io.Writer
	err error
}

func (w *snapshotWriter) raw(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func (w *snapshotWriter) number(n uint64) { w.raw(binary.AppendUvarint(nil, n)) }

func (w *snapshotWriter) text(s string) {
	w.number(uint64(len(s)))
	w.raw([]byte(s))
}

func (w *snapshotWriter) close(out io.Writer, sum hash.Hash) error {
	if w.err != nil {
		return w.err
	}
	_, err := out.Write(sum.Sum(nil))
	return err
}

// load reads the snapshot. If it is missing or damaged the index stays empty, and the
// synchronization with SQLite at start fills it.
func (x *index) load(ctx context.Context) {
	x.mu.Lock()
	defer x.mu.Unlock()
	data, err := os.ReadFile(x.path)
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	if err == nil {
		err = x.readFrom(ctx, data)
	}
	if err != nil {
		x.log.Warn("index snapshot discarded, it will be rebuilt", "path", x.path, "error", err)
		x.db, x.parts = chromem.NewDB(), map[memory.Collection]*part{}
	}
	x.dirty = err != nil
}

func (x *index) readFrom(ctx context.Context, data []byte) error {
	body := len(data) - sha256.Size
	if body < len(snapshotMagic) || !bytes.HasPrefix(data, []byte(snapshotMagic)) {
		return fmt.Errorf("%w: no header", errSnapshot)
	}
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return fmt.Errorf("%w: checksum", errSnapshot)
	}
	return x.readBody(ctx, data[len(snapshotMagic):body])
}

// readBody fills an empty index with the collections of a snapshot.
func (x *index) readBody(ctx context.Context, data []byte) error {
	r := &snapshotReader{data: data}
	for range r.number() {
		c := memory.Collection{ProfileID: memory.ID(r.number()), Kind: memory.OwnerKind(r.text()), Embedder: r.text()}
		dim, count := int(r.number()), r.number()
		for range count {
			v := memory.Vector{Key: memory.VectorKey{Kind: c.Kind}, Embedder: c.Embedder}
			v.Key.Owner, v.Key.Part, v.Hash = memory.ID(r.number()), int(r.number()), r.text()
			v.Values = r.floats(dim)
			if r.err != nil {
				return r.err
			}
			if err := x.upsert(ctx, c, []memory.Vector{v}); err != nil {
				return err
			}
		}
		if r.err != nil {
			return r.err
		}
	}
	if r.err == nil && len(r.data) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errSnapshot, len(r.data))
	}
	return r.err
}

// snapshotReader keeps the first error and returns zero values from then on.
type snapshotReader struct {
	data []byte
	err  error
}

func (r *snapshotReader) number() uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > math.MaxInt64 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *snapshotReader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.fail()
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *snapshotReader) text() string { return string(r.bytes(int(r.number()))) }

func (r *snapshotReader) floats(n int) []float32 {
	if n > len(r.data)/4 {
		r.fail()
		return nil
	}
	return floats(r.bytes(4 * n))
}

func (r *snapshotReader) fail() {
	if r.err == nil {
		r.err = fmt.Errorf("%w: it ends too early", errSnapshot)
	}
	r.data = nil
}
