package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"memoir/memory"
)

// Limits of an archive. What is beyond them is no archive that a program made.
const (
	maxUnpackedBytes = 8 << 30
	maxZipEntries    = 200_000 // pictures are entries, too
	// A zip entry that unpacks to more than this many times its size is refused once it is larger than
	// minBombBytes. Chats pack five to twenty times smaller.
	maxUnpackRatio = 100
	minBombBytes   = 64 << 20
	// maxChatBytes is how much JSON one chat may have; it is held in memory.
	maxChatBytes = 64 << 20
	// maxSniffedBytes is how much of a file is read to find out which program wrote it.
	maxSniffedBytes = maxChatBytes
)

// Archive is an opened archive. Its methods may be called again; each reads the archive from its
// beginning.
type Archive struct {
	program memory.ArchiveProgram
	parts   []part
}

// part is a JSON text of an archive.
type part struct {
	name string
	open func() (io.ReadCloser, error)
}

// Program is the program that wrote the archive.
func (a *Archive) Program() memory.ArchiveProgram { return a.program }

// OpenAndDetectProgram finds out which program wrote an archive: a zip as it was handed out, or the
// JSON inside it. What it does not know, and what is no archive, is a *memory.ArchiveError. r must
// stay open and unchanged as long as the Archive is used.
func OpenAndDetectProgram(r io.ReaderAt, size int64) (*Archive, error) {
	var parts []part
	begin := make([]byte, 4)
	n, err := r.ReadAt(begin, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read archive: %w", err)
	}
	if bytes.HasPrefix(begin[:n], []byte("PK")) {
		if parts, err = jsonPartsOfZip(r, size); err != nil {
			return nil, err
		}
	} else {
		parts = []part{{open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(r, 0, size)), nil
		}}}
	}
	return archiveOfFirstKnownProgram(parts)
}

// jsonPartsOfZip returns the JSON files of a zip. Those of the name that ChatGPT and Claude use
// come first, in the order of their numbers.
func jsonPartsOfZip(r io.ReaderAt, size int64) ([]part, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, &memory.ArchiveError{Problem: "the zip file is damaged or incomplete"}
	}
	if len(z.File) > maxZipEntries {
		return nil, &memory.ArchiveError{Problem: "the zip file has too many entries"}
	}
	var chats, others []part
	for _, f := range z.File {
		name := strings.ToLower(path.Base(f.Name))
		if !strings.HasSuffix(name, ".json") || f.FileInfo().IsDir() || strings.Contains(f.Name, "__MACOSX") {
			continue
		}
		p := part{name: f.Name, open: func() (io.ReadCloser, error) { return openZipEntry(f) }}
		if strings.HasPrefix(name, "conversations") {
			chats = append(chats, p)
		} else {
			others = append(others, p)
		}
	}
	byName := func(a, b part) int { return strings.Compare(a.name, b.name) }
	slices.SortStableFunc(chats, byName)
	slices.SortStableFunc(others, byName)
	return append(chats, others...), nil
}

// openZipEntry opens an entry of a zip and guards what comes out of it.
func openZipEntry(f *zip.File) (io.ReadCloser, error) {
	if f.Flags&1 != 0 {
		return nil, &memory.ArchiveError{Problem: "the zip file is encrypted"}
	}
	r, err := f.Open()
	if err != nil {
		return nil, &memory.ArchiveError{Problem: "the zip file is damaged or uses an unsupported compression method"}
	}
	return &unpackGuard{ReadCloser: r, packed: int64(f.CompressedSize64)}, nil
}

// unpackGuard ends the reading of an entry that unpacks to much more than any text does.
type unpackGuard struct {
	io.ReadCloser
	packed, unpacked int64
}

func (g *unpackGuard) Read(b []byte) (int, error) {
	n, err := g.ReadCloser.Read(b)
	g.unpacked += int64(n)
	if g.unpacked > minBombBytes && g.unpacked/maxUnpackRatio > g.packed {
		return 0, &memory.ArchiveError{Problem: "it unpacks to far more data than a chat archive should"}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, &memory.ArchiveError{Problem: "the zip file is damaged or incomplete"}
	}
	return n, err
}

// archiveOfFirstKnownProgram keeps the parts of the program that wrote the first one that is known.
func archiveOfFirstKnownProgram(parts []part) (*Archive, error) {
	a := &Archive{}
	isEmpty := false
	var broken error
	for _, p := range parts {
		program, empty, err := detectProgramOfPart(p)
		var refused *memory.ArchiveError
		switch {
		case errors.As(err, &refused):
			if broken == nil {
				broken = refused
			}
		case err != nil:
			return nil, err
		}
		isEmpty = isEmpty || empty
		if program == "" || a.program != "" && a.program != program {
			continue
		}
		a.program = program
		a.parts = append(a.parts, p)
	}
	switch {
	case a.program != "":
		return a, nil
	case broken != nil:
		return nil, broken
	case isEmpty:
		return nil, &memory.ArchiveError{Problem: "it contains no chats"}
	}
	return nil, &memory.ArchiveError{Problem: "it isn't an archive from Memoir, ChatGPT, Claude or Open WebUI"}
}

func detectProgramOfPart(p part) (program memory.ArchiveProgram, isEmpty bool, err error) {
	r, err := p.open()
	if err != nil {
		return "", false, err
	}
	defer r.Close()
	program, isEmpty, err = detectProgramByFirstKeys(io.LimitReader(r, maxSniffedBytes))
	return program, isEmpty, archiveErrorFromJSON(err)
}

// detectProgramByFirstKeys looks at the keys of the first object of a JSON text, which is an object
// or a list of them.
func detectProgramByFirstKeys(r io.Reader) (program memory.ArchiveProgram, isEmpty bool, err error) {
	d := json.NewDecoder(skipByteOrderMark(r))
	t, err := d.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.As(err, &syntax): // no JSON at all
		return "", false, nil
	case err != nil:
		return "", false, err
	}
	isList := t == json.Delim('[')
	if isList {
		if !d.More() {
			return "", true, nil
		}
		if t, err = d.Token(); err != nil {
			return "", false, err
		}
	}
	if t != json.Delim('{') {
		return "", false, nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return "", false, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return "", false, err
		}
		if p := programOfKey(key, value, isList); p != "" {
			return p, false, nil
		}
	}
	return "", false, nil
}

// programOfKey names the program whose chats have a key.
func programOfKey(key json.Token, value json.RawMessage, isList bool) memory.ArchiveProgram {
	isObject := len(value) > 0 && value[0] == '{'
	switch {
	case key == "format" && !isList && string(value) == `"`+memoirFormat+`"`:
		return memory.ProgramMemoir
	case key == "mapping" && isObject:
		return memory.ProgramChatGPT
	case key == "chat_messages" && len(value) > 0 && value[0] == '[':
		return memory.ProgramClaude
	case key == "chat" && isObject, key == "history" && isObject && bytes.Contains(value, []byte(`"currentId"`)):
		return memory.ProgramOpenWebUI
	}
	return ""
}

// skipByteOrderMark skips the mark that some programs put before UTF-8.
func skipByteOrderMark(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	if mark, err := b.Peek(3); err == nil && string(mark) == "\uFEFF" {
		_, _ = b.Discard(len(mark))
	}
	return b
}

// archiveErrorFromJSON makes the errors of a JSON text that is none the archive's.
func archiveErrorFromJSON(err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax) && strings.Contains(syntax.Error(), "depth"):
		return &memory.ArchiveError{Problem: "it has too many levels of nesting for a chat archive"}
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &memory.ArchiveError{Problem: "its JSON is damaged or incomplete"}
	case strings.Contains(err.Error(), "depth"):
		return &memory.ArchiveError{Problem: "it has too many levels of nesting for a chat archive"}
	}
	return err
}

// elementReader reads the elements of a JSON text one by one, each within a budget of bytes.
type elementReader struct {
	r     io.Reader
	left  int64 // of the element
	total int64
}

func (e *elementReader) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, &memory.ArchiveError{Problem: fmt.Sprintf("one chat is over %d MB", maxChatBytes>>20)}
	}
	if int64(len(b)) > e.left {
		b = b[:e.left]
	}
	n, err := e.r.Read(b)
	e.left -= int64(n)
	if e.total += int64(n); e.total > maxUnpackedBytes {
		return n, &memory.ArchiveError{Problem: fmt.Sprintf("it's larger than %d GB when unpacked", maxUnpackedBytes>>30)}
	}
	return n, err
}

// forEachElement calls fn with each element of the part, which is a list of objects or one.
func (p part) forEachElement(fn func(json.RawMessage) error) error {
	r, err := p.open()
	if err != nil {
		return err
	}
	defer r.Close()
	e := &elementReader{r: skipByteOrderMark(r), left: maxChatBytes}
	d := json.NewDecoder(e)
	var raw json.RawMessage
	if first, err := d.Token(); err != nil {
		return archiveErrorFromJSON(err)
	} else if first != json.Delim('[') {
		return p.visitSingleElement(fn)
	}
	for d.More() {
		e.left = maxChatBytes
		if err := d.Decode(&raw); err != nil {
			return archiveErrorFromJSON(err)
		}
		if err := fn(raw); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return archiveErrorFromJSON(err)
	}
	return nil
}

// visitSingleElement is forEachElement for a text that is one object.
func (p part) visitSingleElement(fn func(json.RawMessage) error) error {
	r, err := p.open()
	if err != nil {
		return err
	}
	defer r.Close()
	var raw json.RawMessage
	d := json.NewDecoder(&elementReader{r: skipByteOrderMark(r), left: maxChatBytes})
	if err := d.Decode(&raw); err != nil {
		return archiveErrorFromJSON(err)
	}
	return fn(raw)
}
