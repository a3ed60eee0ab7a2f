package engine_test

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestOrdinaryStatementsBecomeActiveMemories(t *testing.T) {
	list := strings.Split(strings.TrimSpace(ordinaryStatements), "\n")
	if len(list) < 40 {
		t.Fatalf("only %d statements", len(list))
	}
	for _, line := range list {
		said, fact, _ := strings.Cut(line, " | ")
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			h := newStandardHarness(t)
			h.setExtractionAndReconcileReplies(`[{"fact": "`+fact+`"}]`, "")
			_, ds := h.sendAndLearn(h.newChat(), said)
			if got := h.activeContents(); len(got) != 1 || got[0] != fact {
				t.Errorf("memories = %q, inbox = %+v, decisions = %+v", got, h.memoriesWithStatus(memory.StatusInbox), ds)
			}
			if s := systemMessage(h.model.lastLearnRequest()); !strings.Contains(s, said) {
				t.Error("the extraction prompt lacks a part of the message")
			}
		})
	}
}

// ordinaryStatements are messages that users send, each with the fact an extractor makes of it.
const ordinaryStatements = `
My sister lives in Leeds with her two sons | The user's sister lives in Leeds with two sons.
My boss is called Margaret Hale | The user's boss is called Margaret Hale.
I'm allergic to peanuts | The user is allergic to peanuts.
My wife Clara is a pilot | The user's wife Clara is a pilot.
I was born in 1984 in Lima | The user was born in Lima in 1984.
I work as a nurse at St Thomas hospital | The user works as a nurse at St Thomas hospital.
My pin board hangs over the desk in my office | The user's pin board hangs over the desk in the office.
I use a password manager called KeePass | The user uses a password manager called KeePass.
My order number is 4711-0815 and it has not arrived | The user's order number is 4711-0815 and has not arrived.
I have been vegetarian since 2012 | The user has been vegetarian since 2012.
I never eat fish | The user never eats fish.
I stopped smoking last year | The user stopped smoking last year.
I quit sugar in January | The user quit sugar in January.
We are moving to Oslo on 3 May 2027 | The user is moving to Oslo on 3 May 2027.
My flat is 64 square metres big | The user's flat is 64 square metres big.
I run 10 km every Sunday | The user runs 10 km every Sunday.
My daughter Mia starts school in September | The user's daughter Mia starts school in September.
I prefer window seats on trains | The user prefers window seats on trains.
I don't like horror films | The user does not like horror films.
My grandfather's secret recipe is plum cake | The recipe of the user's grandfather is plum cake.
My phone number ends in 42 and I hate calls | The user hates calls and has a phone number that ends in 42.
I'm learning the token ring protocol for an exam | The user is learning the token ring protocol for an exam.
Meine Schwester wohnt in Graz | Die Schwester des Nutzers wohnt in Graz.
Mein Chef heißt Jonas Weber | Der Chef des Nutzers heißt Jonas Weber.
Ich esse kein Fleisch | Der Nutzer isst kein Fleisch.
Ich habe am 12. Mai Geburtstag | Der Nutzer hat am 12. Mai Geburtstag.
Mi hermano trabaja en Sevilla | El hermano del usuario trabaja en Sevilla.
Mi jefa se llama Lucía Vega | La jefa del usuario se llama Lucía Vega.
Tengo tres hijos | El usuario tiene tres hijos.
Ma fille étudie la médecine à Lyon | La fille de l'utilisateur étudie la médecine à Lyon.
Je ne mange pas de gluten | L'utilisateur ne mange pas de gluten.
Mio padre vive a Torino | Il padre dell'utente vive a Torino.
Mia moglie insegna matematica | La moglie dell'utente insegna matematica.
Minha mãe mora em Recife | A mãe do usuário mora em Recife.
Não como carne | O usuário não come carne.
Моя сестра живёт в Казани | Сестра пользователя живёт в Казани.
Моего начальника зовут Олег | Начальника пользователя зовут Олег.
मेरी बहन दिल्ली में रहती है | उपयोगकर्ता की बहन दिल्ली में रहती है।
मैं शाकाहारी हूँ और चाय पसंद करता हूँ | उपयोगकर्ता शाकाहारी है और चाय पसंद करता है।
제 여동생은 서울에 살아요 | 사용자의 여동생은 서울에 산다.
저는 매운 음식을 좋아해요 | 사용자는 매운 음식을 좋아한다.
我妹妹住在上海 | 用户的妹妹住在上海。
我的老板叫王伟 | 用户的老板叫王伟。
`

func TestSentenceThatNobodySaidIsCutOffAndInTheLedger(t *testing.T) {
	const said, glued = "The user lives in Porto with Clara.", "She left him later and he drinks heavily."
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "`+said+" "+glued+`"}]`, "")
	_, ds := h.sendAndLearn(h.newChat(), "I live in Porto with Clara")
	if got := h.activeContents(); len(got) != 1 || got[0] != said || len(h.memoriesWithStatus(memory.StatusInbox)) > 0 {
		t.Errorf("memories = %q, inbox = %+v", got, h.memoriesWithStatus(memory.StatusInbox))
	}
	if len(ds) != 2 || ds[0].Action != memory.ActionIgnore || string(ds[0].Candidate) != glued || ds[0].Reason == "" {
		t.Errorf("decisions = %+v", ds)
	}
}
