package documents

import (
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/encoding/charmap"
)

// byteTable is the encoding of a font whose codes have one byte: the text of each code.
type byteTable [256]string

// Decode implements pdf.TextEncoding.
func (t *byteTable) Decode(raw string) string {
	var b strings.Builder
	for i := range len(raw) {
		b.WriteString(t[raw[i]])
	}
	return b.String()
}

// readByteTableOfPDFFont returns the encoding of a font with codes of one byte: the base encoding,
// its differences, and before both what ToUnicode says (PDF 1.7, 9.6.6 and 9.10.2). The library
// uses one of the three at a time.
func readByteTableOfPDFFont(font pdf.Value) *byteTable {
	var t byteTable
	encoding := font.Key("Encoding")
	base := encoding.Name()
	if encoding.Kind() == pdf.Dict {
		base = encoding.Key("BaseEncoding").Name()
	}
	for code := range t {
		if r := decodeByteOfBaseEncoding(base, byte(code)); r >= ' ' {
			t[code] = string(r)
		}
	}
	t.applyDifferences(font)
	t.applyToUnicode(font.Key("ToUnicode"))
	return &t
}

// decodeByteOfBaseEncoding returns the character of a code. The standard encoding, which is that of
// fonts that name none, has some punctuation of its own (PDF 1.7, annex D).
func decodeByteOfBaseEncoding(base string, code byte) rune {
	switch base {
	case "MacRomanEncoding":
		return charmap.Macintosh.DecodeByte(code)
	case "":
		if r, isOwn := map[byte]rune{
			0x27: '’', 0x60: '‘', 0xAA: '“', 0xBA: '”', 0xAE: 'ﬁ', 0xAF: 'ﬂ', 0xB1: '–', 0xD0: '—', 0xB7: '•',
		}[code]; isOwn {
			return r
		}
	}
	return charmap.Windows1252.DecodeByte(code)
}

// applyDifferences names the glyphs of the codes that differ from the base encoding.
func (t *byteTable) applyDifferences(font pdf.Value) {
	differences := font.Key("Encoding").Key("Differences")
	if differences.Len() == 0 {
		return
	}
	known := pdf.Font{V: font}
	encoder := known.Encoder()
	code := 0
	for i := range differences.Len() {
		switch v := differences.Index(i); v.Kind() {
		case pdf.Integer:
			code = int(v.Int64())
		case pdf.Name:
			if code >= 0 && code < len(t) {
				raw := string([]byte{byte(code)})
				if text := encoder.Decode(raw); text != string(rune(code)) {
					t[code] = text
				} else if text := textOfUniOrLigatureGlyphName(v.Name()); text != "" {
					t[code] = text
				}
			}
			code++
		}
	}
}

// textOfUniOrLigatureGlyphName returns the text of a glyph whose name no list has: "f_f_i" is a
// ligature, "uni0041" gives the character, and "a.alt" is another form of it; "" for other names
// (Adobe Glyph List Specification, 2).
func textOfUniOrLigatureGlyphName(name string) string {
	name, _, _ = strings.Cut(name, ".")
	if digits, found := strings.CutPrefix(name, "uni"); found && len(digits) == 4 {
		if n, err := strconv.ParseUint(digits, 16, 16); err == nil {
			return string(rune(n))
		}
	}
	out := ""
	for part := range strings.SplitSeq(name, "_") {
		if len(part) > 1 && strings.Trim(part, "fijlt") != "" { // ff, fi, fl, ft: ligatures that are named by their letters
			return ""
		}
		out += part
	}
	return out
}

// applyToUnicode takes over what a ToUnicode stream says of codes of one byte (PDF 1.7, 9.10.3):
// lines of "first text" between beginbfchar and endbfchar, of "first last text" between
// beginbfrange and endbfrange.
func (t *byteTable) applyToUnicode(stream pdf.Value) {
	if stream.Kind() != pdf.Stream {
		return
	}
	r := stream.Reader()
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxToUnicodeBytes))
	if err != nil {
		return
	}
	for _, section := range []struct {
		begin, end string
		codes      int
	}{{"beginbfchar", "endbfchar", 1}, {"beginbfrange", "endbfrange", 2}} {
		for rest := string(data); ; {
			_, after, found := strings.Cut(rest, section.begin)
			if !found {
				break
			}
			lines, remaining, _ := strings.Cut(after, section.end)
			t.applyUnicodeLines(lines, section.codes)
			rest = remaining
		}
	}
}

// maxToUnicodeBytes bounds what is read of a ToUnicode stream: 256 codes need a few kilobytes.
const maxToUnicodeBytes = 1 << 20

// applyUnicodeLines takes over lines of one or two codes and a text, or a list of texts in
// brackets.
func (t *byteTable) applyUnicodeLines(lines string, codes int) {
	for {
		first, rest := cutAndDecodeHexString(lines)
		last := first
		if codes == 2 {
			last, rest = cutAndDecodeHexString(rest)
		}
		if rest == "" || len(first) == 0 || len(last) == 0 {
			return
		}
		from, to := codeOfUpToTwoBytes(first), min(codeOfUpToTwoBytes(last), len(t)-1)
		list, after, isList := cutBracketedList(rest)
		text := ""
		if !isList {
			text, after = cutAndDecodeHexString(rest)
		}
		for code := from; code <= to; code++ {
			if isList {
				text, list = cutAndDecodeHexString(list)
			}
			t.setUnicode(code, text, !isList, code-from)
		}
		lines = after
	}
}

// setUnicode sets the text of a code; of a range the last character counts up.
func (t *byteTable) setUnicode(code int, utf16Text string, isRange bool, offset int) {
	runes := []rune(decodeUTF16BigEndian(utf16Text))
	if len(runes) == 0 {
		return
	}
	if isRange {
		runes[len(runes)-1] += rune(offset)
	}
	if runes[0] != 0 && runes[0] != '\uFFFD' {
		t[code] = string(runes)
	}
}

// cutAndDecodeHexString returns the bytes of the next string of hexadecimal digits, and what
// follows it; "" when there is none.
func cutAndDecodeHexString(s string) (raw, rest string) {
	_, s, _ = strings.Cut(s, "<")
	digits, rest, found := strings.Cut(s, ">")
	if !found {
		return "", ""
	}
	digits = strings.Join(strings.Fields(digits), "")
	if len(digits)%2 == 1 {
		digits += "0"
	}
	out, err := hex.DecodeString(digits)
	if err != nil {
		return "", rest
	}
	return string(out), rest
}

// cutBracketedList returns what is in the brackets that s begins with.
func cutBracketedList(s string) (list, rest string, isList bool) {
	inside, found := strings.CutPrefix(strings.TrimLeft(s, " \t\r\n"), "[")
	if !found {
		return "", s, false
	}
	list, rest, _ = strings.Cut(inside, "]")
	return list, rest, true
}

// codeOfUpToTwoBytes returns the number that some bytes are; those of more than two are beyond all
// codes.
func codeOfUpToTwoBytes(raw string) int {
	if len(raw) > 2 {
		return 1 << 16
	}
	code := 0
	for i := range len(raw) {
		code = code<<8 | int(raw[i])
	}
	return code
}

func decodeUTF16BigEndian(raw string) string {
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	return string(utf16.Decode(units))
}
