package secrets

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// minAccountDigits is how many digits the number of a bank account has at least; years, amounts in
// words and numbers of branches have fewer.
const minAccountDigits = 6

// bankAccountLabels are words behind which the number of a bank account stands: the account, its
// bank or the kind of account, with the literals that one of them must have in small letters.
var bankAccountLabels = sync.OnceValue(func() []struct {
	literals []string
	pattern  *regexp.Regexp
} {
	// number is a row of digits, in groups or not; the bank's own number may stand before it.
	const number = `(\d(?:[ -]?\d){5,27}(?:-[\dkK])?)`
	// name is the bank's, or what the number is called, with no more than one full stop.
	const name = `(?:[ :#=,]+\p{L}[\p{L}\p{M}&'’]*\.?){0,3}[ :#=,º°]*`
	groups := []struct{ literals, pattern string }{
		{"acc a/c bsb routing sort", `\b(?:account|acct?|a/c|bsb|routing|sort code)\b\.?` + name + number},
		{"konto kto", `\b(?:\p{L}*konto\p{L}*|kto)\b\.?(?:-?nr\.?)?` + name + number},
		{"compte rib", `\b(?:compte|rib)\b` + name +
			`(\d{5}[ -]?\d{5}[ -]?[\da-zA-Z]{11}[ -]?\d{2}|\d{7}[A-Z]\d{3}|\d(?:[ -]?\d){5,27})`},
		{"cuenta clabe ccc cbu cci cvu", `\b(?:cuenta|clabe|ccc|cbu|cvu|cci)\b` + name + number},
		{"conta c/c cc nib agência", `\b(?:conta|c/c|cc|nib)\b` + name +
			`(?:ag(?:ência|encia|\.)? ?\d{3,5}(?:-\d)?` +
			`[ ,/]+(?:conta|c/c|cc)[ :]*)?(\d{4,11}-[\dxX]|\d(?:[ -]?\d){5,27})`},
		{"conto", `\bconto\b` + name + number},
		{"rekening", `\b\p{L}*rekening\p{L}*\b` + name + number},
		{"kont rachun", `\b(?:kont\p{L}|rachun\p{L}+)\b` + name + number},
		{"счет счёт р/с", `(?:счет|счёт|р/сч?|к/с)\p{L}*` + name + `(\d(?:[ -]?\d){9,23})`},
		{"hesab hesap", `\bhesa[bp]\p{L}*` + name + number},
		{"खाता खाते", `खात[ाे]` + name + number},
		{
			"银行 工行 农行 中行 建行 交行 招行 账号 帐号 账户 帳號 卡号 卡里",
			`(?:银行|[工农中建交招]行|账号|帐号|账户|帳號|卡号|卡里?)` +
				`[^\d\n。！？]{0,8}(\d(?:[ -]?\d){11,20})`,
		},
		{"口座 普通 当座 貯蓄", `(?:口座(?:番号)?|普通|当座|貯蓄)(?:預金)?(?:口座)?(?:番号)?[ :：はが]{0,2}(\d{7})`},
		{"記号", `(?:記号)[ :：]?\d{5}[ 　、,\-]*(?:番号)?[ :：]?(\d{7,8})`},
		{"계좌 은행 통장 농협 뱅크", `(?:계좌\p{Hangul}*|\p{Hangul}*은행|통장|농협|\p{Hangul}*뱅크)(?: ?\p{Hangul}{1,6}){0,2}[ :]{0,2}` +
			`(\d{2,6}-\d{2,6}-\d{2,8}(?:-\d{1,3})?|\d{10,14})`},
	}
	out := make([]struct {
		literals []string
		pattern  *regexp.Regexp
	}, len(groups))
	for i, g := range groups {
		out[i].literals = strings.Fields(g.literals)
		out[i].pattern = regexp.MustCompile(`(?i)` + g.pattern)
	}
	return out
})

// maxAccountBytes is how far behind its label the number of an account is looked for.
const maxAccountBytes = 120

// redactBankAccounts replaces the numbers of bank accounts behind the words for an account, a bank
// or a kind of account. Those with check digits of their own are found without
// (redactCardsAccountsAndNationalNumbers).
func redactBankAccounts(t *indexedText) string {
	if countASCIIDigits(t.text) < minAccountDigits {
		return t.text
	}
	var windows []window
	for _, label := range bankAccountLabels() {
		for _, literal := range label.literals {
			if t.trigrams.MayContain(literal) {
				windows = append(windows, findAccountsNearLiteral(t.text, t.lower, literal, label.pattern)...)
			}
		}
	}
	if !strings.Contains(t.text, "-") { // as sort codes are written
		return replaceInWindows(t.text, windows, func(string) string { return secretPlaceholder })
	}
	isPayment := sync.OnceValue(func() bool { return payment.MatchString(t.text) })
	for _, m := range sortCodeAndAccount.FindAllStringIndex(t.text, -1) {
		if code := t.text[m[0]:][:len("20-45-17")]; !calendarDate.MatchString(code) || isPayment() {
			windows = append(windows, window{m[0], m[1]})
		}
	}
	return replaceInWindows(t.text, windows, func(string) string { return secretPlaceholder })
}

// payment matches what makes a sort code of two digits that could be a date.
var payment = lazyregexp.New(`(?i)\b(?:pay|sort|account|bank|transfer|refund|rent\b|deposit|send|owe|wire|iban)|£`)

// sortCodeAndAccount matches a British sort code with the number of an account behind it.
var sortCodeAndAccount = lazyregexp.New(`\b\d{2}-\d{2}-\d{2}[, /]{1,3}\d{8}\b`)

// findAccountsNearLiteral runs the expression where the literal occurs and digits follow it.
func findAccountsNearLiteral(s, lower, literal string, pattern *regexp.Regexp) []window {
	var out []window
	for at := range lang.OffsetsOf(lower, literal) {
		start := startOfWordAt(s, at)
		rest := s[start:min(len(s), at+maxAccountBytes)]
		if countASCIIDigits(rest) < minAccountDigits {
			continue
		}
		m := pattern.FindStringSubmatchIndex(rest)
		if m == nil {
			continue
		}
		for group := 2; group < len(m); group += 2 {
			w := window{start + m[group], start + m[group+1]}
			if m[group] >= 0 && !isAmountOrDate(s, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// startOfWordAt returns the offset of the first letter of the word that a byte belongs to, no more
// than maxLabelWordBytes before it.
func startOfWordAt(s string, at int) int {
	const maxLabelWordBytes = 40
	for first := at - maxLabelWordBytes; at > max(0, first); {
		r, size := utf8.DecodeLastRuneInString(s[:at])
		if r >= 0x2e80 || !unicode.IsLetter(r) {
			break
		}
		at -= size
	}
	return at
}

// isAmountOrDate reports a number behind a label that is no account: a date, a number that goes on,
// an amount in a currency, thousands with blanks between them, and up to seven digits, if a word
// follows.
func isAmountOrDate(s string, w window) bool {
	number, behind := s[w.start:w.end], s[w.end:min(len(s), w.end+16)]
	if dottedDate.MatchString(number) || endsInsideNumber(s, w.end) || amountUnit().MatchString(behind) {
		return true
	}
	isCounted := countedThing().MatchString(behind) && !wordBehindCode().MatchString(behind)
	return isCounted && (countASCIIDigits(number) <= 7 || groupedThousands.MatchString(number))
}

var groupedThousands = lazyregexp.New(`^\d{1,3}(?: \d{3})+$`)

// endsInsideNumber reports a number that goes on behind a byte: with digits, a fraction or a unit.
func endsInsideNumber(s string, end int) bool {
	rest := s[end:]
	if rest == "" {
		return false
	}
	if isASCIIDigit(rest, 0) || rest[0] == '%' || rest[0] == '/' {
		return true
	}
	return (rest[0] == '.' || rest[0] == ',') && isASCIIDigit(rest, 1)
}

// amountUnit matches what makes the number before it an amount: a currency, or what accounts of other
// kinds count.
var amountUnit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^ ?(?:[€$£¥₽₹₺%]|` +
		`(?:euros?|eur|usd|dollars?|dolar\p{L}*|pounds?|z[łl]|z[łl]ot\p{L}*|руб\p{L}*|` +
		`lir\p{L}+|tl|reais|pesos|` +
		`rupees?|francs?|franken|followers|views|users|clicks|klicks|points|punkte|puntos|steps|` +
		`people|seguidores|abonn\p{L}+|volgers|подписчик\p{L}*)(?:[^\p{L}]|$)|रुप|[円元원万만])`)
})
