package lang

import "testing"

func TestQuestionsAboutTheSpeakerAreToldFromRequests(t *testing.T) {
	for _, q := range []string{
		"Where do I live?", "what's my sister called", "Do we have a dog?", "Wo wohne ich?", "Wie heißt meine Schwester?",
		"¿Dónde vivo yo?", "Comment s'appelle ma sœur ?", "Dove lavora mio fratello?", "Qual é o meu time?",
		"I need a present for my sister.", "Ich brauche ein Geschenk für meinen Bruder.",
		"Как зовут мою сестру? Где я живу?", "मेरी बहन का नाम क्या है?", "我住在哪里？", "내 여동생 이름이 뭐야?", "私の犬の名前は？",
	} {
		if !AsksAboutSpeaker(q) {
			t.Errorf("%q does not concern the speaker", q)
		}
	}
	for _, q := range []string{
		"How do I boil an egg?", "What is the capital of Peru?", "Write a haiku.", "Tell me a joke",
		"Wie kann ich Rost entfernen?",
		"¿Cómo puedo aprender ruso?", "Comment faire du pain ?", "Come posso dormire meglio?", "Как мне сварить рис?",
		"我怎么煮鸡蛋？", "", "I need a regex that matches dates.", "I’d like a short poem about the sea.",
		"Ich brauche eine Vorlage für ein Protokoll.", "J'ai besoin d'un exemple.", "Vorrei una ricetta.", "我需要一个例子。",
	} {
		if AsksAboutSpeaker(q) {
			t.Errorf("%q concerns the speaker", q)
		}
	}
}

func TestANameIsSharedOnlyWithItsCapital(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"What does Nadia like?", "The user's sister Nadia likes figs.", true},
		{"What does nadia like?", "The user's sister Nadia likes figs.", false},
		{"Nadia likes what?", "The user's sister Nadia likes figs.", false},
		{"What should I eat?", "I eat figs.", false},
		{"What does Omar like?", "The user's sister Nadia likes figs.", false},
		{"What caused the First World War?", "The user was first at work, in a world of one's own.", false},
		{"Explain the plot of The Odyssey.", "The user has a dog.", false},
	} {
		if got := NamesInQuestion(c.question).IsAnyMentionedIn(c.text); got != c.want {
			t.Errorf("%q and %q share a name: %v", c.question, c.text, got)
		}
	}
}
