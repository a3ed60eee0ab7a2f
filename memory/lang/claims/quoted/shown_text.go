package quoted

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// maxHeadRunes bounds a line that asks to work on the text below it.
const maxHeadRunes = 120

// asksForWorkOnTextBelow reports whether a line without a colon asks to shorten, correct or sum up a text, points at
// one that others sent, or asks whether it is a fraud. What stands below such a line is somebody else's text, unless
// the line says that it is about the user.
func asksForWorkOnTextBelow(head string) bool {
	head = strings.TrimSpace(head)
	if head == "" || utf8.RuneCountInString(head) > maxHeadRunes {
		return false
	}
	if containsAnyWord(head, shownTextNouns()) && saysItWasSent(head) {
		return true
	}
	return !mentionsUser(head) && (containsAnyWord(head, taskVerbs()) || containsAnyWord(head, textWorkVerbs()) ||
		containsAnyWord(head, textNouns()) && (containsAnyWord(head, pointingWords()) || saysItWasSent(head)) ||
		pointsAtShownText(head) || fraudPattern.MatchString(head) && asksAboutText(head))
}

// pointsAtShownText reports whether words point at a text of a kind that is shown, or say that it was sent: "this
// diary", "a CV that came in".
func pointsAtShownText(head string) bool {
	return containsAnyWord(head, shownTextNouns()) && (containsAnyWord(head, pointingWords()) || saysItWasSent(head))
}

// shownTextNouns are kinds of texts that are also words of ordinary statements.
var shownTextNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`diary voicemail postcard résumé cv resume testimonial interview survey verse verses stanza notice
		complaint
		tagebuch postkarte lebenslauf bewerbung umfrage strophe zettel aushang beschwerde rezension kommentar
		diario currículum currículo entrevista encuesta estrofa aviso reseña comentario testimonio
		journal entretien sondage strophe témoignage commentaire annonce
		cartolina curriculum intervista sondaggio strofa biglietto avviso recensione commento testimonianza
		diário entrevista recado avaliação comentário depoimento
		дневник открытку открытка резюме интервью опрос опроса стих записку записка жалобу жалоба отзыв комментарий
		dagboek sollicitatie enquête briefje klacht recensie reactie
		dziennik kartkę pocztówka życiorys wywiad ankieta wiersz notatka skarga recenzja komentarz
		günlük dilekçe özgeçmiş anket şiir yorum röportaj
		डायरी चिट्ठी पर्ची शिकायत 일기 엽서 이력서 자기소개서 설문 시조 쪽지 후기 댓글 인터뷰 日记 简历 自我介绍 问卷 诗 条子 投诉 评论 评价 采访
		日記 履歴書 アンケート 詩 メモ 苦情 口コミ レビュー コメント インタビュー`)
})

// isFirstOfSeveralTexts reports whether nothing but blank lines stands above a line, and something below it.
func isFirstOfSeveralTexts(lines []string, i int) bool {
	isText := func(line string) bool { return strings.TrimSpace(line) != "" }
	return !slices.ContainsFunc(lines[:i], isText) && slices.ContainsFunc(lines[i+1:], isText)
}

// saysItWasSent reports whether words say that somebody wrote or sent something, and not that the user did.
func saysItWasSent(head string) bool {
	return containsAnyWord(head, sentWords()) && !slices.ContainsFunc(lang.Tokenize(head), func(t lang.Token) bool {
		return vocabulary.Nominatives()[t.Folded] && t.Folded != "nos" // "que nos ha llegado"
	})
}

// textWorkVerbs ask to work on a text that is there; unlike "write" and "explain", which a statement of the user's
// own may follow.
var textWorkVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`shorten condense critique bullet rhyme proofread punctuate transcribe transliterate
		kürzen gekürzt stichpunkte reim reimschema zusammenfassung protokoll rechtschreibfehler
		acorta acortar acórtame resume resumen resúmeme acta rima
		raccourcis raccourcir résumé corrige rime
		accorcia accorciare riassunto riassumimi verbale correggimi rima
		encurta encurte encurtar resumo resuma corrige
		сократить выдели резюмируй конспект рифма исправить
		inkorten ingekort samenvatting notulen spelfouten
		skróć skrócić streszczenie protokół literówki
		kısalt özet özetini düzelt yazım
		सार वर्तनी 줄여 맞춤법 요점 정리해 녹취록 断句 缩短 提炼 概括 错别字 短くして 要点 誤字 校正`)
})

// sentWords say in the third person that somebody wrote or sent something.
var sentWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`sent wrote written posted texted forwarded handed
		geschrieben geschickt gesendet schickt schickte weitergeleitet reingekommen
		mandó mandado enviado envió escribió llegado mandaron dejado
		envoyé envoyée écrit reçu laissé transmis
		mandato mandata inviato scritto arrivato arrivata lasciato
		mandou enviou escreveu chegou deixou mandaram
		прислал прислала прислали написал написала пришло оставил оставила
		gestuurd geschreven stuurde appte achtergelaten
		przysłał przysłała wysłał napisał napisała przyszło zostawił zostawiła
		gönderdi gönderdiği yazdı yazdığı bıraktığı attı
		भेजा भेजी लिखा छोड़ 보냈 보낸 남긴 올린 发来 发的 写的 寄来 留的 送って 送られて 書いた 届いた`)
})

// fraudPattern matches the words that ask whether a message is a fraud or made up.
var fraudPattern = lazyregexp.New(`(?i)(^|\P{L})(scam|spam|fraud|phishing|fake|legit|betrug|betrugsmasche|` +
	`abzocke|estafa|timo|arnaque|truffa|golpe|burla|развод|мошенник\p{L}*|oplichting|nep|oszustwo|ściema|` +
	`dolandırıcı\p{L}*|sahte)($|\P{L})|धोखा|ठगी|फ़्रॉड|사기|주작|스팸|诈骗|骗子|骗人的|詐欺|釣り`)

// How long a quotation over several lines is, in runes. A longer one may be two marks that do not belong together.
const (
	minVerseRunes = 20
	maxVerseRunes = 1500
)

// quotationOverLinesPattern matches text in quotation marks that goes over the end of a line, as verses do.
var quotationOverLinesPattern = lazyregexp.New(`(^|[\s:：(])("[^"]+"|“[^”]+”|„[^“”"]+[“”"]|` +
	`«[^»]+»|「[^」]+」)`)

// splitQuotationsOverLines returns a message without the quotations that go over several lines, and these. A blank
// stands for each.
func splitQuotationsOverLines(message string) (rest, quotations string) {
	if !strings.Contains(message, "\n") || !strings.ContainsAny(message, "\"“„«「") {
		return message, ""
	}
	var taken strings.Builder
	rest = quotationOverLinesPattern.ReplaceAllStringFunc(message, func(q string) string {
		if n := utf8.RuneCountInString(q); n < minVerseRunes || n > maxVerseRunes ||
			!strings.Contains(strings.TrimSpace(q), "\n") {
			return q
		}
		taken.WriteString(strings.TrimSpace(q) + "\n")
		return " "
	})
	return rest, taken.String()
}
