package documents

import (
	"bytes"
	"compress/zlib"
	"io"

	"github.com/ledongthuc/pdf"
)

// maxStreamBytes is what one stream of a PDF may unpack to. The library keeps a word of a stream in
// memory, however long it is.
const maxStreamBytes = 32 << 20

func errUnpacksTooMuch() error {
	return &Error{"is too large when unpacked. Save the part you need as a text file, then add that"}
}

// refuseUnsafeStream returns an error for a stream, or streams in an array, that the library must
// not read: it unpacks to more than maxStreamBytes, or ends inside a string.
func refuseUnsafeStream(v pdf.Value) error {
	var tail streamTail
	if err := tail.lexStreamOrArray(v); err != nil {
		return err
	}
	return tail.errorIfInsideHexString()
}

// streamTail reads streams and knows whether they end inside a string of hexadecimal digits.
type streamTail struct {
	size    int64
	state   lexState
	depth   int // of the parentheses of a string
	escaped bool
}

// lexState is what the next byte of a stream belongs to (PDF 1.7, 7.2 and 7.3.4).
type lexState int8

const (
	betweenTokens lexState = iota
	inComment
	inString
	afterAngle // one "<" was read: a string of digits begins, or a dictionary
	inDigits
)

func (t *streamTail) lexStreamOrArray(v pdf.Value) error {
	switch v.Kind() {
	case pdf.Array:
		for i := range v.Len() {
			if err := t.lexStreamOrArray(v.Index(i)); err != nil {
				return err
			}
		}
	case pdf.Stream:
		r := v.Reader()
		defer r.Close()
		return t.readFrom(r)
	}
	return nil
}

// readFrom reads to the end, to an error, which the library meets as well, or to the limit.
func (t *streamTail) readFrom(r io.Reader) error {
	_, _ = io.Copy(t, io.LimitReader(r, maxStreamBytes-t.size+1))
	if t.size > maxStreamBytes {
		return errUnpacksTooMuch()
	}
	return nil
}

// Write takes what was read.
func (t *streamTail) Write(p []byte) (int, error) {
	t.size += int64(len(p))
	for _, c := range p {
		t.state = t.nextLexState(c)
	}
	return len(p), nil
}

// nextLexState returns the state after a byte.
func (t *streamTail) nextLexState(c byte) lexState {
	switch t.state {
	case inComment:
		if c == '\r' || c == '\n' {
			return betweenTokens
		}
	case inString:
		return t.nextStateInString(c)
	case afterAngle:
		switch c {
		case '<', '>':
			return betweenTokens
		}
		return inDigits
	case inDigits:
		if c == '>' {
			return betweenTokens
		}
	default:
		switch c {
		case '%':
			return inComment
		case '(':
			t.depth = 1
			return inString
		case '<':
			return afterAngle
		}
	}
	return t.state
}

func (t *streamTail) nextStateInString(c byte) lexState {
	switch {
	case t.escaped:
		t.escaped = false
	case c == '\\':
		t.escaped = true
	case c == '(':
		t.depth++
	case c == ')':
		if t.depth--; t.depth == 0 {
			return betweenTokens
		}
	}
	return inString
}

// errorIfInsideHexString returns an error when the end is inside a string of hexadecimal digits.
// The library looks for the end of such a string beyond the end of the stream, for ever.
func (t *streamTail) errorIfInsideHexString() error {
	if t.state == afterAngle || t.state == inDigits {
		return errDamaged("PDF")
	}
	return nil
}

// refuseUnsafeObjectStreams checks the streams that hold objects and their places, which the
// library unpacks by itself.
func refuseUnsafeObjectStreams(data []byte) error {
	for _, mark := range []string{"/ObjStm", "/XRef"} {
		for rest := data; ; {
			i := bytes.Index(rest, []byte(mark))
			if i < 0 {
				break
			}
			rest = rest[i+len(mark):]
			_, body, found := bytes.Cut(rest[:min(len(rest), 4096)], []byte("stream"))
			if !found {
				continue
			}
			at := len(rest[:min(len(rest), 4096)]) - len(bytes.TrimLeft(body, "\r\n"))
			r, err := zlib.NewReader(bytes.NewReader(rest[at:]))
			if err != nil {
				continue
			}
			var tail streamTail
			if err := tail.readFrom(r); err != nil {
				return err
			}
			if err := tail.errorIfInsideHexString(); err != nil && mark == "/ObjStm" {
				return err
			}
		}
	}
	return nil
}
