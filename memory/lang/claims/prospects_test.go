package claims

import "testing"

func TestWhatIsPromisedUnderAConditionIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{"Once I get the licence, I open a bakery in Hull.", "The user opens a bakery in Hull."},
		{"Sobald ich die Zusage habe, ziehe ich nach Graz.", "Der Nutzer zieht nach Graz."},
		{"Wenn das mit dem Kredit klappt, kaufen wir den Hof in Uelzen.", "Der Nutzer kauft den Hof in Uelzen."},
		{"Si saco la plaza, me mudo a Soria con los perros.", "El usuario se muda a Soria con los perros."},
		{"Si j'obtiens le poste, on déménage à Lorient.", "L'utilisateur déménage à Lorient."},
		{"Se vinco il concorso, lascio Milano e mi trasferisco a Bari.", "L'utente si trasferisce a Bari."},
		{"Se eu passar na prova, mudo para Recife.", "O usuário muda para Recife."},
		{"Als ik slaag voor mijn examen, begin ik een kapsalon in Zwolle.", "De gebruiker begint een kapsalon in Zwolle."},
		{"Jak zdam maturę, to wyjeżdżam do Oslo.", "Użytkownik wyjeżdża do Oslo."},
		{"Если возьмут на работу, переедем в Тверь.", "Пользователь переедет в Тверь."},
		{"Sınavı kazanırsam İzmir'e taşınacağım.", "Kullanıcı İzmir'e taşınacak."},
		{"अगर नौकरी मिल गई तो मैं इंदौर में घर लूँगा।", "उपयोगकर्ता इंदौर में घर लेगा।"},
		{"시험에 합격하면 대전에서 일하게 돼.", "사용자는 대전에서 일한다."},
		{"試験に受かったら福岡で店を開く。", "ユーザーは福岡で店を開く。"},
		{"要是拿到签证，我就去墨尔本读书。", "用户去墨尔本读书。"},
		{
			"If the surgery goes well I run the Berlin marathon in September.",
			"The user runs the Berlin marathon in September.",
		},
		{"Should they pick me, I'm off to Lisbon for a year.", "The user is off to Lisbon for a year."},
		{"Provided the bank says yes, we're getting the cottage in Whitby.", "The user is getting the cottage in Whitby."},
		{"Falls mich die Charité nimmt, pendle ich nach Berlin.", "Der Nutzer pendelt nach Berlin."},
		{"Wenn wir im Lotto gewinnen, kaufen wir eine Finca auf Malle.", "Der Nutzer kauft eine Finca auf Mallorca."},
		{"Si me toca la lotería me compro un velero.", "El usuario se compra un velero."},
		{"Si la banque suit, on rachète la boulangerie de Dinan.", "L'utilisateur rachète la boulangerie de Dinan."},
		{"Se il mutuo passa, prendiamo il casale a Todi.", "L'utente prende il casale a Todi."},
		{"Se me chamarem do concurso, vou morar em Manaus.", "O usuário mora em Manaus."},
		{"Als de gemeente de vergunning geeft, bouwen we een sauna in de tuin.", "De gebruiker bouwt een sauna in de tuin."},
		{"Jeśli sprzedamy mieszkanie, kupujemy dom pod Krakowem.", "Użytkownik kupuje dom pod Krakowem."},
		{"Если повысят, возьму собаку из приюта.", "Пользователь взял собаку из приюта."},
		{"Kredi çıkarsa Bodrum'da pansiyon alıyoruz.", "Kullanıcı Bodrum'da pansiyon alıyor."},
		{"अगर प्रमोशन मिला तो गाड़ी बदल लूँगा और दिल्ली जाऊँगा।", "उपयोगकर्ता दिल्ली जाता है।"},
		{"대출 나오면 강릉에 카페 차려.", "사용자는 강릉에 카페를 차렸다."},
		{"内定が出たら京都に引っ越します。", "ユーザーは京都に引っ越す。"},
		{"等拆迁款下来，我就在大理开民宿。", "用户在大理开民宿。"},
		{"公务员考上的话我就回贵阳。", "用户回贵阳。"},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}

func TestHabitsUnderAConditionAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"When I get home from the bakery in Hull I feed my cats.", "The user feeds their cats."},
		{"Wenn ich Kaffee trinke, bekomme ich Kopfschmerzen.", "Der Nutzer bekommt von Kaffee Kopfschmerzen."},
		{"Si como marisco me sale una urticaria.", "Al usuario le sale una urticaria si come marisco."},
		{"Trabajo en Soria y si saco la plaza me mudo a Vigo.", "El usuario trabaja en Soria."},
		{"Als ik kaas eet krijg ik buikpijn.", "De gebruiker krijgt buikpijn als hij kaas eet."},
		{"Jak piję mleko, boli mnie brzuch.", "Użytkownika boli brzuch, jak pije mleko."},
		{"우유를 마시면 배가 아파요.", "사용자는 우유를 마시면 배가 아프다."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
}
