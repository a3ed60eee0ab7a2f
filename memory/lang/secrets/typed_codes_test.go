package secrets

import (
	"strings"
	"testing"
)

// typedSecrets are codes and passwords as people tell them; braces enclose the secret.
func typedSecrets() []string {
	return []string{
		"gate opens if you type {4471#}",
		"the code to get in is {2290}",
		"you just punch in {8842} and the garage opens",
		"our door code changed, its {51938} now",
		"new pass {Harbor#991}",
		"I keep using {Marmalade77} as my password everywhere",
		"my mother's maiden name for the bank is {Oakenshield}",
		"wifi: HomeNet / {pancakes4breakfast}",
		"WLAN pass -> {tulip-garden-1984}",
		"locker combo is {32-8-19}",
		"Das Passwort fürs Tablet lautet {Apfelkuchen12}",
		"meine TAN war {551920}",
		"Der Tresor geht mit {7714} auf",
		"WLAN heißt Fuchsbau, Schlüssel {fuchs-und-hase-88}",
		"Code für die Haustür ist jetzt {4490}",
		"pour entrer tape {12B45}",
		"je mets toujours {Doudou64} comme mot de passe",
		"para abrir el portal marca {7B34}",
		"per aprire il cancello digita {4456}",
		"metto sempre {Juventus10} come password",
		"senha do cartão {4482}",
		"uso {Palmeiras93} de senha em tudo",
		"pra abrir o portão digita {7391}",
		"de deur gaat open met {2287}",
		"玄関の番号は{7731}",
		"パスは{neko_daisuki1}",
		"код домофона {38К4521}",
		"пин от карты {7719}",
		"I always use {Marmalade77} everywhere",
		"the safe opens with {19-33-07}",
		"Geldautomat nimmt {4471} nicht, ich tippe es richtig",
		"al cajero tecleo {8812} y me rechaza la tarjeta",
		"digicode de l'immeuble {2045B} puis étoile",
		"the alarm turns off with {771204} and the star",
		"die Alarmanlage geht aus mit {660193} und Raute",
		"la alarma se apaga con {553201} y asterisco",
		"die Bank schickt mir {483920} als Bestätigung, soll ich das nennen?",
		"my bank sent {771930} by text, what is it for?",
		"мне пришла смс, код {559201}, кому его сказать?",
		"me ha llegado {662018} por sms del banco",
		"在短信里收到{882041},是什么验证码?",
		"my pan is {BQWPT4821K} by the way",
		"is {Rh!nozeros77Tee} strong enough for my mail?",
		"the router wants admin and then {walnutpier52}",
	}
}

func TestCodesAndPasswordsTypedInSentencesAreCut(t *testing.T) {
	for _, marked := range typedSecrets() {
		from, to := strings.Index(marked, "{"), strings.Index(marked, "}")
		secret := marked[from+1 : to]
		text := marked[:from] + secret + marked[to+1:]
		if got := RedactSecrets(text); strings.Contains(got, secret) {
			t.Errorf("%q leaves %q", text, got)
		}
	}
}

func TestNumbersNearLocksAndCodesThatAreNoSecretsStay(t *testing.T) {
	for _, text := range []string{
		"the key is to rest 3 minutes",
		"I got 12500 points by text message",
		"die Bank hat 125000 Kunden",
		"the bank sent 25000 euros to the charity",
		"the ATM is in hall 4, take line 2",
		"der Geldautomat gab mir 4 Scheine",
		"use react@18.2.0 with TypeScript5",
		"#Marathon2026Berlin was great",
		"the invoice INV-2026-0451 came by text",
		"bought 1609 shares",
		"he passed me at mile 22",
		"pin it to the top of the 2024 list",
		"I type with 80 wpm",
		"the combo meal is 12.99",
		"PLZ 80331 München",
		"Artikel 4006381333931 bestellt",
		"Die Tür ist 2010 breit und 900 hoch",
		"Mein Auto ist ein Golf7 TDI",
		"75011 Paris",
		"le portail est ouvert à partir de 18h30",
		"el portal mide 2100 por 900",
		"il cancello apre alle 18:30",
		"CEP 01310-100",
		"mijn postcode is 1017 AB",
		"邮编100080",
		"我的幸运数字是8888",
		"〒150-0001 渋谷区",
		"우편번호 06236",
		"индекс 190000",
		"use Python3 as default",
		"I always use Photoshop2020 for edits",
		"you just dial 911",
		"set the oven to 180C",
		"set it to 2200 rpm like last time",
		"ich nehm immer Nurofen400 bei Kopfweh",
		"call me at 555 0134",
		"The hall opened in 1887 with 1200 seats",
		"Our garage opens with 4500 visitors expected",
		"enter the building through gate B12",
		"press 3 for support, the door is on the left",
		"Das Tor fiel in Minute 90+3, Code ist Python3",
		"Der Code hat 4800 Zeilen und die Tür im Spiel geht nicht auf",
		"Haustür Maße 2100x1000, ich tippe auf Holz",
		"la puerta cuesta 1200 euros y el código postal es 28013",
		"la porte fait 2040 mm, code postal 31000",
		"il cancello costa 4500 e il codice sconto è SALE20",
		"de deur kost 1250 euro",
		"I use Office365 for everything",
		"my wifi router is a tplink-ax3000",
		"wifi drops on my iphone15pro when I enter the garage",
		"I changed it to 2024 season",
		"the pass is at 2328 m",
		"set it to C# mode",
		"大门按时在2024年打开",
		"玄関の番号札は店で買った",
		"дверь стоит 15000 рублей, код товара не нужен",
		"my tan 2024 shoes",
		"a porta mede 2100, o código do produto não sei",
		"Use ISO9001 as a reference",
		"I use Proto2000 as a layout name",
		"we met at gate 2210 and typed our names",
	} {
		if got := RedactSecrets(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
