package secrets

import (
	"strings"
	"testing"
)

func TestSecretsThatSentencesDescribeAreRedacted(t *testing.T) {
	for _, c := range [][2]string{ // text, what must be gone
		{"the three numbers on the back: 418", "418"},
		{"die drei Ziffern auf der Rückseite sind 902", "902"},
		{"hinten stehen drei Ziffern", ""},
		{"los tres números de atrás son 771", "771"},
		{"les 3 chiffres au dos c'est 350", "350"},
		{"le tre cifre sul retro sono 664", "664"},
		{"os três dígitos no verso são 209", "209"},
		{"de drie cijfers achterop zijn 118", "118"},
		{"три цифры на обороте 553", "553"},
		{"卡背面三位是 447", "447"},
		{"カード裏の3桁は 826", "826"},
		{"my cookie has PHPSESSID=q8w7e6r5t4y3u2i1o0pa", "q8w7e6"},
		{"mein Konto DE12 3456 7890 1234 5678 90", "3456"},
		{"compte FR12 3456 7890 1234 5678 9012 345", "3456"},
		{"konto PL12345678901234567890123456", "345678"},
		{"card\n4111\n1111\n1111\n1111", "1111"},
		{"Karte 41111111\n11111111", "11111111"},
		{"mitt personnummer er 820617-7704", "7704"},
		{"mit cpr er 120385-1234, CPR 120385-1234", "120385-1234, CPR 120385"},
		{
			"wallet words: velvet ember quartz walrus pepper violin orchid tunnel beaver candle riddle mantle",
			"ember",
		},
		{
			"las palabras de mi cartera son lince teja humo violín rama cacao ópalo nutria silla globo trigo ancla",
			"teja",
		},
		{"mi clave para la consola del trabajo es romero-Tarde-61", "romero"},
		{"they gave me backup codes, the second is 7f3a1-0c9de", "7f3a1"},
		{"meine Wiederherstellungscodes: k4p9w-x2m7q und noch neun", "k4p9w"},
		{"los códigos de respaldo empiezan por 88ab2-41fe0", "88ab2"},
		{"mes codes de secours, le premier c'est q1w2e-r3t4y", "q1w2e"},
		{"мои резервные коды: 5kd8a-m2x9z", "5kd8a"},
		{"备用码第一个是 4fa71-9be02", "4fa71"},
		{"백업 코드 하나는 aa31c-77b0d 이에요", "aa31c"},
		{"put MCH_KEY-20931-4477aa09b2c3d4e5f60718293a4b5c6d7e in the header", "4477aa"},
		{"der Schlüssel rWqTzUbNeKx2VdMpLcYsJgHf geht nicht", "rWqTz"},
		{"la mia password per entrare in banca è Pioggia-Lenta-40", "Pioggia"},
	} {
		got := RedactSecrets(c[0])
		if c[1] == "" {
			if got != c[0] {
				t.Errorf("%q becomes %q", c[0], got)
			}
		} else if strings.Contains(got, c[1]) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
}

func TestWhatSentencesDescribeLikeSecretsIsKept(t *testing.T) {
	for _, s := range []string{
		"I have three numbers to call back: 418 is the first", "My locker is at the back, number 418",
		"I live at SW1A 2AA and order 12345678 came", "my order is\n4111\n1111", "IT22 is the name of my course",
		"The wallet is brown", "My wallet was stolen near the station on Monday evening after work",
		"We sell seed potatoes, carrots, beans, peas, onions and leeks to farms in the valley",
		"We read STRIPE_API_KEY from a file at work", "DE 12 ist die Buslinie", "phone 0151 2345 6789",
		"mijn moestuin is 3,20 bij 2,65, meer niet", "I print my backup codes with a 3-colour printer, A4-size",
		"My backup codes are in the top-right drawer", "the branch myVeryLongBranchNameForTheRelease is mine",
		"Die dreistellige Hausnummer hinten im Hof ist meine",
		"I need eggs flour sugar butter vanilla almonds raisins cinnamon yeast lemons apples pears milk",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
