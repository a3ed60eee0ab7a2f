package secrets

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// partsOfTopics are parts of what accounts ask about when a password is lost, in small letters: one
// of them stands in every match.
var partsOfTopics = sync.OnceValue(func() []string {
	return []string{
		"maiden name", "first pet", "childhood pet", "elementary school", "primary school", "first school", "first car",
		"street i grew up", "favourite teacher", "favorite teacher", "mädchenname", "geburtsname", "erstes haustier",
		"ersten haustier", "grundschule", "erstes auto", "apellido de soltera", "primera mascota", "primer colegio",
		"nom de jeune fille", "premier animal", "école primaire", "cognome da nubile", "primo animale", "scuola elementare",
		"nome de solteira", "primeiro animal", "primeira escola", "meisjesnaam", "eerste huisdier", "basisschool",
		"nazwisko panieńskie", "panieńskie", "pierwszego zwierz", "pierwsze zwierz", "девичья фамилия", "девичью фамилию",
		"кличк", "kızlık soyad", "ilk evcil", "ilkokul", "मायके का", "पहले पालतू", "旧姓", "最初のペット", "母校", "小学校",
		"母亲的姓", "妈妈的姓", "母亲姓", "第一只宠物", "小学", "초등학교", "어머니 성함", "첫 애완", "첫 반려",
	}
})

// accountPattern matches what asks such questions; without it nearby a first pet is just a first
// pet.
var accountPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|\P{L})(?:(?:for|at|by|to) (?:the|my|our) bank|` +
		`bank's|bank asks|bank wants|banka(?:nın|sının|m|da)|accounts?|paypal|` +
		`passwords?|log-?in|hotline|reset|recovery|verification|security|meine[rm]? bank|konto|passwort|kennwort|` +
		`sicherheits\p{L}*|zurücksetz\p{L}*|mi banco|cuenta|contraseña|seguridad|ma banque|compte|mot de passe|sécurité|` +
		`mia banca|account|sicurezza|meu banco|conta|senha|segurança|mijn bank|rekening|wachtwoord|beveiliging\p{L}*|` +
		`hasł\p{L}*|mojego banku|моего банка|(?:` + questionNames + `)|` +
		`парол\p{L}*|аккаунт\p{L}*|hesab\p{L}*|şifre\p{L}*|güvenlik)(?:$|\P{L})|` +
		`पासवर्ड|खाते|パスワード|アカウント|秘密の質問|密码|账号|账户|密保|비밀번호|계정|보안`)
})

// topicNames are the topics as regular expressions.
const topicNames = `maiden name|first pet(?:'s name)?|childhood pet|(?:elementary|primary|first) school|first car|` +
	`street i grew up on|favou?rite teacher|mädchennamen?|geburtsname|erste[sn]? haustiers?|grundschule|erstes auto|` +
	`apellido de soltera(?: de mi madre)?|primera mascota|primer colegio|nom de jeune fille(?: de ma mère)?|` +
	`premier animal(?: de compagnie)?|école primaire|cognome da nubile(?: di mia madre)?|primo animale|` +
	`scuola elementare|nome de solteira(?: da (?:minha )?mãe)?|primeiro animal(?: de estimação)?|primeira escola|` +
	`meisjesnaam(?: van mijn moeder)?|eerste huisdier|basisschool|` +
	`(?:nazwisko )?panieńskie(?: (?:mojej )?(?:matki|mamy))?|` +
	`pierwsz\p{L}+ zwierz\p{L}*|девичь\p{L}+ фамили\p{L}(?: (?:матери|мамы))?|кличк\p{L}(?: \p{L}+){0,2}|` +
	`kızlık soyad\p{L}*|ilk evcil hayvan\p{L}*|ilkokul\p{L}*|मायके का (?:नाम|उपनाम)|पहले पालतू(?: का नाम)?|` +
	`旧姓|最初のペット|母校|小学校?|母亲的?姓氏?|妈妈的姓氏?|第一只宠物|초등학교|어머니 성함|첫 (?:애완|반려)\p{L}*`

// answerOnTopic matches a topic, what links it to its answer, and the answer: up to three words
// with a capital, a word with digits, or a word in a script without capitals.
var answerOnTopic = sync.OnceValue(func() *regexp.Regexp {
	const link = `\s*(?:[:：=→–—-]+>?|,)?\s*(?:(?:is|was|as|to|ist|lautet|war|heißt|es|era|est|était|è|é|jest|это|olarak|` +
		`है|は|が|是|填的?是?|为|를|을|은|는|이|가|:)\s*)?["'“„«「]?`
	const told = `(?:[^\n.!?]{0,80}[^\p{L}](?:` + answerNames + `)[\s:：=–—-]*["'“„«]?)`
	return regexp.MustCompile(`((?i:` + topicNames + `)(?i:` + link + `|` + told + `))` +
		`(\p{Lu}[^\s,.;!?"'”»」。，]*(?: \p{Lu}[^\s,.;!?"'”»」。，]*){0,2}|` +
		`[\p{Han}\p{Hangul}\p{Katakana}\p{Hiragana}\p{Devanagari}]{2,8}|\p{L}+[-_]?\p{N}+)()`)
})

// How far from a topic the account may be named, in bytes.
const accountReach = 160

// redactAccountQuestionAnswersAboutLife replaces what the user gives as the answer to an account's
// question about their life: their mother's maiden name, a first pet, a school.
func redactAccountQuestionAnswersAboutLife(t *indexedText) string {
	var windows []window
	lower := t.lower
	for _, part := range partsOfTopics() {
		if !t.trigrams.MayContain(part) {
			continue
		}
		if i := strings.Index(lower, part); i >= 0 {
			start := wordStartBefore(lower, max(0, i-accountReach))
			windows = append(windows, window{start, wordEndAfter(lower, min(len(lower), i+accountReach))})
		}
	}
	slices.SortFunc(windows, func(a, b window) int { return a.start - b.start })
	var merged []window
	for _, w := range windows {
		merged = addOrMergeWindow(merged, w)
	}
	return replaceInWindows(t.text, merged, func(text string) string {
		if !accountPattern().MatchString(text) {
			return text
		}
		return redactSecondGroupUnlessYear(answerOnTopic(), text)
	})
}
