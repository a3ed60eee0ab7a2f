package secrets

import (
	"strings"
	"testing"
)

func TestAnswersToAnAccountsQuestionAboutTheUserAreCut(t *testing.T) {
	for _, text := range []string{
		"My bank's recovery form wants the maiden name: {Brzozowska}, remember it",
		"for the password reset my first pet was {Sir Pounce}",
		"I set my elementary school as {Fernhollow} for the account",
		"Beim Zurücksetzen vom Passwort ist der Mädchenname {Quittenbaum}",
		"en la cuenta la primera mascota es {Pirulo}",
		"pour le compte, le nom de jeune fille est {Vauquelin}",
		"per la sicurezza il cognome da nubile è {Torregrossa}",
		"na conta o nome de solteira é {Figueiral}",
		"для аккаунта девичья фамилия {Затонская}",
		"wachtwoord kwijt? eerste huisdier: {Moppie}",
		"do hasła nazwisko panieńskie to {Gronowska}",
		"şifre için ilk evcil hayvanım {Zıpzıp}",
		"비밀번호 찾기 답으로 초등학교를 {달빛분교} 로 했어요",
		"For 'name of primary school' on my account the answer is {Velvet Harbour}, not the real one",
		"Bankanın gizli sorusunda anne kızlık soyadına {Ceviziçioğulları} yazmıştım",
		"账户密保的第一只宠物是{煤球儿}",
		"パスワードの質問、最初のペットは{モチ丸}",
	} {
		before, rest, _ := strings.Cut(text, "{")
		secret, after, _ := strings.Cut(rest, "}")
		if got := RedactSecrets(before + secret + after); strings.Contains(got, secret) {
			t.Errorf("%q is left in %q", secret, got)
		}
	}
	for _, text := range []string{
		"My mother's maiden name is Brzozowska.", "My first pet was Sir Pounce, a tabby.",
		"I teach at the primary school in Derby.",
		"I work at a bank and my first car was a Fiat.", "Meine Grundschule war in Jena.", "나는 서울초등학교를 나왔어요.",
		"我小学在泉州上的。", "Моя девичья фамилия Затонская.", "I forgot my password. Also the primary school is closed on Monday.",
	} {
		if ContainsSecret(text) {
			t.Errorf("%q became %q", text, RedactSecrets(text))
		}
	}
}
