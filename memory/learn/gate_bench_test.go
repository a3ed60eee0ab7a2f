package learn

import (
	"strings"
	"testing"

	"memoir/memory/lang/secrets"
)

// BenchmarkGatesOfAnExchange cuts the secrets out of an exchange of 2,000 words and puts five facts
// through the gates. Together with grounding it must stay below 5 ms.
func BenchmarkGatesOfAnExchange(b *testing.B) {
	message := strings.Repeat(strings.Repeat("I went to the market in Łódź with Ann on Tuesday and bought 3 pounds of "+
		"apples for 4.50, then we walked home. ", 11)+"My account there is old, and the door code is a secret to me. ", 4)
	answer := strings.Repeat("Here is what you can do with apples: bake a cake, make juice, or dry them in the oven. ", 60)
	facts := []string{
		"The user bought three pounds of apples on Tuesday and lives near the market.",
		"Der Nutzer wohnt seit zwei Jahren mit seiner Schwester in Graz und arbeitet als Koch.",
		"L'utilisateur préfère les réponses courtes et n'aime pas les pommes trop mûres.",
		"用户每周二都去市场买苹果，而且从来不坐地铁。",
		"Пользователь хочет выучить скрипку и переезжает в Пермь в сентябре.",
	}
	secrets.RedactSecrets(message) // compiles the expressions
	b.ReportAllocs()
	for b.Loop() {
		secrets.RedactSecrets(message)
		secrets.RedactSecrets(answer)
		for _, f := range facts {
			c := candidate{fact: f}
			dropCandidateOrFieldsWithSecrets(&c)
			markSuspectCandidateForInbox(&c, "sensitive")
			if c.dropReason != "" || c.inboxReason != "" {
				b.Fatalf("%q waits: %s%s", f, c.inboxReason, c.dropReason)
			}
		}
	}
}
