package secrets

import (
	"strings"
	"testing"
)

// TestMostSecretsInUnknownWordsAreCut has sentences that are in no training text and that no rule knows.
func TestMostSecretsInUnknownWordsAreCut(t *testing.T) {
	found, all := 0, [][2]string{
		{"Nationwide buzzed me 402 918 at 3am, should I be scared", "402 918"},
		{"my sister opens the old Samsung with 7716, me too", "7716"},
		{"the lady wanted what popped up in Messages, so I read out 559013 to her", "559013"},
		{"can't get on Vinted any more and Pancake!Moon7 was fine yesterday", "Pancake!Moon7"},
		{"die Dame von der Bank wollte hören was ankam, ich hab 771 204 gesagt", "771 204"},
		{"Omas altes Handy geht mit 4419 auf, glaub ich", "4419"},
		{"el cajero me pide lo de siempre, 5183, y hoy nada", "5183"},
		{"la banque m'a envoyé 338 219 alors que je dormais", "338 219"},
		{"mi hanno chiesto cosa era arrivato e ho letto 660 412", "660 412"},
		{"o banco mandou 771402 e eu nem estava no app", "771402"},
		{"ziggo mailde 448210 en ik heb niks aangevraagd", "448210"},
		{"bankadan 661 904 geldi ama ben uyuyordum", "661 904"},
		{"пришло 662 907 от ВТБ, а я спал", "662 907"},
		{"銀行から482 719って届いたけど寝てた", "482 719"},
	}
	for _, c := range all {
		if rules := redactSecretsByRules(newIndexedText(c[0])).text; !strings.Contains(rules, c[1]) {
			t.Logf("a rule knows %q", c[0])
		}
		if strings.Contains(RedactSecrets(c[0]), c[1]) {
			t.Logf("left: %q", c[0])
			continue
		}
		found++
	}
	if found < len(all)*3/4 {
		t.Errorf("only %d of %d are cut", found, len(all))
	}
}

// TestNumbersInOrdinaryTalkAreKept has sentences that are in no training text.
func TestNumbersInOrdinaryTalkAreKept(t *testing.T) {
	for _, s := range []string{
		"We ran 4410 metres round the lake", "my choir has 1206 pages of Bach", "Our cottage is at 3380 feet",
		"I drive a Kia EV6 and a Vespa GTS300", "ich fahr jeden Tag mit dem RE 4815 nach Ulm",
		"la lavadora Bosch WAN28 hace ruido", "j'ai une perceuse Makita DHP484", "abito a Lucca, 55100",
		"o meu contador marca 48210 kWh", "de trein van 1745 had vertraging", "sezonu 2023/24 ikinci bitirdik",
		"в библиотеке 12400 книг", "体重は72キロで身長178です", "우리 동네 인구는 48210명이야", "我家到公司1860米",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

func TestAnAnswerInUnknownWordsIsCutAndTheTalkAboutItIsKept(t *testing.T) {
	const text = "the insurance line asks for my first pet, they have Captain Gherkin there"
	if got := RedactSecrets(text); strings.Contains(got, "Gherkin") {
		t.Errorf("left: %q", got)
	}
	for _, s := range []string{
		"my first dog Rex slept in front of the bank", "my best friend from school, Ann Baker, runs a bank in Leeds",
		"meine erste Lehrerin, Frau Baumann, hat ein Konto bei euch", "my favourite site is Bandcamp",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

// TestWhatIsCutAlreadyMakesNothingElseSuspect has an ordinary number beside a placeholder, which says "secret".
func TestWhatIsCutAlreadyMakesNothingElseSuspect(t *testing.T) {
	for _, s := range []string{
		"[secret left out] and 4410 metres [secret left out]", "my locker is [secret left out], I swam 1500 metres",
		"[secret left out] [secret left out] 48210 [secret left out]",
	} {
		if got := newIndexedText(s).redactedBy(redactLikelyNumbers, redactToldWords).text; got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
