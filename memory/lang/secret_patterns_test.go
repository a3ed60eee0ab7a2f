package lang

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
