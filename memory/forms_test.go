package memory

import "testing"

func TestFormsOfAWord(t *testing.T) {
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
		if wordForms(c.a, c.b) != c.want || wordForms(c.b, c.a) != c.want {
			t.Errorf("%s: %s, %s: not %v both ways", c.name, c.a, c.b, c.want)
		}
	}
}

func TestSpellingsThatWritersUseAlike(t *testing.T) {
	for _, c := range [][2]string{{"ёлка", "елка"}, {"पढ\u093cना", "पढना"}, {"चा\u0901द", "चा\u0902द"}} {
		if foldMarks(c[0]) != c[1] {
			t.Errorf("%s becomes %s", c[0], foldMarks(c[0]))
		}
	}
}

func TestWhatLeansOnAWordComesOff(t *testing.T) {
	for in, want := range map[string]string{
		"Anna's": "Anna", "Anna’s": "Anna", "l'ami": "ami", "dell’utente": "utente", "Paris에서": "Paris", "can't": "can't",
		"파리에서": "파리에서",
	} {
		if got := bareWords(tokensOf(in)); len(got) != 1 || got[0].text != want || got[0].fold != FoldText(want) {
			t.Errorf("%s becomes %+v", in, got)
		}
	}
}

func TestTheLanguageOfAText(t *testing.T) {
	for in, want := range map[string]tongue{
		"Привет": russian, "नमस्ते": hindi, "안녕하세요": korean, "你好吗": chinese, "我 like the tea and the cake": english,
		"The user is at home": english, "Der Nutzer ist nicht da": german, "El usuario vive en la ciudad": spanish,
		"Je ne suis pas dans la ville": french, "L'utente vive nella città con il cane": italian,
		"O usuário não mora em uma casa": portuguese, "de": unknownTongue, "xyz": unknownTongue, "": unknownTongue,
	} {
		if got := tongueOf(tokensOf(in)); got != want {
			t.Errorf("%q is taken for %q, want %q", in, got, want)
		}
	}
}

func TestNamesOfAFactMustBeNamesOfTheText(t *testing.T) {
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
		f, text := readStatement(c.fact), readStatement(c.text)
		f.tongue = f.among(text)
		if got := f.namesIn(text); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestTheSmallRulesOfNames(t *testing.T) {
	using, pilot := readStatement("Using Kotlin at work is usual for the user."), readStatement("Bertha is a pilot.")
	jazz := readStatement("I like the jazz festival")
	for name, ok := range map[string]bool{
		"an English participle is no name":      !using.nameAt(0) && using.nameAt(1),
		"a word before an auxiliary is subject": pilot.subjectAt(0) && !readStatement("Bertha in Rome").subjectAt(0),
		"a word the text writes small":          jazz.inLowerCase(readStatement("the Jazz").tokens[1]),
		"a genitive is a form of a name":        nameForms("kafka", "kafkas"),
		"another letter is another name":        !nameForms("marta", "martan"),
	} {
		if !ok {
			t.Errorf("not so: %s", name)
		}
	}
}
