package documents

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
)

// archive reads the parts of a document that is a zip archive, up to maxUnpackedBytes of all together.
type archive struct {
	files map[string]*zip.File
	left  int64
}

// openZipArchive reads the list of files.
func openZipArchive(data []byte) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, &Error{"can't be read: the archive is damaged"}
	}
	if len(z.File) > maxEntries {
		return nil, &Error{"is too large"}
	}
	a := &archive{files: make(map[string]*zip.File, len(z.File)), left: maxUnpackedBytes}
	for _, f := range z.File {
		if f.Flags&1 != 0 {
			return nil, errEncrypted()
		}
		a.files[path.Clean(f.Name)] = f
	}
	return a, nil
}

func errEncrypted() error {
	return &Error{"is password-protected. Save it without a password, then add it"}
}

func (a *archive) hasFile(name string) bool { return a.files[name] != nil }

// unpackFile unpacks one file. It is an error when there is none of that name, and when it unpacks
// to more than is left.
func (a *archive) unpackFile(name string) ([]byte, error) {
	f := a.files[path.Clean(strings.TrimPrefix(name, "/"))]
	if f == nil {
		return nil, &Error{"can't be read: part of it is missing"}
	}
	r, err := f.Open()
	if err != nil {
		return nil, &Error{"can't be read: part of it is damaged"}
	}
	defer r.Close()
	// The size that the archive states is checked first; one that is stated wrong ends the reader with an error.
	if f.UncompressedSize64 > uint64(max(a.left, 0)) {
		return nil, errUnpacksTooMuch()
	}
	a.left -= int64(f.UncompressedSize64)
	data := make([]byte, f.UncompressedSize64)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, &Error{"can't be read: part of it is damaged"}
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 || err != nil && !errors.Is(err, io.EOF) {
		return nil, &Error{"can't be read: part of it is damaged"}
	}
	return data, nil
}
