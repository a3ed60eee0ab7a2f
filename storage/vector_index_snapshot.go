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

var errDamagedSnapshot = errors.New("index snapshot is damaged")

// SaveSnapshotIfChanged writes to a temporary file, flushes it and renames it. An unchanged index
// is not written.
func (x *vectorIndex) SaveSnapshotIfChanged(ctx context.Context) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.dirty || x.readOnly {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(x.path), folderMode); err != nil {
		return wrapErrorWithSentinel("save index", err)
	}
	tmp := x.path + ".part"
	if err := x.writeSnapshotFile(ctx, tmp); err != nil {
		return errors.Join(wrapErrorWithSentinel("save index", err), removeIfExists(tmp))
	}
	if err := syncAndRename(tmp, x.path); err != nil {
		return wrapErrorWithSentinel("save index", err)
	}
	x.dirty = false
	return nil
}

func (x *vectorIndex) writeSnapshotFile(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	err = x.writeSnapshot(ctx, w)
	return errors.Join(err, w.Flush(), f.Close())
}

func (x *vectorIndex) writeSnapshot(ctx context.Context, out io.Writer) error {
	sum := sha256.New()
	w := snapshotWriter{out: io.MultiWriter(out, sum)}
	w.writeBytes([]byte(snapshotMagic))
	w.writeUvarint(uint64(len(x.collections)))
	for c, p := range x.collections {
		w.writeUvarint(uint64(c.ProfileID))
		w.writeLengthPrefixedString(string(c.Kind))
		w.writeLengthPrefixedString(c.Embedder)
		w.writeUvarint(uint64(p.dim))
		w.writeUvarint(uint64(len(p.hashes)))
		for k, h := range p.hashes {
			doc, err := p.documents.GetByID(ctx, chromemDocumentID(k))
			if err != nil {
				return err
			}
			w.writeUvarint(uint64(k.Owner))
			w.writeUvarint(uint64(k.Part))
			w.writeLengthPrefixedString(h)
			w.writeBytes(encodeFloats(doc.Embedding))
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
	}
	return w.writeChecksum(out, sum)
}

// snapshotWriter keeps the first error and ignores writes after it.
type snapshotWriter struct {
	out io.Writer
	err error
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

func (w *snapshotWriter) writeChecksum(out io.Writer, sum hash.Hash) error {
	if w.err != nil {
		return w.err
	}
	_, err := out.Write(sum.Sum(nil))
	return err
}

// loadSnapshotOrStayEmpty reads the snapshot. If it is missing or damaged the index stays empty,
// and the synchronization with SQLite at start fills it.
func (x *vectorIndex) loadSnapshotOrStayEmpty(ctx context.Context) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.moveAsideNonRegularFile(); err != nil {
		x.logger.Warn("the index cannot be kept", "path", x.path, "error", err)
		return
	}
	data, err := os.ReadFile(x.path)
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	if err == nil {
		err = x.verifyAndReadSnapshot(ctx, data)
	}
	if err != nil {
		x.logger.Warn("index snapshot discarded, it will be rebuilt", "path", x.path, "error", err)
		x.chromemDB, x.collections = chromem.NewDB(), map[memory.VectorCollection]*indexedCollection{}
	}
	x.dirty = err != nil
}

// moveAsideNonRegularFile renames what stands at the index's path and is no file, such as a folder,
// because the index is only a cache and that may be somebody's data.
func (x *vectorIndex) moveAsideNonRegularFile() error {
	info, err := os.Stat(x.path)
	if os.IsNotExist(err) || err == nil && info.Mode().IsRegular() {
		return nil
	}
	if err != nil {
		return wrapErrorWithSentinel("look at "+x.path, err)
	}
	aside := x.path + ".moved"
	for i := 2; ; i++ {
		if _, err := os.Lstat(aside); os.IsNotExist(err) {
			break
		}
		aside = fmt.Sprintf("%s.moved-%d", x.path, i)
	}
	if err := os.Rename(x.path, aside); err != nil {
		return wrapErrorWithSentinel("move "+x.path, err)
	}
	x.logger.Warn("something that is no file was in the index's place and was moved", "from", x.path, "to", aside)
	return nil
}

func (x *vectorIndex) verifyAndReadSnapshot(ctx context.Context, data []byte) error {
	body := len(data) - sha256.Size
	if body < len(snapshotMagic) || !bytes.HasPrefix(data, []byte(snapshotMagic)) {
		return fmt.Errorf("%w: no header", errDamagedSnapshot)
	}
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return fmt.Errorf("%w: checksum", errDamagedSnapshot)
	}
	return x.readSnapshotCollections(ctx, data[len(snapshotMagic):body])
}

// readSnapshotCollections fills an empty index with the collections of a snapshot.
func (x *vectorIndex) readSnapshotCollections(ctx context.Context, data []byte) error {
	r := &snapshotReader{data: data}
	for range r.readUvarint() {
		c := memory.VectorCollection{
			ProfileID: memory.ID(r.readUvarint()), Kind: memory.OwnerKind(r.readLengthPrefixedString()),
			Embedder: r.readLengthPrefixedString(),
		}
		dim, count := int(r.readUvarint()), r.readUvarint()
		for range count {
			v := memory.Vector{Key: memory.VectorKey{Kind: c.Kind}, Embedder: c.Embedder}
			v.Key.Owner, v.Key.Part, v.ContentHash = memory.ID(r.readUvarint()), int(r.readUvarint()),
				r.readLengthPrefixedString()
			v.Values = r.readFloat32s(dim)
			if r.err != nil {
				return r.err
			}
			if err := x.upsertLocked(ctx, c, []memory.Vector{v}); err != nil {
				return err
			}
		}
		if r.err != nil {
			return r.err
		}
	}
	if r.err == nil && len(r.data) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errDamagedSnapshot, len(r.data))
	}
	return r.err
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

func (r *snapshotReader) readFloat32s(n int) []float32 {
	if n > len(r.data)/4 {
		r.recordTruncationError()
		return nil
	}
	return decodeFloats(r.readBytes(4 * n))
}

func (r *snapshotReader) recordTruncationError() {
	if r.err == nil {
		r.err = fmt.Errorf("%w: it ends too early", errDamagedSnapshot)
	}
	r.data = nil
}
