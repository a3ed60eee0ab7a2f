package lang

import "testing"

func TestWordsOfChangeInFifteenLanguages(t *testing.T) {
	for _, text := range []string{
		"I no longer eat meat.", "I work for Siemens now.", "I cycle instead of driving.", "We moved to Siena.",
		"I used to play the trumpet.", "I don't smoke anymore.", "I left Bosch.",
		"Ich trinke keinen Kaffee mehr.", "Ich wohne jetzt in Leipzig.", "Ich bin umgezogen.",
		"Ya no fumo.", "Ahora vivo en Bilbao.", "He dejado de fumar.",
		"Je ne mange plus de viande.", "Je travaille maintenant chez Airbus.", "J'ai déménagé.",
		"Non fumo più.", "Adesso vivo a Genova.", "Ho smesso di fumare.",
		"Já não bebo cerveja.", "Não jogo mais xadrez.", "Agora moro em Braga.",
		"Я больше не курю.", "Теперь я живу в Самаре.", "Я переехала в Самару.",
		"我不再喝咖啡了。", "我现在住在成都。", "我换成了小米手机。",
		"저는 더 이상 커피를 마시지 않아요.", "이제 대구에 살아요.", "मैं अब पुणे में रहता हूँ।",
		"今は京都に住んでいます。", "タバコをやめました。", "أعيش الآن في دبي.", "Artık et yemiyorum.", "Już nie palę.",
		"Mieszkam teraz w Gdańsku.", "Ik rook niet meer.", "Ik woon nu in Utrecht.",
	} {
		if !SignalsChange(text) {
			t.Errorf("%q says that something changed", text)
		}
	}
	for _, text := range []string{
		"I am left-handed.", "I live in Porto.", "I know Python well.", "I like moving pictures of whales.",
		"Ich trinke viel Kaffee.", "Ich mag mehr Zucker im Tee.", "Vivo en Sevilla.", "Leo antes de dormir.",
		"J'aime le café, plus le thé.", "J'habite à Lyon.", "Vivo a Torino.", "Mi piace più il tè.", "Moro em Coimbra.",
		"Gosto mais de chá.", "Я живу в Казани.", "我住在上海。", "저는 부산에 살아요.", "मैं दिल्ली में रहता हूँ।", "京都に住んでいます。",
		"Mieszkam w Gdańsku.", "Ik woon in Utrecht.",
	} {
		if SignalsChange(text) {
			t.Errorf("%q says nothing of a change", text)
		}
	}
}

func TestAddedContentIsWhatTheKnownFactLacks(t *testing.T) {
	for _, c := range []struct {
		fact, known string
		want        bool
	}{
		{"The user likes thrillers with innovative storytelling.", "The user likes thrillers.", true},
		{"The user likes thrillers.", "The user likes thrillers with innovative storytelling.", false},
		{"The user likes a thriller.", "The user liked thrillers.", false},
		{"The user has a large dog.", "The user has a big dog.", false},
		{"The user has small children.", "The user has a small child.", false},
		{"The user lives in Madrid.", "The user lives in Madras.", true},
		{"The user now lives in Lisbon.", "The user lives in Lisbon.", false},
		{"The user has two cats.", "The user has three cats.", false}, // a matter of FirstMeaningDifference
		{"Die Nutzerin mag Suppen mit Kürbis.", "Die Nutzerin mag Suppen.", true},
		{"El usuario come carne.", "El usuario ya no come carne.", false},
		{"Пользователь любит старую музыку для органа.", "Пользователь любит старую музыку.", true},
		{"用户喜欢看王家卫的电影。", "用户喜欢看电影。", true},
		{"用户现在住在里斯本。", "用户住在里斯本。", false},
	} {
		if got := AddsWordsBesidesNumbersAndTime(c.fact, c.known); got != c.want {
			t.Errorf("%q adds to %q: %v", c.fact, c.known, got)
		}
	}
}

func TestOppositesComeFromWordNet(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"huge", "tiny", true},
		{"sat", "stood", true},
		{"left", "right", true},
		{"optimist", "pessimist", true},
		{"big", "large", false},
		{"dog", "cat", false},
	} {
		if got := wordnet().areOpposite(c.a, c.b); got != c.want || wordnet().areOpposite(c.b, c.a) != got {
			t.Errorf("%s and %s are opposite: %v", c.a, c.b, got)
		}
	}
	l := wordnet()
	if !l.areDifferentKindsOfOneThing("guitar", "piano") || l.areDifferentKindsOfOneThing("sofa", "couch") {
		t.Error("guitars and pianos are different kinds of instruments, sofas and couches are the same")
	}
}

func TestTopicIsSharedByNamesPropertiesAndWords(t *testing.T) {
	for _, c := range []struct {
		told, known             string
		name, property, covered bool // covered: at least half of the known fact's words
	}{
		{"I am not in The Herons any more.", "The user plays bass in a band called The Herons.", true, false, false},
		{"The user has relocated from Cork to Galway.", "The user lives in a small town near Cork.", true, false, false},
		{"The user's favourite band is Slint.", "The user's favourite band is Low.", false, true, true},
		{"Mi color favorito es azul.", "Mi color favorito es verde.", false, true, true},
		{"The user is a nurse.", "The user is a diver.", false, false, false},
		{"The user moved to Siena.", "The user lives in Porto.", false, false, true},
		{"The user moved to Siena.", "The user's brother lives in Oslo.", false, false, false},
		{"The user works for Siemens.", "The user works for Bosch.", false, false, true},
		{"Die Nutzerin mag Suppe.", "Die Nutzerin kocht Suppe mit Kürbis und Ingwer.", false, false, false},
	} {
		if got := SharesCapitalizedNameUnlessGerman(c.told, c.known); got != c.name {
			t.Errorf("%q / %q share a name: %v", c.told, c.known, got)
		}
		if got := HaveSameSubjectBeforeCopula(c.told, c.known); got != c.property {
			t.Errorf("%q / %q are of one property: %v", c.told, c.known, got)
		}
		if got := ShareOfFactWordsInText(c.told, c.known); got >= 0.5 != c.covered {
			t.Errorf("%q covers %.2f of %q", c.told, got, c.known)
		}
	}
}
