package secrets

import (
	"strings"
	"testing"
)

// secretsBesideAccess are passwords in sentences about getting in, before and behind the words that
// say so.
func secretsBesideAccess() [][2]string { // text, what must be gone
	return [][2]string{
		{"walnut73boat is what I use to log in", "walnut73boat"},
		{"With Walnut_73 I sign in to my bank", "Walnut_73"},
		{"Walnut73! opens the vault in my office", "Walnut73!"},
		{"I get into my laptop using Walnut73!", "Walnut73!"},
		{"I join our wifi with walnut73boat", "walnut73boat"},
		{"walnut73boat lets me in everywhere", "walnut73boat"},
		{"I type walnut73boat, then my mailbox unlocks", "walnut73boat"},
		{"The magic word is walnut73boat", "walnut73boat"},
		{"Walnuss2031! ist mein Kennwort", "Walnuss2031!"},
		{"Walnuss2031! öffnet meinen Laptop", "Walnuss2031!"},
		{"Mit walnuss73boot logge ich mich ein", "walnuss73boot"},
		{"Als Losung nehme ich walnuss73boot", "walnuss73boot"},
		{"Ich melde mich immer mit walnuss73boot an", "walnuss73boot"},
		{"Con nuez73barco inicio sesión", "nuez73barco"},
		{"nuez73barco abre mi portátil", "nuez73barco"},
		{"noix73bateau, c'est ce que je tape pour me connecter", "noix73bateau"},
		{"noix73bateau déverrouille mon ordinateur", "noix73bateau"},
		{"Con noce73barca accedo alla posta", "noce73barca"},
		{"Com noz73barco eu entro no banco", "noz73barco"},
		{"орех73лодка — с этим я вхожу в почту", "орех73лодка"},
		{"hetao73chuan 是我登录邮箱用的", "hetao73chuan"},
		{"kurumi73fune でログインします", "kurumi73fune"},
		{"hodu73bae 로 로그인해요", "hodu73bae"},
		{"akhrot73naav से मेरा फ़ोन खुलता है", "akhrot73naav"},
		{"أدخل إلى بريدي بـ jawz73qarib", "jawz73qarib"},
		{"ceviz73kayik ile giriş yapıyorum", "ceviz73kayik"},
		{"Loguję się przez orzech73lodz", "orzech73lodz"},
		{"Met walnoot73boot log ik in", "walnoot73boot"},
		{"मेरे एटीएम कार्ड का पिन कोड 482913 है", "482913"},
	}
}

func TestPasswordsInSentencesAboutGettingInAreRedacted(t *testing.T) {
	for _, c := range secretsBesideAccess() {
		if got := RedactSecrets(c[0]); strings.Contains(got, c[1]) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
}

func TestSentencesAboutGettingInWithoutAPasswordAreKept(t *testing.T) {
	for _, s := range []string{
		"Berlin is where I live", "tea is what I drink", "My thumb is what I use to log in",
		"I log in at 8:30am every day",
		"I log in to Office365 from the office", "The flight LH4821 opens the season",
		"I unlock my phone with my thumb",
		"The shop opens at 9am and closes at 18:30", "I opened the file report2024.docx at home",
		"I log in with Face ID",
		"My gym opened in 2019, a 10-minute walk away", "Ich melde mich um 17:30 Uhr beim Arzt an",
		"I signed in at gate B12",
		"He opened the door of room A1204", "Je me connecte depuis l'A380", "Otwieram sklep o 8.30",
		"लखनऊ का पिन कोड 226001 है।", "मेरे इलाके का पिनकोड 302015 है", "मेरा पिन कोड २२६००१ है",
		"घर का पिन कोड: 110 001",
		"I sign in as ann@tea.example", "Mi vuelo IB6659 abre la temporada", "My order 4471-B opens the list",
		"我住在100080",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
