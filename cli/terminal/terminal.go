// Package terminal writes text of unknown origin to a terminal so that it cannot control it.
package terminal

import (
	"io"
	"os"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
)

// controlWriter shows control characters as symbols before they reach a terminal: a reply or a
// memory may hold escape sequences that set the title, clear the screen or hide a link. Line feed
// and tab pass, and carriage return where progress is drawn. It is confined to one goroutine.
type controlWriter struct {
	w                   io.Writer
	allowCarriageReturn bool
	pending             []byte // the beginning of a rune whose rest comes with the next write
}

func (t *controlWriter) Write(p []byte) (int, error) {
	data := append(t.pending, p...)
	t.pending = nil
	out := make([]byte, 0, len(data))
	for len(data) > 0 {
		if !utf8.FullRune(data) {
			t.pending = append([]byte{}, data...)
			break
		}
		r, size := utf8.DecodeRune(data)
		if s := t.visibleSymbolForControl(r); s != 0 {
			out = utf8.AppendRune(out, s)
		} else {
			out = append(out, data[:size]...)
		}
		data = data[size:]
	}
	if _, err := t.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// visibleSymbolForControl returns the symbol of a control character and 0 for any other: Unicode's
// control pictures for C0 and delete, the replacement character for C1 and for the marks that
// change the direction of text.
func (t *controlWriter) visibleSymbolForControl(r rune) rune {
	switch {
	case r == '\n' || r == '\t' || r == '\r' && t.allowCarriageReturn:
		return 0
	case r < 0x20:
		return '\u2400' + r
	case r == 0x7f:
		return '\u2421'
	case r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return utf8.RuneError
	}
	return 0
}

// WriterSymbolizingControlsOnTerminal returns w, with control characters shown as symbols when it
// is a terminal.
func WriterSymbolizingControlsOnTerminal(w io.Writer, allowCarriageReturn bool) io.Writer {
	if !IsTerminal(w) {
		return w
	}
	return &controlWriter{w: w, allowCarriageReturn: allowCarriageReturn}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
