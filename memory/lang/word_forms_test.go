package lang

import "testing"

func TestFormsOfOneWordAreRecognized(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"an ending", "walks", "walked", true},
		{"endings of one letter", "bebo", "bebe", true},
		{"a compound", "arbeit", "zusammenarbeit", true},
		{"a short word inside another", "art", "smartphone", false},
		{"a long common beginning", "programmieren", "programmiererin", true},
		{"a common beginning that is not long enough", "kommen", "kommissar", false},
		{"a Russian verb that changes inside", "пью", "пьет", true},
		{"Russian words of two letters", "он", "она", false},
		{"a Hindi plural", "बेटी", "बेटियां", true},
		{"Hindi words with two signs in common", "बेटी", "बेला", false},
		{"other words", "tea", "coffee", false},
	} {
		if AreWordForms(c.a, c.b) != c.want || AreWordForms(c.b, c.a) != c.want {
			t.Errorf("%s: %s, %s: not %v both ways", c.name, c.a, c.b, c.want)
		}
	}
}

func TestSpellingVariantsFoldAlike(t *testing.T) {
	for _, c := range [][2]string{{"ёлка", "елка"}, {"पढ\u093cना", "पढना"}, {"चा\u0901द", "चा\u0902द"}} {
		if FoldHindiAndRussianSpellings(c[0]) != c[1] {
			t.Errorf("%s becomes %s", c[0], FoldHindiAndRussianSpellings(c[0]))
		}
	}
}

func TestStripCliticsRemovesArticlesPossessivesAndParticles(t *testing.T) {
	for in, want := range map[string]string{
		"Anna's": "Anna", "Anna’s": "Anna", "l'ami": "ami", "dell’utente": "utente", "Paris에서": "Paris", "can't": "can't",
		"파리에서": "파리에서",
	} {
		if got := StripCliticsInPlace(Tokenize(in)); len(got) != 1 || got[0].Text != want || got[0].Folded != FoldText(want) {
			t.Errorf("%s becomes %+v", in, got)
		}
	}
}

func TestLanguageIsDetectedByScriptAndCommonWords(t *testing.T) {
	for in, want := range map[string]Language{
		"Привет": Russian, "नमस्ते": Hindi, "안녕하세요": Korean, "你好吗": Chinese, "我 like the tea and the cake": English,
		"The user is at home": English, "Der Nutzer ist nicht da": German, "El usuario vive en la ciudad": Spanish,
		"Je ne suis pas dans la ville": French, "L'utente vive nella città con il cane": Italian,
		"Ja piję kawę, a on pije herbatę.": Polish, "Nie piję kawy, a on pije herbatę.": Polish,
		"Lubię kawę i ciasto.":                   Polish,
		"I love pączki and żurek, but not flaki": English, "Düğünüm ağustosta, davetiye yazısı lazım": Turkish,
		"O usuário não mora em uma casa": Portuguese, "de": UnknownLanguage, "xyz": UnknownLanguage, "": UnknownLanguage,
	} {
		if got := DetectLanguage(Tokenize(in)); got != want {
			t.Errorf("%q is taken for %q, want %q", in, got, want)
		}
	}
}

func TestNamesOfAFactMustOccurInTheText(t *testing.T) {
	for _, c := range []struct {
		name, text, fact string
		want             bool
	}{
		{"the same name", "My sister is Ana", "The user's sister is Ana.", true},
		{"another name", "My sister is Ana", "The user's sister is Eva.", false},
		{"a genitive without an apostrophe", "I read Dickens and Kafkas letters", "The user reads letters by Kafka.", true},
		{"a longer name", "I met Marta", "The user met Martains.", false},
		{"a first word that is no name", "I use Go at work", "Using Go at work is usual for the user.", true},
		{"a first word that takes a name's place", "Clara is a pilot", "Bertha is a pilot.", false},
		{"a capital the text writes small", "I like the jazz festival", "The user likes the Jazz Festival.", true},
		{"German nouns are no names", "Ich habe einen großen Garten gekauft", "Der Nutzer hat ein Grundstück gekauft.", true},
		{"German names are", "Ich habe mit Anna gesprochen", "Der Nutzer hat mit Berta gesprochen.", false},
		{"a Russian case", "Моя сестра живёт с Олегом", "Сестра живёт с Олег.", true},
		{
			"a name that goes on in the text's own words", "저는 Wendelsea 정원에서 일해요",
			"사용자는 Wendelsea Garden 정원에서 일한다.", true,
		},
		{
			"a name that the text continues otherwise", "저는 Wendelsea Park 정원에서 일해요",
			"사용자는 Wendelsea Garden 정원에서 일한다.", false,
		},
	} {
		f, text := ParseStatement(c.fact), ParseStatement(c.text)
		f.Language = f.ChooseFactOrTextNegationLanguage(text)
		if got := f.AllNamesOccurIn(text); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestNameDetectionRules(t *testing.T) {
	using, pilot := ParseStatement("Using Kotlin at work is usual for the user."), ParseStatement("Bertha is a pilot.")
	jazz := ParseStatement("I like the jazz festival")
	for name, ok := range map[string]bool{
		"an English participle is no name": !using.mayBeNameEvenIfOpeningSentenceAt(0) &&
			using.mayBeNameEvenIfOpeningSentenceAt(1),
		"a word before an auxiliary is subject": pilot.mayBeSubjectAt(0) &&
			!ParseStatement("Bertha in Rome").mayBeSubjectAt(0),
		"a word the text writes small":   jazz.containsLowerCaseForm(ParseStatement("the Jazz").Tokens[1]),
		"a genitive is a form of a name": AreNameForms("kafka", "kafkas"),
		"another letter is another name": !AreNameForms("marta", "martan"),
	} {
		if !ok {
			t.Errorf("not so: %s", name)
		}
	}
}
