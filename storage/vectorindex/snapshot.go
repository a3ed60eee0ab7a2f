package vectorindex

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"memoir/memory"
)

// snapshotMagic starts the file and contains the format version.
//
// Format: magic; the number of collections; for each collection its profile, kind, embedder,
// dimensions, number of vectors and their form; for each vector its owner, part and hash, then the
// values, or scale, residual, codes and, in that form, remainders; at the end the SHA-256 of
// everything before it. Numbers are unsigned varints, strings are prefixed with their length,
// values, scales and residuals are 32-bit floats, little endian, codes and remainders are bytes.
const snapshotMagic = "memoir index 3\n"

// The forms of the vectors of a collection.
const (
	formValues = iota
	formCodes
	formCodesWithRemainders
)

// snapshotName is what a snapshot of any version begins with.
const snapshotName = "memoir index "

// Modes of new files and folders: nobody else may read them.
const (
	fileMode   = 0o600
	folderMode = 0o700
)

var errDamagedSnapshot = errors.New("index snapshot is damaged")

// SaveSnapshotIfChanged writes to a temporary file, flushes it and renames it. An unchanged index
// is not written.
func (x *Index) SaveSnapshotIfChanged(ctx context.Context) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.isDirty || x.o.ReadOnly {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(x.o.Path), folderMode); err != nil {
		return fmt.Errorf("save index: %w", err)
	}
	tmp := x.o.Path + ".part"
	err := x.writeSnapshotFile(ctx, tmp)
	if err == nil {
		err = os.Rename(tmp, x.o.Path)
	}
	if err != nil {
		if removing := os.Remove(tmp); removing != nil && !os.IsNotExist(removing) {
			err = errors.Join(err, removing)
		}
		return fmt.Errorf("save index: %w", err)
	}
	x.isDirty = false
	return flushFolderToDisk(filepath.Dir(x.o.Path))
}

// flushFolderToDisk makes a rename survive a power failure. Some file systems cannot flush a
// folder; the index can be lost without harm.
func flushFolderToDisk(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("save index: %w", err)
	}
	_ = f.Sync()
	return f.Close()
}

func (x *Index) writeSnapshotFile(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err = x.writeSnapshot(ctx, w); err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (x *Index) writeSnapshot(ctx context.Context, out io.Writer) error {
	sum := sha256.New()
	w := snapshotWriter{out: io.MultiWriter(out, sum)}
	w.writeBytes([]byte(snapshotMagic))
	w.writeUvarint(uint64(len(x.collections)))
	for c, col := range x.collections {
		w.writeUvarint(uint64(c.ProfileID))
		w.writeLengthPrefixedString(string(c.Kind))
		w.writeLengthPrefixedString(c.Embedder)
		w.writeUvarint(uint64(col.dimensions))
		w.writeUvarint(uint64(len(col.hashes)))
		if err := w.writeVectors(ctx, col); err != nil {
			return err
		}
	}
	if w.err != nil {
		return w.err
	}
	_, err := out.Write(sum.Sum(nil))
	return err
}

// writeVectors writes the vectors of a collection in the form that it has them.
func (w *snapshotWriter) writeVectors(ctx context.Context, col *collection) error {
	if p := col.codes; p != nil {
		form := uint64(formCodes)
		if p.remainders != nil {
			form = formCodesWithRemainders
		}
		w.writeUvarint(form)
		for row, k := range p.keys {
			w.writeKeyAndHash(k, col.hashes[k])
			w.writeFloat32s(p.scales[row], p.residuals[row])
			w.writeCodes(p.codes[row*p.width : row*p.width+col.dimensions])
			if p.remainders != nil {
				w.writeCodes(p.remainders[row*p.width : row*p.width+col.dimensions])
			}
		}
		return ctx.Err()
	}
	w.writeUvarint(formValues)
	for k, hash := range col.hashes {
		values, err := col.vectors.unitVectorOf(ctx, k)
		if err != nil {
			return err
		}
		w.writeKeyAndHash(k, hash)
		w.writeFloat32s(values...)
	}
	return ctx.Err()
}

// loadSnapshotOrStayEmpty reads the snapshot. If it is missing, damaged or of an older version, the
// index stays empty, and the synchronization with SQLite at start fills it.
func (x *Index) loadSnapshotOrStayEmpty(ctx context.Context) {
	if err := x.moveAsideNonRegularFile(); err != nil {
		x.o.Logger.Warn("the index cannot be kept", "path", x.o.Path, "error", err)
		return
	}
	data, err := os.ReadFile(x.o.Path)
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	isOlder := err == nil && bytes.HasPrefix(data, []byte(snapshotName)) && !bytes.HasPrefix(data, []byte(snapshotMagic))
	if err == nil && !isOlder {
		err = x.verifyAndReadSnapshot(ctx, data)
	}
	if err != nil {
		x.o.Logger.Warn("index snapshot discarded, it will be rebuilt", "path", x.o.Path, "error", err)
		x.collections = map[memory.VectorCollection]*collection{}
	}
	x.isDirty = err != nil || isOlder
}

// moveAsideNonRegularFile renames what stands at the index's path and is no file, such as a folder,
// because the index is only a cache and that may be somebody's data.
func (x *Index) moveAsideNonRegularFile() error {
	info, err := os.Stat(x.o.Path)
	if os.IsNotExist(err) || err == nil && info.Mode().IsRegular() {
		return nil
	}
	if err != nil {
		return err
	}
	aside := x.o.Path + ".moved"
	for i := 2; ; i++ {
		if _, err := os.Lstat(aside); os.IsNotExist(err) {
			break
		}
		aside = fmt.Sprintf("%s.moved-%d", x.o.Path, i)
	}
	if err := os.Rename(x.o.Path, aside); err != nil {
		return err
	}
	x.o.Logger.Warn("something that is no file was in the index's place and was moved", "from", x.o.Path, "to", aside)
	return nil
}

func (x *Index) verifyAndReadSnapshot(ctx context.Context, data []byte) error {
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
func (x *Index) readSnapshotCollections(ctx context.Context, data []byte) error {
	r := &snapshotReader{data: data}
	for range r.readUvarint() {
		c := memory.VectorCollection{
			ProfileID: memory.ID(r.readUvarint()), Kind: memory.OwnerKind(r.readLengthPrefixedString()),
			Embedder: r.readLengthPrefixedString(),
		}
		dim, count, form := int(r.readUvarint()), r.readUvarint(), r.readUvarint()
		if r.err != nil {
			return r.err
		}
		if dim > len(r.data) || count > uint64(len(r.data)) {
			r.recordTruncationError()
			return r.err
		}
		col := &collection{dimensions: dim, hashes: make(map[memory.VectorKey]string, count)}
		var err error
		if form == formValues {
			err = r.readValues(ctx, col, c, int(count))
		} else {
			err = r.readCodes(col, c.Kind, int(count), form == formCodesWithRemainders, x.o.MaxRemainders)
		}
		if err != nil {
			return err
		}
		x.collections[c] = col
	}
	if r.err == nil && len(r.data) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errDamagedSnapshot, len(r.data))
	}
	return r.err
}

// readValues reads the vectors of a collection that has them in chromem-go.
func (r *snapshotReader) readValues(ctx context.Context, col *collection, c memory.VectorCollection, count int) error {
	part, err := newChromemPart(c)
	if err != nil {
		return err
	}
	col.vectors = part
	for range count {
		k, hash := r.readKeyAndHash(c.Kind)
		v := memory.Vector{Key: k, ContentHash: hash, Values: r.readFloat32s(col.dimensions)}
		if r.err == nil {
			r.err = validateVector(v.Values, col.dimensions)
		}
		if r.err != nil {
			return r.err
		}
		if err := part.upsert(ctx, v); err != nil {
			return err
		}
		col.hashes[k] = hash
	}
	return r.err
}

// readCodes reads the codes of a collection, with remainders or not.
func (r *snapshotReader) readCodes(
	col *collection, kind memory.OwnerKind, count int, hasRemainders bool, maxRemainders int,
) error {
	if !hasRemainders {
		maxRemainders = 0
	}
	col.codes = newCodedPart(col.dimensions, maxRemainders)
	col.codes.reserveRows(count)
	for range count {
		k, hash := r.readKeyAndHash(kind)
		numbers, codes := r.readFloat32s(2), r.readBytes(col.dimensions)
		var remainders []byte
		if hasRemainders {
			remainders = r.readBytes(col.dimensions)
		}
		if r.err != nil {
			return r.err
		}
		col.codes.appendRowFromSnapshot(k, codes, remainders, numbers[0], numbers[1])
		col.hashes[k] = hash
	}
	return r.err
}
