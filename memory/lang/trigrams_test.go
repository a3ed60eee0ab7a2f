package lang

import (
	"strings"
	"testing"
)

// What a text contains is never denied, whatever the text and the part.
func FuzzTrigramsDenyNoPart(f *testing.F) {
	f.Add("Das Passwort steht im Tresor.", 4, 12)
	f.Add("पासवर्ड बदल दिया", 0, 9)
	f.Add("ab", 0, 2)
	f.Fuzz(func(t *testing.T, s string, from, to int) {
		if from < 0 || to < from || to > len(s) {
			t.Skip()
		}
		var trigrams Trigrams
		trigrams.AddText(s)
		for _, part := range []string{s[from:to], strings.Map(upperASCII, s[from:to])} {
			if !trigrams.MayContain(part) {
				t.Errorf("%q contains %q", s, part)
			}
		}
	})
}

func upperASCII(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}

func TestTrigramsDenyMostOfWhatATextLacks(t *testing.T) {
	var trigrams, none Trigrams
	trigrams.AddText(strings.Repeat("The museum on Elm Street opens at nine on Sundays. ", 100))
	for _, part := range []string{"password", "museums", "Пароль", "パスワード"} {
		if trigrams.MayContain(part) {
			t.Errorf("%q may be in the text", part)
		}
	}
	if none.MayContain("pin") {
		t.Error("an empty text may contain a part")
	}
}
