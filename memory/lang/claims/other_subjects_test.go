package claims

import (
	"strings"
	"testing"
	"time"
)

// A statement about somebody of the user's is none about the user, whoever it is. "X" in the sentences stands for each
// of the words.
func TestWhatIsSaidOfAnybodyElseIsNotSaidOfTheUser(t *testing.T) {
	for _, c := range []struct{ sentence, others, fact string }{
		{
			"My X is allergic to nuts.",
			"son|daughter|boy|girl|kid|child|toddler|baby|husband|wife|partner|spouse|ex|man|mate|mum|mom|" +
				"ma|dad|pa|nan|gran|" +
				"grandson|uncle|aunt|niece|nephew|cousin|sister|brother|twin|friend|boss|manager|colleague|" +
				"neighbour|flatmate|" +
				"roommate|landlord|teacher|coach|dog|cat|horse|girlfriend|boyfriend|fiancé|in-law|stepson|" +
				"godson|tenant|client|pal",
			"The user is allergic to nuts.",
		},
		{
			"Mein X hat eine Nussallergie.",
			"Sohn|Mann|Ex|Vater|Papa|Opa|Bruder|Onkel|Neffe|Cousin|Freund|Chef|Kollege|Nachbar|Mitbewohner|" +
				"Hund|Kater|Enkel|Schwager",
			"Der Nutzer hat eine Nussallergie.",
		},
		{
			"Meine X hat eine Nussallergie.",
			"Tochter|Frau|Ex|Mutter|Mama|Oma|Schwester|Tante|Nichte|Freundin|Chefin|Kollegin|Nachbarin|" +
				"Katze|Enkelin|Kleine",
			"Der Nutzer hat eine Nussallergie.",
		},
		{
			"Mi X es alérgico a las nueces.",
			"hijo|marido|esposo|ex|padre|papá|abuelo|hermano|tío|sobrino|primo|amigo|jefe|compañero|vecino|" +
				"perro|gato|nieto|novio|suegro",
			"El usuario es alérgico a las nueces.",
		},
		{
			"Mon X est allergique aux noix.",
			"fils|mari|ex|père|papa|grand-père|frère|oncle|neveu|cousin|ami|copain|chef|patron|collègue|" +
				"voisin|chien|chat|petit",
			"L'utilisateur est allergique aux noix.",
		},
		{
			"Ma X est allergique aux noix.",
			"fille|femme|mère|maman|grand-mère|soeur|sœur|tante|nièce|cousine|amie|copine|cheffe|patronne|" +
				"collègue|voisine|chatte",
			"L'utilisateur est allergique aux noix.",
		},
		{
			"Mio X è allergico alle noci.",
			"figlio|marito|padre|papà|nonno|fratello|zio|nipote|cugino|amico|capo|collega|vicino|cane|gatto|" +
				"suocero|ex",
			"L'utente è allergico alle noci.",
		},
		{
			"Meu X é alérgico a nozes.",
			"filho|marido|ex|pai|avô|irmão|tio|sobrinho|primo|amigo|chefe|colega|vizinho|cachorro|gato|neto|" +
				"namorado|sogro",
			"O usuário é alérgico a nozes.",
		},
		{
			"Mijn X is allergisch voor noten.",
			"zoon|man|vrouw|ex|vader|papa|opa|oma|broer|zus|oom|tante|neef|nicht|vriend|vriendin|baas|" +
				"collega|buurman|hond|kat|kleinzoon",
			"De gebruiker is allergisch voor noten.",
		},
		{
			"Mój X jest uczulony na orzechy.",
			"syn|mąż|były|ojciec|tata|dziadek|brat|wujek|kuzyn|kolega|przyjaciel|szef|sąsiad|pies|kot|wnuk|" +
				"chłopak|teść",
			"Użytkownik jest uczulony na orzechy.",
		},
		{
			"Мой X страдает аллергией на орехи.",
			"сын|муж|отец|папа|дед|дедушка|брат|дядя|племянник|друг|начальник|коллега|сосед|пёс|кот|внук|" +
				"парень|тесть",
			"Пользователь страдает аллергией на орехи.",
		},
		{
			"X fındığa alerjik.",
			"Oğlum|Kızım|Kocam|Karım|Eşim|Babam|Annem|Dedem|Ninem|Kardeşim|Ablam|Abim|Amcam|Dayım|Teyzem|" +
				"Yeğenim|Arkadaşım|Patronum|Köpeğim",
			"Kullanıcı fındığa alerjik.",
		},
		{
			"मेरे X को मेवों से एलर्जी है।",
			"बेटे|पति|पापा|पिता|दादा|नाना|भाई|चाचा|मामा|भतीजे|दोस्त|बॉस|पड़ोसी|कुत्ते|पोते|ससुर",
			"उपयोगकर्ता को मेवों से एलर्जी है।",
		},
		{"我X对坚果过敏。", "儿子|女儿|老公|老婆|爸|妈|爷爷|奶奶|哥|姐|弟弟|妹妹|叔叔|阿姨|朋友|老板|同事|邻居|男朋友|女朋友", "用户对坚果过敏。"},
		{"うちのXはナッツアレルギーです。", "息子|娘|夫|妻|父|母|祖父|祖母|兄|姉|弟|妹|犬|猫|旦那|嫁", "ユーザーはナッツアレルギーだ。"},
		{"우리 X은 견과류 알레르기가 있어요.", "아들|딸|남편|아내|아빠|엄마|할머니|동생|언니|오빠|사장님|강아지", "사용자는 견과류 알레르기가 있다."},
	} {
		for other := range strings.SplitSeq(c.others, "|") {
			message := strings.ReplaceAll(c.sentence, "X", other)
			if got := ParseUserMessage(message, time.Now()).SupportForFactByRules(c.fact); got.Basis == Stated {
				t.Errorf("%q states %q", message, c.fact)
			}
		}
	}
}

// A pronoun, and in languages that need none a verb of the third person, goes on about who was mentioned before.
func TestASentenceWithoutASubjectGoesOnAboutWhoWasMentioned(t *testing.T) {
	for _, c := range []struct{ message, ofOther, ofUser string }{
		{
			"What should I get my boss for his 60th? He's a notary and loves fishing.",
			"The user's boss is a notary.", "The user is a notary.",
		},
		{"My son is ill. He is allergic to nuts.", "The user's son is allergic to nuts.", "The user is allergic to nuts."},
		{
			"Was schenke ich meinem Chef? Er ist Notar und angelt gern.",
			"Der Chef des Nutzers ist Notar.", "Der Nutzer ist Notar.",
		},
		{
			"Quel cadeau pour mon patron ? Il est notaire et adore la pêche.",
			"Le patron de l'utilisateur est notaire.", "L'utilisateur est notaire.",
		},
		{
			"Mon fils est malade. Il est allergique aux noix.",
			"Le fils de l'utilisateur est allergique aux noix.", "L'utilisateur est allergique aux noix.",
		},
		{
			"¿Qué le regalo a mi jefe? Es notario y le encanta la pesca.",
			"El jefe del usuario es notario.", "El usuario es notario.",
		},
		{"Mi hijo está enfermo. Tiene 5 años.", "El hijo del usuario tiene 5 años.", "El usuario tiene 5 años."},
		{
			"Cosa regalo al mio capo? È notaio e adora la pesca.",
			"Il capo dell'utente è notaio.", "L'utente è notaio.",
		},
		{"Mio figlio è malato. Ha 5 anni.", "Il figlio dell'utente ha 5 anni.", "L'utente ha 5 anni."},
		{
			"O que dou ao meu chefe? É notário e adora pesca.",
			"O chefe do usuário é notário.", "O usuário é notário.",
		},
		{"Meu filho está doente. Tem 5 anos.", "O filho do usuário tem 5 anos.", "O usuário tem 5 anos."},
		{
			"Co kupić mojemu szefowi? Jest notariuszem i kocha ryby.",
			"Szef użytkownika jest notariuszem.", "Użytkownik jest notariuszem.",
		},
		{"Mój syn jest chory. Ma 5 lat.", "Syn użytkownika ma 5 lat.", "Użytkownik ma 5 lat."},
		{"Что подарить моему начальнику? Он нотариус.", "Начальник пользователя — нотариус.", "Пользователь — нотариус."},
		{"Мой сын болен. Ему 5 лет.", "Сыну пользователя 5 лет.", "Пользователю 5 лет."},
		{
			"Wat geef ik mijn baas? Hij is notaris en vist graag.",
			"De baas van de gebruiker is notaris.", "De gebruiker is notaris.",
		},
		{
			"How many litres are in a tank of 60x30x35? Mine has 6 neons and a betta.",
			"The user's tank has 6 neons.", "The user has a tank of 60x30x35 litres.",
		},
		{"Wie viel frisst ein alter Kater? Meiner ist 11.", "Der Kater des Nutzers ist 11.", "Der Nutzer ist 11."},
		{
			"¿Cuántos litros lleva una pecera? La mía tiene 6 neones.",
			"La pecera del usuario tiene 6 neones.", "El usuario es un neón.",
		},
		{"Combien mange un chat ? Le mien a 11 ans.", "Le chat de l'utilisateur a 11 ans.", "L'utilisateur a 11 ans."},
		{"Quanto mangia un gatto? Il mio ha 11 anni.", "Il gatto dell'utente ha 11 anni.", "L'utente ha 11 anni."},
		{"Quanto come um gato? O meu tem 11 anos.", "O gato do usuário tem 11 anos.", "O usuário tem 11 anos."},
		{"Hoeveel eet een kat? De mijne is 11.", "De kat van de gebruiker is 11.", "De gebruiker is 11."},
		{
			"How much should a pregnant cat eat? Mine is called Mies.",
			"The user's cat is called Mies.", "The user's cat Mies is pregnant.",
		},
		{
			"Would a standing desk help with sciatica? Mine's been bad since February, left leg.",
			"The user's sciatica has been bad since February.", "The user has been bad since February.",
		},
		{
			"che, qué le puedo dar a un gato que no quiere comer? el mío se llama Milanesa, tiene 11 años",
			"El gato del usuario tiene 11 años.", "El usuario tiene 11 años.",
		},
		{
			"Mam dwie siostry, Alina mieszka w Gdyni, a Hanka wyszła za Czecha.",
			"Siostra użytkownika Hanka wyszła za Czecha.", "Użytkownik wyszedł za Czecha.",
		},
		{"Oğlum hasta. 5 yaşında.", "Kullanıcının oğlu 5 yaşında.", "Kullanıcı 5 yaşında."},
		{"Kızım Ankara'da. Tıp okuyor.", "Kullanıcının kızı tıp okuyor.", "Kullanıcı tıp okuyor."},
		{"息子が病気です。5歳です。", "ユーザーの息子は5歳だ。", "ユーザーは5歳だ。"},
		{"我儿子病了。五岁。", "用户的儿子五岁。", "用户五岁。"},
		{"아들이 아파요. 다섯 살이에요.", "사용자의 아들은 다섯 살이다.", "사용자는 다섯 살이다."},
		{"给我老板送什么？他是公证员，喜欢钓鱼。", "用户的老板是公证员。", "用户是公证员。"},
	} {
		u := ParseUserMessage(c.message, time.Now())
		if got := u.SupportForFactByRules(c.ofOther); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c.message, c.ofOther, got.Basis)
		}
		if got := u.SupportForFactByRules(c.ofUser); got.Basis == Stated {
			t.Errorf("%q states %q", c.message, c.ofUser)
		}
	}
}

// What is about the user stays so behind a sentence about somebody else.
func TestTheUserIsTheSubjectAgainBehindASentenceAboutSomebodyElse(t *testing.T) {
	for _, c := range []struct{ message, fact string }{
		{"Mi mujer es celíaca. Es que soy cocinero.", "El usuario es cocinero."},
		{"Mi perro se llama Rex. Vive conmigo en Lugo.", "El usuario vive en Lugo con su perro Rex."},
		{"Mi jefe me presiona mucho. Tengo ansiedad.", "El usuario tiene ansiedad."},
		{"Mia moglie è celiaca. È da tre anni che vivo a Lodi.", "L'utente vive a Lodi da tre anni."},
		{"Mio figlio studia a Pisa. Ho 52 anni.", "L'utente ha 52 anni."},
		{"Mój syn jest chory. Mam 40 lat.", "Użytkownik ma 40 lat."},
		{"Mon fils est malade. J'ai 40 ans.", "L'utilisateur a 40 ans."},
		{"Mon fils est parti. Il est vrai que je suis professeur à Lyon.", "L'utilisateur est professeur à Lyon."},
		{"Мой сын болен. Мне 40 лет.", "Пользователю 40 лет."},
		{"My son is ill. I'm 40.", "The user is 40."},
		{"Oğlum hasta. 40 yaşındayım.", "Kullanıcı 40 yaşında."},
		{"息子が病気です。私は40歳です。", "ユーザーは40歳だ。"},
		{"Da quando lavoro da casa ho messo su 5 chili, mi fai un programma?", "L'utente lavora da casa."},
		{"Mon collègue dit septante et moi je rigole à chaque fois.", "Le collègue de l'utilisateur dit septante."},
		{"Tengo el examen el día 22. me haces tarjetas con los fármacos?", "El usuario tiene el examen el día 22."},
		{"how do i convert 350f to celsius, just moved to glasgow", "The user just moved to Glasgow."},
		{"環境はWindows11、高専の3年です", "ユーザーは高専の3年生である。"},
		{"火曜に歯医者で親知らずを抜くことになりまして抜いた後ってお酒飲んだらだめでしょうか", "ユーザーは火曜に歯医者で親知らずを抜く。"},
		{"不是不是，我没有男朋友，那是我哥！", "用户没有男朋友。"},
		{"我在成都买房首付得多少?我现在租在双流", "用户现在租在双流。"},
		{"我是退休工人。我冬天在三亚儿子家住。", "用户冬天住在三亚。"},
		{"我还有房贷要还27年呢", "用户还有27年房贷要还。"},
		{"Çölyak hastasıyım, pilavda un olur mu", "Kullanıcı çölyak hastası."},
	} {
		if got := ParseUserMessage(c.message, time.Now()).SupportForFactByRules(c.fact); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c.message, c.fact, got.Basis)
		}
	}
}
