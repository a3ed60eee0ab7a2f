package documents

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"time"
)

// Limits of a document. They bound the memory and the time that a hostile one can take.
const (
	maxTextBytes     = 16 << 20 // of the Markdown
	maxUnpackedBytes = 96 << 20 // of all parts that are read of one archive
	maxEntries       = 10000    // files in an archive
	maxElementDepth  = 512      // nested XML elements
	maxPages         = 5000     // of a PDF
	maxReadTime      = 10 * time.Second
)

// Error says why a document cannot be read, as the end of a sentence that begins with its name.
type Error struct{ Problem string }

func (e *Error) Error() string { return "the document " + e.Problem }

func errDamaged(kind string) error {
	return &Error{"can't be read: it is damaged or isn't a valid " + kind + " document"}
}

// reader writes the text of one kind of document.
type reader struct {
	kind string
	read func(data []byte, w *writer) error
}

// ToMarkdown returns the text of a document. isDocument is false for data of another kind, which
// may be plain text. The error is an *Error for a document that is encrypted, damaged, too large or
// without text.
func ToMarkdown(name string, data []byte) (text string, isDocument bool, err error) {
	return toMarkdownWithin(maxReadTime, name, data)
}

// toMarkdownWithin is ToMarkdown with a limit of its own for the time, which tests of the other
// limits set so high that a busy computer does not meet it first.
func toMarkdownWithin(limit time.Duration, name string, data []byte) (text string, isDocument bool, err error) {
	r, err := readerByContentOrExtension(strings.ToLower(filepath.Ext(name)), data)
	if err != nil || r == nil {
		return "", err != nil, err
	}
	w := &writer{deadline: time.Now().Add(limit)}
	done := make(chan error, 1)
	go func() { done <- r.convertRecoveringFromPanic(data, w) }()
	// Own readers look at the deadline themselves; a library that does not is left to end by itself.
	timer := time.NewTimer(limit + time.Second)
	defer timer.Stop()
	select {
	case err = <-done:
	case <-timer.C:
		return "", true, errTooSlow()
	}
	switch {
	case w.err != nil:
		return "", true, w.err
	case err != nil:
		return "", true, err
	}
	text = removeControlsAndTrailingBlanks(w.text.String())
	if text == "" {
		return "", true, &Error{"contains no text. If it's a scan, its pages are pictures, and Memoir can't read text in " +
			"pictures"}
	}
	return text + "\n", true, nil
}

// removeControlsAndTrailingBlanks returns valid UTF-8 without control characters and without blanks
// at line ends.
func removeControlsAndTrailingBlanks(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\r' || r == '\f' || r == '\v':
			return '\n'
		case r < ' ' && r != '\n' && r != '\t', r == 0x7F, r == '\uFEFF':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func errTooSlow() error {
	return &Error{"takes too long to read. Save the part you need as a text file, then add that"}
}

// convertRecoveringFromPanic reads a document. A panic of a library on damaged data becomes an
// error.
func (r *reader) convertRecoveringFromPanic(data []byte, w *writer) (err error) {
	defer func() {
		if recover() != nil {
			err = errDamaged(r.kind)
		}
	}()
	err = r.read(data, w)
	var known *Error
	if err != nil && !errors.As(err, &known) {
		return errDamaged(r.kind)
	}
	return err
}

// readerByContentOrExtension returns the reader for data, by its content and, for web pages and
// e-mails, by the extension of its name; nil for anything else.
func readerByContentOrExtension(ext string, data []byte) (*reader, error) {
	switch {
	case bytes.Contains(data[:min(len(data), maxPDFJunk)], []byte("%PDF-")):
		return &reader{"PDF", writePDFAsMarkdown}, nil
	case bytes.HasPrefix(data, []byte("{\\rtf")):
		return &reader{"RTF", writeRTFAsMarkdown}, nil
	case bytes.HasPrefix(data, []byte{0xD0, 0xCF, 0x11, 0xE0}): // a compound file of Windows
		return nil, &Error{"is password-protected or was saved by Office 2003 or earlier. Save it without a password as " +
			".docx, .xlsx or .pptx, then add that"}
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return readerForZip(data)
	case ext == ".html" || ext == ".htm" || ext == ".xhtml":
		return &reader{"HTML", writeHTMLAsMarkdown}, nil
	case ext == ".eml":
		return &reader{"email", writeEmailAsMarkdown}, nil
	}
	return nil, nil
}

// readerForZip returns the reader for a zip archive by the files in it.
func readerForZip(data []byte) (*reader, error) {
	a, err := openZipArchive(data)
	if err != nil {
		return nil, err
	}
	mimetype, _ := a.unpackFile("mimetype")
	switch {
	case nameOfMainDOCXPart(a) != "":
		return &reader{"Word", writeDOCXAsMarkdown}, nil
	case a.hasFile("xl/workbook.xml"):
		return &reader{"Excel", writeXLSXAsMarkdown}, nil
	case a.hasFile("ppt/presentation.xml"):
		return &reader{"PowerPoint", writePPTXAsMarkdown}, nil
	case bytes.HasPrefix(mimetype, []byte("application/epub")):
		return &reader{"EPUB", writeEPUBAsMarkdown}, nil
	case bytes.HasPrefix(mimetype, []byte("application/vnd.oasis.opendocument")):
		return &reader{"OpenDocument", writeODFAsMarkdown}, nil
	}
	return nil, &Error{"is a zip archive. Unpack it, then add what's inside"}
}
