package claims

import (
	"testing"

	"memoir/memory/lang"
)

// Sentences about other people, games, mockery and what is over, and paragraphs of others that a message asks
// about; each kind in several languages.
func TestWhatOtherVoicesSayIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{"A colleague from accounting is allergic to nuts, what can I bake?", "The user is allergic to nuts."},
		{"Ein Kollege aus der Werkstatt ist Veganer, was koche ich da?", "Der Nutzer ist Veganer."},
		{"Il marito della mia collega è celiaco, cosa preparo?", "L'utente è celiaco."},
		{"De vriend van mijn zus is piloot en vliegt op Oslo", "De gebruiker is piloot."},
		{"O irmão da minha chefe é dentista em Braga", "O usuário é dentista em Braga."},
		{"Une voisine du troisième est infirmière de nuit", "L'utilisatrice est infirmière de nuit."},

		{"Früher hatte ich ein Boot auf dem Bodensee.", "Der Nutzer hat ein Boot auf dem Bodensee."},
		{"Antes trabajaba en una panadería de Gijón.", "El usuario trabaja en una panadería de Gijón."},
		{"Avevo un negozio di fiori a Lucca, poi l'ho ceduto", "L'utente ha un negozio di fiori a Lucca."},
		{"Когда-то жил в Самаре и играл на баяне", "Пользователь живёт в Самаре."},
		{"以前在杭州教书,后来改行了", "用户在杭州教书。"},
		{"昔は名古屋で働いていた", "ユーザーは名古屋で働いている。"},

		{"yeah right, I own a castle in Scotland", "The user owns a castle in Scotland."},
		{"sure, I'm a famous surgeon 😂 that's why I google bandages", "The user is a famous surgeon."},
		{"oui oui, j'ai trois yachts à Monaco mdr", "L'utilisateur a trois yachts à Monaco."},
		{"对对,我是亿万富翁哈哈", "用户是亿万富翁。"},

		{"Let's do a scene. I'm a smuggler from Malta.", "The user is a smuggler."},
		{"Ты доктор, я пациент. У меня сломана нога.", "У пользователя сломана нога."},
		{"Lass uns Theater spielen: ich bin ein Ritter aus Worms", "Der Nutzer ist ein Ritter aus Worms."},

		{"You said earlier that I prefer Fennmark Broadband.", "The user prefers Fennmark Broadband."},
		{"Deine Antwort behauptete ich bin Fan von Grauwerth", "Der Nutzer ist Fan von Grauwerth."},

		{"Is this real?\n\nDear customer, your Fennmark contract ends.", "The user has a Fennmark contract."},
		{"Was soll das?\n\n[Sparbank] Ihr Konto ist gesperrt.", "Der Nutzer hat ein Konto bei der Sparbank."},
		{"c'est sérieux ?\n\nVotre abonnement Teleplus expire demain.", "L'utilisateur a un abonnement Teleplus."},
		{"이게 뭐야?\n\n고객님의 한빛카드 결제가 연체되었습니다.", "사용자는 한빛카드를 쓴다."},
		{"これは本物?\n\n【青空銀行】お客様の口座を停止しました。", "ユーザーは青空銀行に口座を持つ。"},
		{"Rosa: tengo fiebre desde ayer\n\n¿qué le contesto?", "El usuario tiene fiebre desde ayer."},
		{"CV of our candidate, please check:\n\nI worked in Leeds for two years.", "The user worked in Leeds for two years."},
		{"Sum it up.\n\n--- letter.txt ---\nI live in Truro and sell boats.", "The user lives in Truro."},
		{"Přelož do němčiny \"mám cukrovku a nesmím sladké\"", "Uživatel má cukrovku."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
}

// TestOwnWordsThatResembleOthersAreStated has the user's own statements in the shapes of the test above.
func TestOwnWordsThatResembleOthersAreStated(t *testing.T) {
	for _, c := range [][2]string{
		{"Can you plan my week?\n\nI work nights at a hospital in Leeds.", "The user works nights at a hospital in Leeds."},
		{"Was meinst du?\n\nIch wohne in Kiel und habe zwei Kinder.", "Der Nutzer wohnt in Kiel und hat zwei Kinder."},
		{"¿Me ayudas?\n\nTrabajo en una farmacia de Vigo.", "El usuario trabaja en una farmacia de Vigo."},
		{"Allergies: peanuts and shellfish, I carry a pen\n\nWhat can I cook?", "The user carries a pen."},
		{"My CV, please check:\n\nI worked in Leeds for two years.", "The user worked in Leeds for two years."},
		{"Sí, vivo en Sevilla.", "El usuario vive en Sevilla."},
		{"Yes, I have two cats.", "The user has two cats."},
		{"I have two cats lol", "The user has two cats."},
		{"Antes de dormir leo novelas policíacas.", "El usuario lee novelas policíacas antes de dormir."},
		{"Prima di pranzo nuoto in piscina.", "L'utente nuota in piscina prima di pranzo."},
		{"Я раньше всех встаю, в шесть утра.", "Пользователь встаёт в шесть утра."},
		{"You are right, I live in Kent.", "The user lives in Kent."},
		{"You asked where I live: I live in Kent.", "The user lives in Kent."},
		{"Un perro es mi mejor amigo", "El mejor amigo del usuario es un perro."},
		{"El sábado juego al ajedrez en Soria.", "El usuario juega al ajedrez en Soria el sábado."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFact(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d, cut %q", c[0], c[1], got.Basis, got.Cut)
		}
	}
}

// Own examples: what others take the user for, repeat of them or wrote, in quotation marks or with
// the line breaks of a program.
func TestWhatOthersTakeTheUserForIsNotStated(t *testing.T) {
	for _, c := range [][2]string{
		{"The library has me down as a pensioner.", "The user is a pensioner."},
		{"Das Amt führt mich als Rentner.", "Der Nutzer ist Rentner."},
		{"En el gimnasio me tienen como abogado.", "El usuario es abogado."},
		{"Соседка всем рассказывает, что я развёлся.", "Пользователь развёлся."},
		{"Все на работе считают меня врачом.", "Пользователь — врач."},
		{"Komşular beni zengin sanıyor.", "Kullanıcı zengin."},
		{"동네에 내가 이혼했다고 소문이 났어.", "사용자는 이혼했다."},
		{"这段自我介绍怎么样？“持有厨师证，现居泉州，已婚。”", "用户现居泉州，已婚。"},
		{`Who is right?\nAnna: I paid the rent\nTom: I moved to Cork and you know it`, "The user has moved to Cork."},
		{"ponle que me voy a vivir a Vigo", "El usuario se va a vivir a Vigo."},
		{"mera bhai doctor hai", "User doctor hai."},
		{"main pehle Delhi mein rehta tha", "User Delhi mein rehta hai."},
		{"agar main ameer hota to Goa mein rehta", "User Goa mein rehta hai."},
		{"mazak kar raha hoon, main crorepati hoon", "User crorepati hai."},
		{"J'ai tenu un café à Pau, mais je l'ai revendu.", "L'utilisateur tient un café à Pau."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis == Stated {
			t.Errorf("%q states %q", c[0], got.Fact)
		}
	}
	for _, c := range [][2]string{
		{"My doctor says that I have asthma.", "The user has asthma."},
		{"Мой врач говорит, что у меня астма.", "У пользователя астма."},
		{"My sister says that she lives in Rome.", "The user's sister lives in Rome."},
		{"我最喜欢的电影是“你好，李焕英”。", "用户最喜欢的电影是“你好，李焕英”。"},
		{`I keep my novel in D:\Texts\New on the desk, I live in Cork`, "The user lives in Cork."},
		{"main Pune mein rehta hoon", "User Pune mein rehta hai."},
		{"meri beti ka naam Anaya hai", "User ki beti ka naam Anaya hai."},
		{"El jueves me voy a vivir a Vigo", "El usuario se va a vivir a Vigo."},
	} {
		if got := ParseUserMessage(c[0], writtenOn).SupportForFactByRules(c[1]); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c[0], c[1], got.Basis)
		}
	}
}

func TestASentenceThatSaysMuchMoreThanAFactIsTold(t *testing.T) {
	for _, c := range []struct {
		message, fact string
		want          bool
	}{
		{"My cat has appointed me head waiter of the night shift, no tips, no days off.", "The user is a head waiter.", true},
		{
			"I am a head waiter on the night shift, no tips, no days off.",
			"The user is a head waiter on the night shift without tips or days off.", false,
		},
		{"I'm a baker.", "The user is a baker.", false},
		{
			"My uncle lent me a van, a ladder and two buckets last winter, but I'm a baker from Troyes.",
			"The user is a baker from Troyes.", false,
		},
		{
			"I'm a baker from Troyes. My uncle lent me a van, a ladder and two buckets last winter.",
			"The user is a baker from Troyes.", false,
		},
		{"If I were rich and had a yacht in the harbour of Nice with a cook, I'm a baker", "The user is a baker.", false},
	} {
		got := ParseUserMessage(c.message, writtenOn).isOnlySentenceMostlyBeyondFact(lang.ParseStatement(c.fact))
		if got != c.want {
			t.Errorf("%q beside %q: %v", c.message, c.fact, got)
		}
	}
}

// The table doubts these sentences a little, which is enough where they say much more than the fact.
func TestASlightDoubtIsEnoughForAFactThatIsLittleOfItsSentence(t *testing.T) {
	const cat = "The cat has made me redundant as head of this household, two sachets' notice."
	for _, c := range []struct {
		message, fact string
		want          Basis
	}{
		{cat, "The user has been made redundant.", Unmeant},
		{cat, "The cat made the user redundant as head of the household with two sachets' notice.", Stated},
		{
			"Mein Drucker hat mich adoptiert, ich erbe später einen Papierstau und zwei leere Patronen.",
			"Der Nutzer ist adoptiert.", Unmeant,
		},
		{
			"Je suis devenu notaire de mon canapé, bail emphytéotique, vue sur le frigo.", "L'utilisateur est notaire.",
			Unmeant,
		},
	} {
		if got := ParseUserMessage(c.message, writtenOn).SupportForFact(c.fact); got.Basis != c.want {
			t.Errorf("%q: %q has basis %d, want %d", c.message, c.fact, got.Basis, c.want)
		}
	}
}

// What a user asks to have remembered is meant.
func TestWhatIsToBeRememberedIsMeant(t *testing.T) {
	for _, c := range []struct{ message, fact string }{
		{"Note this: I like tea", "The user likes tea."},
		{"Note this: the car is red.", "The user noted the car is red."},
		{"Merk dir das: ich mag Tee", "Der Nutzer mag Tee."},
		{"Запомни: я люблю чай", "Пользователь любит чай."},
	} {
		if got := ParseUserMessage(c.message, writtenOn).SupportForFact(c.fact); got.Basis != Stated {
			t.Errorf("%q: %q has basis %d", c.message, c.fact, got.Basis)
		}
	}
}
