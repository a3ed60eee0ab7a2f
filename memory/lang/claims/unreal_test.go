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
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d, cut %q", c[0], c[1], got.Basis, got.Cut)
		}
	}
}
