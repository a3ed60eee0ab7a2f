package claims

import "testing"

func TestPlansThatWereDroppedAreNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{"We were due to open a second café in Bath in May, now it's all been called off.", "The user opens a second café in Bath in May."},
		{"Wir wollten im Herbst nach Graz ziehen, ist leider geplatzt.", "Der Nutzer zieht im Herbst nach Graz."},
		{"On devait acheter une péniche à Lyon, tout est tombé à l'eau.", "L'utilisateur achète une péniche à Lyon."},
		{"Lo de mudarnos a Soria con los perros se cayó.", "El usuario se muda a Soria con los perros."},
		{"L'idea di aprire un forno a Bari è sfumata.", "L'utente apre un forno a Bari."},
		{"O plano de comprar um sítio em Atibaia furou.", "O usuário compra um sítio em Atibaia."},
		{"Het plan om een boot te kopen in Sneek gaat niet door.", "De gebruiker koopt een boot in Sneek."},
		{"Mieliśmy otworzyć kawiarnię w Opolu, nic z tego.", "Użytkownik otworzy kawiarnię w Opolu."},
		{"Собирались завести корову, в итоге не стали, отменили.", "Пользователь завёл корову."},
		{"Bursa'da dükkan açacaktık, suya düştü.", "Kullanıcı Bursa'da dükkan açacak."},
		{"इंदौर में दुकान खोलने का प्लान था, रद्द हो गया।", "उपयोगकर्ता इंदौर में दुकान खोलता है।"},
		{"제주로 이사하기로 했는데 없던 일이 됐어.", "사용자는 제주로 이사한다."},
		{"福岡に引っ越す予定は白紙になりました。", "ユーザーは福岡に引っ越す。"},
		{"本来要去成都开店，泡汤了。", "用户去成都开店。"},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}

func TestWhatIsCalledOffItselfAndWhatStandsBesideIsStated(t *testing.T) {
	for _, c := range [][2]string{
		{"I live in Bath. The plan for the new bypass was scrapped.", "The user lives in Bath."},
		{"Ich wohne in Kiel, das Konzert wurde abgesagt.", "Der Nutzer wohnt in Kiel."},
		{"Our wedding in May is off, we called it off.", "The user called off their wedding in May."},
		{"My plan for this year is to learn Welsh.", "The user plans to learn Welsh this year."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
}
