package claims

import "testing"

// What facts add to a number, and how they turn the user's "me" and their abbreviations, is no claim of
// its own.
func TestFactsThatNameANumberOrTurnThePersonAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"Wohne in 24103, Kiel, wo kauft ihr Fisch?", "Der Nutzer wohnt in Kiel, PLZ 24103."},
		{"Vivo en 27002, Lugo, y llueve siempre.", "El usuario vive en Lugo, código 27002."},
		{"Moro no 88010-400, no Centro, e alaga.", "O usuário mora no CEP 88010-400, no Centro."},
		{"Живу в 180000, Псков, холодно.", "Пользователь живёт в Пскове, индекс 180000."},
		{"Mieszkam pod 45-018, w Opolu, jest cicho.", "Użytkownik mieszka w Opolu, kod 45-018."},
		{"Não como camarão porque me dá urticária.", "O usuário não come camarão porque lhe dá urticária."},
		{
			"Je ne mange pas de moules parce que ça me rend malade.",
			"L'utilisateur ne mange pas de moules parce que ça lui rend malade.",
		},
		{"Nie piję mleka, bo mnie boli brzuch.", "Użytkownik nie pije mleka, bo go boli brzuch."},
		{"Не ем мидии, потому что мне от них плохо.", "Пользователь не ест мидии, потому что ему от них плохо."},
		{"got a cat and zero plans to get another", "The user has a cat and no plans to get another."},
		{"still swim in Leeds every thurs", "The user swims in Leeds every Thursday."},
		{"i code in vim and i'm on openbsd", "The user codes in Vim and runs OpenBSD."},
		{"うちの掃除機はRX-88Bなんだけど、袋だけ買える？", "ユーザーの掃除機はRX-88Bである。"},
		{"うちの洗濯機はKX-70Aなんだけど部品だけ買える？", "ユーザーの洗濯機はKX-70Aである。"},
		{"Mi mejor media es 1:41, la hice en Soria.", "La mejor marca de media del usuario es 1:41."},
		{"Tomo chá à noite porque me acalma.", "O usuário toma chá à noite porque lhe acalma."},
		{"La marca de mi coche es Seat.", "La marca del coche del usuario es Seat."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
	for _, c := range [][2]string{
		{"Wohne in Kiel, wo kauft ihr Fisch?", "Der Nutzer wohnt in Kiel, PLZ 24103."},
		{"Não como camarão porque me dá urticária.", "O usuário não come camarão porque lhe dá asma grave."},
		{"got a cat and zero plans to get another", "The user has a cat and plans to get another."},
		{"still swim in Leeds every thurs", "The user swims in Leeds every Tuesday."},
		{"i code in vim and i'm on openbsd", "The user codes in Vim and runs a bakery."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}
