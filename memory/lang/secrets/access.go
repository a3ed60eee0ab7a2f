package secrets

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// maxAccessSentence is how far, in bytes, a password may be from the words about getting in.
const maxAccessSentence = 300

// redactLoginAndStrongPasswords replaces what looks typed, such as hunter2, in a sentence about
// logging in or opening a lock, wherever in the sentence it stands: "hunter2 is what I use to log
// in". Words of mixed letters and digits are rare, so they are searched for first and the sentence
// is read only then.
func redactLoginAndStrongPasswords(s string) string {
	var windows []window
	sentence, isAbout := window{}, false
	asksForStrength := sync.OnceValue(func() bool { return strengthPattern().MatchString(s) })
	for _, w := range findPasswordLikeTokens(s) {
		if w.start >= sentence.end {
			sentence = sentenceAround(s, w)
			isAbout = accessPattern().MatchString(s[sentence.start:sentence.end]) || asksForStrength()
		}
		if isAbout || isStrongPassword(s[w.start:w.end]) {
			windows = append(windows, w)
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// strengthPattern matches what rules for passwords say.
var strengthPattern = sync.OnceValue(func() *regexp.Regexp {
	const (
		length = `\d{1,2} (?:characters|chars|zeichen|caratteri|caracteres|caractères|tekens|znak\p{L}*|символ\p{L}*|` +
			`karakter)`
		kinds = `(?:upper|capital|symbol|special|maiuscol|simbol|majuscul|mayúscul|maiúscul|spécia|especial|großbuch|` +
			`sonderzeichen|hoofdletter|wielk|specjaln|заглавн|спец|büyük|özel)`
	)
	return regexp.MustCompile(`(?i)` + length + `.{0,60}` + kinds + `|` + kinds + `.{0,60}` + length)
})

// findPasswordLikeTokens finds the words that nobody would write in a sentence but as a password.
func findPasswordLikeTokens(s string) []window {
	var out []window
	for i := 0; i < len(s); {
		for i < len(s) && s[i] <= ' ' {
			i++
		}
		start, mixed := i, false
		for ; i < len(s) && s[i] > ' '; i++ {
			mixed = mixed || strings.IndexByte(passwordBytes, s[i]) >= 0
		}
		if !mixed || i-start < 6 || i-start > 80 {
			continue
		}
		pattern := typedTokenPattern
		if strings.ContainsFunc(s[start:i], isHanKanaOrHangul) {
			pattern = asciiTokenPattern
		}
		for _, m := range pattern.FindAllStringIndex(s[start:i], -1) {
			if w := (window{start + m[0], start + m[1]}); isMixedPassword(s[w.start:w.end]) {
				out = append(out, w)
			}
		}
	}
	return out
}

// isHanKanaOrHangul reports a letter of Chinese, Japanese or Korean, which passwords are not made
// of but stand next to.
func isHanKanaOrHangul(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// asciiTokenPattern matches what is typed in the middle of a text without blanks.
var asciiTokenPattern = lazyregexp.New(`[!-~]*[A-Za-z0-9#*$%&_!]`)

// passwordBytes are the digits and signs that passwords are mixed of.
const passwordBytes = "0123456789!#$%^&*+=~_@"

// isStrongPassword reports small and capital letters, digits, and a sign in the middle: what the
// rules of websites ask for, and nobody writes otherwise.
func isStrongPassword(t string) bool {
	if len(t) < minStrongPassword || strings.ContainsAny(t, "./:\\=+~_-'’") {
		return false
	}
	var has [3]bool
	for _, r := range t {
		has[0] = has[0] || unicode.IsLower(r)
		has[1] = has[1] || unicode.IsUpper(r)
		has[2] = has[2] || unicode.IsDigit(r)
	}
	return has == [3]bool{true, true, true} && strongPasswordSign.MatchString(t)
}

// minStrongPassword is the shortest strong password that is told by its form alone, in bytes.
const minStrongPassword = 10

var strongPasswordSign = lazyregexp.New(`[\p{L}\d][!@#$%^*][\p{L}\d]`)

// isMixedPassword reports what looks typed, but for measures, times, files, and references of
// capitals and digits such as flights.
func isMixedPassword(t string) bool {
	return looksLikeTypedPassword(t) && !isCamelCased(t) && !referencePattern.MatchString(t)
}

// referencePattern matches times, measures, flights, plates, file names and settings.
var referencePattern = lazyregexp.New(
	`^(?:\d+(?:[.,:/-]\d+)*\p{L}{1,4}[.:!]?|(?:\p{Ll}['’])?[A-Z]{1,4}-?\d{1,7}[A-Z]?!?|` +
		`[A-Z0-9]{2}\d{2,4}!?|[^.]+\.\p{L}{2,5}\d?|\p{L}+!+|[@#]\S+|\S+://.*|[\p{L}']+[&+/]\p{L}+|` +
		`v\d[\d.]*\S*|\d+-\p{L}+|[a-z]+_[a-z_]+|\p{Lu}?\p{Ll}+-\d+)$`,
)

// sentenceAround returns the sentence that a span stands in.
func sentenceAround(s string, w window) window {
	from, to := max(w.start-maxAccessSentence, 0), min(w.end+maxAccessSentence, len(s))
	return window{from + lastSentenceStart(s[from:w.start]), w.end + firstSentenceEnd(s[w.end:to])}
}

// lastSentenceStart returns where the last sentence of a text begins. A sign before a small letter
// ends no sentence: "Sommer2024! ist mein Kennwort".
func lastSentenceStart(s string) int {
	start := 0
	for {
		end := firstSentenceEnd(s[start:])
		if start+end == len(s) {
			return start
		}
		_, mark := utf8.DecodeRuneInString(s[start+end:])
		start += end + mark
	}
}

// firstSentenceEnd returns where the mark stands that ends the first sentence of a text, or the
// length of a text without one.
func firstSentenceEnd(s string) int {
	for i, r := range s {
		switch r {
		case ';', '\n', '。', '！', '？', '।', '؟':
			return i
		case '.', '!', '?':
			behind := strings.TrimLeft(s[i+1:], `"”»)`)
			next := strings.TrimLeft(behind, " \t\r\n\f")
			r, _ := utf8.DecodeRuneInString(next)
			if next != "" && len(next) < len(behind) && !unicode.IsLower(r) {
				return i
			}
		}
	}
	return len(s)
}

// accessPattern matches words about getting in: logging in, unlocking, a lock that opens, and rarer
// names of a password.
var accessPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` + strings.Join([]string{
		`(?:router|wi-?fi|nas|server|panel)[^.]*\badmin (?:and|then|with|und|et|y|e|en|и)(?:[^\p{L}]|$)`,
		`log(?:s|ged|ging)?[ -]?(?:me |us |you )?(?:in|on|into|onto|ins)(?:[^\p{L}]|$)`,
		`sign(?:s|ed|ing)?[ -]?(?:me |us |you )?(?:in|into|ins)(?:[^\p{L}]|$)`,
		`un-?lock|decrypt|pass-?(?:word|code|phrase|key)|authenticat|watchword|(?:secret|magic|access|key) (?:word|phrase)`,
		`(?:get|let|bring|take)s? (?:me|you|us|one|him|her|them|people|anyone) (?:in|into|past|through)(?:[^\p{L}]|$)`,
		`(?:get|got) in(?:to)? (?:my|our|the) `,
		`open(?:s|ed|ing)?(?: up)? (?:the|my|our|his|her|their|every|this)(?: [\p{L}'’-]+){0,3}? (?:` + englishLocks + `)`,
		`(?:join|connect\w*|get on(?:to)?)(?: to)? (?:the|my|our) (?:wi-?fi|wlan|network|vpn|router|hotspot)`,
		`einlogg|eingelogg|logge|anmeld|angemeldet|melde mich|entsperr|entschlüssel|freischalt|aufschließ|kennwort|kennung`,
		`losung|parole|schlüsselwort|geheimwort|codewort|passwort|passsatz|zugangs|reinkomm|komme ich (?:rein|hinein|in)`,
		`(?:öffne|öffnet|öffnen|aufmach|aufsperr|aufgeht|geht auf)(?:$|[^\p{L}])[^.]*`,
		`inicio sesión|iniciar sesión|sesión|desbloque|abr[eo](?:$| )|acced|contraseña|contrasena|palabra secreta`,
		`me connect|se connect|connexion|déverrouill|ouvre|accéder|mot de passe|mot secret|sésame|identifi`,
		`sblocc|apr[eo](?:$| )|acced|entro|login|parola|segret`,
		`entr[oa]r? n[oa]|desbloque|senha|palavra|aced|acess`,
		`вхожу|войти|вход|захожу|залогин|логин|открыва|разблок|парол|кодов`,
		`loguj|zalog|odblok|otwier|hasł|wchodz`,
		`inlog|log ik|ontgrendel|opent|open ik|wachtwoord|aanmeld|meld ik`,
		`giriş|giriyorum|oturum|kilid|açıyor|açar|açılır|şifre|parola`,
		`लॉग ?इन|लॉगिन|खुल|खोल|अनलॉक|साइन इन|पासवर्ड`,
	}, "|") + `)|登录|登錄|登陆|解锁|解鎖|打开|密码|口令|` +
		`ログイン|サインイン|解除|開け|開く|開き|パスワード|合言葉|로그인|접속|잠금|열려|열어|열고|엽니다|열립니다|연다|비밀번호|암호|` +
		`دخول|الدخول|أدخل|أفتح|افتح|يفتح|تفتح|كلمة`)
})

const englishLocks = `door|gate|safe|laptop|phone|vault|account|mail|mailbox|inbox|drive|disk|folder|archive|zip|` +
	`wallet|` +
	`tablet|computer|pc|router|wi-?fi|network|chest|box|app|file|document|pdf|spreadsheet|notes|diary|house|flat|` +
	`garage|shed|cellar|locker|suitcase|padlock|lock|office|building|database|backup|server|site|portal|ipad|iphone|mac`

// sentenceStartBefore returns where the sentence begins that goes on at a byte, but not before byte
// last.
func sentenceStartBefore(s string, at, last int) int {
	from := max(at-maxAccessSentence, last)
	return from + lastSentenceStart(s[from:at])
}
