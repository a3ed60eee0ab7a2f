package claims

import (
	"strings"
	"testing"
	"time"
)

func TestSentencesEndWithoutAMarkWhereTheLastWordTells(t *testing.T) {
	assertBases(t, []basisCase{
		{"고양이 두마리 키워요ㅠㅠ 한마리가 자꾸 토해요 병원 가야 하나요", "사용자는 고양이 두마리를 키운다.", Stated},
		{"첫째가 초등학교 입학했어ㅠ 선물 뭐가 좋을까", "사용자의 첫째가 초등학교에 입학했다.", Stated},
		{"난 채식주의자예요 내일 뭐 먹을까요", "사용자는 채식주의자이다.", Stated},
		{"제가 어제 의사예요 라고 말했나요?", "사용자는 의사이다.", Asked},
		{"東京在住です二人目妊娠中で何食べたらいいですか", "ユーザーは東京在住である。", Stated},
		{"人在东京 读研二 想找兼职 有什么推荐吗", "用户在东京读研二。", Stated},
	})
}

func TestWordsOfEncouragementAreNoCondition(t *testing.T) {
	assertBases(t, []basisCase{
		{"我儿子下午要考科目二给他想句鼓励的话", "用户的儿子下午要考科目二。", Stated},
		{"我儿子考过的话，就给他买车", "用户的儿子考过了。", Supposed},
	})
}

func TestWhatIsToBeRememberedIsStatedAndMeant(t *testing.T) {
	for _, c := range []struct{ said, fact string }{
		{"Can you keep in mind that I'm left-handed? Now, best guitar for beginners", "The user is left-handed."},
		{"Kannst du dir merken, dass ich Linkshänder bin? Danke.", "Der Nutzer ist Linkshänder."},
		{"Retiens que je suis allergique aux arachides stp. Idée de goûter ?", "L'utilisateur est allergique aux arachides."},
		{"acordate que soy diabética tipo 2. qué postre puedo comer", "La usuaria es diabética tipo 2."},
		{"запомни что я не ем мясо. что приготовить", "Пользователь не ест мясо."},
	} {
		if got := ParseUserMessage(c.said, time.Time{}).SupportForFact(c.fact).Basis; got != Stated {
			t.Errorf("%q: basis %d, want stated", c.said, got)
		}
	}
	assertBases(t, []basisCase{
		{"Can you see that I'm left-handed?", "The user is left-handed.", Asked},
		{"Do you think that I'm left-handed?", "The user is left-handed.", Asked},
	})
}

func TestWhoeverSaysIAmTheOneTellsOfThemselves(t *testing.T) {
	assertBases(t, []basisCase{
		{"Yes, I'm the one who asked about the rabbits. We have three now!", "The user has three rabbits.", Stated},
		{"Tom is the one who keeps the rabbits.", "The user keeps rabbits.", OfOthers},
	})
}

func TestAFactMayTellTheSameEndInTheThirdPerson(t *testing.T) {
	assertBases(t, []basisCase{
		{"rzuciłem palenie 12 dni temu", "Użytkownik rzucił palenie 12 dni temu.", Stated},
		{"dükkanı geçen yıl devrettim", "Kullanıcı dükkanı geçen yıl devretti.", Stated},
		{"rzuciłem palenie 12 dni temu", "Użytkownik pali.", Unsaid},
	})
}

func TestADictatedMessageIsTheUsersUnlessItSaysI(t *testing.T) {
	for message, want := range map[string]string{
		"Write a note for the school: Martina broke her arm":        "Martina broke her arm",
		"Составь объявление: отдаём котят, мы на Уралмаше":          "отдаём котят, мы на Уралмаше",
		"Write a note for the school: I am a nurse":                 "",
		"Write a note from my boss: Martina broke her arm":          "",
		"Write a message as a character: Martina broke her arm":     "",
		"Write a message, proofread it: Martina broke her arm":      "",
		"Write a note, here is the text: Martina broke her arm":     "",
		"Write an ad: \"Martina broke her arm and sells her bike\"": "",
	} {
		own, _ := SplitOwnFromQuotedText(message)
		_, got, _ := strings.Cut(own, ":")
		if got = strings.TrimSpace(got); got != want {
			t.Errorf("%q: own %q, want %q", message, got, want)
		}
	}
}
