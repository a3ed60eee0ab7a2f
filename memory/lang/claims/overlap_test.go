package claims

import (
	"testing"

	"memoir/memory/lang"
)

func TestSupportsFactRequiresMostContentWordsOfEachClause(t *testing.T) {
	for _, c := range []struct {
		name, text, fact string
		want             bool
	}{
		{"all but one of a list", "I grow roses and apples", "The user grows roses, apples and quinces.", false},
		{"all of a list", "I grow roses and apples", "The user grows apples and roses.", true},
		{"three of six in a clause", "I grow red roses", "The user grows big red roses every spring.", true},
		{"two of six in a clause", "I grow roses", "The user grows big red roses every spring.", false},
		{
			"three in a row of the extractor's own", "I grow red roses in my garden",
			"The user grows red roses in a garden beside big castles.", false,
		},
		{"one word is a topic", "What about roses?", "The user grows roses.", false},
		{"one word that is all there is", "I ski", "The user skis.", true},
		{"a denial counts as a word", "I don't ski", "The user does not ski.", true},
		{"a denial counts beside one word of two", "I never eat fish", "The user never eats seafood.", true},
		{"one word of two is a topic", "I often eat fish", "The user eats seafood.", false},
		{"Korean, two of six", "저는 매운 떡볶이를 좋아해요", "사용자는 매운 떡볶이 김밥 순대 튀김 라면.", true},
		{"Korean, two of seven", "저는 매운 떡볶이를 좋아해요", "사용자는 매운 떡볶이 김밥 순대 튀김 라면 만두.", false},
		{"Chinese, three of five pairs", "我喜欢绿茶", "喜欢绿茶红豆", true},
		{"Chinese, three of seven pairs", "我喜欢绿茶", "喜欢绿茶红豆牛奶", false},
		{
			"a second clause of two words, one of them said", "I live in Porto with Clara",
			"The user lives in Porto and hates Clara.", false,
		},
		{"Hindi, two of four", "मैं चाय और आम पसंद करता हूँ", "उपयोगकर्ता चाय आम दूध चावल।", true},
		{"Hindi, two of five", "मैं चाय और आम पसंद करता हूँ", "उपयोगकर्ता चाय आम दूध चावल केला।", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := SupportsFact(c.text, c.fact); got != c.want {
				f, text := lang.ParseStatement(c.fact), lang.ParseStatement(c.text)
				t.Errorf("supports = %v: %d of %d words of %q", got, len(f.ContentWordsFoundIn(text)), len(f.ContentWords), c.fact)
			}
		})
	}
}

func TestWordsAndNamesMatchBySoundAcrossScripts(t *testing.T) {
	for _, c := range []struct {
		a, b    string
		atLeast int
		want    bool
	}{
		{"ivora", "ивора", 2, true},
		{"pipeline", "파이프라인을", 3, true},
		{"파이프라인을", "pipeline", 3, true},
		{"pell", "пелл", 2, true},
		{"pell", "келл", 2, false},
		{"pell", "пелл", 3, false},        // two consonants match by chance
		{"pell", "пеллоградов", 2, false}, // more than an ending
		{"ivora", "ivora", 2, false},      // same script
	} {
		if got := lang.SoundAlikeAcrossScripts(c.a, c.b, c.atLeast); got != c.want {
			t.Errorf("soundAlike(%s, %s, %d) = %v", c.a, c.b, c.atLeast, got)
		}
	}
	for _, c := range []struct {
		text, fact string
		want       bool
	}{
		{"Моего брата зовут Pell", "Брата пользователя зовут Пелл.", true},
		{"Моего брата зовут Pell", "Брата пользователя зовут Келл.", false},
		{"Мы переехали на пайплайн", "Пользователь переехал на pipeline.", true},
		{"Мы переехали на сервер", "Пользователь переехал на pipeline.", false},
	} {
		if got := SupportsFact(c.text, c.fact); got != c.want {
			t.Errorf("%q supports %q: %v", c.text, c.fact, got)
		}
	}
}

func TestSupportsFactComparesNumbersDatesNamesAndNegation(t *testing.T) {
	for _, c := range []struct {
		text, fact string
		want       bool
	}{
		{"My history exam is on Monday", "The user's history exam is on Monday.", true},
		{"My history exam is on Monday", "The user's history exam is on Friday.", false},
		{"My history exam is in May", "The user's history exam is in June.", false},
		{"Meine Prüfung in Geschichte ist am Montag", "Die Prüfung des Nutzers in Geschichte ist am Freitag.", false},
		{"I have two big dogs", "The user has 2 big dogs.", true},
		{"I have two big dogs", "The user has three big dogs.", false},
		{"I have a big dog", "The user has one big dog.", true},
		{"My brother Ben works in Faro", "The user's brother Ben works in Faro.", true},
		{"My brother Ben works in Faro", "The user's brother Tom works in Faro.", false},
		{"Ben is my brother and works in Faro", "Tom is the user's brother and works in Faro.", false},
		{"I like green tea and figs", "The user does not like green tea and figs.", false},
		{"I do not like green tea", "The user likes green tea.", false},
		{"I do not like green tea", "The user does not like green tea.", true},
		{"I like green tea. I do not like black coffee", "The user does not like green tea.", false},
		{"I stopped smoking cigars", "The user does not smoke cigars.", true},
	} {
		if got := SupportsFact(c.text, c.fact); got != c.want {
			t.Errorf("%q supports %q: %v", c.text, c.fact, got)
		}
	}
}
