package claims

import "testing"

func TestWhatSpeakersPupilsAndBoastersSayIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{
			"Sum up. Doctor: what brings you in? Patient: I have smoked for thirty years and cough blood.",
			"The user has smoked for thirty years.",
		},
		{
			"Was folgt daraus? Arzt: bitte. Patientin: bin 61 und nehme seit Jahren Cortison.",
			"Die Nutzerin ist 61 und nimmt Cortison.",
		},
		{
			"¿Qué le preguntarías? Entrevistado: Emigré a Suiza y limpio hoteles.",
			"El usuario emigró a Suiza y limpia hoteles.",
		},
		{"Des idées ? Cliente : je suis sourde et je vis seule à Brest.", "L'utilisatrice est sourde et vit seule à Brest."},
		{"Cosa ne dici? Paziente: ho 70 anni e prendo il Coumadin.", "L'utente ha 70 anni e prende il Coumadin."},
		{"Wat nu? Klant: ik ben blind en woon alleen in Assen.", "De gebruiker is blind en woont alleen in Assen."},
		{
			"Co dalej? Klientka: mam dwoje dzieci i sprzątam biura w Łodzi.",
			"Użytkowniczka ma dwoje dzieci i sprząta biura w Łodzi.",
		},
		{"Что спросить? Пациентка: курю с армии, живу одна в Пскове.", "Пользователь курит с армии и живёт в Пскове."},
		{"요약해. 환자: 저는 당뇨가 있고 혼자 살아요.", "사용자는 당뇨가 있고 혼자 산다."},
		{"次の質問は？患者：糖尿病で一人暮らしをしています。", "ユーザーは糖尿病で一人暮らしをしている。"},
		{"怎么问下去？病人：我有糖尿病，一个人住在泰州。", "用户有糖尿病，一个人住在泰州。"},
		{"请给学生打分：我家在泰州，妈妈是护士。", "用户家在泰州，妈妈是护士。"},
		{"Grade this pupil: I live on a farm in Truro and own a pony.", "The user lives on a farm in Truro and owns a pony."},
		{
			"Nota para el alumno: vivo en una granja de Lugo y tengo un poni.",
			"El usuario vive en una granja de Lugo y tiene un poni.",
		},
		{
			"Сосед хвастается, что служил в Мурманске и имеет три ордена.",
			"Пользователь служил в Мурманске и имеет три ордена.",
		},
		{"Mein Schwager prahlt, dass er drei Häuser in Köln besitzt.", "Der Nutzer besitzt drei Häuser in Köln."},
		{"Mi cuñado jura que tiene tres pisos en Vigo.", "El usuario tiene tres pisos en Vigo."},
		{"Kuzyn zarzeka się, że ma trzy mieszkania w Opolu.", "Użytkownik ma trzy mieszkania w Opolu."},
		{"Io risulto residente a Lugano, se dormo lì tre notti?", "L'utente risulta residente a Lugano."},
		{"Я теперь пенсионер или студент, если учусь заочно?", "Пользователь пенсионер."},
		{"Ma figurati, mangio dieci uova al giorno da sempre, io.", "L'utente mangia dieci uova al giorno."},
		{
			"My cousin keeps telling people he climbed Everest twice and speaks nine languages.",
			"The user climbed Everest twice and speaks nine languages.",
		},
		{
			"Mein Nachbar behauptet steif und fest, er habe bei der NASA gearbeitet und drei Patente.",
			"Der Nutzer hat bei der NASA gearbeitet und drei Patente.",
		},
		{
			"Mon beau-frère raconte partout qu'il a joué en ligue 2 et possède un vignoble.",
			"L'utilisateur a joué en ligue 2 et possède un vignoble.",
		},
		{
			"Mio suocero sostiene di aver fatto la guerra e di avere due medaglie.",
			"L'utente ha fatto la guerra e ha due medaglie.",
		},
		{"Meu cunhado jura que foi piloto e que tem três casas em Natal.", "O usuário foi piloto e tem três casas em Natal."},
		{
			"Mijn zwager beweert dat hij bij Ajax speelde en drie Porsches heeft.",
			"De gebruiker speelde bij Ajax en heeft drie Porsches.",
		},
		{"Szwagier twierdzi, że latał w Boeingach i ma trzy domy.", "Użytkownik latał Boeingami i ma trzy domy."},
		{
			"Komşum denizaltıda görev yaptığını, üç madalyası olduğunu söylüyor.",
			"Kullanıcı denizaltıda görev yaptı, üç madalyası var.",
		},
		{"옆집 아저씨가 자기는 해병대 출신이고 훈장이 세 개래.", "사용자는 해병대 출신이고 훈장이 세 개 있다."},
		{"隣の人が元プロ野球選手で豪邸を三つ持ってるって言うんだけど。", "ユーザーは元プロ野球選手で豪邸を三つ持っている。"},
		{"邻居老说他当过潜艇兵还有三枚奖章。", "用户当过潜艇兵，有三枚奖章。"},
		{"पड़ोसी कहता है कि वह पनडुब्बी में था और उसके तीन पदक हैं।", "उपयोगकर्ता पनडुब्बी में था और उसके तीन पदक हैं।"},
		{"Yeah sure, I sleep ten hours a night with newborn twins, total spa.", "The user sleeps ten hours a night."},
		{
			"Sí, hombre, soy el rey de la puntualidad, llego siempre dos horas tarde.",
			"El usuario es el rey de la puntualidad.",
		},
		{"Am I a smoker or an ex-smoker if I quit three weeks ago?", "The user is a smoker."},
		{"Bin ich jetzt Rentner oder noch Angestellter, wenn ich Altersteilzeit hab?", "Der Nutzer ist Rentner."},
		{"Ich gelte dann als Grenzgänger, wenn ich in Basel arbeite?", "Der Nutzer gilt als Grenzgänger."},
		{"Jestem rezydentem Niemiec, jeśli śpię tam trzy noce?", "Użytkownik jest rezydentem Niemiec."},
		{"Io sono un libero professionista o un dipendente, secondo te?", "L'utente è un libero professionista."},
		{
			"What would you reply to this landlord: \"I'm a retired welder with two dogs and I live upstairs\"",
			"The user is a retired welder with two dogs.",
		},
		{
			"Fix the commas. My name is Otis, I am nine and my dad drives a crane.",
			"The user is nine and his dad drives a crane.",
		},
		{
			"Wie klingt das Anschreiben? Ich bin gelernte Bäckerin, 41, und ziehe zwei Kinder alleine groß. LG Maike",
			"Die Nutzerin ist gelernte Bäckerin und zieht zwei Kinder groß.",
		},
		{
			"Fasse den Anruf zusammen: Kundin sagt, ich bin Diabetikerin und brauche die Pumpe bis Freitag.",
			"Die Nutzerin ist Diabetikerin.",
		},
		{
			"¿Te parece creíble este testimonio? «Llevo diez años en silla de ruedas y regento un estanco.»",
			"El usuario lleva diez años en silla de ruedas.",
		},
		{
			"Pásalo a limpio: Querida Paca, estoy en Melilla de cabo y me duele la pierna. Tu hijo, Juan",
			"El usuario está en Melilla de cabo.",
		},
		{
			"Corrige la dictée de mon élève : j'habite à la ferme et mon père élève des chèvres.",
			"L'utilisateur habite à la ferme.",
		},
		{
			"Que penses-tu de cette annonce ? JF 29 ans, infirmière, non fumeuse, cherche coloc à Nantes.",
			"L'utilisatrice est infirmière et non fumeuse.",
		},
		{
			"Riassumi l'intervista. Giornalista: quando ha iniziato? Cantante: a sei anni, suono ancora il piano ogni giorno.",
			"L'utente suona il piano ogni giorno.",
		},
		{"Dal diario di mia nonna: oggi ho partorito il quarto figlio e lavoro in risaia.", "L'utente lavora in risaia."},
		{
			"Transcreve este áudio: oi pessoal, eu sou a Neide, tenho lúpus e vendo bolo em Olinda.",
			"A usuária tem lúpus e vende bolo em Olinda.",
		},
		{
			"Wat vind je van deze datingtekst: 38, gescheiden, twee dochters, ik werk op een booreiland.",
			"De gebruiker is gescheiden en werkt op een booreiland.",
		},
		{
			"Przepisz list dziadka: Kochana Helu, jestem w obozie pod Toruniem i mam chore płuca.",
			"Użytkownik jest w obozie pod Toruniem.",
		},
		{
			"Оцени отзыв покупателя: взял утюг, я швея, глажу по восемь часов, живу в Орле.",
			"Пользователь швея и живёт в Орле.",
		},
		{
			"Şu dilekçeyi düzelt: Emekli madenciyim, yüzde kırk engelliyim, Zonguldak'ta oturuyorum.",
			"Kullanıcı emekli madenci ve Zonguldak'ta oturuyor.",
		},
		{
			"इस आवेदन को सुधारो: मैं विधवा हूँ, मेरे तीन बच्चे हैं और मैं सिलाई करती हूँ।",
			"उपयोगकर्ता विधवा है और सिलाई करती है।",
		},
		{"이 자소서 어때? \"저는 소방관 7년 차이며 두 아이의 아빠입니다.\"", "사용자는 소방관 7년 차이고 두 아이의 아빠다."},
		{"この体験談どう思う？「看護師で、双子を育てながら夜勤をしています。」", "ユーザーは看護師で、双子を育てている。"},
		{"帮我翻成英文：我是退伍军人，膝盖受过伤，住在丹东。", "用户是退伍军人，住在丹东。"},
		{"我同事写的征婚启事：女，35，离异，会做川菜，有房。怎么改？", "用户离异，会做川菜。"},
		{
			"Journaliste : vous faites quoi ? Invité : je suis apnéiste et je vis sur un voilier. Résume en une phrase.",
			"L'utilisateur est apnéiste et vit sur un voilier.",
		},
		{
			"Nachbarin hat mir das geschickt, soll ich antworten? Bin schwanger, wohne im 3. Stock und kann " +
				"den Wagen nicht tragen.",
			"Die Nutzerin ist schwanger und wohnt im 3. Stock.",
		},
		{
			"Someone posted: I quit my job at NASA, sold the house and live in a van with two parrots. Thoughts?",
			"The user lives in a van with two parrots.",
		},
		{
			"Вопрос с форума: «Мне 40, я трижды разведён и работаю на вахте в Ямбурге» — что посоветовать?",
			"Пользователь трижды разведён и работает в Ямбурге.",
		},
		{
			"Seçmeli hikâyem böyle başlıyor: \"Ben bir deniz feneri bekçisiyim ve on yıldır kimseyi görmedim.\"",
			"Kullanıcı deniz feneri bekçisi.",
		},
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
		{"Can you shorten my CV? I'm a welder in Leeds with two kids.", "The user is a welder in Leeds."},
		{"Mein Tagebuch: ich laufe jeden Tag zehn Kilometer.", "Der Nutzer läuft jeden Tag zehn Kilometer."},
		{"I'm allergic to nuts, what if I eat coconut?", "The user is allergic to nuts."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
}
