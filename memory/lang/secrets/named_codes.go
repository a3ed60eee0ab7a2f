package secrets

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// Bytes around a number in which the word for a code may stand.
const (
	codeNameBefore = 60
	codeNameBehind = 40
)

// codeNames are words for what opens a door, an account or a phone, in scripts with blanks and
// without.
const (
	codeNames = `access code|code|codes|pin|pins|otp|passcode|tan|pincode|código|codigo|códigos|codice|codici|kode|kod|` +
		`kodu|kodunu|` +
		`kodum|kodem|kodzie|kody|şifresi|код|кода|кодом|коды|пин|पिन|कोड|ओटीपी`
	unspacedCodeNames = `验证码|校验码|密码|口令|暗号|认证码|인증번호|인증코드|비밀번호|비번|코드|コード|暗証番号|認証番号`
	codeDigits        = `[*#]?\d{3,4}[ -]\d{1,4}[*#]?|[*#]?\d{4,8}[*#]?`
)

// codePatterns match a number behind or before the word for a code. The second group is the number.
var codePatterns = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?i)((?:^|[^\p{L}])(?:` + codeNames + `)(?:[^\p{L}\n.!?\d*#][^\n.!?\d*#]{0,30}?)?)(` +
			codeDigits + `)()(?:$|[^\d\p{L}])`),
		regexp.MustCompile(`(?i)((?:` + unspacedCodeNames + `)[^\n。!?！？\d*#]{0,10})(` + codeDigits + `)()`),
		regexp.MustCompile(`(?i)((?:^|[^\d.,/-]))(` + codeDigits + `)([^\n.!?\d]{0,14}[^\p{L}\n.!?\d](?:` + codeNames +
			`)(?:$|[^\p{L}\p{M}]))`),
	}
})

// otherCodePattern matches what makes a number with the word "code" beside it no secret: of
// addresses, orders, errors, goods, of countries and colours, and lines of code.
var otherCodePattern = lazyregexp.New(`(?i)post|zip|\bplz\b|\bcap\b|\bcep\b|pin ?-?code|order|bestell|` +
	`pedido|commande|ordine|error|fehler|erreur|errore|ошиб|hata|błęd|status|http|exit|area|` +
	`vorwahl|prefijo|indicatif|prefisso|country|dial|` +
	`bar ?code|barras|barres|qr|promo|discount|rabatt|gutschein|descuento|remise|sconto|desconto|скид|промо|` +
	`indirim|rabat|` +
	`coupon|voucher|product|produkt|producto|produit|prodotto|produto|товар|артикул|artikel|model|` +
	`colou?r|shade|paint|farb|hex|` +
	`flight|flug|vuelo|\bvol\b|volo|voo|рейс|train|zug|source|quell|lines?\b|zeilen|líneas|linhas|lignes|righe|` +
	`строк|satır|` +
	`commit|version|release|icd|iso|sic|naics|course|kurs|class|booking|buchung|reserva|réservation|prenotazione|` +
	`индекс|почтов|邮|郵|编号|订单|错误|优惠|折扣|航班|颜色|행|우편|주문|오류|할인|쿠폰|注文|エラー|割引|クーポン|品番|डाक|ऑर्डर|पता|पिन ?-?कोड|%|€|\$|£`)

// redactNumbersBesideCodeWords replaces numbers of four to eight digits beside the word for a code.
func redactNumbersBesideCodeWords(s string) string {
	return replaceInWindows(s, windowsAroundShortDigitRuns(s), func(window string) string {
		if otherCodePattern.MatchString(window) {
			return window
		}
		for _, p := range codePatterns() {
			window = redactSecondGroupUnlessYear(p, window)
		}
		return window
	})
}

// redactSecondGroupUnlessYear replaces the second group of each match.
func redactSecondGroupUnlessYear(p *regexp.Regexp, s string) string {
	var b strings.Builder
	last := 0
	for _, m := range p.FindAllStringSubmatchIndex(s, -1) {
		if m[4] >= last && !codeYearPattern.MatchString(s[m[4]:m[5]]) {
			b.WriteString(s[last:m[4]])
			b.WriteString(secretPlaceholder)
			last = m[5]
		}
	}
	if last == 0 {
		return s
	}
	b.WriteString(s[last:])
	return b.String()
}

// codeYearPattern matches years, which stand beside such words by chance.
var codeYearPattern = lazyregexp.New(`^(?:19|20)\d\d$`)

// windowsAroundShortDigitRuns finds runs of at least three digits with their surroundings.
func windowsAroundShortDigitRuns(s string) []window {
	var out []window
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		j := i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j-i >= 3 && j-i <= 8 {
			start := max(i-codeNameBefore, strings.LastIndexByte(s[:i], '\n')+1)
			end := min(j+codeNameBehind, len(s))
			for start > 0 && !utf8.RuneStart(s[start]) {
				start--
			}
			for end < len(s) && !utf8.RuneStart(s[end]) {
				end++
			}
			out = addOrMergeWindow(out, window{start, end})
		}
		i = j
	}
	return out
}
