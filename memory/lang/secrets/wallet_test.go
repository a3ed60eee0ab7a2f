package secrets

import (
	"slices"
	"strings"
	"testing"
)

func TestWalletPhrasesAreCutAndListsOfOrdinaryWordsStay(t *testing.T) {
	phrase := "orchard velvet nasty humble window fetch rival puzzle olive sting market drift"
	words := strings.Fields(phrase)
	numbered := ""
	for i, w := range words {
		numbered += strings.Repeat("1", i%2+1) + ". " + strings.ToUpper(w[:1]) + w[1:] + "\n"
	}
	for _, secret := range []string{phrase, "mine is " + phrase + " and no other", numbered, strings.Join(words, ", ")} {
		if got := RedactSecrets(secret); strings.Contains(strings.ToLower(got), "velvet") {
			t.Errorf("%q keeps the phrase: %q", secret, got)
		}
	}
	for _, plain := range []string{
		strings.Repeat("word ", 3000),
		"buy milk eggs bread butter flour sugar rice beans apples bananas onions carrots garlic",
		strings.Join(words[:11], " "),
	} {
		if got := RedactSecrets(plain); got != plain {
			t.Errorf("%q becomes %q", plain, got)
		}
	}
}

func TestPhrasesOfOtherWordListsAreCutWhereAWalletIsNamed(t *testing.T) {
	for secret, text := range map[string]string{
		"wrist once": "钱包那12个词先放你这儿：wrist once much close tube segment love silk sun movie hover absorb 以后问你要",
		"once": "我的助记：1、wrist 2、once 3、much 4、close 5、tube 6、segment 7、love 8、silk 9、sun 10、movie 11、hover " +
			"12、absorb以后问你要",
		"업무 중부": "지갑 복구 단어 한글로 된 거 그룹 업무 중부 시작 회전 일대 귀국 한낮 전기 규정 구경 열쇠 이 순서 맞아?",
	} {
		if got := RedactSecrets(text); strings.Contains(got, secret) {
			t.Errorf("%q keeps the phrase: %q", text, got)
		}
	}
}

func TestPassphrasesOfPlainWordsAreCutBehindTheirNames(t *testing.T) {
	for text, want := range map[string]string{
		"my keepass phrase is crane hood concrete plum ocarina, is five words enough?": "is five words enough?",
		"diceware for bitwarden: crane hood concrete plum ocarina":                     "diceware for bitwarden",
		"Mein Hauptpasswort ist: kran haube beton pflaume":                             "Mein Hauptpasswort",
		"mi frase maestra: grúa capucha hormigón ciruela ocarina":                      "mi frase maestra",
		"la mia frase segreta è gatto cane tavolo pioggia e basta":                     "la mia frase",
		"frazę do keepassa mam taką: żuraw kaptur beton śliwka . Cztery słowa":         "Cztery",
	} {
		got := RedactSecrets(text)
		keepsWord := slices.ContainsFunc([]string{"ciruela", "plum", "beton", "tavolo"}, func(word string) bool {
			return strings.Contains(got, word)
		})
		if !strings.Contains(got, secretPlaceholder) || !strings.Contains(got, want) || keepsWord {
			t.Errorf("%q became %q", text, got)
		}
	}
	for _, text := range []string{
		"어제 저녁에 홍대에서 친구랑 밥을 먹다가 지갑을 식당에 두고 와서 다시 찾으러 갔다",
		"Bitwarden is amazing to share family logins quickly.",
		"I use diceware to create stronger login phrases.",
		"my passphrase is too long for me and I keep forgetting it",
		"bitwarden: how do I import logins from chrome",
		"the luks setup is slow compared to plain disks",
		"keepass frage: welches plugin kann totp",
		"The phrase is used in many old songs",
	} {
		if got := RedactSecrets(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
