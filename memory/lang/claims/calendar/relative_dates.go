package calendar

import (
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// DatesSaid resolves the relative dates of a message: "last year", "yesterday", "3 years ago". It
// contains the numbers and names of every date that the words may stand for. A nil one has none.
type DatesSaid struct {
	written  time.Time
	text     string
	clauses  [][]lang.Token // the words of each clause of the text
	resolved *resolvedDates
}

type resolvedDates struct {
	numbers, names map[string]bool
}

// NewDatesSaid returns the dates of a message of some clauses that was written at a time. The zero
// time resolves none.
func NewDatesSaid(text string, clauses [][]lang.Token, written time.Time) DatesSaid {
	return DatesSaid{written: written, text: text, clauses: clauses}
}

// ImpliesUnnamedDateNumber reports whether a year, a day or a whole date follows from the words.
func (d *DatesSaid) ImpliesUnnamedDateNumber(n string) bool {
	return d != nil && d.resolveDatesOnce().numbers[strings.TrimLeft(n, "0")]
}

// ImpliesUnnamedMonthOrWeekday reports whether a month or weekday (see
// lang.ExtractMonthsAndWeekdays) follows from the words.
func (d *DatesSaid) ImpliesUnnamedMonthOrWeekday(name string) bool {
	return d != nil && d.resolveDatesOnce().names[name]
}

func (d *DatesSaid) resolveDatesOnce() *resolvedDates {
	if d.resolved != nil {
		return d.resolved
	}
	r := &resolvedDates{numbers: map[string]bool{}, names: map[string]bool{}}
	d.resolved = r
	if d.written.IsZero() {
		return r
	}
	text := " " + strings.ToLower(d.text) + " "
	for phrase, span := range relativeDates() {
		if strings.Contains(text, phrase) {
			r.addDatesOfSpan(d.written, span)
		}
	}
	for _, ts := range d.clauses {
		if len(lang.ExtractMonthsAndWeekdays(ts)) > 0 {
			r.addYearNumbers(d.written.Year()-1, d.written.Year()+1)
		}
		d.addCountedRelativeDates(ts)
	}
	if !strings.ContainsAny(text, "0123456789") {
		return r
	}
	for _, m := range numericDatePattern.FindAllStringSubmatch(d.text, -1) {
		r.addDayAndMonth(m[1], m[2])
		r.addDayAndMonth(m[3], m[4]) // with slashes either may stand first
		r.addDayAndMonth(m[4], m[3])
	}
	return r
}

// numericDatePattern matches a day and a month in digits: 3.12., 3.12.2026, 03/12.
var numericDatePattern = lazyregexp.New(`\b(\d{1,2})\.(\d{1,2})\.|\b(\d{1,2})/(\d{1,2})\b`)

// addDayAndMonth adds the day and the month that digits name, if they name any.
func (r *resolvedDates) addDayAndMonth(day, month string) {
	d, _ := strconv.Atoi(day)
	m, _ := strconv.Atoi(month)
	if d >= 1 && d <= 31 && m >= 1 && m <= 12 {
		r.numbers[strconv.Itoa(d)] = true
		r.names["month"+strconv.Itoa(m)] = true
	}
}

// addCountedRelativeDates adds the dates a number of years, months, weeks or days away: "3 years
// ago", "for two months".
func (d *DatesSaid) addCountedRelativeDates(ts []lang.Token) {
	for i := range ts[:max(0, len(ts)-1)] {
		unit := lang.TimeUnits()[ts[i+1].Folded]
		if unit == 0 && i+2 < len(ts) {
			unit = lang.TimeUnits()[ts[i+2].Folded]
		}
		if unit == 0 {
			continue
		}
		for _, n := range lang.ExtractNumbersOtherThan1WithUnits(ts[i : i+1]) {
			count, err := strconv.Atoi(lang.NumberWithoutUnit(n))
			if err != nil || count > 120 {
				continue
			}
			for _, sign := range []int{-1, 1} {
				d.resolved.addDatesOfSpan(d.written, dateSpan{unit, sign * count, sign * count})
			}
		}
	}
}

// dateSpan is a range of days ('d'), weeks ('w'), months ('m') or years ('y') relative to a
// message.
type dateSpan struct {
	unit     rune
	from, to int
}

func (r *resolvedDates) addYearNumbers(from, to int) {
	for y := from; y <= to; y++ {
		r.numbers[strconv.Itoa(y)] = true
	}
}

func (r *resolvedDates) addDatesOfSpan(from time.Time, span dateSpan) {
	for n := span.from; n <= span.to; n++ {
		switch span.unit {
		case 'd':
			r.addDayNumbersAndNames(from.AddDate(0, 0, n))
		case 'w':
			monday := from.AddDate(0, 0, 7*n-int(from.Weekday()+6)%7)
			for k := range 7 {
				r.addDayNumbersAndNames(monday.AddDate(0, 0, k))
			}
		case 'm':
			first := time.Date(from.Year(), from.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
			r.numbers[first.Format("2006-01")] = true
			r.names["month"+strconv.Itoa(int(first.Month()))] = true
			r.addYearNumbers(first.Year(), first.Year())
		case 'y':
			r.addYearNumbers(from.Year()+n, from.Year()+n)
		}
	}
}

func (r *resolvedDates) addDayNumbersAndNames(day time.Time) {
	r.addYearNumbers(day.Year(), day.Year())
	for _, layout := range []string{"2006-01-02", "2006-01", "2.1.2006", "2.1", "2/1/2006", "1/2/2006", "2"} {
		r.numbers[strings.TrimLeft(day.Format(layout), "0")] = true
	}
	r.numbers[strconv.Itoa(int(day.Month()))] = true
	r.names["month"+strconv.Itoa(int(day.Month()))] = true
	r.names["day"+strconv.Itoa(int(day.Weekday()+6)%7+1)] = true
}

// relativeDates maps words to the dates they stand for.
var relativeDates = sync.OnceValue(func() map[string]dateSpan {
	out := map[string]dateSpan{}
	for _, l := range []struct {
		span  dateSpan
		words string
	}{
		{dateSpan{'d', -1, -1}, `yesterday|last night|gestern|ayer|anoche|hier|ieri|ontem|вчера|कल|어제|昨天|昨日|أمس|dün|
			wczoraj|gisteren`},
		{dateSpan{'d', 0, 0}, `today|tonight|this morning|heute|hoy|aujourd'hui|aujourd’hui|oggi|hoje|сегодня|आज|오늘|
			今天|今日|اليوم|bugün|dzisiaj|
			dziś|vandaag`},
		{dateSpan{'d', 1, 1}, `tomorrow|morgen|mañana|demain|domani|amanhã|завтра|कल|내일|明天|明日|غدا|yarın|jutro`},
		{dateSpan{'d', -2, 2}, `day after tomorrow|day before yesterday|übermorgen|vorgestern|pasado mañana|
			anteayer|après-demain|avant-hier|
			dopodomani|depois de amanhã|anteontem|послезавтра|позавчера|परसों|모레|그저께|后天|前天|明後日|一昨日`},
		{dateSpan{'w', -1, 1}, `last week|next week|this week|weekend|letzte woche|nächste woche|diese woche|
			wochenende|semana|semaine|settimana|
			неделе|неделю|हफ़्ते|हफ्ते|주말|다음 주|지난주|이번 주|上周|下周|这周|周末|先週|来週|今週|الأسبوع|hafta|tydzień|tygodniu|vorige
			week|volgende week`},
		{dateSpan{'m', -1, 1}, `last month|next month|this month|monat|mes pasado|próximo mes|este mes|mois|mese|
			mês|месяце|месяц|महीने|지난달|다음 달|
			이번 달|上个月|下个月|这个月|先月|来月|今月|الشهر|geçen ay|gelecek ay|miesiąc|miesiącu|maand`},
		{dateSpan{'y', -1, 1}, `last year|next year|this year|last spring|last summer|last autumn|last fall|last
			winter|next spring|next summer|
			next autumn|next winter|letztes jahr|letzten|nächstes jahr|nächsten|dieses jahr|heuer|voriges jahr|año
			pasado|próximo año|
			este año|el año que viene|l'an dernier|l'année dernière|année prochaine|cette année|l'anno scorso|anno
			prossimo|quest'anno|
			ano passado|próximo ano|este ano|ano que vem|прошлом году|следующем году|этом году|в прошлом|पिछले साल|
			अगले साल|इस साल|
			작년|내년|올해|지난해|去年|明年|今年|来年|昨年|العام|السنة|geçen yıl|gelecek yıl|bu yıl|zeszłym roku|przyszłym roku|tym roku|
			vorig jaar|volgend jaar|dit jaar|
			a year ago|vor einem jahr|hace un año|il y a un an|un anno fa|há um ano|год назад|एक साल पहले|1년 전|一年前|
			1年前|قبل عام|bir yıl önce|
			rok temu|een jaar geleden`},
	} {
		for w := range strings.SplitSeq(l.words, "|") {
			out[strings.Join(strings.Fields(w), " ")] = l.span
		}
	}
	return out
})

// CountYearAndOtherUses returns how often a number counts years or nothing in words, and how often
// other things.
func CountYearAndOtherUses(ts []lang.Token, n string, language lang.Language) (years, others int) {
	for i := range ts {
		m, size := lang.LeadingNumber(ts[i:], language)
		switch {
		case size == 0 || m != n:
		case numberAtStartCountsThings(ts[i:], size):
			others++
		default:
			years++
		}
	}
	return years, others
}

// NumberAtStartCountsYears reports whether the number at the start of words counts years: a word
// for them follows, or in Korean and Chinese the number's own word goes on with one.
func NumberAtStartCountsYears(ts []lang.Token, size int) bool {
	text := strings.TrimLeft(ts[size-1].Text, "0123456789")
	return size < len(ts) && (lang.TimeUnits()[ts[size].Folded] == 'y' || ageWords()[ts[size].Folded]) ||
		text != ts[size-1].Text && lang.HasAnyPrefix(text, []string{"살", "세", "년"})
}

// numberAtStartCountsThings reports whether the number at the start of words counts something that
// takes no time.
func numberAtStartCountsThings(ts []lang.Token, size int) bool {
	text := strings.TrimLeft(ts[size-1].Text, "0123456789.,:")
	if lang.IsHangulSyllable(lang.FirstRune(text)) && len(text) < len(ts[size-1].Text) {
		return lang.HasAnyPrefix(text, []string{"마리", "명", "개", "대", "잔", "번", "권", "킬로"})
	}
	if size == len(ts) || ts[size].OpensSentence || dayWords()[ts[size].Folded] {
		return false
	}
	for _, t := range ts[size:min(len(ts), size+2)] {
		if lang.TimeUnits()[t.Folded] != 0 || ageWords()[t.Folded] {
			return false
		}
	}
	next := ts[size]
	if lang.StartsWithHan(next.Text) {
		return strings.ContainsAny(next.Text, "头頭只匹个個人本冊台辆杯公斤块元円回次件条张瓶枚")
	}
	return len(lang.UniqueContentTokens(ts[size:size+1])) > 0 && !lang.IsHiragana(lang.FirstRune(next.Text))
}

// dayWords may stand behind an age: "turned 40 yesterday".
var dayWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`yesterday today tomorrow now soon gestern heute morgen jetzt ayer hoy mañana ahora hier
		aujourd'hui demain ieri oggi domani ontem hoje amanhã agora вчера сегодня завтра теперь gisteren vandaag
			morgen nu wczoraj
		dzisiaj dün bugün`)
})

// ageWords stand behind the number of an age.
var ageWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`old yo y.o yrs yr j jr alt jährig tacos ans piges balais annetti лет годик годика годиков
		岁 歲 歳 才 살 세`)
})

// AbbreviatedWeekdays returns the weekdays of English and German abbreviations: "mon/wed/fri", "Di
// und Do". The German ones count with a capital inside a sentence only, where they are no other
// words.
func AbbreviatedWeekdays(ts []lang.Token) []string {
	var out []string
	for _, t := range ts {
		if len(t.Folded) > maxWeekdayAbbreviation {
			continue
		}
		day, ok := weekdayAbbreviations()[t.Folded]
		if ok && (len(t.Folded) > 2 || unicode.IsUpper(lang.FirstRune(t.Text)) && !t.OpensSentence) {
			out = append(out, day)
		}
	}
	return out
}

// maxWeekdayAbbreviation is the length of the longest one, in bytes.
const maxWeekdayAbbreviation = len("thurs")

var weekdayAbbreviations = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, l := range []string{
		"mon tue wed thu fri sat sun", "mon tues weds thur fri sat sun", "mon tues weds thurs fri sat sun",
		"mo di mi do fr sa so",
	} {
		for i, w := range strings.Fields(l) {
			out[w] = "day" + strconv.Itoa(i+1)
		}
	}
	return out
})
