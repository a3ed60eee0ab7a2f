package encoder

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memoir/llm/encoder/asset"
)

// Ids of the special pieces in the published vocabulary. Text never yields them, except idUnknown:
// a bracket is always a word of its own, so the pieces' names in user text are punctuation and
// words like any other.
const (
	idUnknown = 100
	idClass   = 101
	idSep     = 102
)

// maxWordRunes is the length above which a word becomes one unknown piece (max_input_chars_per_word
// of the published tokenizer).
const maxWordRunes = 100

// tokenizer is BERT WordPiece with the published normalisation: control characters removed, CJK
// ideographs separated, NFD, accents stripped, lower case. It is immutable and safe for concurrent
// use.
type tokenizer struct {
	pieceIDs       map[string]int32
	vocabularySize int // pieces in the vocabulary
	longestPiece   int // bytes of the longest piece
}

// word is a run of text that WordPiece splits independently: letters up to the next space or
// punctuation, one punctuation mark, or one ideograph.
type word struct {
	text       []byte // normalised; valid until the next word
	tooLong    bool   // over maxWordRunes; text is truncated
	start, end int    // bytes in the source
}

func newTokenizer(f *asset.File) (*tokenizer, error) {
	text, err := f.TensorBytesOfTypeAndShape("vocabulary", asset.Text)
	if err != nil {
		return nil, err
	}
	pieces := strings.Split(string(text), "\n")
	t := &tokenizer{pieceIDs: make(map[string]int32, len(pieces)), vocabularySize: len(pieces)}
	for i, p := range pieces {
		t.pieceIDs[p] = int32(i)
		t.longestPiece = max(t.longestPiece, len(p))
	}
	for id, name := range map[int32]string{idUnknown: "[UNK]", idClass: "[CLS]", idSep: "[SEP]"} {
		if t.pieceIDs[name] != id {
			return nil, fmt.Errorf("read vocabulary: %w: %s is not piece %d", asset.ErrFormat, name, id)
		}
	}
	return t, nil
}

// encodeWithSpecialTokens returns the ids of text between [CLS] and [SEP], truncated to limit ids
// in all. A text without any piece gives just these two.
func (t *tokenizer) encodeWithSpecialTokens(text string, limit int) []int32 {
	ids := make([]int32, 1, min(limit, 2+len(text)/3+8))
	ids[0] = idClass
	t.forEachWord(text, func(w word) bool {
		ids = t.appendWordPieces(w, ids)
		return len(ids) < limit-1
	})
	return append(ids[:min(len(ids), limit-1)], idSep)
}

// appendWordPieces appends the longest-match pieces of w, or idUnknown if some part of it matches
// no piece.
func (t *tokenizer) appendWordPieces(w word, ids []int32) []int32 {
	if w.tooLong {
		return append(ids, idUnknown)
	}
	from := len(ids)
	var buf [2 + 4*maxWordRunes]byte
	key := append(buf[:0], "##"...)
	key = append(key, w.text...)
	const mark = 2 // bytes of "##"
	for start := 0; start < len(w.text); {
		lead := mark
		if start > 0 {
			lead = 0
			copy(key[start:], "##")
		}
		end := min(len(w.text), start+t.longestPiece)
		id, ok := int32(0), false
		for ; end > start; end-- {
			if end < len(w.text) && !utf8.RuneStart(w.text[end]) {
				continue
			}
			if id, ok = t.pieceIDs[string(key[start+lead:mark+end])]; ok {
				break
			}
		}
		if !ok {
			return append(ids[:from], idUnknown)
		}
		ids = append(ids, id)
		start = end
	}
	return ids
}

// forEachWord calls yield with each word of text in order until it returns false. Invalid UTF-8 is
// skipped.
func (t *tokenizer) forEachWord(text string, yield func(word) bool) {
	s := wordSplitter{yield: yield}
	var decomposed [64]byte
	for i := 0; i < len(text) && !s.stopped; {
		if c := text[i]; c < utf8.RuneSelf {
			s.addASCIIByte(c, i)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case r == utf8.RuneError || isDroppedControlRune(r):
		case isIdeograph(r):
			s.yieldAndResetCurrentWord()
			s.addDecomposedCharacter(norm.NFD.AppendString(decomposed[:0], text[i:next]), i, next)
			s.yieldAndResetCurrentWord()
		default:
			s.addDecomposedCharacter(norm.NFD.AppendString(decomposed[:0], text[i:next]), i, next)
		}
		i = next
	}
	s.yieldAndResetCurrentWord()
}

// wordSplitter collects normalised characters into words.
type wordSplitter struct {
	yield   func(word) bool
	stopped bool
	w       word
	buf     [4 * (maxWordRunes + 1)]byte
	runes   int
}

func (s *wordSplitter) addASCIIByte(c byte, at int) {
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.yieldAndResetCurrentWord()
	case c < ' ' || c == 0x7f:
	case isPunctuation(rune(c)):
		s.yieldAndResetCurrentWord()
		s.addRuneToWord(rune(c), at, at+1)
		s.yieldAndResetCurrentWord()
	default:
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		s.addRuneToWord(rune(c), at, at+1)
	}
}

// addDecomposedCharacter adds the canonical decomposition of the character at [start, end).
func (s *wordSplitter) addDecomposedCharacter(decomposed []byte, start, end int) {
	for len(decomposed) > 0 {
		r, size := utf8.DecodeRune(decomposed)
		decomposed = decomposed[size:]
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			s.yieldAndResetCurrentWord()
		case isPunctuation(r):
			s.yieldAndResetCurrentWord()
			s.addRuneToWord(r, start, end)
			s.yieldAndResetCurrentWord()
		default:
			s.addRuneToWord(unicode.ToLower(r), start, end)
		}
	}
}

func (s *wordSplitter) addRuneToWord(r rune, start, end int) {
	if s.runes == 0 {
		s.w.start = start
		s.w.text = s.buf[:0]
	}
	s.w.end = end
	if s.runes++; s.runes > maxWordRunes {
		s.w.tooLong = true
		return
	}
	s.w.text = utf8.AppendRune(s.w.text, r)
}

func (s *wordSplitter) yieldAndResetCurrentWord() {
	if s.runes > 0 && !s.stopped {
		s.stopped = !s.yield(s.w)
	}
	s.w, s.runes = word{}, 0
}

// isDroppedControlRune matches the characters that the published normaliser drops: control, format
// and private use.
func isDroppedControlRune(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) }

// isIdeograph matches the CJK blocks whose characters the published tokenizer separates.
func isIdeograph(r rune) bool {
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0x3400 && r <= 0x4DBF, r >= 0xF900 && r <= 0xFAFF:
		return true
	case r >= 0x20000 && r <= 0x2A6DF, r >= 0x2A700 && r <= 0x2B73F, r >= 0x2B740 && r <= 0x2B81F:
		return true
	}
	return r >= 0x2B920 && r <= 0x2CEAF || r >= 0x2F800 && r <= 0x2FA1F
}

// isPunctuation matches all ASCII marks, including symbols such as $ and ^, and Unicode's category
// P.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x7f
	}
	return unicode.Is(unicode.P, r)
}
