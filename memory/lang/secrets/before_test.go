package secrets

import (
	"strings"
	"testing"
)

// phrasesBehindLabels are pass phrases of several words. wordsBeforeLabels are passwords without a
// digit that the sentence names before it says what they are.
func phrasesBehindLabels() [][2]string { // text, what must be gone
	return [][2]string{
		{"My secret phrase is nine herons wade upstream", "herons wade"},
		{"login phrase: nine herons wade upstream", "herons"},
		{"Mein Geheimsatz ist neun Reiher waten stromauf", "Reiher"},
		{"Zugangsphrase: neun Reiher waten", "Reiher"},
		{"Ma phrase secrète est le héron remonte la rivière", "rivière"},
		{"Ma phrase de passe, c'est neuf hérons marchent", "hérons"},
		{"Mi frase de contraseña es nueve garzas cruzan", "garzas"},
		{"La mia frase segreta è nove aironi guadano", "aironi"},
		{"Minha frase secreta é nove garças andam", "garças"},
		{"Кодовая фраза от сейфа — девять цапель бредут", "цапель"},
		{"Парольная фраза: девять цапель бредут", "цапель"},
		{"Moja tajna fraza to dziewięć czapli brodzi", "czapli"},
		{"Mijn wachtzin is negen reigers waden", "reigers"},
		{"Parola cümlem: dokuz balıkçıl yürüyor", "balıkçıl"},
		{"我的密码短语是九只白鹭过河", "白鹭"},
		{"私のパスフレーズは九羽の鷺が渡るです", "鷺"},
		{"내 비밀 문구는 아홉 마리 왜가리가 걷는다", "왜가리"},
		{"मेरा गुप्त वाक्य है नौ बगुले चलते हैं", "बगुले"},
		{"عبارة المرور هي تسعة طيور تعبر", "طيور"},
		{"عبارتي السرية: تسعة طيور تعبر", "طيور"},
	}
}

func wordsBeforeLabels() [][2]string {
	return [][2]string{
		{"heronwade ist mein Kennwort", "heronwade"},
		{"heronwade is our passphrase", "heronwade"},
		{"balıkçıl benim şifrem", "balıkçıl"},
		{"reigerveer is mijn wachtwoord", "reigerveer"},
		{"czaplabrod to moje hasło", "czaplabrod"},
		{"цапля — мой пароль", "цапля"},
		{"цапля это мой пароль от почты", "цапля"},
		{"garça é a minha senha", "garça"},
		{"白鹭过河是我的密码", "白鹭"},
		{"さぎわたりが私のパスワードです", "さぎわたり"},
		{"왜가리걸음이 내 비밀번호야", "왜가리"},
		{"बगुला मेरा पासवर्ड है", "बगुला"},
		{"طيور هي كلمة مروري", "طيور"},
	}
}

func TestPhrasesBehindAndWordsBeforeTheirLabelAreRedacted(t *testing.T) {
	for _, c := range append(phrasesBehindLabels(), wordsBeforeLabels()...) {
		if got := RedactSecrets(c[0]); strings.Contains(got, c[1]) || !strings.Contains(got, secretPlaceholder) {
			t.Errorf("%q becomes %q", c[0], got)
		}
	}
}

func TestQuestionsAndSentencesAboutPasswordsAndPhrasesAreKept(t *testing.T) {
	for _, s := range []string{
		"Was ist mein Kennwort", "This is my password", "Это мой пароль", "これが私のパスワードです", "这是我的密码",
		"이것이 내 비밀번호야", "यह मेरा पासवर्ड है", "هذه هي كلمة مروري", "Bu benim şifrem", "Dit is mijn wachtwoord",
		"To jest moje hasło", "Где мой пароль", "The key phrase in the song is four wolves",
		"Парольная политика у нас строгая",
		"Der Sicherheitsdienst kommt um acht", "Mijn favoriete zin is kort", "Ma phrase préférée est courte",
		"Zugangsdaten habe ich keine", "Magic is what I believe in", "Το is my favourite letter", "Cümle kurmak zor",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
