package quoted

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
)

// dictatesMessage reports whether the words before a colon ask to write a message or notice of the user's, and what
// follows is what it is to say: "write a note for the school: Martina broke her arm". Whose voice a text has that is
// already written or made up is left to other rules, and so is one that says "I": an "I" may be anybody's.
func dictatesMessage(head, rest string) bool {
	return containsAnyWord(head, writingVerbs()) && containsAnyWord(head, messageNouns()) &&
		!containsAnyWord(head, taskVerbs()) && !containsAnyWord(head, pointingWords()) &&
		!containsAnyWord(head, othersVoices()) && !strings.ContainsAny(rest, "\"“„«「") && strings.TrimSpace(rest) != "" &&
		!speaksAsOnePerson(rest)
}

// speaksAsOnePerson reports "I", "my" or a verb that needs no "I".
func speaksAsOnePerson(text string) bool {
	return slices.ContainsFunc(lang.Tokenize(text), func(t lang.Token) bool {
		return vocabulary.Nominatives()[t.Folded] && !pluralNominatives()[t.Folded] ||
			vocabulary.SingularPossessives()[t.Folded] || firstPersonVerbs()[t.Folded] || koreanFirstPerson()[t.Folded] ||
			lang.StartsWithHanKanaOrHangul(t.Text) && vocabulary.IsEastAsianFirstPersonPronoun(t.Text)
	})
}

var pluralNominatives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("we wir nosotros nosotras nous noi nós мы my wij")
})

// writingVerbs ask to write something new.
var writingVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`write draft compose schreib schreibe formulier formuliere verfasse écris écrivez rédige rédigez
		escribe escríbeme redacta redáctame scrivi scrivimi redigi escreve escreva redige redija schrijf napisz ułóż напиши
		напишите составь составьте yaz yazar yazsana लिख लिखो likh likho 写 写个 写条 書いて 써 써줘 작성해`)
})

// messageNouns are what people write to others about themselves.
var messageNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`message text email e-mail mail note ad advert listing notice announcement post caption invitation
		nachricht sms notiz anzeige aushang zettel einladung entschuldigung mot message annonce texto invitation mensaje
		correo nota anuncio aviso invitación messaggio biglietto annuncio avviso invito mensagem recado anúncio convite
		bericht berichtje briefje advertentie uitnodiging wiadomość ogłoszenie zaproszenie usprawiedliwienie сообщение
		записку объявление приглашение mesaj ilan davetiye संदेश मैसेज message 消息 短信 通知 公告 メッセージ お知らせ 메시지 문자
		공지`)
})

// othersVoices are words by which a text is somebody else's, or nobody's.
var othersVoices = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`from as story fictional character von als aus geschichte figur comme personnage histoire como
		personaje historia come personaggio storia personagem história alsof personage verhaal jako postać historia как
		персонаж рассказ`)
})
