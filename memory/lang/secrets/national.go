package secrets

import (
	"regexp"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// redactNationalIDNumbers replaces the numbers that a state or its insurance gives a person:
// whatever has seven digits and more beside its name in the same sentence, before it or behind it,
// and without a name what has valid check digits and is called neither a phone number nor an order.
func redactNationalIDNumbers(s string) string {
	var windows []window
	last := 0
	for _, near := range findDigitClusterWindows(s) {
		ascii := foldDigitsMaskingOtherNonASCII(s[near.start:near.end])
		for _, m := range personalNumber.FindAllStringSubmatchIndex(ascii.text, -1) {
			w := window{near.start + ascii.sourceOffset(m[2]), near.start + ascii.sourceOffset(m[3])}
			if w.start >= last && !isPartOfLongerNumber(ascii.text, m[2], m[3]) &&
				isNationalIDNumber(s, w, ascii.text[m[2]:m[3]]) {
				windows = append(windows, w)
				last = w.end
			}
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// redactDocumentNumbers replaces the numbers of passports and identity cards in a text about a visa, a
// journey or a power of attorney, where nothing need say what they are: capitals and digits in their
// usual lengths, and digits alone where they are said to be issued. Poland's identity cards have a check
// digit and need no such text.
func redactDocumentNumbers(s string) string {
	var windows []window
	isAnywhere := sync.OnceValue(func() bool { return documentContext().MatchString(s) })
	isAbout := func(w window) bool {
		from, to := max(0, w.start-documentReach), min(len(s), w.end+documentReach)
		return isAnywhere() && documentContext().MatchString(s[lang.StartOfRune(s, from):lang.StartOfRune(s, to)])
	}
	isPolish := sync.OnceValue(func() bool { return strings.ContainsAny(s, "ąęłżźśćń") })
	hasLongDigits := false
	for _, w := range findCapitalDigitRuns(s) {
		number := s[w.start:w.end]
		if !hasLettersAndDigits(number) {
			hasLongDigits = true
		} else if documentNumber.MatchString(number) && !standsInLink(s, w) &&
			(isPolish() && passesPolishCardCheck(number) || isAbout(w)) {
			windows = append(windows, w)
		}
	}
	if hasLongDigits {
		for _, m := range issuedNumber.FindAllStringSubmatchIndex(s, -1) {
			windows = append(windows, window{m[2], m[3]})
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// minCapitalDigitRun is the length of the shortest run that is looked at: the last one of 45 12 957823.
// documentReach is how far around a number what it is for may be named, in bytes.
const (
	minCapitalDigitRun = 6
	documentReach      = 300
)

// standsInLink reports a run beside a slash, which paths and addresses have.
func standsInLink(s string, w window) bool {
	return w.start > 0 && s[w.start-1] == '/' || w.end < len(s) && s[w.end] == '/'
}

// findCapitalDigitRuns finds the words of at least minCapitalDigitRun capitals and digits.
func findCapitalDigitRuns(s string) []window {
	isPart := func(b byte) bool { return 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' }
	joins := func(at int) bool { return at >= 0 && at < len(s) && (isASCIILower(s[at]|0x20) || s[at] == '_') }
	var out []window
	for start, end := range lang.RunsOfBytes(s, isPart) {
		if end-start >= minCapitalDigitRun && !joins(start-1) && !joins(end) {
			out = append(out, window{start, end})
		}
	}
	return out
}

var (
	documentNumber = lazyregexp.New(`^(?:[A-Z]{1,3}\d{6,9}[A-Z]?|[A-Z0-9]{9,10})$`)
	issuedNumber   = lazyregexp.New(`(?i)(?:^|[^\d.,+/-])(\d{9}|\d{2} ?\d{2} ?\d{6}),? (?:issued (?:by|in|on|at)|` +
		`ausgestellt|délivré|` +
		`expedid|rilasciat|afgegeven|wydan\p{L}* przez|выдан)`)
	// documentContext matches what such a number is needed for.
	documentContext = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:visas?|visum|visado|viz[aey]\p{L}*|виз[аыуе]|wiz[aęy]|` +
			`schengen|consulate?|consulado|consolato|konsulat\p{L}*|консульств\p{L}*|konsolosluk\p{L}*|embassy|` +
			`ambassade|embajada|embaixada|ambasciata|ambasad\p{L}*|passports?|reisepass|pasaporte|passeport|passaporto|` +
			`passaporte|paspoort|paszport\p{L}*|паспорт\p{L}*|pasaport\p{L}*|patente(?: di guida)?|permis de conduire|` +
			`führerschein|driving licen[cs]e|rijbewijs|carn[eé]t de conducir|carta de condução|prawo jazdy|` +
			`vollmacht|power of attorney|procuration|` +
			`procuração|poder notarial|machtiging|pełnomocnictw\p{L}*|доверенност\p{L}*|vekalet\p{L}*|legitym\p{L}*)` +
			`(?:$|[^\p{L}])|वीज़ा|वीजा|पासपोर्ट|签证|申根|护照|大使馆|委托书|ビザ|査証|旅券|パスポート|委任状|(?:^|[^\p{Hangul}])비자|여권|대사관|위임장`)
	})
)

func hasLettersAndDigits(s string) bool {
	digits := countASCIIDigits(s)
	return digits > 0 && digits < len(s)
}

// passesPolishCardCheck checks the fourth sign of a Polish identity card, a sum of the others with the weights
// 7, 3 and 1 in turn, letters counting from 10.
func passesPolishCardCheck(number string) bool {
	if !polishCard.MatchString(number) {
		return false
	}
	sum := 0
	for i, weight := range []int{7, 3, 1, 0, 7, 3, 1, 7, 3} {
		value := int(number[i] - '0')
		if i < 3 {
			value = int(number[i]-'A') + 10
		}
		sum += weight * value
	}
	return sum%10 == int(number[3]-'0')
}

var polishCard = lazyregexp.New(`^[A-Z]{3}\d{6}$`)

// isPartOfLongerNumber reports a span of digits that is part of a longer number in groups.
func isPartOfLongerNumber(s string, start, end int) bool {
	isDigit := func(at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }
	return isDigit(start-2) || isDigit(end+1)
}

// personalNumber matches digits in groups with up to two capitals at their ends. dottedDate matches
// what is a date instead.
var (
	personalNumber = lazyregexp.New(`(?:^|[^\w+.,/-])((?:[A-Z]{1,2}-?)?\d(?:[ .-]?\d){6,13}(?:-?[A-Z])?)` +
		`(?:$|[^\w/]|[-,]\D)`)
	dottedDate = lazyregexp.New(`^(?:\d{1,2}[. -]\d{1,2}[. -](?:19|20)\d\d|` +
		`(?:19|20)\d\d[. -]?[01]\d[. -]?[0-3]\d(?:\D?\d{4,6})?)$`)
)

func isNationalIDNumber(s string, w window, written string) bool {
	if dottedDate.MatchString(written) {
		return false
	}
	around := sentenceAround(s, w)
	sentence, at := s[around.start:around.end], window{w.start - around.start, w.end - around.start}
	digits := strings.Map(keepASCIIDigit, written)
	named := byteDistanceToNearestMatch(nationalName(), sentence, at)
	other := byteDistanceToNearestMatch(otherNumberName(), sentence, at)
	if isTaxNumberOfNineDigits(digits, sentence) {
		return true
	}
	if named >= 0 || other < 0 && isNamedInSentenceBefore(s, around.start) {
		return (other < 0 || named < other) && !strings.HasSuffix(digits, "000")
	}
	if japaneseSigns.MatchString(sentence) && len(digits) == 12 && passesMyNumberCheck(digits) && other < 0 {
		return true
	}
	return other < 0 && strings.Trim(digits, "0") != "" &&
		len(digits) == len(strings.Map(keepAlphanumericRune, written)) && passesAnyNationalCheck(written, digits)
}

// isTaxNumberOfNineDigits reports a tax number of Australia or Portugal by its check digit, in a
// sentence about taxes there.
func isTaxNumberOfNineDigits(digits, sentence string) bool {
	return len(digits) == 9 && (australianTax.MatchString(sentence) && passesTFNCheck(digits) ||
		portugueseInvoice.MatchString(sentence) && passesNIFCheck(digits))
}

// isNamedInSentenceBefore reports whether the sentence that ends at a byte, in the same line, names a national
// number and no other one: "my TFN doesn't match. I gave them …".
func isNamedInSentenceBefore(s string, end int) bool {
	if strings.HasPrefix(strings.TrimLeft(s[end:], " \r"), "\n") {
		return false
	}
	line := s[max(0, end-maxAccessSentence, strings.LastIndexByte(s[:end], '\n')+1):end]
	before := line[lastSentenceStart(strings.TrimRight(line, " .!?")):]
	return nationalName().MatchString(before) && !otherNumberName().MatchString(before)
}

func keepASCIIDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// byteDistanceToNearestMatch returns how many bytes are between a span and the nearest match in its
// sentence, or -1.
func byteDistanceToNearestMatch(p *regexp.Regexp, sentence string, w window) int {
	nearest := -1
	for _, m := range p.FindAllStringIndex(sentence, -1) {
		if d := max(m[0]-w.end, w.start-m[1], 0); nearest < 0 || d < nearest {
			nearest = d
		}
	}
	return nearest
}

// passesAnyNationalCheck reports numbers whose check digits few other numbers have: Poland's PESEL,
// Turkey's and Germany's of eleven digits, India's and Russia's of twelve, Korea's of thirteen, and
// in their usual groups Canada's (3-3-3) and Australia's Medicare (4-5-1).
func passesAnyNationalCheck(written, digits string) bool {
	switch len(digits) {
	case 9:
		return groupsOfThree.MatchString(written) && digits[0] != '0' && digits[0] != '8' && passesLuhnCheck(digits)
	case 10:
		return medicareGroups.MatchString(written) && weightedSum(digits, 1, 3, 7, 9, 1, 3, 7, 9)%10 == int(digits[8]-'0')
	case 11:
		return passesPESELCheck(digits) || passesTurkishIDCheck(digits) || passesGermanTaxCheck(digits)
	case 12:
		return digits[0] >= '2' && passesVerhoeffCheck(digits) || passesINNCheck(digits)
	case 13:
		return koreanBirth.MatchString(digits) &&
			(11-weightedSum(digits, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)%11)%10 == int(digits[12]-'0')
	default:
		return false
	}
}

var (
	groupsOfThree  = lazyregexp.New(`^\d{3}[ -]\d{3}[ -]\d{3}$`)
	medicareGroups = lazyregexp.New(`^[2-6]\d{3}[ -]\d{5}[ -]\d$`)
	peselBirth     = lazyregexp.New(`^\d\d[02][1-9][0-3]\d|^\d\d[13][0-2][0-3]\d`)
	koreanBirth    = lazyregexp.New(`^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[1-8]`)
)

// weightedSum adds the first digits of a number, each times its weight.
func weightedSum(digits string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += int(digits[i]-'0') * w
	}
	return sum
}

// japaneseSigns matches the signs of a Japanese text.
var japaneseSigns = lazyregexp.New(`[\p{Hiragana}\p{Katakana}]`)

// passesMyNumberCheck checks the last digit of a Japanese number of a person (ordinance 85 of 2014, article 5).
func passesMyNumberCheck(d string) bool {
	remainder := weightedSum(d, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11
	check := 0
	if remainder > 1 {
		check = 11 - remainder
	}
	return check == int(d[11]-'0')
}

// passesPESELCheck checks the date of birth and the last digit of a Polish number.
func passesPESELCheck(d string) bool {
	return peselBirth.MatchString(d) && weightedSum(d, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)%10 == 0
}

// passesTurkishIDCheck checks the last two digits of a Turkish number.
func passesTurkishIDCheck(d string) bool {
	tenth := (weightedSum(d, 7, -1, 7, -1, 7, -1, 7, -1, 7) + 100) % 10
	return d[0] != '0' && tenth == int(d[9]-'0') && weightedSum(d, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)%10 == int(d[10]-'0')
}

// passesGermanTaxCheck checks a German tax number: of its first ten digits one stands there twice
// or three times and no other twice, and the last one is that of ISO 7064, MOD 11,10.
func passesGermanTaxCheck(d string) bool {
	var count [10]int
	product, repeated := 10, 0
	for i := range 10 {
		n := int(d[i] - '0')
		if count[n]++; count[n] == 2 {
			repeated++
		}
		if n = (n + product) % 10; n == 0 {
			n = 10
		}
		product = n * 2 % 11
	}
	return d[0] != '0' && repeated == 1 && (11-product)%10 == int(d[10]-'0')
}

// portugueseInvoice matches what a Portuguese tax number is given for.
var portugueseInvoice = lazyregexp.New(`(?i)\bfac?tura\b.*\b(?:com|em nome|no meu|meu|mete|põe|ponha|põem)\b|` +
	`\bfinanças\b`)

// australianTax matches who asks for an Australian tax file number.
var australianTax = lazyregexp.New(`(?i)\b(?:tfn|tax file|ato|super(?:annuation)?(?: fund)?|centrelink|mygov)\b`)

// passesTFNCheck checks an Australian tax file number: a sum with the weights of the tax office by 11 is 0
// (en.wikipedia.org/wiki/Tax_file_number).
func passesTFNCheck(d string) bool {
	return weightedSum(d, 1, 4, 3, 7, 5, 8, 6, 9, 10)%11 == 0
}

// passesNIFCheck checks the last digit of a Portuguese tax number, a sum with weights from nine down by 11.
func passesNIFCheck(d string) bool {
	check := 11 - weightedSum(d, 9, 8, 7, 6, 5, 4, 3, 2)%11
	if check >= 10 {
		check = 0
	}
	return strings.Contains("1235689", d[:1]) && check == int(d[8]-'0')
}

// passesINNCheck checks the last two digits of a Russian tax number.
func passesINNCheck(d string) bool {
	return weightedSum(d, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)%11%10 == int(d[10]-'0') &&
		weightedSum(d, 3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)%11%10 == int(d[11]-'0')
}

// passesVerhoeffCheck checks the last digit of an Aadhaar number by the dihedral group of order ten
// (J. Verhoeff, Error detecting decimal codes, 1969).
func passesVerhoeffCheck(d string) bool {
	permutation := [10]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}
	check := 0
	for i := range d {
		n := int(d[len(d)-1-i] - '0')
		for range i % 8 {
			n = permutation[n]
		}
		check = multiplyDihedral(check, n)
	}
	return check == 0
}

// multiplyDihedral multiplies two elements of the dihedral group: 0 to 4 turn, 5 to 9 reflect.
func multiplyDihedral(a, b int) int {
	switch {
	case a < 5 && b < 5:
		return (a + b) % 5
	case a < 5:
		return (a+b-5)%5 + 5
	case b < 5:
		return (a-5-b+5)%5 + 5
	default:
		return (a - b + 5) % 5
	}
}

// nationalName matches what people call such a number. otherNumberName matches what other long
// numbers are called.
var (
	nationalName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` +
			`ssn|my social(?:$|[^\p{L}])|social (?:security|insurance)|sin(?:$|[^\p{L}])|national insurance|nino?(?:$|` +
			`[^\p{L}])|` +
			`medicare|medicaid|nhs|aadhaa?r|uid(?:ai)?(?:$|[^\p{L}])|pesel|nip(?:$|[^\p{L}])|tax(?:payer)? (?:id|number|` +
			`file|identif)|` +
			`itin|tfn|national id|identity (?:card|number|no)|id (?:card|number)|passport|driv\p{L}+ licen[cs]e|` +
			`resident (?:number|reg)|` +
			`sozialversicherung|steuer-?(?:id|nummer|ident)|rentenversicherung|personalausweis|ausweisn|reisepass|` +
			`versichertenn|` +
			`dni|nie(?:$|[^\p{L}])|nif|seguridad social|seguro social|pasaporte|cédula|curp|sécurité sociale|` +
			`numéro de sécu|` +
			`carte d['’]identité|passeport|nir(?:$|[^\p{L}])|carta d['’]identità|codice fiscale|tessera sanitaria|` +
			`passaporto|` +
			`contribuinte|(?:número|numéro|n[.º°]+) (?:de )?(?:contribuable|fiscal)|codice sanitario|utr(?:$|[^\p{L}])|` +
			`ppsn?(?:$|[^\p{L}])|` +
			`rijksregister|numéro national|(?:ahv|avs)(?:$|[^\p{L}])|cui[lt](?:$|[^\p{L}])|rfc(?:$|[^\p{L}])|rut(?:$|` +
			`[^\p{L}])|` +
			`führerschein|permis de conduire|carn[eé]t? de conducir|patente di guida|` +
			`habilitação|carteira de motorista|` +
			`carta de condução|rijbewijs|praw\p{L}* jazdy|` +
			`título de eleitor|cnh(?:$|[^\p{L}])|pis(?:$|[^\p{L}])|voter id|pan (?:card|number|no)|numer ubezpieczenia|` +
			`водительск\p{L}+ удостоверен|ehliyet|nss(?:$|[^\p{L}])|cpf|cartão de cidadão|passaporte|identidade|инн(?:$|` +
			`[^\p{L}])|снилс|паспорт|полис|kimlik|tckn|tc no|pasaport|` +
			`dow[oó]d\p{L}* osobist|paszport|bsn|burgerservice|paspoort|आधार|पैन|पासपोर्ट)|` +
			`身份证|社保|护照|驾照号|医保卡?号|年金番号|保険証番号|免許証番号|運転免許|운전면허|건강보험증|주민(?:등록)?번호|여권|マイナンバー|個人番号|パスポート|الهوية|هويتي|جواز|` +
			`الرقم القومي`)
	})
	otherNumberName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:phone|mobile|cell|tel|call|fax|whatsapp|order|invoice|receipt|` +
			`track|parcel|` +
			`shipment|ticket|booking|reservation|flight|isbn|issn|ean(?:$|[^\p{L}])|barcode|serial|version|build|sku|` +
			`item|customer|` +
			`lines|population|people|dollars|euros|users|bestell|rechnung|auftrag|sendung|handy|kundenn|artikel|pedido|` +
			`factura|` +
			`móvil|llam|commande|facture|portable|téléph|ordine|fattura|cellulare|celular|заказ|телефон|накладн|трек|` +
			`ऑर्डर|फ़ोन|फोन|मोबाइल|sipariş|fatura|zamówieni|faktur|paczk|zadzwo|factuur|bel(?:$|[^\p{L}]))|` +
			`telefo|订单|电话|手机|快递|注文|電話|携帯|追跡|伝票|送り状|荷物|주문|전화|휴대폰|طلب|هاتف|جوال`)
	})
)
