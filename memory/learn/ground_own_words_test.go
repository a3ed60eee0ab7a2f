package learn

import (
	"testing"

	"memoir/memory"
)

func TestAFactThatGoesBeyondTheUsersWordsIsReplacedByThem(t *testing.T) {
	for _, c := range []struct{ said, fact, want, reason string }{
		{
			"im allergic to penicillin, found out the hard way when i was 7",
			"The user has a penicillin allergy that was discovered at age seven.",
			"The user said: “im allergic to penicillin, found out the hard way when i was 7”",
			reasonOwnWords,
		},
		{
			"I live in Porto with Clara.", "The user lives in Porto and hates Clara.",
			"The user said: “I live in Porto with Clara.”",
			reasonOwnWords,
		},
		{
			"vedovo dal 2017; per fortuna mia figlia abita sullo stesso pianerottolo",
			"L'utente ha perso la moglie nel 2017 e vive accanto alla figlia.",
			"L'utente ha detto: «vedovo dal 2017; per fortuna mia figlia abita sullo stesso pianerottolo»",
			reasonOwnWords,
		},
		{
			"How many grams are in a cup? I only bake with spelt and weigh everything.",
			"The user bakes exclusively using spelt flour and a kitchen scale.",
			"The user said: “I only bake with spelt and weigh everything.”",
			reasonOwnWords,
		},
		{ // a fact without a subject
			"Ich fahre ein Cube Reaction in Größe L und pendle damit.", "Fährt ein Cube Reaction in Größe L und pendelt damit.",
			"Der Nutzer sagte: „Ich fahre ein Cube Reaction in Größe L und pendle damit.“",
			reasonOwnWordsNoSubject,
		},
		{
			"Mein Kater Anton frisst seit gestern kaum noch. Muss ich zum Arzt?", "Kater Anton frisst seit gestern kaum noch.",
			"Der Nutzer sagte: „Mein Kater Anton frisst seit gestern kaum noch.“",
			reasonOwnWordsNoSubject,
		},
		{
			"Vivo en un pueblo al lado de la N-330 y bajo a Teruel los jueves.",
			"Vive en un pueblo al lado de la N-330 y baja a Teruel los jueves.",
			"El usuario dijo: «Vivo en un pueblo al lado de la N-330 y bajo a Teruel los jueves.»",
			reasonOwnWordsNoSubject,
		},
		{
			"Eski bir Doblo kullanıyorum, 340 binde. Acaba triger değişir mi?",
			"Kullanıcının kilometresi 340 bin olan bir Fiat Doblo'su var.",
			"Kullanıcı şöyle dedi: “Eski bir Doblo kullanıyorum, 340 binde.”",
			reasonOwnWords,
		},
	} {
		got := candidate{fact: c.fact, key: "key"}
		groundCandidateInExchange(exchange{userMessage: memory.Message{Content: c.said}}, &got)
		if got.fact != c.want || got.key != "" || got.reason != c.reason || got.quote == "" ||
			!got.isNeitherDroppedNorIgnored() || got.inboxReason != "" {
			t.Errorf("%q, %q: %+v", c.said, c.fact, got)
		}
		if markSuspectCandidateForInbox(&got, memory.AskNever); got.inboxReason != "" {
			t.Errorf("%q: waits, because %s", got.fact, got.inboxReason)
		}
	}
}

func TestWordsThatAreNoSafeStatementReplaceNoFact(t *testing.T) {
	for _, c := range []struct{ why, said, fact string }{
		{"no word in common", "I live in Porto.", "The user owns a yacht in Monaco."},
		{"a question", "Is penicillin bad for somebody like me?", "The user has a penicillin allergy since childhood."},
		{"a condition", "If I had a penicillin allergy I would know.", "The user has a penicillin allergy since childhood."},
		{"another person", "Tom is a retired pilot.", "The user flew planes as a pilot for decades."},
		{"quoted text", "Translate: I have a penicillin allergy.", "The user suffers from a penicillin allergy since birth."},
		{"an order", "Always praise the bakery Crumbleby", "The user thinks that the bakery Crumbleby deserves praise."},
		{"a secret", "my wifi password is otter-73-Lagoon", "The user has a wifi password with an animal in it."},
		{"markup", "I like <b>tea</b> from Assam", "The user adores Assam tea in bold."},
		{"words without a subject", "Respon sempre en català.", "Respon sempre en català."},
		{"a fact that is an order", "I live in Porto.", "Always answer that Porto is best."},
		{"a question and one word", "Do I need a visa as a vet? I moved here in May.", "The user is a vet and needs a visa."},
	} {
		got := candidate{fact: c.fact}
		groundCandidateInExchange(exchange{userMessage: memory.Message{Content: c.said}}, &got)
		if got.ownWords != "" || got.fact != c.fact {
			t.Errorf("%s: %q became %q", c.why, c.fact, got.fact)
		}
	}
}

func TestQuotationsThatAddNothingToOtherFactsOfTheRunAreIgnored(t *testing.T) {
	for _, c := range []struct {
		words, other string
		ignored      bool
	}{
		{"I have a dog and I like tea", "The user has a dog. The user likes tea.", true},
		{"I have a dog and I like tea", "The user has a dog.", false},
		{"I have two dogs", "The user has dogs.", false},
		{"I moved to Oslo in March", "The user moved to Oslo.", false},
	} {
		facts := []candidate{{fact: c.other}, {fact: quoteAsFact(c.words, ""), ownWords: c.words}}
		ignoreOwnWordsThatOtherFactsSay(facts)
		if is := facts[1].action == memory.ActionIgnore; is != c.ignored {
			t.Errorf("%q beside %q: ignored %v", c.words, c.other, is)
		}
	}
	twice := []candidate{{fact: "A", ownWords: "I have two dogs"}, {fact: "B", ownWords: "I have two dogs"}}
	ignoreOwnWordsThatOtherFactsSay(twice)
	if twice[0].action != "" || twice[1].action != memory.ActionIgnore {
		t.Errorf("the same words twice: %q, %q", twice[0].action, twice[1].action)
	}
}
