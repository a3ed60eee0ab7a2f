package quoted

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// minRequestedWords is how much must stand behind a request for work on a text to be that text.
const minRequestedWords = 4

// indexOfTextBehindRequest returns where the text begins that the first sentence of a line asks to correct
// or to judge, or says that somebody sent: "Fix the commas. My name is Otis …"; -1 for none.
func indexOfTextBehindRequest(line string) int {
	end := strings.IndexAny(line, ".?!？！。")
	for end >= 0 && end+1 < len(line) && line[end] == '.' && line[end+1] != ' ' {
		next := strings.IndexAny(line[end+1:], ".?!？！。")
		if next < 0 {
			return -1
		}
		end += 1 + next
	}
	if end < 0 {
		return -1
	}
	_, size := utf8.DecodeRuneInString(line[end:])
	head, rest := line[:end+size], strings.TrimSpace(line[end+size:])
	isOwn := saysTextIsAboutOrByUser(head) && !containsAnyWord(head, sentWords())
	if isOwn || utf8.RuneCountInString(head) > maxHeadRunes ||
		len(strings.Fields(rest)) < minRequestedWords || !asksForWorkOnNamedText(head) {
		return -1
	}
	return end + size
}

// asksForWorkOnNamedText reports whether a sentence names a text or its spelling and asks to work on it,
// points at it, or says that it was sent.
func asksForWorkOnNamedText(head string) bool {
	asks := strings.ContainsAny(head, "?？")
	if sent, _, _ := strings.Cut(head, ","); saysOthersWroteOrSentIt(sent) {
		points := containsAnyWord(sent, pointingWords()) || containsAnyWord(sent, map[string]bool{"das": true})
		return points && asks
	}
	works := containsAnyWord(head, taskVerbs()) || containsAnyWord(head, textWorkVerbs()) ||
		startsWithTaskVerb(strings.TrimRight(head, ".!? "))
	return containsAnyWord(head, spellingNouns()) && works || asks && namesTextThatMayFollow(head)
}

// namesTextThatMayFollow reports whether a question names a kind of text that may stand behind it. One behind an
// indefinite article is still to be written: "can you write me a cover letter?".
func namesTextThatMayFollow(head string) bool {
	if containsAnyWord(head, pointingWords()) {
		return containsAnyWord(head, shownTextNouns())
	}
	ts := lang.Tokenize(head)
	isNamed := false
	for i, t := range ts {
		if !shownTextNouns()[t.Folded] || t.Folded == "bio" && (i == 0 || !isDeterminer(ts[i-1])) { // or biology
			continue
		}
		if !slices.ContainsFunc(ts[max(0, i-2):i], isIndefiniteArticle) {
			return true
		}
		isNamed = true
	}
	return !isNamed && containsAnyWord(unspacedPart(head), shownTextNouns())
}

// isIndefiniteArticle reports an indefinite article, also in a case of German.
func isIndefiniteArticle(t lang.Token) bool {
	return vocabulary.IndefiniteArticles()[t.Folded] || t.Folded == "einen" || t.Folded == "einem" || t.Folded == "einer"
}

func isDeterminer(t lang.Token) bool {
	return vocabulary.Articles()[t.Folded] || vocabulary.SingularPossessives()[t.Folded]
}

// unspacedPart returns the letters of a text in scripts whose words are found as parts of it.
func unspacedPart(text string) string {
	return strings.Map(func(r rune) rune {
		if r < firstUnspacedLetter {
			return ' '
		}
		return r
	}, text)
}

// spellingNouns are what is corrected in a text.
var spellingNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`comma commas spelling grammar typos punctuation kommas rechtschreibung zeichensetzung grammatik
		tippfehler comas ortografía gramática puntuación virgules orthographe fautes grammaire ponctuation virgole ortografia
		punteggiatura grammatica vírgulas gramática pontuação komma's spelling spelfouten przecinki literówki ortografię
		interpunkcję
		запятые орфографию ошибки пунктуацию virgülleri yazım noktalama`)
})

// namesTextOfAnother reports a kind of text with its owner behind it, who is somebody of the user's: "diary
// of my grandmother", "Tagebuch meiner Oma".
func namesTextOfAnother(head string) bool {
	ts := lang.Tokenize(head)
	text := slices.IndexFunc(ts, func(t lang.Token) bool { return shownTextNouns()[t.Folded] || textNouns()[t.Folded] })
	if text < 0 || slices.ContainsFunc(ts, func(t lang.Token) bool { return vocabulary.Nominatives()[t.Folded] }) {
		return false
	}
	own := vocabulary.Possessives(lang.DetectLanguage(ts))
	isOwn := func(t lang.Token) bool { return own[t.Folded] || vocabulary.SingularPossessives()[t.Folded] }
	return slices.ContainsFunc(ts[text+1:], isOwn) && !slices.ContainsFunc(ts[:text], isOwn)
}
