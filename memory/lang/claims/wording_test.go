package claims

import "testing"

func TestFactsInOtherWordsAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"my mil is moving in with us in June", "The user's mother-in-law is moving in with them in June."},
		{"I gave notice at the bank last week", "The user resigned from the bank."},
		{"Mijn pa heeft parkinson", "De vader van de gebruiker heeft parkinson."},
		{"hablo catalán en casa y castellano en el curro", "El usuario habla catalán en casa y castellano en el trabajo."},
		{"Sonntags geh ich mit meinem Kumpel Olli klettern", "Der Nutzer geht sonntags mit seinem Freund Olli klettern."},
		{"tengo diabetes y no uso insulina, soy medico", "El usuario es médico."},
		{"Eu e o meu marido temos dois gatos em Braga.", "O utilizador e o marido têm dois gatos em Braga."},
		{"A minha mulher e eu vivemos em Faro.", "A utilizadora e a sua mulher vivem em Faro."},
		{"O meu marido tem dois gatos.", "O marido do utilizador tem dois gatos."},
		{"Mijn man heeft twee katten.", "De man van de gebruikster heeft twee katten."},
		{"nao como porco", "O usuário não come carne de porco."},
		{"turned forty in march", "The user is 40 years old."},
		{"turned 40 yesterday", "The user is 40 years old."},
		{"Ho compiuto trent'anni la settimana scorsa", "L'utente ha 30 anni."},
		{"tengo treinta y cuatro años", "El usuario tiene 34 años."},
		{"j'ai quatre-vingt-douze ans", "L'utilisateur a 92 ans."},
		{"Ich bin einundvierzig", "Der Nutzer ist 41 Jahre alt."},
		{"мне тридцать семь, разведён", "Пользователю 37 лет, он разведён."},
		{"올해 마흔다섯입니다", "사용자는 45세이다."},
		{"我今年三十五岁", "用户今年35岁。"},
		{"I drive an '09 Corolla", "The user drives a 2009 Corolla."},
		{"Bin Jahrgang 71", "Der Nutzer ist 1971 geboren."},
		{"Só bebo café descafeinado depois das 4", "O usuário só bebe café descafeinado depois das 16h."},
		{"our wedding anniversary is 14 Feb", "The user's wedding anniversary is on 14 February."},
		{"左利きなんですが、おすすめのハサミありますか?", "ユーザーは左利きである。"},
		{"I do crossfit mon/wed/fri", "The user does CrossFit on Mondays, Wednesdays and Fridays."},
		{"i've got hashimotos", "The user has Hashimoto's disease."},
		{"tenho pavor de avião", "O usuário tem medo de avião."},
		{"我乳糖不耐", "用户乳糖不耐受。"},
		{"今は物流会社で経理やってます", "ユーザーは物流会社で経理をしている。"},
		{"Plan three dinners for us. No peanuts, I'm allergic.", "The user is allergic to peanuts."},
		{"No mushrooms please, I hate them.", "The user hates mushrooms."},
		{"Keine Nüsse bitte, ich bin allergisch.", "Der Nutzer ist allergisch gegen Nüsse."},
		{"Sin mariscos, soy alérgico.", "El usuario es alérgico a los mariscos."},
		{"Pas de lait, je suis allergique.", "L'utilisateur est allergique au lait."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d, cut %q", c[0], c[1], got.Basis, got.Cut)
		}
	}
}

func TestWordsThatOnlyLookAlikeStateNothing(t *testing.T) {
	for _, c := range [][2]string{
		{"I run 42 km every week", "The user is 42 years old."},
		{"ich hab 42 Kühe", "Der Nutzer ist 42 Jahre alt."},
		{"j'ai quarante-deux vaches", "L'utilisateur a 42 ans."},
		{"我有四十二头牛", "用户今年四十二岁。"},
		{"소가 42마리 있어요", "사용자는 42세이다."},
		{"tengo treinta y cuatro años", "El usuario tiene 30 años."},
		{"I take 50mg sertraline", "The user takes 50 mg sertraline against depression."},
		{"我去过北京", "用户住在北京。"},
		{"작년에 파리에 갔어요", "사용자는 파리에 산다."},
		{"I lost my dad's phone number", "The user's father died."},
		{"我家很大", "用户在读大学。"},
		{"My landlord has a dog", "The user has a dog."},
		{"No peanuts, I love cashews.", "The user loves peanuts."},
		{"No peanuts, I'm not allergic.", "The user is allergic to peanuts."},
		{"No peanuts, my daughter is allergic.", "The user is allergic to peanuts."},
		{"No, I'm not allergic to peanuts.", "The user is allergic to peanuts."},
		{"mein Auto ist Baujahr 71, ich brauche 3 Tage", "Der Nutzer ist 1981 geboren."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}
