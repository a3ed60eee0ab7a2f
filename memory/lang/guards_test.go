package lang

import "testing"

func TestGuardsSeparateStatementsThatVectorsConfuse(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"The user has two cats.", "The user has three cats.", differNumbers},
		{"The user runs 5 km a day.", "The user runs 5 miles a day.", differNumbers},
		{"The user is 40 years old.", "The user is 41 years old.", differNumbers},
		{"The user paid 1,500 euros.", "The user paid 1,600 euros.", differNumbers},
		{"The user likes coffee.", "The user doesn't like coffee.", differNegation},
		{"The user eats fish.", "The user never eats fish.", differNegation},
		{"Die Nutzerin mag Kaffee.", "Die Nutzerin mag keinen Kaffee.", differNegation},
		{"El usuario come carne.", "El usuario no come carne.", differNegation},
		{"Пользователь пьёт кофе.", "Пользователь не пьёт кофе.", differNegation},
		{"用户喜欢咖啡。", "用户不喜欢咖啡。", differNegation},
		{"The user lives in Berlin.", "The user lives in Munich.", differNames},
		{"The user's sister is called Ana.", "The user's sister is called Eva.", differNames},
		{"The user lives in Berlin.", "The user lives in Berlin with Ana.", differNames},
		{"The user has a meeting on Monday.", "The user has a meeting on Friday.", differDates},
		{"The user was born in May.", "The user was born in June.", differDates},
		{"The user likes tea.", "The user dislikes tea.", differOpposite},
		{"The user is vegetarian on weekdays.", "The user is a carnivore on weekdays.", differOpposite},
		{"The user works at day.", "The user works at night.", differOpposite},
		{"The user plays the guitar.", "The user plays the piano.", differKinds},
		{"The cat often chases the dog.", "The dog often chases the cat.", differOrder},
		{"The user prefers rail to road.", "The user prefers road to rail.", differOrder},
		{"The user commutes from Delft to Gouda.", "The user commutes from Gouda to Delft.", differOrder},
		{"Der Nutzer zog von Ulm nach Jena.", "Der Nutzer zog von Jena nach Ulm.", differOrder},
		{"El usuario se mudó de Vigo a Lugo.", "El usuario se mudó de Lugo a Vigo.", differOrder},
		{"The user rows in a club.", "The user used to row in a club.", differTense},
		{"Der Nutzer ist Bäcker.", "Der Nutzer ist ehemaliger Bäcker.", differTense},
		{"Пользователь работает в банке.", "Раньше пользователь работает в банке.", differTense},
		{"用户是老师。", "用户以前是老师。", differTense},
	} {
		if got := FirstMeaningDifference(c.a, c.b); got != c.want {
			t.Errorf("%q / %q: %q, want %q", c.a, c.b, got, c.want)
		}
		if FirstMeaningDifference(c.a, c.b) != FirstMeaningDifference(c.b, c.a) {
			t.Errorf("%q / %q: the order of the arguments matters", c.a, c.b)
		}
	}
}

func TestGuardsAcceptParaphrases(t *testing.T) {
	for _, c := range [][2]string{
		{"The user has a dog.", "A dog belongs to the user."},
		{"The user lives in Lisbon.", "Lisbon is where the user lives."},
		{"The user likes tea and cake.", "The user likes cake and tea."},
		{"The user drinks milk.", "Milk is drunk by the user."},
		{"The user has two cats.", "The user has 2 cats."},
		{"The user isn't a morning person.", "The user is not a morning person."},
		{"The user may travel.", "The user might travel."},
		{"The user has a couch.", "The user has a sofa."},
		{"The user is used to early mornings.", "The user is used to early mornings."},
		{"The user's father is a baker.", "The user's dad is a baker."},
		{"A person is slicing an onion.", "A person is cutting an onion."},
		{"the user lives in lisbon", "The user lives in Lisbon."},
		{"A dog, which is brown, is jumping.", "A brown dog is jumping."},
		{"用户住在里斯本。", "用户现在住在里斯本。"},
	} {
		if got := FirstMeaningDifference(c[0], c[1]); got != "" {
			t.Errorf("%q / %q: %s", c[0], c[1], got)
		}
	}
}
