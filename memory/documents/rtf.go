package documents

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// writeRTFAsMarkdown reads a Rich Text Format document (version 1.9.1): paragraphs, headings,
// lists, tables and footnotes. Fonts, pictures, and headers and footers of pages are left out.
func writeRTFAsMarkdown(data []byte, w *writer) error {
	r := rtfReader{data: data, w: w, levels: map[int]int{}, listDepth: -1, codePage: charmap.Windows1252}
	for r.at < len(r.data) {
		if r.at%4096 == 0 && w.isLimitExceeded() {
			return w.err
		}
		switch c := r.data[r.at]; c {
		case '{':
			r.at++
			r.groupStart, r.skipChars = r.at, 0
			if r.groups = append(r.groups, r.group); len(r.groups) > maxElementDepth {
				return &Error{"has too many levels of nesting"}
			}
		case '}':
			r.at++
			r.skipChars = 0
			if n := len(r.groups); n > 0 {
				if r.group.isFootnote && !r.groups[n-1].isFootnote {
					r.addTextUnlessSkipped(")")
				}
				r.group, r.groups = r.groups[n-1], r.groups[:n-1]
			}
		case '\\':
			r.at++
			r.readAndApplyControlSequence()
		case '\r', '\n':
			r.at++
		default:
			r.at++
			r.addDecodedByteUnlessSkipped(c)
		}
	}
	if len(r.row) > 0 {
		r.rows = append(r.rows, r.row)
	}
	r.endParagraph()
	r.writeTableIfAny()
	return nil
}

type rtfGroup struct {
	skipped    bool
	isHidden   bool
	isMarker   bool // the number of an item of a list, or its bullet
	isFootnote bool
	unicode    int // characters that follow one in Unicode and stand for it, plus 1; 0 = the default of one
}

type rtfReader struct {
	data       []byte
	at         int
	groupStart int // where the innermost group began
	w          *writer
	group      rtfGroup
	groups     []rtfGroup
	text       strings.Builder
	marker     strings.Builder // of the paragraph
	codePage   *charmap.Charmap
	skipChars  int
	surrogate  rune // the first of a pair, 0 = none
	inTable    bool
	level      int         // of the heading, 0 in other paragraphs
	levels     map[int]int // of the styles that are headings
	style      int         // that is being defined
	listDepth  int         // -1 outside a list
	itemLevel  int         // that the next word for a list takes
	row        []string
	rows       [][]string
}

// isSkippedInRTF reports whether a group with this word is no text of the document.
func isSkippedInRTF(word string) bool {
	switch word {
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "headerl", "headerr", "headerf", "footer",
		"footerl", "footerr", "footerf", "object", "themedata", "datastore", "listtable", "listoverridetable", "fldinst",
		"xmlnstbl", "generator", "rsidtbl", "latentstyles", "pgdsctbl":
		return true
	}
	return false
}

// readAndApplyControlSequence reads what follows a backslash.
func (r *rtfReader) readAndApplyControlSequence() {
	if r.at >= len(r.data) {
		return
	}
	c := r.data[r.at]
	if c < 'A' || c > 'z' || c > 'Z' && c < 'a' {
		r.at++
		r.applyControlSymbol(c)
		return
	}
	word := r.readBytesWhile(func(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' })
	sign := r.readBytesWhile(func(c byte) bool { return c == '-' })
	number, err := strconv.Atoi(sign + r.readBytesWhile(func(c byte) bool { return c >= '0' && c <= '9' }))
	if err != nil {
		number = 1
	}
	if r.at < len(r.data) && r.data[r.at] == ' ' {
		r.at++
	}
	if r.skipChars > 0 && word != "bin" { // stands for a character in Unicode, as a letter would
		r.skipChars--
		return
	}
	r.applyControlWord(word, number)
}

// readBytesWhile reads the bytes for which a function is true.
func (r *rtfReader) readBytesWhile(is func(c byte) bool) string {
	start := r.at
	for r.at < len(r.data) && is(r.data[r.at]) {
		r.at++
	}
	return string(r.data[start:r.at])
}

// applyControlSymbol reads a control symbol.
func (r *rtfReader) applyControlSymbol(c byte) {
	switch c {
	case '\'':
		if r.at+2 <= len(r.data) {
			if n, err := strconv.ParseUint(string(r.data[r.at:r.at+2]), 16, 8); err == nil {
				r.addDecodedByteUnlessSkipped(byte(n))
			}
			r.at += 2
		}
	case '*': // a group that older readers leave out
		if r.at-len(`\*`) == r.groupStart {
			r.group.skipped = !bytes.HasPrefix(r.data[r.at:], []byte(`\footnote`))
		}
	case '\r', '\n':
		r.endParagraph()
	case '~':
		r.addTextUnlessSkipped(" ")
	case '_':
		r.addTextUnlessSkipped("-")
	case '\\', '{', '}':
		r.addTextUnlessSkipped(string(rune(c)))
	}
}

// applyControlWord applies a control word with its number, 1 if it has none.
func (r *rtfReader) applyControlWord(word string, number int) {
	switch word {
	case "par", "sect", "page":
		r.endParagraph()
	case "listtext", "pntext":
		r.marker.Reset()
		r.group.isMarker = true
	case "v":
		r.group.isHidden = number != 0
	case "ansicpg":
		r.codePage = codePageOrWindows1252(number)
	case "pard", "ls", "ilvl", "s", "outlinelevel", "intbl":
		r.applyParagraphWord(word, number)
	case "cell":
		r.row = append(r.row, r.text.String())
		r.text.Reset()
	case "row":
		r.rows, r.row = append(r.rows, r.row), nil
	case "footnote":
		r.addTextUnlessSkipped(" (")
		r.group.isFootnote = true
	case "u":
		r.addUnicodeCharacterSkippingFallback(number)
	case "uc":
		r.group.unicode = min(max(number, 0), 100) + 1
	case "bin":
		r.at = min(r.at+max(number, 0), len(r.data))
	case "tab":
		if !r.group.isFootnote {
			r.addTextUnlessSkipped("\t")
		}
	default:
		r.addTextUnlessSkipped(textOfRTFWord(word))
		r.group.skipped = r.group.skipped || isSkippedInRTF(word)
	}
}

// textOfRTFWord returns the text that a control word stands for, "" for other words.
func textOfRTFWord(word string) string {
	return map[string]string{
		"line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“",
		"rdblquote": "”",
	}[word]
}

// addUnicodeCharacterSkippingFallback adds a character of UTF-16, and has those left out that stand
// for it in older readers. Of a pair of surrogates the first is kept until the second comes.
func (r *rtfReader) addUnicodeCharacterSkippingFallback(number int) {
	c := rune(uint16(number)) //nolint:gosec // negative numbers stand for those above 32,767
	first := r.surrogate
	r.surrogate = 0
	if pair := utf16.DecodeRune(first, c); pair != utf8.RuneError {
		r.addTextUnlessSkipped(string(pair))
	} else if utf16.IsSurrogate(c) {
		r.surrogate = c
	} else {
		r.addTextUnlessSkipped(string(c))
	}
	r.skipChars = max(r.group.unicode-1, 0)
	if r.group.unicode == 0 {
		r.skipChars = 1
	}
}

// applyParagraphWord applies a word that says what kind of paragraph this is.
func (r *rtfReader) applyParagraphWord(word string, number int) {
	switch word {
	case "pard":
		if !r.group.skipped && !r.group.isFootnote && !r.group.isMarker {
			r.inTable, r.level, r.listDepth, r.itemLevel = false, 0, -1, 0
		}
	case "ls":
		r.listDepth = r.itemLevel
	case "ilvl":
		if r.itemLevel = number; r.listDepth >= 0 {
			r.listDepth = number
		}
	case "intbl":
		r.inTable = true
	default:
		r.applyStyleOrLevel(word, number)
	}
}

// applyStyleOrLevel applies the number of a style or the level of a heading, to the style that is
// being defined, which stands in a group that is left out, or to the paragraph.
func (r *rtfReader) applyStyleOrLevel(word string, number int) {
	switch {
	case word == "s" && r.group.skipped:
		r.style = number
	case word == "s":
		r.level = r.levels[number]
	case r.group.skipped:
		r.levels[r.style] = number + 1
	default:
		r.level = number + 1
	}
}

// codePageOrWindows1252 returns the encoding of one byte that a number of Windows stands for,
// Windows-1252 for other numbers.
func codePageOrWindows1252(number int) *charmap.Charmap {
	codePages := map[int]*charmap.Charmap{
		437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 866: charmap.CodePage866,
		874: charmap.Windows874, 1250: charmap.Windows1250, 1251: charmap.Windows1251, 1253: charmap.Windows1253,
		1254: charmap.Windows1254, 1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257,
		1258: charmap.Windows1258, 10000: charmap.Macintosh,
	}
	if c := codePages[number]; c != nil {
		return c
	}
	return charmap.Windows1252
}

// addDecodedByteUnlessSkipped adds a character in the encoding of the file.
func (r *rtfReader) addDecodedByteUnlessSkipped(c byte) {
	if r.skipChars > 0 {
		r.skipChars--
		return
	}
	r.addTextUnlessSkipped(string(r.codePage.DecodeByte(c)))
}

func (r *rtfReader) addTextUnlessSkipped(text string) {
	switch {
	case r.group.skipped || r.group.isHidden:
	case r.group.isMarker:
		r.marker.WriteString(text)
	default:
		r.text.WriteString(text)
	}
}

// takeNumberMarker returns the number of the paragraph, such as "2." or "b)", "" for a bullet.
func (r *rtfReader) takeNumberMarker() string {
	marker := strings.TrimSpace(r.marker.String())
	r.marker.Reset()
	if !strings.ContainsFunc(marker, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) ||
		utf8.RuneCountInString(marker) == 1 { // "o" and other letters are drawn as bullets
		return ""
	}
	return marker
}

func (r *rtfReader) endParagraph() {
	if r.group.skipped || r.group.isMarker {
		return
	}
	if r.inTable || r.group.isFootnote { // a paragraph inside a cell or a note
		r.text.WriteByte(' ')
		return
	}
	r.writeTableIfAny()
	marker := r.takeNumberMarker()
	switch {
	case r.level > 0:
		r.w.addHeading(r.level, textWithMarker(marker, r.text.String()))
	case r.listDepth >= 0:
		r.w.addItemWithMarkerOrBullet(r.listDepth, marker, r.text.String())
	default:
		r.w.addParagraph(textWithMarker(marker, r.text.String()))
	}
	r.text.Reset()
}

func (r *rtfReader) writeTableIfAny() {
	if len(r.rows) > 0 {
		r.w.addTableOrParagraphs(r.rows)
		r.rows = nil
	}
}
