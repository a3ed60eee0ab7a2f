package claims

import (
	"strings"
	"testing"
	"time"

	"memoir/memory/lang"
)

// basisCase is a message, a fact made of it, and what the fact rests on by the rules.
type basisCase struct {
	said, fact string
	want       Basis
}

func assertBases(t *testing.T, cases []basisCase) {
	t.Helper()
	for _, c := range cases {
		if got := ParseUserMessage(c.said, time.Time{}).SupportForFactByRules(c.fact).Basis; got != c.want {
			t.Errorf("%q, %q: basis %d, want %d", c.said, c.fact, got, c.want)
		}
	}
}

func TestLaughterAloneIsNoJoke(t *testing.T) {
	assertBases(t, []basisCase{
		{"자취 3년차인데 아직도 밥을 못함ㅋㅋ 메뉴 짜줘", "사용자는 자취 3년차이다.", Stated},
		{"나 오늘 또 버스 놓침ㅋㅋ", "사용자는 오늘 또 버스를 놓쳤다.", Stated},
		{"jajaja se me quemó el arroz otra vez", "Al usuario se le quemó el arroz otra vez.", Stated},
		{"haha I burnt the rice again", "The user burnt the rice again.", Stated},
		{"हा हा मैंने आज फिर चावल जला दिए", "उपयोगकर्ता ने आज फिर चावल जला दिए।", Stated},
		{"haha klar, ich bin der Kaiser von China", "Der Nutzer ist der Kaiser von China.", Joked},
		{"네네 저 사실 재벌 3세예요 ㅋㅋㅋ", "사용자는 재벌 3세이다.", Joked},
	})
}

func TestWhatFollowsAQuestionWithoutAMarkIsStated(t *testing.T) {
	assertBases(t, []basisCase{
		{
			"wat is een goede opening, ik ben nu nog kok, 29, en werk in Gent",
			"De gebruiker is kok, 29, en werkt in Gent.", Stated,
		},
		{"what should i cook tonight, i'm a vegan", "The user is a vegan.", Stated},
		{"was koche ich heute, ich bin Veganer", "Der Nutzer ist Veganer.", Stated},
		{"comment je fais pour le loyer, je suis étudiante à Lille", "L'utilisatrice est étudiante à Lille.", Stated},
		{"what should i cook tonight, am i a vegan", "The user is a vegan.", Asked},
	})
}

func TestFactsOfThePastRestOnClausesOfThePast(t *testing.T) {
	assertBases(t, []basisCase{
		{"小时候在漠河住过两年，零下四十度。", "用户小时候在漠河住过两年。", Stated},
		{"school time me main kho kho khelti thi", "User school time me kho kho khelti thi.", Stated},
		{"मैं बचपन में पतंग उड़ाती थी", "उपयोगकर्ता बचपन में पतंग उड़ाती थीं।", Stated},
		{"小时候在漠河住过两年，零下四十度。", "用户住在漠河。", Over},
	})
}

func TestSmellsAndNoisesThatComeUpInKoreanAreNoQuestions(t *testing.T) {
	assertBases(t, []basisCase{
		{"에어컨을 켜면 차에서 쉰내나요.", "사용자의 차에서 에어컨을 켜면 쉰내가 난다.", Stated},
		{"어제부터 아이가 열이 나요.", "사용자의 아이가 어제부터 열이 난다.", Stated},
		{"왜 차에서 소리가 나요", "사용자의 차에서 소리가 난다.", Asked},
	})
}

func TestOnlyTheQuotationOfATranslationIsForeign(t *testing.T) {
	for _, c := range []struct{ message, own string }{
		{`translate "I am allergic to nuts" into Thai, we land on the 9th`, "we land on the 9th"},
		{`Traduz pra inglês: "Estarei em campo até novembro". Sou bióloga.`, "Sou bióloga."},
		{"把这句翻成日语：“我对虾过敏，请不要放虾。”下个月去福冈", "下个月去福冈"},
		{`इसका अंग्रेज़ी अनुवाद कर दो: "बेटी को चश्मा लगा है।" टीचर को भेजना है`, "टीचर को भेजना है"},
		{`Almancaya çevir: "Eşim hamile." Hannover'e gidiyoruz`, "Hannover'e gidiyoruz"},
		{
			`Translate this for my daughter: "Ich bin da." She lives in Leeds.`,
			"Translate this for my daughter: She lives in Leeds.",
		},
		{"translate I live in Porto, not in Lisbon, into German", ""},
	} {
		own, foreign := SplitOwnFromQuotedText(c.message)
		if got := strings.Join(strings.Fields(own), " "); got != c.own {
			t.Errorf("%q: own %q, want %q (foreign %q)", c.message, got, c.own, foreign)
		}
	}
}

func TestAWordThatNamesATextInAnotherLanguageAnnouncesNone(t *testing.T) {
	assertBases(t, []basisCase{
		{"Packing list so far:\n- insulin\n- hiking poles", "The user packs insulin and hiking poles.", Stated},
		{
			"pourquoi mon levain sent le vernis ? il a trois semaines, il s'appelle Gérard",
			"Le levain de l'utilisateur s'appelle Gérard.", Stated,
		},
		{"The pub: I tend the bar there on Fridays.", "The user tends the bar on Fridays.", Stated},
		{"Lies den Brief: Ich wohne in Graz.", "Der Nutzer wohnt in Graz.", Quoted},
	})
}

func TestFoodForPetsIsNoSubject(t *testing.T) {
	assertBases(t, []basisCase{
		{"狗粮，周六去莫干山露营", "用户周六去莫干山露营。", Stated},
		{"狗周六去莫干山露营", "用户周六去莫干山露营。", OfOthers},
	})
}

func TestTheConditionOfAQuestionIsNoContextOfAFact(t *testing.T) {
	u := ParseUserMessage("сколько варить нут если забыл замочить? гости в семь, а я обещал хумус", time.Time{})
	if got, want := u.ContextOfFact("Пользователь обещал хумус."), "гости в семь, а я обещал хумус"; got != want {
		t.Errorf("context %q, want %q", got, want)
	}
}

func TestAnEmoticonEndsASentence(t *testing.T) {
	const working = "치과에서 일하는 중. 오늘 너무 힘들다 ㅠ 3월에 부산으로 이사하는데 뭐부터 챙기지"
	assertBases(t, []basisCase{
		{
			"il nostro coro si è sciolto perché la direttrice si è trasferita 😢 io cantavo da contralto. cerco un altro coro",
			"Il coro dell'utente si è sciolto perché la direttrice si è trasferita.", Stated,
		},
		{working, "사용자는 치과에서 일하는 중이다.", Stated},
		{working, "사용자는 3월에 부산으로 이사한다.", Stated},
	})
	if got := splitIntoClauses("latein heute 🤔? keine ahnung 😂😂", lang.German); len(got) != 2 || got[0].end != '?' {
		t.Errorf("clauses %+v", got)
	}
}

func TestAVerbOfWeIsAboutTheUserBehindAnotherSubject(t *testing.T) {
	assertBases(t, []basisCase{
		{
			"mi hermano es vegano y en casa siempre comemos lentejas, ¿qué más puedo preparar?",
			"El usuario siempre come lentejas en casa.", Stated,
		},
		{"mi hermano es vegano y cría gallinas en los tramos de la finca", "El usuario cría gallinas en la finca.", OfOthers},
	})
}

func TestWhatStandsBeforeAJapaneseWishIsStated(t *testing.T) {
	const singing = "合唱部でアルトやってて大学でも続けたいんですけど、どう思いますか"
	assertBases(t, []basisCase{
		{"犬が三匹いて一匹が老犬だから静かな部屋希望", "ユーザーには犬が三匹いて、一匹が老犬だ。", Stated},
		{singing, "ユーザーは合唱部でアルトをやっている。", Stated},
		{singing, "ユーザーは大学で合唱を続けている。", Supposed},
	})
}
