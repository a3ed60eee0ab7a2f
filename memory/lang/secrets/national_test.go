package secrets

import (
	"strings"
	"testing"
)

// nationalNumbers has made-up numbers with valid check digits, where there are any, before and behind
// their names and without them.
func nationalNumbers() [][2]string { // text, what must be gone
	return [][2]string{
		{"My SSN is 527819346", "527819346"},
		{"527819346 is my SSN", "527819346"},
		{"527819346 is the social security number I was given", "527819346"},
		{"527 81 9346 is my social", "9346"},
		{"I gave the clerk 527481931, that is my SIN", "527481931"},
		{"My social insurance card says 527481931", "527481931"},
		{"Canada knows me as 527-481-931", "527-481-931"},
		{"My NINO, JG103759A, is on the letter", "JG103759A"},
		{"Medicare has me as 4193857271", "4193857271"},
		{"I am 4193 85727 1 at the clinic", "85727"},
		{"735192846051 is my Aadhaar", "735192846051"},
		{"The bank has linked 7351 9284 6051", "9284"},
		{"In Poland I am 78051426317", "78051426317"},
		{"78051426317 is my PESEL", "78051426317"},
		{"37159482616 is who I am in Ankara", "37159482616"},
		{"62038471500 steht auf jedem Bescheid", "62038471500"},
		{"Mon numéro de sécu, je crois, commence ainsi : 2550814168", "2550814168"},
		{"527819346 es mi pasaporte", "527819346"},
		{"В налоговой я 644901371105", "644901371105"},
		{"7351928460 — мой ИНН", "7351928460"},
		{"저는 8507142081632 입니다", "8507142081632"},
		{"735192846051 मेरा आधार है", "735192846051"},
		{"My NHS card shows 4857773456", "4857773456"},
		{"Windows asks for 110011-220022-330033-440044-550055-660066-770077-880088 at each start", "440044"},
		{"Windows asks for 110011 220022 330033 440044 550055 660066 770077 880088 at each start", "880088"},
		{"TC kimlik kartımda 37159482616 yazıyor", "37159482616"},
	}
}

func TestNationalNumbersAreRedactedWithAndWithoutTheirName(t *testing.T) {
	for _, c := range nationalNumbers() {
		if got := RedactSecrets(c[0]); strings.Contains(got, c[1]) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
}

func TestOtherLongNumbersAreKept(t *testing.T) {
	for _, s := range []string{
		"My phone is 07700900123", "We drew 110011-220022-330033 as lots",
		"Call me on 0171 2839104", "My order is 735192846051", "Parcel 735192846051 is late",
		"The ISBN is 9783161484100", "ISBN 978-0-306-40615-7 is a good book",
		"The ISSN is 2049-3630", "Bestellung 78051426317",
		"Ich wohne in 04109 Leipzig", "J'habite à 44000 Nantes", "Mieszkam w Gdańsku, 80-831", "मुंबई 400001", "我住在100080北京",
		"우편번호 06236", "〒100-0001 東京", "SW1A 1AA is my postcode", "My ZIP is 90210-1234", "The CEP is 01310-100",
		"My flight is BA2490", "I was born on 14.05.1978 and have a passport", "My passport expired on 2019-05-14",
		"The NHS treats 1200000 people", "Мой телефон 89161234567", "My phone is 212 555 0123", "The build is 202611221530",
		"내 전화는 01023456789", "Mi móvil es 612345678", "Meine Kundennummer ist 527481931", "The town has 1234567 people",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

func TestIdentityCardsOfHongKongAreCut(t *testing.T) {
	for _, text := range []string{"HKID嗰格我填R418705(8)，得唔得", "my HKID is AB987654 (A)"} {
		if got := RedactSecrets(text); got == text {
			t.Errorf("%q stays", text)
		}
	}
}
