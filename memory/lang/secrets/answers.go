package secrets

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// How far behind the name of a question or a network its answer or key may end, in bytes.
const answerReach = 240

// redactSecurityAnswersAndNetworkKeys replaces the answers to the questions that accounts ask when
// a password is lost, wherever behind the question they stand, and the keys of wireless networks
// that are called neither password nor code.
func redactSecurityAnswersAndNetworkKeys(t *indexedText) string {
	redact := func(parts func() []string, pattern func() *regexp.Regexp) func(*indexedText) string {
		return func(t *indexedText) string {
			return replaceInWindows(t.text, windowsWithTextBehindParts(t, parts()), func(text string) string {
				return redactSecondGroupUnlessYear(pattern(), text)
			})
		}
	}
	return t.redactedBy(redact(partsOfQuestions, answerToQuestion), redact(partsOfNetworks, keyOfNetwork)).text
}

// windowsWithTextBehindParts returns where parts of words stand, with what is behind them.
func windowsWithTextBehindParts(t *indexedText, parts []string) []window {
	var out []window
	lower := t.lower
	for _, part := range parts {
		if !t.trigrams.MayContain(part) {
			continue
		}
		for at := 0; ; {
			i := strings.Index(lower[at:], part)
			if i < 0 {
				break
			}
			start := wordStartBefore(lower, max(0, at+i-24))
			at = wordEndAfter(lower, min(len(lower), at+i+answerReach))
			out = append(out, window{start, at})
		}
	}
	slices.SortFunc(out, func(a, b window) int { return a.start - b.start })
	var merged []window
	for _, w := range out {
		merged = addOrMergeWindow(merged, w)
	}
	return merged
}

// partsOfQuestions are parts of what the questions of accounts are called, partsOfNetworks of what
// networks are called, in small letters: one of them stands in every match.
var (
	partsOfQuestions = sync.OnceValue(func() []string {
		return []string{
			"security question", "secret question", "recovery question", "verification question", "sicherheitsfrage",
			"geheimfrage", "pregunta de seguridad", "pregunta secreta", "question secr", "question de s",
			"domanda di sicurezza", "domanda segreta", "pergunta de segurança", "pergunta secreta", "beveiligingsvraag",
			"geheime vraag", "controlevraag", "pytani", "ный вопрос", "güvenlik soru", "gizli soru", "सुरक्षा ", "गुप्त ",
			"密保", "安全问题", "秘密の質問", "セキュリティ質問", "보안", "비밀",
		}
	})
	partsOfNetworks = sync.OnceValue(func() []string {
		return []string{
			"wi-fi", "wifi", "wlan", "фай", "वाई", "hotspot", "netz", "network", "réseau", "rede ", "rete ", "sieć", "netwerk",
		}
	})
)

// questionNames are what the questions of accounts are called.
const questionNames = `(?:security|secret|recovery|verification) questions?|sicherheitsfrage\p{L}*|geheimfrage|` +
	`pregunta (?:de seguridad|secreta)|question (?:secrète|de sécurité)|domanda (?:di sicurezza|segreta)|` +
	`pergunta (?:de segurança|secreta)|(?:beveiligings|geheime |controle)vraag|` +
	`pytani\p{L} (?:zabezpieczając\p{L}*|pomocnicz\p{L}*|kontroln\p{L}*)|` +
	`(?:контрольн|секретн)\p{L}+ вопрос\p{L}*|güvenlik sorusu\p{L}*|gizli soru\p{L}*|(?:सुरक्षा|गुप्त) (?:प्रश्न|सवाल)|` +
	`密保|安全问题|秘密の質問|セキュリティ質問|보안 ?질문|비밀 ?질문`

// answerNames are the words before an answer.
const answerNames = `answers?(?: is|'s)?|antwort(?: ist| lautet)?|respuesta(?: es)?|réponse(?: est)?|risposta(?: è)?|` +
	`resposta(?: é)?|antwoord(?: is)?|odpowiedź(?: to)?|ответ(?: это)?|cevab\p{L}*|cevap|yanıt\p{L}*|` +
	`जवाब|उत्तर|答案(?:是|就是)?|答え(?:は|が)?|답(?:은|이|변은)?|it's|it is|that's|c'est|это`

var (
	answerToQuestion = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)((?:` + questionNames + `)[^\n]{0,160}?(?:^|[^\p{L}])(?:` + answerNames +
			`)[\s:：=–—-]*["'“„«]?)([^\s,.;!?"”»。，]+(?: \p{Lu}[^\s,.;!?"”»。，]*){0,3})()`)
	})
	keyOfNetwork = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)((?:^|[^\p{L}])(?:wi-?fi|wlan|вай-?фай\p{L}*|वाई-?फ़?ाई|hotspot|\p{L}*netz(?:werk)?|` +
			`network|réseau|rede|rete|sieć|netwerk)[^\n.!?]{0,60}?[^\p{L}](?:key|schlüssel|clé|clef|clave|chiave|chave|` +
			`sleutel|klucz|ключ|anahtarı|कुंजी)(?: is| ist| es| est| è| é| to| —| -)?\s*[:=]?\s+["'“„«]?)` +
			`([\p{L}]+[-_\p{L}]*\d[^\s,;"”»]*|\d[^\s,;"”»]*\p{L}[^\s,;"”»]*|\p{L}+(?:[-_]\p{L}+){1,})()`)
	})
)
