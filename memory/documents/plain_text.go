package documents

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// maxPlainTextBytes is four times what the largest common context window holds.
const maxPlainTextBytes = 16 << 20

// DecodePlainText returns a plain text as UTF-8: UTF-8 with or without a byte order mark, UTF-16 with
// one, otherwise an encoding of East Asia or Windows-1252 when one is certain. Line ends become \n.
// The error is an *Error for a text that is too large, empty, in an unknown encoding or no text.
func DecodePlainText(data []byte) (string, error) {
	switch {
	case len(data) > maxPlainTextBytes:
		return "", &Error{FileTooLargeProblem(len(data), maxPlainTextBytes)}
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
		if err != nil {
			return "", errNoText()
		}
		data = out
	case bytes.ContainsRune(data, 0), hasNonTextControlChars(data):
		return "", errNoText()
	case !utf8.Valid(data):
		text, certain := decodeNonUnicodeText(data)
		if !certain {
			return "", &Error{"is in an encoding that Memoir doesn't recognize. Save it as UTF-8, then add it"}
		}
		data = []byte(text)
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if strings.TrimSpace(text) == "" {
		return "", &Error{"contains no text"}
	}
	if hasNonTextControlChars([]byte(text)) {
		return "", errNoText()
	}
	return text, nil
}

// FileTooLargeProblem says how large a file is, in bytes, and how large it may be.
func FileTooLargeProblem(size, limit int) string {
	return fmt.Sprintf("is %d MB; the limit is %d MB", (size+1<<20-1)>>20, limit>>20)
}

func errNoText() error {
	return &Error{"isn't a text file or document. You can add text, code, PDF, Office, EPUB, HTML or email files"}
}

// hasNonTextControlChars reports control characters that text files do not contain (escape and form
// feed occur in logs and source code).
func hasNonTextControlChars(b []byte) bool {
	for _, c := range b {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b {
			return true
		}
	}
	return false
}
