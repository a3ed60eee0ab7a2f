package lang

import (
	"strings"
	"sync"
)

// AsksAboutPast reports whether a question is about the past, so that outdated memories may answer
// it. It looks for words of the ten languages of the guards; words of the present in the same
// question do not matter.
func AsksAboutPast(q string) bool {
	folded := " " + strings.Join(foldedWordsOfText(q), " ") + " "
	for _, phrase := range pastPhrases() {
		if strings.Contains(folded, phrase) {
			return true
		}
	}
	for _, part := range unspacedPastPhrases() {
		if strings.Contains(folded, part) {
			return true
		}
	}
	return false
}

func foldedWordsOfText(s string) []string {
	ts := Tokenize(s)
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.Folded
	}
	return out
}

// pastPhrases are whole words between spaces.
var pastPhrases = sync.OnceValue(func() []string {
	list := strings.Split(`before|used to|previously|previous|formerly|former|earlier|in the past|back then|at that time|
		once|originally|ever|history|no longer|not any more|last year|years ago|months ago|weeks ago|did i|was i|were we|
		i lived|i worked|i was|had i|ex|until when|since when|
		früher|vorher|damals|zuvor|ehemals|ehemalige|ehemaliger|ehemaliges|letztes jahr|vor jahren|
		antes|anteriormente|solía|anterior|en el pasado|el año pasado|
		avant|auparavant|autrefois|jadis|ancien|ancienne|l'année dernière|dans le passé|
		prima|precedente|in passato|una volta|l'anno scorso|
		antigamente|costumava|no passado|no ano passado|
		раньше|прежде|до этого|прошлом|бывший|бывшая|
		पहले|पिछले|전에|예전에|이전에|옛날에`, "|")
	for i, p := range list {
		list[i] = " " + strings.TrimSpace(p) + " "
	}
	return list
})

// unspacedPastPhrases occur in text without spaces, which is tokenized into one rune per word.
var unspacedPastPhrases = sync.OnceValue(func() []string {
	return []string{" 以 前 ", " 之 前 ", " 过 去 ", " 曾 ", " 原 来 "}
})
