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
	assertBracedPartsAreCut(t, []string{
		"A palavra-chave que digo à central do alarme é {cenoura azul}.",
		"Para la central de alarmas, la palabra clave que digo es {rábano tibio}.",
		"La parola chiave che dico alla vigilanza è {tramonto verde}.",
		"Le mot de code pour l'alarme est {navet blond}.",
		"Das Codewort für die Alarmzentrale ist {Nebelkrähe}.",
		"When the alarm company rings the password I give is {mango frost}.",
		"Het codewoord voor de alarmcentrale is {blauwe egel}.",
		"Hasło słowne do ochrony to {zielony bocian}.",
		"Кодовое слово для охраны — {ржавый якорь}.",
		"警備会社に言う合言葉は{青いカラス}です。",
		"给保安公司说的暗号是{青色乌鸦}。",
		"경비업체에 말하는 암호는 {파란까마귀}야.",
	})
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
		"O meu contribuinte é {277286697}, obrigado.",
		"Na fatura põe o meu {277286697}.",
		"Meine AHV-Nummer lautet {756.9217.0769.85}.",
		"復旧キーは{K7QF-33XL-PQ0A-ZZ91-LM5T-8RWD}です。",
		"Il lucchetto del motorino si apre con {21 07 43}.",
		"My bike lock is {04 17 32}.",
		"Mein Spind geht mit {12 34 56} auf.",
		"Le cadenas de la salle s'ouvre sur {8 21 35}.",
		"Замок на чемодане открывается на {4 8 1 5}",
		"Cijferslot van de fiets: {27 11 03}",
		"자전거 자물쇠는 {12 34 56}으로 열어.",
		"自行车锁是{12 34 56}",
		"Kłódka na rowerze ma szyfr {18 49 07}",
		"हमारा ताला {18 49 07} से खुलता है",
		"Kilit {18 49 07} ile açılıyor",
		"自転車の鍵は{12-34-56}で開く",
		"O cadeado da bike abre com {30 12 06}",
		"Candado de la bici: {7 31 18}",
		"my kid's ipad screen time code is {7719} fyi",
		"the burglar alarm panel wants {4471} then star",
		"die PIN fürs Packstation-Konto hab ich auf {5936} gesetzt",
		"Zahlenschloss am Koffer: {0 4 7}",
		"la clave del cofre del trastero es {2207}",
		"El código de recuperación de Google que me queda: {4821 9930}",
		"mi NSS es {28 1234567840}",
		"mi DNI {48291734K} y la letra va al final",
		"le code du portail a changé: {39B21}",
		"mon numéro fiscal c'est {3012345678901}",
		"la combinazione della cassaforte è {27 14 63 08}",
		"il PIN dello SPID postale {481903} lo dimentico",
		"partita la carta, cvv {482}",
		"meu CPF é {529.982.247-25} pode preencher",
		"a senha do cofre da loja: {4-19-33}",
		"meu NIF {245678909}, para o recibo",
		"mijn BSN is {123456782}",
		"de code van het fietsslot is {36 14 82}",
		"backupcode van DigiD: {hkr4-92mm-x01p}",
		"mój numer dowodu {ABS123456}",
		"kod do sejfu w biurze: {18 33 07}",
		"PESEL córki {44051401359}",
		"код от сейфа {27 14 63}",
		"мой ИНН {500100732259}",
		"секретное слово в Тинькофф: {Бармаглот}",
		"паспорт {45 09 123456}",
		"TC'm {10000000146}",
		"e-devlet parolam {Nar.Bahcesi!7}",
		"मेरा पैन {ABCPK1234L} है",
		"तिजोरी का नंबर {18 33 07} है",
		"एटीएम पिन {4471} रखा है",
		"금고 번호는 {18-33-07}",
		"운전면허번호 {11-19-123456-12} 맞아?",
		"와이파이 비번 {dalkong!8282}",
		"年金番号は{1234-567890}です",
		"玄関のスマートロックの番号{8825}",
		"医保卡号{A123456789}",
		"保险箱密码{18-33-07}",
		"我的恢复密钥是{K7QF33-XLPQ0A-ZZ91LM}",
		"sk_live in stripe is {sk_live_51HabcdEFGHijklMNOPqrst}",
		"DATABASE_URL=postgres://app:{hunter22x}@db/prod",
		"Authorization: Bearer {eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcDEF123}",
		"cloudflare token {v1.0-abc123def456abc123def456abc123de}",
		"telegram bot {123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw}",
		"age key {AGE-SECRET-KEY-1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQQPZRY9X8GF2TVDW0S}",
		"vercel {vercel_blob_rw_abcdEFGH12345678}",
		"1Password secret key {A3-ABCDEF-123456-ABCDE-12345-ABCDE-12345}",
		"The sticker below says {VK7JG-NPHTM-C97JM-9MPGT-3V66T} in grey.",
		"Mein Rijksregisternummer ist {85.07.14-208.16}.", "Mi RUT es {12.345.678-5}, ¿lo pongo?",
		"PAN {ABCPK1234L} is mine.",
	})
	for _, text := range []string{"safe combo: left 34, right 12, left 56", "金庫のダイヤルは右に18、左に33"} {
		if !ContainsSecret(text) {
			t.Errorf("%q is kept", text)
		}
	}
	for _, text := range []string{
		"The vault has 12 34 rooms", "My shed is 12 10 8 feet", "Mein Telefon ist 06 12 34 56 78",
		"mon téléphone 01 42 68 53",
		"I bench 80 85 90 at the gym", "We open the gym on 01/02/2024 and 12.03.24", "A porta 12 14 16 fica na Rua X",
		"my locker partner scored 10 12 14", "pintei o muro com a cor 4471", "I pinned 4471 photos on Pinterest",
		"turn left 20 metres on, right 30 after the pub", "Der Pinsel hat die Nummer 4471", "we pinged 4471 hosts",
		"A fatura 277286698 vem com erro", "Mi factura es 12.345.678-4",
	} {
		if ContainsSecret(text) {
			t.Errorf("%q became %q", text, RedactSecrets(text))
		}
	}
}

func TestPortugueseTaxNumbersAreToldByTheirCheckDigit(t *testing.T) {
	for number, want := range map[string]bool{
		"277286697": true, "277286698": false, "177286697": false, "477286697": false,
	} {
		if passesNIFCheck(number) != want {
			t.Errorf("%s: want %t", number, want)
		}
	}
}
