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
