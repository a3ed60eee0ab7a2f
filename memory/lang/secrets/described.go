package secrets

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// describedSecrets are secrets that a sentence tells by what they are instead of by a label: the
// digits on the back of a card, a session's cookie, a number of the state in a language whose word
// for it is one of a kind. The second group is the secret; one of the literals is in every match.
var describedSecrets = sync.OnceValue(func() []secretPattern {
	const spokenToGuards = `(?i)((?:\balarm(?:[ae]s?|u|em|owa|owej)?\b|\balarm(?:anlage|zentrale|firma|centrale)|` +
		`securitas|verisure|prosegur)[^\n]{0,120}?[^\p{L}]` +
		`(?:decir|diga|say|sagen|sagt|dire|dica|dizer|zeggen|powiedzieć|сказать) ["“«„])([^"”»\n]{3,40})(["”»])`
	cardBack := func(digits, back string) string {
		return `(?i)((?:` + digits + `)[^\n.\d]{0,40}(?:` + back + `)[^\n.\d]{0,25}?)(\d{3,4})(?:[^\d]|$)()`
	}
	var out []secretPattern
	for _, f := range [][2]string{
		{"back", cardBack(`(?:three|four|3|4)[ -](?:digits?|numbers|figures)`, `\b(?:on|at) the back`)},
		{"hint", cardBack(`(?:drei|vier|3|4) (?:ziffern|zahlen|stellen)|dreistellige`, `hinten|hintendrauf`)},
		{"ckseite", cardBack(`(?:drei|vier|3|4) (?:ziffern|zahlen|stellen)|dreistellige`, `rückseite`)},
		{"trás", cardBack(`(?:tres|três|3) (?:d[ií]gitos|números|cifras)`, `atrás|de trás|detrás`)},
		{"dors", cardBack(`(?:tres|3) (?:dígitos|números|cifras)`, `dorso`)},
		{"verso", cardBack(`(?:três|tres|3) (?:dígitos|números|cifras)`, `verso|reverso`)},
		{"dos", cardBack(`(?:trois|3) chiffres`, `dos`)},
		{"retro", cardBack(`(?:tre|3) cifre`, `retro`)},
		{"dietro", cardBack(`(?:tre|3) cifre`, `dietro`)},
		{"achter", cardBack(`(?:drie|3) cijfers`, `achter`)},
		{"цифр", cardBack(`(?:три|3) цифры`, `оборот|обратной|сзади`)},
		{"cyfr", cardBack(`(?:trzy|3) cyfry`, `z tyłu|odwroc|na odwrocie`)},
		{"arka", cardBack(`arka`, `(?:üç|3) (?:hane|rakam)`)},
		{"背面", cardBack(`背面`, `三位|3位|数字|后三`)},
		{"裏", cardBack(`裏`, `3桁|三桁|数字`)},
		{"뒷면", cardBack(`뒷면`, `세 자리|3자리|숫자|번호`)},
		{"uthorization", "(?i)(authorization(?:[\"'`]?\\s*[:=]|[\"'`]\\s*,)\\s*[\"'`]?" +
			"(?:[a-z][\\w-]{1,20}\\s+)?)([\\w+/=.~-]{16,})()"},
		{"larm", spokenToGuards},
		{"LARM", spokenToGuards},
		{"ecuritas", spokenToGuards},
		{"erisure", spokenToGuards},
		{"rosegur", spokenToGuards},
		{"发来", `(发来(?:的|了)?(?:验证码|码)?[:：]?\s?)(\d{6})([^\d年元块个条件人份封万千百只箱]|$)`},
		{"nlocks with ", `(?i)(\bunlocks with )([\p{L}\d]+(?:-[\p{L}\d]+){2,})()`},
		{"opens with ", `(?i)(\bopens with )([\p{L}\d]+(?:-[\p{L}\d]+){2,})()`},
		{"ntsperr", `(?i)(\b(?:entsperr\p{L}*)[^\n.]{0,20} mit )([\p{L}\d]+(?:-[\p{L}\d]+){2,})()`},
		{"abre ", `(?i)(\babre con? )([\p{L}\d]+(?:-[\p{L}\d]+){2,})()`},
		{"*", `(?i)(\b(?:abre|opens?|öffnet|ouvre|apre|otwiera|открывает\p{L}*)\b[^\n.\d]{0,15})([*#]\d{3,6}#?)()`},
		{"sess", `(?i)(\b\w*sess(?:ion)?_?(?:id|token|key)?=)([\w%.+/-]{16,}=*)()`},
		{"sid=", `(?i)(\b\w*\.?sid=)([\w%.+/-]{16,}=*)()`},
		{"ersonnummer", `(?i)(personnummer\D{0,20})((?:19|20)?\d{6}[-+ ]?\d{4,5})()`},
		{"ødselsnummer", `(?i)(fødselsnummer\D{0,20})(\d{6} ?\d{5})()`},
		{"CPR", `(?i)(\bcpr\D{0,20})(\d{6}[- ]?\d{4})()`},
		{"enkilötunnu", `(?i)(henkilötunnu\p{L}*\W{0,3}(?:on )?)(\d{6}[-+A]\d{3}\w)()`},
		{"enkilotunnu", `(?i)(henkilotunnu\p{L}*\W{0,3}(?:on )?)(\d{6}[-+A]\d{3}\w)()`},
	} {
		out = append(out, secretPattern{f[0], lazyregexp.New(f[1])})
	}
	delivered := lazyregexp.New(`(?i)()(\b\d{4,8})(\b["”»]? (?:is|es|est|è|é|ist|to|—) (?:your|tu|su|votre|ton|il tuo|` +
		`il suo|o seu|seu|dein|ihr|je|uw|twój|ваш|твой) (?:[^\n.]{0,20}[^\p{L}\n.])?(?:\p{L}{0,16}code|` +
		`clave|código|codice|kod|код|otp|tan|pin)(?:$|[^\p{L}]))`)
	for _, part := range strings.Fields("your tu su votre ton tuo suo seu dein ihr je uw twój ваш твой") {
		out = append(out, secretPattern{" " + part + " ", delivered})
	}
	backup := lazyregexp.New(`(?i)((?:` + backupCodeNames + `)[^\n]{0,60}?)(` + hyphenatedCode + `)()`)
	for _, part := range []string{
		"ackup", "ack-up", "ack up", "ecover", "escue", "erstel", "satzcode", "otfall", "eserv", "ecours", "écup",
		"espald", "ecuper", "iserva",
		"езерв", "апасн", "осстанов", "apasow", "dzyskiw", "edek", "urtarma", "बैकअप", "रिकवरी", "备用", "恢复", "备份",
		"バックアップ", "リカバリ", "復旧", "백업", "복구",
	} {
		out = append(out, secretPattern{part, backup})
	}
	return out
})

// backupCodeNames are what codes are called that get into an account whose second factor is lost.
// Each has one of the parts that describedSecrets looks for first.
const backupCodeNames = `(?:back-?up|recovery|rescue|herstel|wiederherstellungs|ersatz|notfall|reserve)[- ]?codes?|` +
	`codes? de (?:secours|récupération)|códigos? de (?:respaldo|recuperación|backup|recuperação|reserva)|` +
	`codic[ei] (?:di )?(?:backup|recupero|riserva)|(?:резервн|запасн)\p{L}+ код\p{L}*|код\p{L}* восстановления|` +
	`kod\p{L}* (?:zapasow\p{L}+|odzyskiwania)|yedek(?:leme)? kod\p{L}*|kurtarma kod\p{L}*|(?:बैकअप|रिकवरी) कोड|` +
	`(?:备用|恢复|备份)(?:验证)?码|(?:バックアップ|リカバリー?|復旧)コード|(?:백업|복구) ?코드|` +
	`(?:recovery|rescue|backup) key|(?:wiederherstellungs|notfall)schlüssel|clé de (?:secours|récupération)|` +
	`clave de (?:recuperación|respaldo)|chiave di (?:recupero|riserva)|chave de (?:recuperação|reserva)|herstelsleutel|` +
	`klucz\p{L}* odzyskiwania|ключ\p{L}* восстановления|kurtarma anahtarı\p{L}*|रिकवरी की|恢复密钥|(?:復旧|リカバリー?)キー|복구 ?키`

// hyphenatedCode matches two groups of letters and digits, the form of such codes.
const hyphenatedCode = `\b(?:[0-9A-Za-z]{3,7}\d[0-9A-Za-z]{0,4}-[0-9A-Za-z]{4,8}|\d[0-9A-Za-z]{3,7}-[0-9A-Za-z]{4,8}|` +
	`[0-9A-Za-z]{4,8}-[0-9A-Za-z]{1,7}\d[0-9A-Za-z]{0,7})(?:-[0-9A-Za-z]{4,8})*|` +
	`\b\d{3,6}[ -]\d{3,6}\b`

func redactDescribedSecrets(t *indexedText) string {
	s := t.text
	for _, f := range describedSecrets() {
		if t.containsAsWritten(f.literal) {
			s = f.pattern.ReplaceAllString(s, "${1}"+secretPlaceholder+"${3}")
		}
	}
	return s
}

// ibanLengths are the lengths of account numbers by country (ISO 13616).
var ibanLengths = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18,
		"FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IT": 27, "LT": 20, "LU": 20, "LV": 21, "MT": 31,
		"NL": 18,
		"NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "TR": 26, "UA": 29, "SA": 24, "AE": 23,
		"IL": 23, "BR": 29,
	}
})

// hasIBANForm reports a country and as many characters as its accounts have, most of them digits:
// an account number, even if one digit of it is wrong.
func hasIBANForm(s string) bool {
	if len(s) < 15 || ibanLengths()[s[:2]] != len(s) {
		return false
	}
	letters := 0
	for _, r := range s[4:] {
		if r < '0' || r > '9' {
			letters++
		}
	}
	return letters <= 6
}

// walletContext matches what a recovery phrase is called.
var walletContext = lazyregexp.New(`(?i)\b(?:wallet|ledger|trezor|metamask|seed|recovery|mnemonic|backup phrase|` +
	`bitcoin|crypto|cartera|monedero|` +
	`recuperación|semilla|portefeuille|récupération|portafoglio|recupero|carteira|recuperação|` +
	`semente|herstel\p{L}*|wiederherstellung\p{L}*|brieftasche|portfel\p{L}*|odzyskiwani\p{L}*|cüzdan\p{L}*)\b|` +
	`кошел|восстановлен|сид-?фраз|वॉलेट|지갑|시드|니모닉|복구|钱包|錢包|助记词|助記詞|恢复|ウォレット|シード|リカバリー|復元`)

// koreanPhraseName matches what Korean calls a recovery phrase. Almost every word of a Korean sentence has
// the form of one in a phrase, so a wallet alone, which people also carry, proves nothing.
var koreanPhraseName = lazyregexp.New(`니모닉|(?:시드|복구|지갑|비밀) ?(?:단어|구문|문구)`)

// redactWordRunsInWalletContext replaces twelve words or more in a row without a function word, in
// a text that speaks of a wallet: recovery phrases of other word lists and languages, and those
// with a word that is misspelled.
func redactWordRunsInWalletContext(t *indexedText) string {
	s := t.text
	if len(s) < minWalletWords*4 {
		return s
	}
	windows := findWordRuns(s, t.wordSpansWithLetters(), minWalletWords, hasFormOfRecoveryPhraseWord)
	if len(windows) == 0 || !walletContext.MatchString(s) { // the expression is slow
		return s
	}
	windows = slices.DeleteFunc(windows, func(w window) bool {
		first, _ := utf8.DecodeRuneInString(s[w.start:])
		return lang.IsHangulSyllable(first) && !koreanPhraseName.MatchString(s)
	})
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// How many words a passphrase has at least that dice have chosen (EFF's word lists ask for six,
// people take fewer), and how far its words are looked for.
const (
	minPassphraseWords = 4
	maxPassphraseBytes = 120
)

// passphraseIntroduction matches what introduces a passphrase: a word for it, or the word phrase beside
// the name of what keeps passwords or encrypts, and then a colon or a verb that states it.
var passphraseIntroduction = lazyregexp.New(func() string {
	const (
		keeper = `(?:^|[^\p{L}])(?:keepass\p{L}*|bitwarden|1password|lastpass|dashlane|proton ?pass|veracrypt|luks|` +
			`bitlocker|filevault|gpg|pgp|ssh)`
		phrase = `(?:^|[^\p{L}])(?:phrase|frase|fraz\p{L}|фраз\p{L}|satz|zin|cümle\p{L}*)`
		named  = `(?:passphrase|pass phrase|diceware|master ?pass\p{L}*|hauptpasswort|frase de paso|frase maestra|` +
			`phrase de passe|frase segreta|senha[- ]mestra|wachtwoordzin|fraz\p{L} has\p{L}+|парольн\p{L}+ фраз\p{L}+|` +
			`мастер-?парол\p{L}+|parola cümlesi)`
		gap    = `[^.!?:\n]{0,40}?`
		states = `(?:[:：]\s*|\s(?:is|ist|est|es|è|é|jest|это)\s+)`
	)
	return `(?i)(?:` + keeper + gap + phrase + `|` + phrase + gap + keeper + `|` + named + `)` + gap + states
}())

// passphraseStems are in every word for a passphrase that passphraseIntroduction knows, in small
// letters, and passphraseReach is how far an introduction reaches on both sides of one, in bytes.
var passphraseStems = sync.OnceValue(func() []string {
	return strings.Fields("phrase frase fraz фраз satz zin cümle diceware master hauptpass мастер senha")
})

const passphraseReach = 80

// redactPassphrasesBehindIntroductions replaces four words or more in a row without a function word
// just behind such an introduction.
func redactPassphrasesBehindIntroductions(t *indexedText) string {
	s := t.text
	var windows []window
	for _, stem := range passphraseStems() {
		if !t.trigrams.MayContain(stem) {
			continue
		}
		for at := range lang.OffsetsOf(t.lower, stem) {
			near := window{
				lang.StartOfRune(s, max(0, at-passphraseReach)), lang.StartOfRune(s, min(len(s), at+len(stem)+passphraseReach)),
			}
			if m := passphraseIntroduction.FindStringIndex(s[near.start:near.end]); m != nil {
				if run, ok := passphraseAt(s, near.start+m[1]); ok {
					windows = append(windows, run)
				}
			}
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// passphraseAt returns the words of a passphrase that begins at a byte, in quotation marks or not.
func passphraseAt(s string, at int) (window, bool) {
	rest := s[at:lang.StartOfRune(s, min(len(s), at+maxPassphraseBytes))]
	if end := strings.IndexAny(rest, ".!?\n"); end >= 0 {
		rest = rest[:end]
	}
	runs := findWordRuns(rest, wordsWithLetters(rest), minPassphraseWords, hasFormOfRecoveryPhraseWord)
	if len(runs) == 0 || strings.TrimLeft(rest[:runs[0].start], "\"'“„«( ") != "" {
		return window{}, false
	}
	return window{at + runs[0].start, at + runs[0].end}, true
}

// hasFormOfRecoveryPhraseWord reports a word that a recovery phrase may have: of three to ten
// letters, without a capital, and with a meaning of its own, or of two to four Korean syllables.
func hasFormOfRecoveryPhraseWord(word string) bool {
	n, isASCII := 0, true
	if first, _ := utf8.DecodeRuneInString(word); lang.IsHangulSyllable(first) {
		n = utf8.RuneCountInString(word)
		return n >= 2 && n <= 4
	}
	for _, r := range word {
		if !unicode.IsLower(r) {
			return false
		}
		n++
		isASCII = isASCII && r < utf8.RuneSelf
	}
	if n < 3 || n > 10 {
		return false
	}
	if !isASCII {
		word = lang.FoldWord(word)
	}
	return !lang.FunctionWords()[word]
}
