package secrets

import (
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
	for text, secret := range map[string]string{
		"怕纸弄丢，钱包那12个词先放你这儿：wrist once much close tube segment love silk sun movie hover absorb 以后问你要": "wrist once",
		"지갑 복구 단어 한글로 된 거 그룹 업무 중부 시작 회전 일대 귀국 한낮 전기 규정 구경 열쇠 이 순서 맞아?":                               "업무 중부",
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
		"frazę do keepassa mam taką: żuraw kaptur beton śliwka . Cztery słowa":         "Cztery",
	} {
		got := RedactSecrets(text)
		if !strings.Contains(got, secretPlaceholder) || !strings.Contains(got, want) ||
			strings.Contains(got, "ciruela") || strings.Contains(got, "plum") || strings.Contains(got, "beton") {
			t.Errorf("%q became %q", text, got)
		}
	}
	for _, text := range []string{
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
