package claims

import "testing"

// A relative clause about somebody of the user's is stated in a question too. One that chooses somebody, and what
// somebody might be told, is not.
func TestARelativeClauseAboutSomebodyOfTheUsersIsStatedInAQuestion(t *testing.T) {
	assertBases(t, []basisCase{
		{"What should I cook for my mum, who hates coriander?", "The user's mum hates coriander.", Stated},
		{"What can I cook for my daughter who is coeliac?", "The user's daughter is coeliac.", Stated},
		{
			"Was koche ich meiner Tochter, die keine Nüsse verträgt?",
			"Die Tochter der Nutzerin verträgt keine Nüsse.", Stated,
		},
		{
			"Que faire à manger à ma belle-mère qui est diabétique ?",
			"La belle-mère de l'utilisateur est diabétique.", Stated,
		},
		{"¿Qué le regalo a mi suegra, que colecciona dedales?", "La suegra del usuario colecciona dedales.", Stated},
		{
			"Cosa regalo a mio fratello che fa il panettiere a Bari?",
			"Il fratello dell'utente fa il panettiere a Bari.", Stated,
		},
		{"O que dou à minha avó, que faz 90 anos em maio?", "A avó do utilizador faz 90 anos em maio.", Stated},
		{"Wat geef ik mijn broer die net vader is geworden?", "De broer van de gebruiker is net vader geworden.", Stated},
		{
			"Co kupić mojej siostrze, która zaczyna studia w Krakowie?",
			"Siostra użytkowniczki zaczyna studia w Krakowie.", Stated,
		},
		{"Что подарить моему брату, который служит на флоте?", "Брат пользователя служит на флоте.", Stated},
		{"Is it my sister who plays the harp?", "The user's sister plays the harp.", Asked},
		{"Is there a dog who tolerates my cat?", "The user's cat tolerates a dog.", Asked},
		{"¿Le digo a mi madre que está enferma?", "La madre del usuario está enferma.", Asked},
		{"What should I cook for my mum?", "The user's mum cooks.", Asked},
	})
}

func TestHowToTellSomebodySupposesWhatIsTold(t *testing.T) {
	assertBases(t, []basisCase{
		{"How do I tell my mum that I quit my job?", "The user quit their job.", Stated},
		{"Wie sage ich meinem Chef, dass ich schwanger bin?", "Die Nutzerin ist schwanger.", Stated},
		{"How do I tell my mum that I quit my job?", "The user tells their mum.", Asked},
		{"How do I tell my mum that I quit my job, and what do I pack first?", "The user packs first.", Asked},
		{"How do I tell whether I am pregnant?", "The user is pregnant.", Asked},
		{"Should I tell my mum that I quit my job?", "The user quit their job.", Asked},
	})
}

func TestASetPhraseIsNoCondition(t *testing.T) {
	assertBases(t, []basisCase{
		{"I'm 62 if that helps and I live in Hull", "The user lives in Hull.", Stated},
		{"porto il 37 di scarpe se serve e odio i bastoncini", "L'utente odia i bastoncini.", Stated},
		{"si sirve de algo, peso 82 kilos y corro los martes", "El usuario pesa 82 kilos.", Stated},
		{"I'd leave if that helps the team and I live in Hull", "The user lives in Hull.", Supposed},
		{"se serve il vino ai minori e odio i controlli", "L'utente odia i controlli.", Supposed},
	})
}

func TestAClauseBehindABracketGoesOnFromBeforeIt(t *testing.T) {
	assertBases(t, []basisCase{
		{
			"Ohne Sellerie (meine Schwiegermutter ist dagegen allergisch), gern aus dem Römertopf, den hab ich geerbt",
			"Der Nutzer hat den Römertopf geerbt.", Stated,
		},
		{"My sister (she's a vet) keeps ducks.", "The user keeps ducks.", OfOthers},
		{"For dinner (my sister keeps ducks, and eats no meat).", "The user eats no meat.", OfOthers},
	})
}

func TestWhatAThingOfTheUsersIsTheUserHas(t *testing.T) {
	assertBases(t, []basisCase{
		{"my car is a 2015 Golf and it squeaks.", "The user has a 2015 Golf.", Stated},
		{"my motorbike stalls uphill, it's a Biz 125 from 2015", "The user has a Biz 125 from 2015.", Stated},
		{"minha moto ta falhando na subida, é uma Biz 125 2015, uso todo dia", "O usuário tem uma Biz 125 2015.", Stated},
		{"my neighbour's car is a 2015 Golf and it squeaks.", "The user has a 2015 Golf.", OfOthers},
		{"my boss is a keeper of owls.", "The user has owls.", OfOthers},
		{"my car smells of owls.", "The user has owls.", OfOthers},
	})
}

func TestATextThatIsToBeWrittenDoesNotFollow(t *testing.T) {
	assertBases(t, []basisCase{
		{"Can you write me a cover letter? I'm a nurse with 12 years on a stroke ward.", "The user is a nurse.", Stated},
		{
			"Kannst du mir einen Aushang schreiben? Bin da seit drei Jahren der Trainer.",
			"Der Nutzer ist da der Trainer.", Stated,
		},
		{"Wie lang darf ein Lebenslauf sein? Ich bin Schreiner und 54.", "Der Nutzer ist Schreiner.", Stated},
		{"Mathe oder Bio? Ich will Hebamme werden.", "Die Nutzerin will Hebamme werden.", Stated},
		{"Is this bio ok? I'm a nurse with 12 years on a stroke ward.", "The user is a nurse.", Quoted},
		{"Taugt so ein Lebenslauf wie dieser? Ich bin Schreiner und 54 Jahre alt.", "Der Nutzer ist Schreiner.", Quoted},
		{"Taugt der Lebenslauf was? Ich bin Schreiner und 54 Jahre alt.", "Der Nutzer ist Schreiner.", Quoted},
	})
}
