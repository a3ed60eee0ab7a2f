package claims

import (
	"testing"

	"memoir/memory/lang"
)

// Own examples of what grammar tells, without a word that names the mood.
func TestWhatGrammarShowsToBeNoClaimIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		// states and habits of the past
		{"I had a canoe when we were at the lake", "The user has a canoe."},
		{"We kept bees for a while", "The user keeps bees."},
		{"Suonavo il fagotto in banda", "L'utente suona il fagotto."},
		{"Trabajaba en un faro", "El usuario trabaja en un faro."},
		{"Je jouais du basson", "L'utilisateur joue du basson."},
		{"Eu cantava num coral", "O usuário canta num coral."},
		{"держала коз на даче", "Пользовательница держит коз на даче."},
		{"我养过鹦鹉", "用户养鹦鹉。"},
		{"मैं पटना में रहता था", "उपयोगकर्ता पटना में रहता है।"},
		{"I rode a moped for years and then sold it", "The user rides a moped."},
		// roles shared out
		{"You are the judge. I am the accused, a baker from Troyes.", "The user is a baker from Troyes."},
		{"Sei il giudice. Io sono un fornaio di Troia.", "L'utente è un fornaio di Troia."},
		{"io il fornaio, tu il giudice", "L'utente è un fornaio."},
		{"你是法官,我是面包师", "用户是面包师。"},
		{"a scene from the mines of Moria, I am a dwarf who lost his axe", "The user is a dwarf who lost his axe."},
		// quoted sentences without a pronoun
		{"Comment traduire « habite à Troyes depuis dix ans » ?", "L'utilisateur habite à Troyes depuis dix ans."},
		// what somebody else wrote
		{"Broke my wrist on the ice, can't come on Friday\n\nwhat do I reply?", "The user broke a wrist on the ice."},
		{"hab mir das Handgelenk gebrochen\n\nwas schreib ich ihm da?", "Der Nutzer hat sich das Handgelenk gebrochen."},
		// unreal
		{"Being rich, I would own a vineyard", "The user owns a vineyard."},
		{"मैं अमीर होता तो महल में रहता", "उपयोगकर्ता महल में रहता है।"},
		// mocked delight
		{"oh great, I love queues at the airport", "The user loves queues at the airport."},
		{"J'adore quand le train est en retard", "L'utilisateur adore quand le train est en retard."},
		{"me encanta que cierren el metro", "Al usuario le encanta que cierren el metro."},
		// others
		{"Each tenant is allergic to cats", "The user is allergic to cats."},
		{"पड़ोसी शाकाहारी है और गाय पालता है", "उपयोगकर्ता शाकाहारी है।"},
		// denied by the verb
		{"Nunca he vivido en Vigo", "El usuario ha vivido en Vigo."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}

func TestPlainStatementsThatResembleThemAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"I have kept bees since 2015", "The user has kept bees since 2015."},
		{"I had an operation on my knee in May", "The user had an operation on the knee in May."},
		{"Quit my job at the bank, I'm a gardener now", "The user is a gardener."},
		{"I never stopped playing the oboe, I play it every day", "The user plays the oboe every day."},
		{"You're wonderful! I am a baker from Troyes.", "The user is a baker from Troyes."},
		{"Ты чудо! Я пекарь из Твери.", "Пользователь — пекарь из Твери."},
		{"My favourite song is \"The Long Way Home Tonight\"", "The user's favourite song is \"The Long Way Home Tonight\"."},
		{"My sister broke her wrist.\n\nWhat do I reply to her?", "The user's sister broke her wrist."},
		{"Oh, I live in Troyes by the way", "The user lives in Troyes."},
		{"I went to the theatre as I am a dancer from Troyes", "The user is a dancer from Troyes."},
		{"I love queues", "The user loves queues."},
		{"Trabajo en una librería de Vigo", "El usuario trabaja en una librería de Vigo."},
		{"मेरा भाई शाकाहारी है", "उपयोगकर्ता का भाई शाकाहारी है।"},
		{"I like jazz but I don't like rock.", "The user likes jazz."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
}

func TestAWordInAnyOtherScriptIsToldFromLatin(t *testing.T) {
	for text, want := range map[string]bool{
		"I lived in Athens in 2019": false, "ở Hà Nội từ năm ngoái": false, "ấm áp": false, "Ảnh đẹp": false, "Łódź": false,
		"ζούσα στην Αθήνα": true, "ὁδός": true, "жил в Твери": true, "ცხოვრობს": true, "Երևան": true, "मैं": true, "東京": true,
		"부산": true, "في بيروت": true, "year 2019, 20 €": false,
	} {
		c := splitIntoClauses(text, lang.UnknownLanguage)[0]
		if got := c.hasNonLatinWord(); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
