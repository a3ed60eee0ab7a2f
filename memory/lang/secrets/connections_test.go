package secrets

import "testing"

func TestCodesOfSIMCardsAndPasswordsInAddressesAreCutOut(t *testing.T) {
	for _, s := range []string{
		"the PUK is 48213390", "PUK da SIM: 48213390", "mein puk lautet 48213390", "puk码是48213390", "код PUK-1 48213390",
		"dsn is root:kaffeepause@tcp(127.0.0.1:3306)/shop", "jdbc:oracle:thin:scott/tiger99@//db:1521/x",
	} {
		if !ContainsSecret(s) {
			t.Errorf("%q has no secret", s)
		}
	}
	for _, s := range []string{
		"my dog is called Puk", "write to ann@mail.example", "the meeting is at 10:30@the office", "either/or@work",
	} {
		if r := RedactSecrets(s); r != s {
			t.Errorf("%q became %q", s, r)
		}
	}
}
