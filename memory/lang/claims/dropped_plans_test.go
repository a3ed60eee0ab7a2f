package claims

import "testing"

func TestPlansThatWereDroppedAreNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{
			"We were due to open a second café in Bath in May, now it's all been called off.",
			"The user opens a second café in Bath in May.",
		},
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
		{
			"We'd booked the registry office for June. Not anymore, we postponed indefinitely.",
			"The user gets married in June.",
		},
		{
			"I was all set to start at Rolls-Royce in May but they withdrew the offer.",
			"The user starts at Rolls-Royce in May.",
		},
		{"Der Umzug nach Wien im März findet nicht statt.", "Der Nutzer zieht im März nach Wien."},
		{"Al final no nos vamos a Canadá, mi jefa me ha subido el sueldo.", "El usuario se va a Canadá."},
		{"Dovevamo prendere un cucciolo sabato, ma niente, ci hanno ripensato.", "L'utente prende un cucciolo sabato."},
		{"A gente ia abrir uma hamburgueria em maio, mas desandou.", "O usuário abre uma hamburgueria em maio."},
		{"We zouden een puppy nemen in mei, maar het feest gaat niet door.", "De gebruiker neemt een puppy in mei."},
		{"Przeprowadzka do Gdyni odwołana, szef zmienił zdanie.", "Użytkownik przeprowadza się do Gdyni."},
		{"Свадьбу в августе отменили, ищем зал на весну.", "У пользователя свадьба в августе."},
		{"Ağustosta evlenecektik, erteledik.", "Kullanıcı ağustosta evleniyor."},
		{"8월에 결혼하려던 거 파토났어.", "사용자는 8월에 결혼한다."},
		{"来月の転勤の話、消えました。", "ユーザーは来月転勤する。"},
		{"原定五月去冰岛，签证没下来，不去了。", "用户五月去冰岛。"},
		{"अगस्त में शादी होने वाली थी, टूट गई।", "उपयोगकर्ता की अगस्त में शादी है।"},
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
