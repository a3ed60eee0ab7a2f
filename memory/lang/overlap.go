package lang

import (
	"slices"
	"strings"
)

// Statement is a text prepared for grounding.
type Statement struct {
	Tokens       []Token
	Language     Language
	ContentWords []Token // words with a meaning of their own
	FoldedWords  map[string]bool
	UnspacedText string // Han and Hangul text without spaces, compared by pieces of words
}

// ParseStatement tokenizes a text and prepares it for grounding.
func ParseStatement(s string) Statement {
	return NewStatementFromTokens(StripCliticsInPlace(Tokenize(s)))
}

// NewStatementFromTokens prepares words, from which clitics have been stripped, for grounding. It
// leaves ts unchanged, and the Statement keeps no reference to it.
func NewStatementFromTokens(ts []Token) Statement {
	st := Statement{Tokens: slices.Clone(ts), FoldedWords: map[string]bool{}}
	st.Language = DetectLanguage(st.Tokens)
	denying, function := negationWords(st.Language), moreFunctionWords(st.Language)
	st.ContentWords = slices.DeleteFunc(UniqueContentTokens(st.Tokens), func(w Token) bool {
		return denying[w.Folded] || function[w.Folded]
	})
	var b strings.Builder
	for i, t := range st.Tokens {
		st.Tokens[i].Folded = FoldHindiAndRussianSpellings(t.Folded)
		st.FoldedWords[st.Tokens[i].Folded] = true
		if StartsWithHanKanaOrHangul(t.Text) {
			b.WriteString(t.Text)
			continue
		}
		b.WriteByte('|')
	}
	st.UnspacedText = b.String()
	return st
}

// ChooseFactOrTextNegationLanguage is the language whose negation words count. Where both are in
// Latin script it is the language of the text, which is longer and easier to detect, unless the
// text is too short to detect any.
func (f Statement) ChooseFactOrTextNegationLanguage(t Statement) Language {
	if f.Language.UsesLatinScript() && t.Language != UnknownLanguage {
		return t.Language
	}
	return f.Language
}

// ContentWordsFoundIn returns the content words of the fact that occur in a text, in any form.
func (f Statement) ContentWordsFoundIn(t Statement) []Token {
	var out []Token
	for _, w := range f.ContentWords {
		if t.ContainsWordFormSynonymOrSound(w) {
			out = append(out, w)
		}
	}
	return out
}

// ContainsWordFormSynonymOrSound reports whether the word, or a form of it, occurs in the text.
func (f Statement) ContainsWordFormSynonymOrSound(w Token) bool {
	fold := FoldHindiAndRussianSpellings(w.Folded)
	if f.FoldedWords[fold] || f.containsSynonymOf(w) {
		return true
	}
	if slices.ContainsFunc(f.Tokens, func(o Token) bool { return SoundAlikeAcrossScripts(o.Folded, fold, 3) }) {
		return true // three consonants: two match by chance
	}
	if StartsWithHanKanaOrHangul(w.Text) {
		return ContainsUnspacedWordPiece(f.UnspacedText, []rune(w.Text))
	}
	fold = StripLowerCaseLatinDiacritics(fold)
	return slices.ContainsFunc(f.Tokens, func(o Token) bool {
		return !StartsWithHanKanaOrHangul(o.Text) && AreWordForms(StripLowerCaseLatinDiacritics(o.Folded), fold)
	})
}

// ContainsUnspacedWordPiece looks for the stem of a word in a text without spaces: both characters
// of a Chinese pair; of a Korean or Japanese word, whose particles and endings come last, the first
// two syllables, or any three in a row inside a compound.
func ContainsUnspacedWordPiece(unspaced string, w []rune) bool {
	if len(w) < 2 {
		return false
	}
	if strings.Contains(unspaced, string(w[:2])) {
		return true
	}
	for i := 1; i+3 <= len(w); i++ {
		if strings.Contains(unspaced, string(w[i:i+3])) {
			return true
		}
	}
	return false
}
