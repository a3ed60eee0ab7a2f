package secrets

import "testing"

func TestNumbersOfDrivingLicencesAreCutBesideTheirName(t *testing.T) {
	assertBracedPartsAreCut(t, []string{
		"the driving licence says {MORRI753116SM9IJ} and the form rejects it",
		"mein Führerschein {B072RRE2I55} ist abgelaufen",
		"mon permis porte {13AA00002X}", "ho la patente nuova, {U1B234567X}, e non la leggono",
		"rijbewijs {D12345678X} kwijt", "ehliyet numaram {A12345678B}", "लाइसेंस {MH12 20110012345} है",
		"o registro da habilitação é {04512398760}",
	})
	for _, text := range []string{
		"the driving licence test is on B2045 near Leeds", "my licence plate frame came from MEGASTORE",
		"I flew on BA2490 with my old licence", "La patente di guida costa 980 euro",
	} {
		if got := RedactSecrets(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	if got := redactLicenceNumbers("the pump is a GRX20458817T"); got != "the pump is a GRX20458817T" {
		t.Errorf("without its name: %q", got)
	}
}

func TestANationalNumberNamedInTheSentenceBeforeIsCut(t *testing.T) {
	for text, want := range map[string]string{
		"They want my passport. It is 482039175.":          "They want my passport. It is [secret left out].",
		"I rang about my passport order. It is 482039176.": "I rang about my passport order. It is 482039176.",
		"They want my passport.\nThe meter has 482039176.": "They want my passport.\nThe meter has 482039176.",
	} {
		if got := redactNationalIDNumbers(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestAustralianTaxFileNumbersAreToldByTheirCheckDigit(t *testing.T) {
	for number, want := range map[string]bool{"968104757": true, "968104758": false, "123456782": true} {
		if passesTFNCheck(number) != want {
			t.Errorf("%s: want %t", number, want)
		}
	}
	const text = "the super lot keep asking and I told them 968 104 757 again"
	if got := redactNationalIDNumbers(text); got != "the super lot keep asking and I told them [secret left out] again" {
		t.Errorf("%q becomes %q", text, got)
	}
	if other := "the band keep asking and I told them 968 104 757 again"; redactNationalIDNumbers(other) != other {
		t.Errorf("without who asks: %q", redactNationalIDNumbers(other))
	}
}
