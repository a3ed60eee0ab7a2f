package vocabulary

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
)

// HasFirstPersonPronoun reports whether a clause speaks of the user otherwise than by a possessive.
func HasFirstPersonPronoun(ts []lang.Token, language lang.Language) bool {
	pronouns := FirstPersonPronouns(language)
	for i, t := range ts {
		if lang.StartsWithHan(t.Text) && i+1 < len(ts) &&
			(ts[i+1].Text == "的" || ts[i+1].Text == "の" || startsWithHanPersonNoun(ts[i+1:])) {
			continue // my
		}
		if (language == lang.French || language == lang.UnknownLanguage) &&
			lang.HasAnyPrefix(t.Folded, []string{"j'", "j’", "m'", "m’"}) {
			return true
		}
		if pronouns[t.Folded] || lang.StartsWithHanKanaOrHangul(t.Text) &&
			IsEastAsianFirstPersonPronoun(t.Text) {
			return true
		}
	}
	return false
}

// startsWithHanPersonNoun reports whether Han words start with a person: 我妹妹.
func startsWithHanPersonNoun(ts []lang.Token) bool {
	var b strings.Builder
	for _, t := range ts[:min(len(ts), 4)] {
		b.WriteString(t.Text)
	}
	return lang.HasAnyPrefix(strings.TrimPrefix(b.String(), "们"), slices.Concat(HanRelatives(), HanShortRelatives()))
}

// IsEastAsianFirstPersonPronoun reports a word for "I" in Chinese, Japanese or Korean.
func IsEastAsianFirstPersonPronoun(w string) bool {
	return UnspacedFirstPerson()[w]
}

// Nominatives are the words for "I" and "we".
var Nominatives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("i we ich wir yo nosotros nosotras je j' nous io noi eu nós я мы ja my ik wij")
})

// SingularPossessives are the words for "my".
var SingularPossessives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`my mein meine meinen meinem meiner meines mijn mi mis mon ma mes mio mia miei mie meu minha meus
		minhas мой моя моё мое мои моего моей моему मेरा मेरी मेरे mój moja moje`)
})
