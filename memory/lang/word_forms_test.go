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
		if areWordForms(c.a, c.b) != c.want || areWordForms(c.b, c.a) != c.want {
			t.Errorf("%s: %s, %s: not %v both ways", c.name, c.a, c.b, c.want)
		}
	}
}

func TestSpellingVariantsFoldAlike(t *testing.T) {
	for _, c := range [][2]string{{"ёлка", "елка"}, {"पढ\u093cना", "पढना"}, {"चा\u0901द", "चा\u0902द"}} {
		if foldSpellingVariants(c[0]) != c[1] {
			t.Errorf("%s becomes %s", c[0], foldSpellingVariants(c[0]))
		}
	}
}

func TestStripCliticsRemovesArticlesPossessivesAndParticles(t *testing.T) {
	for in, want := range map[string]string{
		"Anna's": "Anna", "Anna’s": "Anna", "l'ami": "ami", "dell’utente": "utente", "Paris에서": "Paris", "can't": "can't",
		"파리에서": "파리에서",
	} {
		if got := stripClitics(tokenize(in)); len(got) != 1 || got[0].text != want || got[0].folded != FoldText(want) {
			t.Errorf("%s becomes %+v", in, got)
		}
	}
}

func TestLanguageIsDetectedByScriptAndCommonWords(t *testing.T) {
	for in, want := range map[string]language{
		"Привет": russian, "नमस्ते": hindi, "안녕하세요": korean, "你好吗": chinese, "我 like the tea and the cake": english,
		"The user is at home": english, "Der Nutzer ist nicht da": german, "El usuario vive en la ciudad": spanish,
		"Je ne suis pas dans la ville": french, "L'utente vive nella città con il cane": italian,
		"O usuário não mora em uma casa": portuguese, "de": unknownLanguage, "xyz": unknownLanguage, "": unknownLanguage,
	} {
		if got := detectLanguage(tokenize(in)); got != want {
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
		f, text := parseStatement(c.fact), parseStatement(c.text)
		f.language = f.negationLanguage(text)
		if got := f.namesOccurIn(text); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestNameDetectionRules(t *testing.T) {
	using, pilot := parseStatement("Using Kotlin at work is usual for the user."), parseStatement("Bertha is a pilot.")
	jazz := parseStatement("I like the jazz festival")
	for name, ok := range map[string]bool{
		"an English participle is no name":      !using.isNameAt(0) && using.isNameAt(1),
		"a word before an auxiliary is subject": pilot.isSubjectAt(0) && !parseStatement("Bertha in Rome").isSubjectAt(0),
		"a word the text writes small":          jazz.occursInLowerCase(parseStatement("the Jazz").tokens[1]),
		"a genitive is a form of a name":        areNameForms("kafka", "kafkas"),
		"another letter is another name":        !areNameForms("marta", "martan"),
	} {
		if !ok {
			t.Errorf("not so: %s", name)
		}
	}
}
