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
