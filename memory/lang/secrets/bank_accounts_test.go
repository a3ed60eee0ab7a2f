package secrets

import (
	"strings"
	"testing"
)

// Numbers of bank accounts stand between « and ».
func TestBankAccountsAreCutBehindTheirNames(t *testing.T) {
	for _, text := range []string{
		"can you format this for my landlord: BSB «062-000» acc «12345678»",
		"routing «021000021» acct «1234567890», is that enough?",
		"my account at Barclays: «12345678», they still refuse it",
		"Kontonummer «1234567», wer ist das?",
		"Konto bei der Sparkasse «12345678»",
		"mon compte à la poste «1234567X020»",
		"rib «20041 01005 0500013M026 06»",
		"CLABE «002010077777777771» para la transferencia",
		"CBU «2850590940090418135201»",
		"cuenta Banorte «0123456789»",
		"CCC «2100 0418 45 0200051332»",
		"Conta corrente «12345-6», agência 0123",
		"conta do Itaú ag 0123 cc «45678-9»",
		"bonifico sul conto «000001234567» di mia sorella",
		"rekening «123456789» bij ING",
		"przelew na konto «12 1140 2004 0000 3002 0135 5387»",
		"р/с «40817810099910004312» в Сбере",
		"Ziraat hesap no «12345678»",
		"HDFC account «50100123456789»",
		"खाता संख्या «50100123456789»",
		"支付宝转到工行«6222021234567890123»不到账",
		"新しい口座は三菱UFJ銀行 国分寺支店 普通«3805926»、名義はサカモト",
		"ゆうちょ 記号12345 番号«12345671»",
		"みずほ銀行の当座 «0012345» に振り込み",
		"계좌는 국민은행 «123456-78-901234» 예요",
	} {
		var numbers []string
		for rest := text; ; {
			_, behind, ok := strings.Cut(rest, "«")
			if !ok {
				break
			}
			var number string
			number, rest, _ = strings.Cut(behind, "»")
			numbers = append(numbers, number)
		}
		redacted := RedactSecrets(strings.NewReplacer("«", "", "»", "").Replace(text))
		for _, number := range numbers {
			if strings.Contains(redacted, number) {
				t.Errorf("%s: became %q", text, redacted)
			}
		}
		if len(numbers) == 0 || !strings.Contains(redacted, secretPlaceholder) {
			t.Errorf("%s: %d numbers, became %q", text, len(numbers), redacted)
		}
	}
}

func TestNumbersBesideAccountsStay(t *testing.T) {
	for _, text := range []string{
		"Ma ville compte 320 000 habitants.",
		"Mi ciudad cuenta con 350 000 habitantes.",
		"A cidade conta com 250000 habitantes.",
		"My YouTube account has 250000 subscribers.",
		"My motorbike is 650 cc and has 120000 km.",
		"I've had a Steam account since 2009-05-12.",
		"I broke a rib on 2023-04-17.",
		"Ik heb mijn rekening op 12-05-2020 geopend.",
		"국민은행에 2024-05-12에 입사했다",
		"my account has 150000 followers",
		"Mein Konto hat 1234567 Euro Umsatz gemacht",
		"ma chaîne compte 200000 abonnés",
		"conta com 123456 seguidores",
		"the bank sent 25000 euros to the charity",
		"cuenta conmigo en 2026",
		"on account of the weather we met in 2019",
		"普通2024年に買った車です",
		"我在银行工作了12年",
		"은행에서 10년 일했어요",
		"счет 3:2 в пользу хозяев",
	} {
		if got := RedactSecrets(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
