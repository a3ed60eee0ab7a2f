package secrets

import (
	"strings"
	"testing"
)

func TestNumbersBesideTheWordForACodeAreRedacted(t *testing.T) {
	for _, c := range [][2]string{ // text, what must be gone
		{"the tax office just sent 604183 as a login code", "604183"},
		{"mailbox wants a pin and mine's 4471", "4471"},
		{"Schlüsselkasten rechts, Code 6624", "6624"},
		{"le code de la cave c'est 7715", "7715"},
		{"el portal abre con *4410", "4410"},
		{"chegou o código 512-908 no zap", "512-908"},
		{"пришла смс код 5931", "5931"},
		{"बैंक का ओटीपी 771204 आया", "771204"},
		{"kasaya 338174 kodunu girdim", "338174"},
		{"验证码是 620915", "620915"},
		{"인증번호 483920 왔어", "483920"},
		{"my laptop unlocks with violet-otter-seven", "violet-otter"},
	} {
		if got := RedactSecrets(c[0]); strings.Contains(got, c[1]) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
}

func TestOtherNumbersBesideSuchWordsAreKept(t *testing.T) {
	for _, s := range []string{
		"my post code is 28195 and I like it", "error code 5031 again", "the discount code was 4000", "area code 0161",
		"I wrote 4200 lines of code", "Mein Code hat 3000 Zeilen", "flight code 1707",
		"since 2019 I write code", "código postal 28013", "почтовый код 190000", "邮政编码 200040", "우편 코드 04524",
		"Asian Paints ka shade code 8475 hai", "mio nipote ha 42083 figurine",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
