package secrets

import "testing"

func FuzzRedactingTwiceChangesNothing(f *testing.F) {
	for _, s := range []string{"my password is swordfish", "用户的密码是 1234", "\xff1", "PIN 0000, PIN 1111"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := RedactSecrets(s)
		if twice := RedactSecrets(once); twice != once {
			t.Errorf("cutting twice makes %q of %q", twice, once)
		}
	})
}
