package claims

import "testing"

func TestWhatSpeakersPupilsAndBoastersSayIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{"Sum up. Doctor: what brings you in? Patient: I have smoked for thirty years and cough blood.", "The user has smoked for thirty years."},
		{"Was folgt daraus? Arzt: bitte. Patientin: bin 61 und nehme seit Jahren Cortison.", "Die Nutzerin ist 61 und nimmt Cortison."},
		{"¿Qué le preguntarías? Entrevistado: Emigré a Suiza y limpio hoteles.", "El usuario emigró a Suiza y limpia hoteles."},
		{"Des idées ? Cliente : je suis sourde et je vis seule à Brest.", "L'utilisatrice est sourde et vit seule à Brest."},
		{"Cosa ne dici? Paziente: ho 70 anni e prendo il Coumadin.", "L'utente ha 70 anni e prende il Coumadin."},
		{"Wat nu? Klant: ik ben blind en woon alleen in Assen.", "De gebruiker is blind en woont alleen in Assen."},
		{"Co dalej? Klientka: mam dwoje dzieci i sprzątam biura w Łodzi.", "Użytkowniczka ma dwoje dzieci i sprząta biura w Łodzi."},
		{"Что спросить? Пациентка: курю с армии, живу одна в Пскове.", "Пользователь курит с армии и живёт в Пскове."},
		{"요약해. 환자: 저는 당뇨가 있고 혼자 살아요.", "사용자는 당뇨가 있고 혼자 산다."},
		{"次の質問は？患者：糖尿病で一人暮らしをしています。", "ユーザーは糖尿病で一人暮らしをしている。"},
		{"怎么问下去？病人：我有糖尿病，一个人住在泰州。", "用户有糖尿病，一个人住在泰州。"},
		{"请给学生打分：我家在泰州，妈妈是护士。", "用户家在泰州，妈妈是护士。"},
		{"Grade this pupil: I live on a farm in Truro and own a pony.", "The user lives on a farm in Truro and owns a pony."},
		{"Nota para el alumno: vivo en una granja de Lugo y tengo un poni.", "El usuario vive en una granja de Lugo y tiene un poni."},
		{"Сосед хвастается, что служил в Мурманске и имеет три ордена.", "Пользователь служил в Мурманске и имеет три ордена."},
		{"Mein Schwager prahlt, dass er drei Häuser in Köln besitzt.", "Der Nutzer besitzt drei Häuser in Köln."},
		{"Mi cuñado jura que tiene tres pisos en Vigo.", "El usuario tiene tres pisos en Vigo."},
		{"Kuzyn zarzeka się, że ma trzy mieszkania w Opolu.", "Użytkownik ma trzy mieszkania w Opolu."},
		{"Io risulto residente a Lugano, se dormo lì tre notti?", "L'utente risulta residente a Lugano."},
		{"Я теперь пенсионер или студент, если учусь заочно?", "Пользователь пенсионер."},
		{"Ma figurati, mangio dieci uova al giorno da sempre, io.", "L'utente mangia dieci uova al giorno."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}

func TestRolesThatUsersNameThemselvesAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"My patient: an old greyhound called Rolf.", "The user's patient is an old greyhound called Rolf."},
		{"Arzt: Dr. Huber. Ich nehme seit Mai Cortison.", "Der Nutzer nimmt seit Mai Cortison."},
		{"Soy médico en Lugo y tengo tres alumnos.", "El usuario es médico en Lugo."},
		{"I teach students in Leeds and I live in York.", "The user lives in York."},
		{"I'm allergic to nuts, what if I eat coconut?", "The user is allergic to nuts."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
}
