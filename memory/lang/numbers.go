package lang

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// numberWords maps the number words below a hundred of a language, or of all when it is unknown, to
// digits. One is missing where it is an article. A number word in one language is often an ordinary
// word in another: due, once, sei.
var numberWords = CachePerLanguage(buildNumberWordValues)

// cardinalWordsFromZeroByLanguage returns the numbers from zero on; "-" stands for what is an
// article too.
func cardinalWordsFromZeroByLanguage() map[Language]string {
	return map[Language]string{
		English: `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
		seventeen eighteen nineteen`,
		German: `null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
		siebzehn achtzehn neunzehn`,
		Dutch: `nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien
		zeventien achttien negentien`,
		Spanish: `cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
		diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis
		veintisiete veintiocho veintinueve`,
		French: "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
		Italian: `zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
		sedici diciassette diciotto diciannove`,
		Portuguese: `zero - dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis
		dezessete dezoito dezenove`,
		Russian: `ноль - два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать
		четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать`,
		Hindi: `शून्य - दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस
		इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस`,
		Korean:  "영 - 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두",
		Chinese: "零 - 二 三 四 五 六 七 八 九 十",
	}
}

// tensWordsFromTwentyByLanguage returns twenty, thirty and so on.
func tensWordsFromTwentyByLanguage() map[Language]string {
	return map[Language]string{
		English:    "twenty thirty forty fifty sixty seventy eighty ninety",
		German:     "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
		Dutch:      "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
		Spanish:    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
		French:     "vingt trente quarante cinquante soixante septante huitante nonante",
		Italian:    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
		Portuguese: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
		Russian:    "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
	}
}

// digitsOfExtraNumberWordForms returns further forms, in every language.
func digitsOfExtraNumberWordForms() map[string]string {
	return map[string]string{
		"twice": "2", "thrice": "3", "двое": "2", "двоих": "2", "трое": "3", "троих": "3", "четверо": "4",
		"пятеро": "5", "dwoje": "2", "dwie": "2", "dwa": "2", "trzy": "3", "troje": "3", "cztery": "4", "iki": "2",
		"üç": "3", "dört": "4", "beş": "5", "둘": "2", "셋": "3", "넷": "4",
		"hundred": "100", "thousand": "1000", "million": "1000000", "两": "2", "兩": "2",
		"duas": "2", "zwo": "2", "две": "2", "двух": "2", "двумя": "2", "трех": "3", "трёх": "3", "четырех": "4",
		"пяти": "5", "шести": "6", "семи": "7", "восьми": "8", "десяти": "10", "двадцати": "20", "тридцати": "30",
		"сорока": "40", "пятидесяти": "50", "шестидесяти": "60", "पाँच": "5", "छः": "6", "이틀": "2", "사흘": "3",
		"나흘": "4", "dreissig": "30", "dezasseis": "16", "dezassete": "17", "dezanove": "19", "catorze": "14",
	}
}

func buildNumberWordValues(lang Language) map[string]string {
	out := map[string]string{}
	for l, words := range cardinalWordsFromZeroByLanguage() {
		if lang != UnknownLanguage && lang != l {
			continue
		}
		low := strings.Fields(words)
		for i, w := range low {
			addNumberWordWithAndWithoutAccents(out, w, i)
		}
		for i, tens := range strings.Fields(tensWordsFromTwentyByLanguage()[l]) {
			addNumberWordWithAndWithoutAccents(out, tens, 10*(i+2))
			for unit := 1; unit < 10; unit++ {
				for _, w := range oneWordFormsOfTensAndUnit(l, tens, low[unit], unit) {
					addNumberWordWithAndWithoutAccents(out, w, 10*(i+2)+unit)
				}
			}
		}
	}
	for w, n := range digitsOfExtraNumberWordForms() {
		out[w] = n
	}
	return out
}

// addNumberWordWithAndWithoutAccents adds a number word as it is folded, and without its accents.
func addNumberWordWithAndWithoutAccents(words map[string]string, w string, value int) {
	if w != "-" {
		words[FoldWord(w)] = formatInt(value)
		words[StripLowerCaseLatinDiacritics(FoldWord(w))] = formatInt(value)
	}
}

// oneWordFormsOfTensAndUnit returns what tens and a unit become in languages that write them as one
// word.
func oneWordFormsOfTensAndUnit(l Language, tens, unit string, value int) []string {
	switch {
	case l == German && value == 1:
		return []string{"einund" + tens}
	case l == German:
		return []string{unit + "und" + tens}
	case l == Dutch && value == 1:
		return []string{"eenen" + tens}
	case l == Dutch:
		return []string{unit + "en" + tens, unit + "ën" + tens}
	case l == Italian && (value == 1 || value == 8):
		return []string{tens[:len(tens)-1] + map[int]string{1: "uno", 8: "otto"}[value]}
	case l == Italian && value == 3:
		return []string{tens + "tré"}
	case l == Italian:
		return []string{tens + unit}
	}
	return nil
}

func formatInt(i int) string { return strconv.Itoa(i) }

// LeadingNumber reads the number that words begin with (see numberAtStartOfWords).
func LeadingNumber(ts []Token, lang Language) (number string, size int) {
	return numberAtStartOfWords(ts, numberWords(lang))
}

// numberAtStartOfWords reads the number that words begin with: digits as written without their
// unit, or a number word, with the units behind tens ("treinta y cuatro", "fifty two"). It returns
// the number and how many words it has, "" and 0 when there is none. words are the number words of
// the language.
func numberAtStartOfWords(ts []Token, words map[string]string) (number string, size int) {
	if hasASCIIDigit(ts[0].Text) {
		return NumberWithoutUnit(strings.ReplaceAll(ts[0].Text, ",", ".")), 1
	}
	if ts[0].Text[0] < utf8.RuneSelf {
		if n, ok := words[ts[0].Folded]; ok {
			return numberFromTensAndUnits(ts, n, words)
		}
		return "", 0
	}
	if StartsWithHan(ts[0].Text) {
		if n, size := hanNumberAtStart(ts); size > 1 {
			return n, size
		}
	}
	if n := max(nativeKoreanNumberFromTwentyAtStart(ts[0].Folded), koreanNumberBeforeCounter(ts[0].Folded)); n > 0 {
		return formatInt(n), 1
	}
	n, ok := words[ts[0].Folded]
	if !ok {
		return "", 0
	}
	return numberFromTensAndUnits(ts, n, words)
}

func hasASCIIDigit(s string) bool {
	for i := range len(s) {
		if '0' <= s[i] && s[i] <= '9' {
			return true
		}
	}
	return false
}

// numberFromTensAndUnits reads the units behind the number word at the start of words, whose value
// is n. In French, tens and units are added up to 19: "soixante-douze", "quatre-vingt-dix".
func numberFromTensAndUnits(ts []Token, n string, words map[string]string) (number string, size int) {
	value, _ := strconv.Atoi(n)
	if value == 4 && len(ts) > 1 && (ts[1].Folded == "vingt" || ts[1].Folded == "vingts") {
		rest, used := unitBehindTens(ts[2:], words, 19)
		return formatInt(80 + rest), 2 + used
	}
	if value < 10 || value >= 100 || value%10 != 0 {
		return n, 1
	}
	limit := 9
	if ts[0].Folded == "soixante" {
		limit = 19
	}
	rest, used := unitBehindTens(ts[1:], words, limit)
	if value == 10 && (ts[0].Folded != "dix" || rest < 7) {
		return n, 1
	}
	return formatInt(value + rest), 1 + used
}

// unitBehindTens reads a unit of at most limit behind tens, with or without "and" between them; 0
// and 0 when there is none.
func unitBehindTens(ts []Token, words map[string]string, limit int) (value, size int) {
	at := 0
	if len(ts) > 1 && numberConjunctions()[ts[0].Folded] {
		at = 1
	}
	if at >= len(ts) {
		return 0, 0
	}
	n, ok := words[ts[at].Folded]
	v, _ := strconv.Atoi(n)
	switch {
	case !ok && at == 1 && articlesAsOne()[ts[1].Folded]:
		v = 1
	case !ok || v < 1 || v > limit:
		return 0, 0
	}
	if v == 10 && limit > 10 { // "soixante dix sept"
		if more, used := unitBehindTens(ts[at+1:], words, 9); used == 1 && more > 6 {
			return v + more, at + 2
		}
	}
	return v, at + 1
}

var articlesAsOne = sync.OnceValue(func() map[string]bool { return WordSet("un une uno una um uma") })

var numberConjunctions = sync.OnceValue(func() map[string]bool { return WordSet("y e et") })

// hanDigitOrPowerOfTen returns the value of a Han digit, -1 for another word, and the power of ten
// that a character stands for, 0 for none.
func hanDigitOrPowerOfTen(word string) (digit, power int) {
	switch word {
	case "十":
		return -1, 10
	case "百":
		return -1, 100
	case "千":
		return -1, 1000
	case "零":
		return 0, 0
	}
	if at := strings.Index("〇一二三四五六七八九", word); utf8.RuneCountInString(word) == 1 && at >= 0 {
		return at / len("〇"), 0
	}
	return -1, 0
}

// hanNumberAtStart reads a run of Han numerals of at least two characters that is one number: 四十二,
// 二〇一九. It returns 0 words when the run is something else: 三四 is three or four.
func hanNumberAtStart(ts []Token) (number string, size int) {
	total, last, powers, digits := 0, 0, 0, ""
	for _, t := range ts {
		digit, power := hanDigitOrPowerOfTen(t.Text)
		switch {
		case digit >= 0:
			last = digit
			digits += formatInt(last)
		case power > 0:
			total += max(last, 1) * power
			last = 0
			powers++
		default:
			return hanNumberIfUnambiguous(total+last, powers, digits, size)
		}
		size++
	}
	return hanNumberIfUnambiguous(total+last, powers, digits, size)
}

func hanNumberIfUnambiguous(value, powers int, digits string, size int) (number string, words int) {
	switch {
	case powers > 0 && size > 1:
		return formatInt(value), size
	case powers == 0 && size == 4:
		return digits, size
	}
	return "", 0
}

// koreanNumberBeforeCounter returns the value of a native Korean number that its counter follows
// without a blank, 0 for another word: 다섯살인데, 두마리.
func koreanNumberBeforeCounter(word string) int {
	if !IsHangulSyllable(FirstRune(word)) {
		return 0
	}
	for i, number := range [...]string{"두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"} {
		rest, ok := strings.CutPrefix(word, number)
		isCounter := func(c string) bool { return strings.HasPrefix(rest, c) }
		if ok && slices.ContainsFunc([]string{"살", "명", "마리", "시간", "달", "번", "권", "잔", "대"}, isCounter) {
			return i + 2
		}
	}
	return 0
}

// nativeKoreanNumberFromTwentyAtStart returns the value of a native Korean number from twenty to 99
// at the start of a word, 0 when there is none: 서른, 마흔다섯입니다.
func nativeKoreanNumberFromTwentyAtStart(word string) int {
	if !IsHangulSyllable(FirstRune(word)) {
		return 0
	}
	for i, tens := range [...]string{"스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"} {
		rest, ok := strings.CutPrefix(word, tens)
		if !ok {
			continue
		}
		for unit, forms := range [...][]string{
			{"하나", "한"}, {"둘", "두"}, {"셋", "세"}, {"넷", "네"}, {"다섯"}, {"여섯"}, {"일곱"}, {"여덟"}, {"아홉"},
		} {
			if slices.ContainsFunc(forms, func(f string) bool { return strings.HasPrefix(rest, f) }) {
				return 10*(i+2) + unit + 1
			}
		}
		if rest == "" || strings.ContainsRune("살이입인넘에된대", FirstRune(rest)) {
			return 10 * (i + 2)
		}
	}
	if strings.HasPrefix(word, "스무살") || word == "스무" {
		return 20
	}
	return 0
}

// ExtractNumbersOtherThan1StrippingUnits returns the numbers of a text without units: digits as
// written, the number words of a language by value. One is left out, because most languages use it
// as an article.
func ExtractNumbersOtherThan1StrippingUnits(ts []Token, lang Language) []string {
	words := numberWords(lang)
	var out []string
	for i := 0; i < len(ts); {
		n, size := numberAtStartOfWords(ts[i:], words)
		if size > 0 && n != "1" {
			out = append(out, n)
		}
		i += max(size, 1)
	}
	return out
}

// NumberWithoutUnit returns the number without its unit.
func NumberWithoutUnit(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}
