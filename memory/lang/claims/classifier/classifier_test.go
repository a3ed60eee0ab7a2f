package classifier

import (
	"slices"
	"strings"
	"testing"
)

// TestJokesAndDroppedPlansAreToldFromStatements has sentences that are in no training text.
func TestJokesAndDroppedPlansAreToldFromStatements(t *testing.T) {
	const threshold = 0.64
	for _, c := range []struct {
		text     string
		nonclaim bool
	}{
		{"I'm a certified expert in losing umbrellas lol", true},
		{"I wanted to adopt a husky but it came to nothing", true},
		{"von Beruf bin ich Schlafmütze lol", true},
		{"Den Kurs in Spanisch haben wir dann doch abgesagt.", true},
		{"soy la reina de las croquetas jajaja", true},
		{"mon chat est champion du monde de sieste mdr", true},
		{"I work at a library in Derby", false},
		{"Ich habe zwei Brüder und wohne in Jena", false},
		{"Vivo en Zaragoza y tengo un perro", false},
		{"j'ai deux frères et j'habite à Nancy", false},
		{"私は名古屋に住んでいます", false},
	} {
		if p := ProbabilityOfNonclaim(c.text); c.nonclaim != (p > threshold) {
			t.Errorf("%q: %.2f", c.text, p)
		}
	}
}

func TestLaughterIsOneWordInEveryLanguage(t *testing.T) {
	for _, s := range strings.Fields("hahaha ahahah jajajaja kkkkk lol mdr хахаха ㅋㅋㅋㅋ 哈哈哈 ))) 😂") {
		if ts := Tokenize("ok " + s); !slices.Contains(ts, laughToken) {
			t.Errorf("%q: %q", s, ts)
		}
	}
	for _, s := range []string{"Kakao", "Haus", "hijo", "rata", "笑顔", "(ok)"} {
		if ts := Tokenize(s); slices.Contains(ts, laughToken) {
			t.Errorf("%q: %q", s, ts)
		}
	}
}

func TestEmptyTextsAreNoNonclaims(t *testing.T) {
	for _, s := range []string{"", " \n", "\xff"} {
		if p := ProbabilityOfNonclaim(s); p > 0.64 {
			t.Errorf("%q: %.2f", s, p)
		}
	}
}
