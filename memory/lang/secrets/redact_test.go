package secrets

import (
	"strings"
	"testing"
)

// secretExamples has one text for each published format and each label, with the part that must be
// removed.
func secretExamples() [][2]string {
	hex := strings.Repeat("0a", 20)
	out := [][2]string{
		{"-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----", "MHcCAQEE"},
		{"-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBF", "lQOYBF"},
		{"sk-abcdefghijklmnop1234", ""},
		{"sk-or-v1-abcdefghijklmnop", ""},
		{"rk_live_abcdefghij1234567890", ""},
		{"pk_test_abcdefghij1234567890", ""},
		{"ghs_abcdefghij1234567890abcd", ""},
		{"github_pat_11ABCDEFG0abcdefghijklmnop", ""},
		{"glpat-abcdefghij1234567890", ""},
		{"ASIAIOSFODNN7EXAMPLE", ""},
		{"AIzaSyA1234567890abcdefghijklmnopqrstuv", ""},
		{"ya29.a0AfH6SMBx1234567890abcdef", ""},
		{"xoxp-1234567890-abcdefghij", ""},
		{"hf_abcdefghijklmnopqrstuvwx", ""},
		{"npm_abcdefghijklmnopqrstuvwxyz0123456789", ""},
		{"pypi-AgEIcHlwaS5vcmcCJDEyMzQ1Njc4", ""},
		{"gsk_abcdefghijklmnopqrstuvwx", ""},
		{"SG.abcdefghijklmnop1234.abcdefghijklmnop1234567890", ""},
		{"dop_v1_" + hex, ""},
		{"123456789:AAabcdefghijklmnopqrstuvwxyz0123456", "AAabcdefghijklmnopqrstuvwxyz0123456"},
		{"AC0123456789abcdef0123456789abcdef", ""},
		{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456", ""},
		{"postgres://ann:hunter22@db.example/x", "hunter22"},
		{"DE89 3704 0044 0532 0130 00", ""},
		{"123-45-6789", ""},
		{strings.TrimSuffix(strings.Repeat("0a:", 20), ":"), ""},
		{"5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", ""},
		{"4111 1111 1111 1111", ""},
		{"3782-822463-10005", ""},
	}
	for _, word := range strings.Split("My password is |passphrase: |The passcode was |pin |PIN code is |pin number is |"+
		"cvv |CVC: |secret=|The secret key is |api_key=|The API key is |access token: |auth token |Bearer |private key is |"+
		"seed phrase: |recovery code: |SSN |social security number is |security code |one-time code |OTP |Passwort lautet |"+
		"Kennwort: |mot de passe est |senha é |contraseña es |пароль: |пароль это |密码是|密碼:|비밀번호는 |पासवर्ड है |"+
		"My password for the bank is |My password to login is “", "|") {
		out = append(out, [2]string{word + "hunter22", "hunter22"})
	}
	return append(out, [2]string{"my password is tr@bant", "tr@bant"})
}

func TestEverySecretPatternIsRedacted(t *testing.T) {
	for _, s := range secretExamples() {
		text, gone := "I use "+s[0]+" at home", s[1]
		if gone == "" {
			gone = s[0]
		}
		if got := RedactSecrets(text); strings.Contains(got, gone) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", text, got)
		}
		if !ContainsSecret(text) {
			t.Errorf("%q passes as harmless", text)
		}
	}
}

func TestTextThatOnlyResemblesASecretIsKept(t *testing.T) {
	for _, s := range []string{
		"My order number is 4111 1111 1111 1112", "My phone is 0049 170 1234567", "I use a password manager called KeePass",
		"My pin board is in room 12", "The secret recipe is plum cake", "I read the sk-learn manual", "My flat has 64 m2",
		"The password is long", "Room AC12 is cold", "0000 0000 0000 0000",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

func TestSecretsInOrdinarySentencesAreRedacted(t *testing.T) {
	for _, c := range [][2]string{ // text, what must be gone
		{"My password is swordfish, my bank is Fidor", "swordfish"},
		{"My passphrase is correct horse battery staple", "horse battery"},
		{"pw: the password was Blaubeere.", "Blaubeere"},
		{"passwd=hunter", "hunter"},
		{"[02:14:51] auth try user=admin pass=etPt7sRbah", "etPt7sRbah"},
		{"curl 'https://host/login?pass=Abc1234&x=1'", "Abc1234"},
		{"run --pass=kiwi4bread now", "kiwi4bread"},
		{"swordfish is my password", "swordfish"},
		{"My PIN is four two seven one", "four two"},
		{"The alarm code is 7 7 3 1", "7 7 3 1"},
		{"My login is bob / hunter2", "hunter2"},
		{"Mein Kennwort ist Apfelkuchen", "Apfelkuchen"},
		{"La mia parola d'ordine è girasole", "girasole"},
		{"Mijn wachtwoord is zonnebloem", "zonnebloem"},
		{"Moje hasło to slonecznik", "slonecznik"},
		{"Şifrem: aycicegi", "aycicegi"},
		{"パスワードはひまわり", "ひまわり"},
		{"كلمة المرور هي زهرة", "زهرة"},
		{"Mon mot de passe est tournesol", "tournesol"},
		{"Мой пароль: подсолнух", "подсолнух"},
		{"我的密码是向日葵", "向日葵"},
		{"My AWS secret key is wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI"},
		{"AccountKey=abcdEFGH1234abcdEFGH1234abcd==", "abcdEFGH1234"},
		{"the card is 4111.1111.1111.1111", "4111.1111"},
		{"card 4111\u00a01111\u00a01111\u00a01111", "1111"},
		{"card 4111  1111  1111  1111", "1111"},
		{"card ٤١١١١١١١١١١١١١١١", "٤١١١"},
		{"My IBAN is de89370400440532013000", "de8937"},
		{"IBAN DE89-3704-0044-0532-0130-00", "3704"},
		{"My account number is 12345678 and my sort code is 11-22-33", "12345678"},
		{"My social security number is 123456789", "123456789"},
		{"My passport number is C01X00T47", "C01X00T47"},
		{"CPF 529.982.247-25", "529.982"},
		{"my national insurance is AB123456C", "AB123456C"},
		{"Cookie: session=abc", "session=abc"},
		{"Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpw"},
		{"lin_api_" + strings.Repeat("aB3x", 10), "aB3x"},
		{"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", "9fK2mQ7x"},
		{"shpat_" + strings.Repeat("0a9f", 8), "0a9f"},
		{"the key 0x" + strings.Repeat("a1", 32), "a1a1"},
		{"xprv" + strings.Repeat("9s21ZrQH", 13), "9s21ZrQH"},
		{
			"token hvs.CAESIJ9xKq2mVb4TzL8wRj1Ys6HdN3cPg5Ae0UiOqWrEtYuIoPaSdFgHjKlZxCvBnM1Q2W3E4R5T6Y7U8I9O0P1A2S3D4F5G",
			"CAESIJ9x",
		},
	} {
		if got := RedactSecrets(c[0]); strings.Contains(got, c[1]) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
}

// TestMoreFormatsOfSecretsAreRedacted has formats that the tables once missed; the values are random.
func TestMoreFormatsOfSecretsAreRedacted(t *testing.T) {
	missed := 0
	cases := append(moreLabelledSecrets(), moreSecretFormats()...)
	for _, c := range cases {
		if got := RedactSecrets(c[0]); strings.Contains(got, c[1]) {
			missed++
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
	t.Logf("%d of %d formats are redacted", len(cases)-missed, len(cases))
}

func moreLabelledSecrets() [][2]string {
	return [][2]string{
		{"my password is open sesame street", "sesame"},
		{"the passphrase is quiet otters dance at dawn", "otters"},
		{"pwd=ottersdance", "ottersdance"},
		{"passwd ottersdance9", "ottersdance9"},
		{
			"login is bob / ottersdance",
			"ottersdance",
		},
		{"ottersdance is my password", "ottersdance"},
		{"La password è lontradanza", "lontradanza"},
		{"Mijn wachtwoord voor de bank is otterdans", "otterdans"},
		{"Hasło do banku to wydratanczy", "wydratanczy"},
		{"Şifrem: susamuru", "susamuru"},
		{"パスワードは：かわうそ", "かわうそ"},
		{"كلمة السر: قضاعة", "قضاعة"},
		{"My PIN is nine zero two five", "nine zero"},
		{"the alarm code is 4407", "4407"},
		{
			"The door code is C7719",
			"C7719",
		},
		{"The combination of the safe is 12-34-56", "12-34"},
		{"My verification code is 550213", "550213"},
		{"Der Türcode für das Büro ist 8821", "8821"},
		{"Le code de la porte est 4471B", "4471B"},
		{"El código de la alarma es 9034", "9034"},
		{
			"Il codice del cancello è 2290",
			"2290",
		},
		{"Kod do domofonu to 3317", "3317"},
		{"Код от домофона 5518", "5518"},
		{"我的门禁码是7719", "7719"},
		{"도어락 비밀번호는 2290이에요", "2290"},
		{"暗証番号は3317です", "3317"},
	}
}

func moreSecretFormats() [][2]string {
	const mixed = "aZ3kQ9vLx7Rt2MbW8nPc5YdH1sGf6JuE4oTi"
	hex := "9f3c1a7e5b2d8064c1e9a7b35d20f846"
	return [][2]string{
		{"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "ZQ9w8e7r6t", "wJalrXUtnFEMI"},
		{"AccountKey=" + mixed + mixed + "==", mixed},
		{"https://x.blob.example/c?sv=2022&sig=" + mixed + "%3D", mixed},
		{"discord M" + "TA4" + mixed[:21] + ".GhTyUi." + mixed[:30], mixed[:21]},
		{"twilio SK" + hex, hex},
		{"mailgun key-" + hex, hex},
		{"whsec_" + mixed, mixed},
		{"shpat_" + hex, hex},
		{"square sq0csp-" + mixed + "abcdefg", mixed},
		{"EAAAE" + mixed + mixed, mixed},
		{
			"lin_api_" + mixed + "abcd",
			mixed,
		},
		{"notion ntn_" + "12345678901" + mixed[:35], mixed[:35]},
		{"secret_" + mixed + "abcdefg", mixed},
		{
			"xai-" + mixed + mixed + "abcdefgh",
			mixed,
		},
		{"pplx-" + mixed + "abcdefghijkl", mixed},
		{
			"r8_" + mixed + "a",
			mixed,
		},
		{"hvs." + mixed + mixed + mixed, mixed},
		{"GOOG1E" + "QWERTYUIOPASDFGHJKLZXCVBNM12345678901234567890123456789", "QWERTYUIOP"},
		{"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n" + mixed, mixed},
		{"my seed: orchard velvet nasty humble window fetch rival puzzle olive sting market drift", "velvet nasty"},
		{"orchard velvet nasty humble window fetch rival puzzle olive sting market drift", "velvet nasty"},
		{"xprv" + strings.Repeat("9s21ZrQH", 13), "9s21ZrQH"},
		{"0x" + hex + hex, hex},
		{
			"Visa 4111.1111.1111.1111",
			"4111.1111",
		},
		{"Visa 4111\u00a01111\u00a01111\u00a01111", "4111"},
		{
			"Visa 4111  1111  1111  1111",
			"4111",
		},
		{"بطاقتي ٤١١١١١١١١١١١١١١١", "٤١١١"},
		{"iban gb29nwbk60161331926819", "nwbk"},
		{"IBAN GB29-NWBK-6016-1331-9268-19", "6016"},
		{
			"account number 12345678, sort code 11-22-33",
			"12345678",
		},
		{"routing number 021000021, account number 9876543210", "021000021"},
		{"my social security number is 219099999", "219099999"},
		{
			"Passport number: X4RTBPFW4",
			"X4RTBPFW4",
		},
		{"CPF 529.982.247-25", "529.982"},
		{"NINO QQ123456C is mine, insurance AB 12 34 56 C", "AB 12 34"},
		{"Cookie: sid=" + mixed, mixed},
		{"Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpw"},
		{"Authorization: Bearer " + mixed, mixed},
		{"Mein PESEL ist 44051401359", "44051401359"},
		{"The answer to my security question is Fluffy", "Fluffy"},
		{"Die PIN meiner Karte ist 8364", "8364"},
		{"I log in as gwen / Tr0llbridge", "Tr0llbridge"},
		{"The garage opens with 7741", "7741"},
		{"postgres://ann:otter@db.example/x", "otter"},
		{
			"You get in with otter77dance, that is the wifi password",
			"otter77dance",
		},
		{"I set otter77dance as my password", "otter77dance"},
		{"My password's ottersdance", "ottersdance"},
		{"Mon mot de passe, c'est loutredanse", "loutredanse"},
		{"Das Passwort heißt Otterntanz", "Otterntanz"},
		{"Мой пин-код от карты 4471", "4471"},
		{"密码设为水獭跳舞", "水獭"},
		{"The password I use everywhere is ottersdance", "ottersdance"},
		{"비번은 sudal77이야", "sudal77"},
		{"My authenticator setup key: JBSW Y3DP EHPK 3PXP", "EHPK"},
		{"Mi NIP es 4471", "4471"},
		{"UK sort code 20-00-00 55779911", "55779911"},
		{"Le mot de passe\u00a0: loutredanse", "loutredanse"},
		{"Mot de passe : «\u00a0loutredanse\u00a0»", "loutredanse"},
		{"The wifi is OtterNet, password ottersdance.", "ottersdance"},
		{
			"My Netflix password is still ottersdance",
			"ottersdance",
		},
		{"मेरा पासवर्ड ऊदबिलाव है", "ऊदबिलाव"},
		{"Вайфай «Река», пароль выдратанцует", "выдратанцует"},
		{"Le mdp Netflix est loutredanse", "loutredanse"},
		{
			"ann@tea.example:otters!",
			"otters!",
		},
		{"WLAN Otter, Passwort Otterntanz", "Otterntanz"},
		{"Для почты я беру пароль рябина77, он простой", "рябина77"},
		{
			"Do poczty wpisuję hasło wydraTanczy",
			"wydraTanczy",
		},
		{"My password on the box reads \"otters dance\"", "otters"},
		{"I unlock my laptop with otter77dance", "otter77"},
		{"The code is RSSMRA85T10A562S, my codice", "RSSMRA85"},
		{"Soy 12345678Z en Hacienda", "12345678Z"},
		{"我的号码 11010519491231002X", "1101051949"},
		{"Mon numéro 2 55 08 14 168 025 38", "168 025"},
		{
			"900101-1234567",
			"1234567",
		},
		{"मेरा आधार नंबर 4987 2210 6534 है", "6534"},
	}
}

func TestSentencesAboutSecretsAndOrdinaryNumbersAreKept(t *testing.T) {
	for _, s := range []string{
		"The user lives in Mumbai, PIN code 400001", "My PIN code is 400 001", "I changed my password yesterday",
		"My password is too long to remember", "The password is stored in a vault", "I keep forgetting my PIN",
		"The user uses a password manager", "Mein Passwort ist zu kurz", "I log in to work from home",
		"La clave es la paciencia", "The key to happiness is sleep", "My bank is Fidor",
		"The user's phone number is +49 170 1234567", "Order 2024-11-22-000123456 arrived",
		"The ISBN is 978-3-16-148410-0", "I was born on 12.03.1984 and moved on 01.05.2020",
		"The user works on the MyVeryLongClassName project", "The commit is 3e0303e", "Room DE12 is cold",
		"The door is green", "The code is in the repository", "My favourite access road is the B12",
		"git@github.com:ann/notes.git", "The user's model is Qwen3-Coder-30B-A3B-Instruct",
		"The secret of the soup is ginger", "The user wrote 1,234,567,890 lines",
		"My office is in Bengaluru, pincode 560034.", "I changed the password in 2019", "The router wants a WPA2 password",
		"I keep passwords in 1Password", "I keep my password in KeePassXC", "The order is 12345678A",
		"The password for GitHub is long", "Password changed.", "I use passwords, mostly long ones",
		"My password manager is KeePass", "मेरा पासवर्ड बहुत लंबा है", "My password has 12-digit numbers",
		"My PIN changed in 2021",
		"The user's PIN has four digits", "The user's bus pass is in the blue bag",
		"The safe is behind the painting",
		"My passport expired in 2019", "The code of the app is written in Go", "I bought a door with 2000 screws for it",
		"Meine Wallet-App ist langsam", "The user codes in Rust", "Le code postal de Lille est 59000",
		"The user reads about otters, badgers, foxes, owls and hares", "My account manager is Ann",
		"The tor browser is installed",
		"El código postal es 28013", "Il codice postale di Bari è 70121",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

func BenchmarkRedactSecrets(b *testing.B) {
	// 2,000 words
	text := strings.Repeat("I went to the market with Ann on Tuesday and bought 3 pounds of apples for 4.50. ", 125)
	for b.Loop() {
		RedactSecrets(text)
	}
}

func TestWindowsInAnyOrderAreReplacedOnce(t *testing.T) {
	got := replaceInWindows("abcdefgh", []window{{5, 7}, {1, 3}, {2, 4}}, func(s string) string { return "<" + s + ">" })
	if got != "a<bcd>e<fg>h" {
		t.Error(got)
	}
}

// The rules for the first letters of a label have all alternatives that may match it, and few others.
func TestAlternativesAreChosenByTheirFirstLetters(t *testing.T) {
	for _, c := range []struct {
		expr, prefix string
		may          bool
	}{
		{`pin(?:[ -]?code)?`, "pin", true},
		{`pw`, "pw:", true}, // shorter than the prefix
		{`(?:access|gate) (?:code|pin)`, "gat", true},
		{`(?:access|gate) (?:code|pin)`, "acr", false},
		{`\p{L}*(?:tür|tor)-?code`, "hau", true},
		{`парол(?:ь|я)`, "пар", true},
		{`пароль`, "пас", false},
		{`log ?in`, "log", true},
		{`(?:a*)*b`, "aab", true},
	} {
		if got := mayMatchTextWithPrefix(c.expr, c.prefix); got != c.may {
			t.Errorf("%s may match %q: %t", c.expr, c.prefix, got)
		}
	}
}
