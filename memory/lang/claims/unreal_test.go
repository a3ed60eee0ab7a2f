package claims

import "testing"

func TestWhatIsWishedFormerAlmostOrRumouredIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{"I want a dog so badly", "The user has a dog."},
		{"Wir überlegen, ob wir uns ein Elektroauto kaufen", "Der Nutzer kauft ein Elektroauto."},
		{"quiero aprender japonés algún día", "El usuario habla japonés."},
		{"犬を飼いたいなあ", "ユーザーは犬を飼っている。"},
		{"我想养一只猫", "用户养了一只猫。"},
		{"I used to smoke a pack a day", "The user smokes a pack a day."},
		{"solía correr maratones", "El usuario corre maratones."},
		{"ho smesso di fumare", "L'utente fuma."},
		{"We almost bought a house in Leeds", "The user bought a house in Leeds."},
		{"j'ai failli acheter un bateau", "L'utilisateur a acheté un bateau."},
		{"差点买了特斯拉", "用户买了特斯拉。"},
		{"angeblich bin ich ein schlechter Fahrer", "Der Nutzer ist ein schlechter Fahrer."},
		{"dicen que soy terco", "El usuario es terco."},
		{"sure, and I'm the queen of England", "The user is the queen of England."},
		{"I'm the patient, you are the doctor. I have a broken leg", "The user is the patient."},
		{"Let's play a game: I am a pirate", "The user is a pirate."},
		{"ein Beispielsatz: ich habe drei Katzen", "Der Nutzer hat drei Katzen."},
		{"Non ho figli", "L'utente ha figli."},
		{"肉は食べないです", "ユーザーは肉を食べる。"},
		{"我妈有糖尿病", "用户有糖尿病。"},
		{"mia moglie è celiaca", "L'utente è celiaco."},
		{"die Leute sagen, ich bin zu laut", "Der Nutzer ist zu laut."},
		{"is a vegan diet healthy for me", "The user eats a vegan diet."},
		{"My sister has a flat in Bath", "The user's sister sells cars."},
		{"no I'm not from Texas lol people always assume", "The user is from Texas."},
		{"I'm no longer with Sara", "The user is with Sara."},
		{"Ich bin doch kein Raucher", "Der Nutzer ist Raucher."},
		{"je n'habite plus à Rennes", "L'utilisateur habite à Rennes."},
		{"non fumo più", "L'utente fuma."},
		{"ik woon niet meer in Gent", "De gebruiker woont in Gent."},
		{"저 담배 안 피워요", "사용자는 담배를 피운다."},
		{"Früher hab ich in Bonn gewohnt, jetzt nicht mehr", "Der Nutzer wohnt in Bonn."},
		{"I might adopt a cat next year", "The user has a cat."},
		{"I was going to become a pilot but they rejected me", "The user is a pilot."},
		{"When I win the lottery I'll buy a castle in Wales haha", "The user owns a castle in Wales."},
		{"haha yes I'm definitely a secret millionaire", "The user is a millionaire."},
		{"Sì sì, corro i cento metri in nove secondi, come no", "L'utente corre i cento metri in nove secondi."},
		{"my boss's wife is pregnant", "The user's wife is pregnant."},
		{"die Frau meines Chefs ist schwanger", "Die Frau des Nutzers ist schwanger."},
		{"우리 형은 의사예요", "사용자는 의사다."},
		{"Facciamo che tu sei il giudice e io sono l'imputato", "L'utente è l'imputato."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}

func TestFactsThatSayThemselvesThatTheyAreWishedOrFormerAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"I want a dog so badly", "The user wants a dog."},
		{"quiero aprender japonés algún día", "El usuario quiere aprender japonés."},
		{"我想养一只猫", "用户想养一只猫。"},
		{"I used to smoke a pack a day", "The user used to smoke a pack a day."},
		{"solía correr maratones", "El usuario corría maratones antes."},
		{"I'd like a present for my daughter Ida", "The user's daughter is called Ida."},
		{"As a nurse I want shoes that last", "The user is a nurse."},
		{"Non ho figli", "L'utente non ha figli."},
		{"肉は食べないです", "ユーザーは肉を食べない。"},
		{"mia moglie è celiaca", "La moglie dell'utente è celiaca."},
		{"No I'm from Texas", "The user is from Texas."},
		{"I like jazz but I don't like rock.", "The user likes jazz."},
		{"my job at Siemens isn't easy", "The user has a job at Siemens."},
		{"ich vertrage keine laktose", "Der Nutzer ist laktoseintolerant."},
		{"허리 디스크가 있어서 오래 못 앉아요", "사용자는 허리 디스크가 있다."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d, cut %q", c[0], c[1], got.Basis, got.Cut)
		}
	}
}
