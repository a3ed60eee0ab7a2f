package secrets

import (
	"strings"
	"testing"
)

// assertBracedPartsAreCut checks that what stands in braces is cut from each text.
func assertBracedPartsAreCut(t *testing.T, texts []string) {
	t.Helper()
	for _, text := range texts {
		before, rest, _ := strings.Cut(text, "{")
		secret, after, _ := strings.Cut(rest, "}")
		if got := RedactSecrets(before + secret + after); strings.Contains(got, secret) {
			t.Errorf("%q is left in %q", secret, got)
		}
	}
}

func TestWordsToldToAlarmCompaniesAreCut(t *testing.T) {
	assertBracedPartsAreCut(t, []string{})
	for _, text := range []string{
		"La palabra clave de mi tesis es resiliencia urbana.", "A palavra-chave do meu artigo é agroecologia.",
		"Le mot-clé de mon mémoire est urbanisme.",
	} {
		if ContainsSecret(text) {
			t.Errorf("%q became %q", text, RedactSecrets(text))
		}
	}
}

func TestLocksInSpacedPairsNationalNumbersAndKeysInGroupsAreCut(t *testing.T) {
	assertBracedPartsAreCut(t, []string{

		"Mein Rijksregisternummer ist {85.07.14-208.16}.", "Mi RUT es {12.345.678-5}, ¿lo pongo?", "PAN {ABCPK1234L} is mine.",
	})
	for _, text := range []string{
		"The vault has 12 34 rooms", "My shed is 12 10 8 feet", "Mein Telefon ist 06 12 34 56 78", "mon téléphone 01 42 68 53",
		"I bench 80 85 90 at the gym", "We open the gym on 01/02/2024 and 12.03.24", "A porta 12 14 16 fica na Rua X",
		"my locker partner scored 10 12 14", "pintei o muro com a cor 4471", "I pinned 4471 photos on Pinterest",
		"Der Pinsel hat die Nummer 4471", "we pinged 4471 hosts", "A fatura 277286698 vem com erro", "Mi factura es 12.345.678-4",
	} {
		if ContainsSecret(text) {
			t.Errorf("%q became %q", text, RedactSecrets(text))
		}
	}
}
