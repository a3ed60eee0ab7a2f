package lang

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// TimeSpan is the time from From until before To.
type TimeSpan struct{ From, To time.Time }

// Contains reports whether t lies in the span.
func (s TimeSpan) Contains(t time.Time) bool { return !t.Before(s.From) && t.Before(s.To) }

// PastTimesAskedAbout returns the times in the past that a question names: years and months ("in
// May 2023", "in May" for the last one), "yesterday", "last spring", "two weeks ago". It knows the
// ten languages of the guards and Japanese; days, weeks and months are those of now's time zone,
// seasons those of the northern half of the earth. It returns none for a question without a time.
func PastTimesAskedAbout(question string, now time.Time) []TimeSpan {
	ts := Tokenize(question)
	if spans := pastSpansOfNamedYearsAndMonths(ts, now); len(spans) > 0 {
		return spans
	}
	text := " " + strings.ToLower(question) + " "
	best := relativeTime{}
	for _, r := range relativeTimes() {
		if len(r.phrase) > len(best.phrase) && containsPhraseAsWholeWords(text, r.phrase) {
			best = r
		}
	}
	if best.phrase != "" {
		return []TimeSpan{best.spanBefore(now)}
	}
	return spansOfTimeAgo(ts, text, now)
}

// pastSpansOfNamedYearsAndMonths returns the spans of the years and months that are named.
func pastSpansOfNamedYearsAndMonths(ts []Token, now time.Time) []TimeSpan {
	var years []int
	for _, t := range ts {
		if y, err := strconv.Atoi(strings.TrimSuffix(t.Folded, "年")); err == nil && y >= 1900 && y <= now.Year() {
			years = append(years, y)
		}
	}
	var spans []TimeSpan
	for _, name := range ExtractMonthsAndWeekdays(ts) {
		m, err := strconv.Atoi(strings.TrimPrefix(name, "month"))
		if err != nil {
			continue // a weekday
		}
		in := years
		if len(in) == 0 {
			in = []int{now.Year()}
			if time.Month(m) > now.Month() {
				in[0]--
			}
		}
		for _, y := range in {
			from := time.Date(y, time.Month(m), 1, 0, 0, 0, 0, now.Location())
			spans = append(spans, TimeSpan{from, from.AddDate(0, 1, 0)})
		}
	}
	if len(spans) == 0 {
		for _, y := range years {
			from := time.Date(y, 1, 1, 0, 0, 0, 0, now.Location())
			spans = append(spans, TimeSpan{from, from.AddDate(1, 0, 0)})
		}
	}
	return spans
}

// containsPhraseAsWholeWords reports whether a lower-case text between spaces contains a phrase as
// whole words; one of a script without spaces may stand anywhere.
func containsPhraseAsWholeWords(text, phrase string) bool {
	if StartsWithHanKanaOrHangul(phrase) {
		return strings.Contains(text, phrase)
	}
	for at := 0; ; {
		i := strings.Index(text[at:], phrase)
		if i < 0 {
			return false
		}
		at += i
		before, after := text[at-1:at], text[at+len(phrase):]
		if strings.ContainsAny(before, " ('\"¿¡") && strings.ContainsAny(after[:1], " ,.;:!?)'\"") {
			return true
		}
		at += len(phrase)
	}
}

// spansOfTimeAgo returns the span a number of days, weeks, months or years ago.
func spansOfTimeAgo(ts []Token, text string, now time.Time) []TimeSpan {
	if !slices.ContainsFunc(agoWords(), func(w string) bool { return containsPhraseAsWholeWords(text, w) }) {
		return nil
	}
	for i := range ts[:max(0, len(ts)-1)] {
		unit := TimeUnits()[ts[i+1].Folded]
		if unit == 0 {
			continue
		}
		for _, n := range ExtractNumbersOtherThan1WithUnits(ts[i : i+1]) {
			if count, err := strconv.Atoi(NumberWithoutUnit(n)); err == nil && count > 0 && count <= 120 {
				return []TimeSpan{relativeTime{unit: unit, ago: count, isCounted: true}.spanBefore(now)}
			}
		}
	}
	return nil
}

// relativeTime is a time before now: ago units, or the last season that begins in the month season.
type relativeTime struct {
	phrase    string
	unit      rune
	ago       int
	season    time.Month
	isCounted bool // "two weeks ago" means about then, "last week" that week
}

// spanBefore returns the span that the words stand for.
func (r relativeTime) spanBefore(now time.Time) TimeSpan {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	var s TimeSpan
	switch {
	case r.season != 0:
		from := time.Date(now.Year(), r.season, 1, 0, 0, 0, 0, now.Location())
		for !from.AddDate(0, 3, 0).Before(now) {
			from = from.AddDate(-1, 0, 0)
		}
		return TimeSpan{from, from.AddDate(0, 3, 0)}
	case r.unit == 'd':
		from := day.AddDate(0, 0, -r.ago)
		s = TimeSpan{from, from.AddDate(0, 0, 1)}
	case r.unit == 'w':
		from := day.AddDate(0, 0, -7*r.ago-int(day.Weekday()+6)%7)
		s = TimeSpan{from, from.AddDate(0, 0, 7)}
	case r.unit == 'm':
		from := time.Date(now.Year(), now.Month()-time.Month(r.ago), 1, 0, 0, 0, 0, now.Location())
		s = TimeSpan{from, from.AddDate(0, 1, 0)}
	default:
		from := time.Date(now.Year()-r.ago, 1, 1, 0, 0, 0, 0, now.Location())
		s = TimeSpan{from, from.AddDate(1, 0, 0)}
	}
	if r.isCounted {
		slack := map[rune]int{'d': 1, 'w': 3, 'm': 10, 'y': 45}[r.unit]
		s = TimeSpan{s.From.AddDate(0, 0, -slack), s.To.AddDate(0, 0, slack)}
	}
	return s
}

// agoWords say that a number of units counts back from now.
var agoWords = sync.OnceValue(func() []string {
	return strings.Split("ago|vor|hace|il y a|fa|há|назад|पहले|전|前", "|")
})

// relativeTimes are the phrases for times before now.
var relativeTimes = sync.OnceValue(func() []relativeTime {
	var out []relativeTime
	add := func(r relativeTime, phrases string) {
		for p := range strings.SplitSeq(phrases, "|") {
			r.phrase = strings.Join(strings.Fields(p), " ")
			out = append(out, r)
		}
	}
	add(relativeTime{unit: 'd', ago: 0}, `today|this morning|heute|hoy|aujourd'hui|aujourd’hui|
		oggi|hoje|сегодня|आज|오늘|今天|今日`)
	add(relativeTime{unit: 'd', ago: 1}, `yesterday|last night|gestern|ayer|anoche|hier|ieri|ontem|вчера|어제|昨天|昨日`)
	add(relativeTime{unit: 'w', ago: 0}, `this week|diese woche|dieser woche|esta semana|cette semaine|questa settimana|
		этой неделе|इस हफ्ते|इस हफ़्ते|이번 주|这周|本周|今週`)
	add(relativeTime{unit: 'w', ago: 1}, `last week|letzte woche|letzter woche|vergangene woche|vorige woche|semana pasada|
		semaine dernière|semaine passée|settimana scorsa|scorsa settimana|semana passada|прошлой неделе|पिछले हफ्ते|
		पिछले हफ़्ते|지난주|지난 주|上周|上星期|先週`)
	add(relativeTime{unit: 'm', ago: 0}, `this month|diesen monat|diesem monat|este mes|ce mois|questo mese|este mês|
		этом месяце|इस महीने|이번 달|这个月|本月|今月`)
	add(relativeTime{unit: 'm', ago: 1}, `last month|letzten monat|letztem monat|letzter monat|vergangenen monat|
		mes pasado|
		mois dernier|mois passé|mese scorso|scorso mese|mês passado|прошлом месяце|पिछले महीने|지난달|지난 달|上个月|先月`)
	add(relativeTime{unit: 'y', ago: 0}, `this year|dieses jahr|diesem jahr|heuer|este año|cette année|quest'anno|
		quest’anno|este ano|этом году|इस साल|올해|今年`)
	add(relativeTime{unit: 'y', ago: 1}, `last year|letztes jahr|letzten jahr|letztem jahr|vergangenes jahr|voriges jahr|
		año pasado|année dernière|an dernier|anno scorso|scorso anno|ano passado|прошлом году|पिछले साल|작년|지난해|去年|昨年`)
	add(relativeTime{season: time.March}, `last spring|letzten frühling|letztes frühjahr|letzten frühjahr|primavera pasada|
		printemps dernier|primavera scorsa|scorsa primavera|primavera passada|прошлой весной|지난봄|지난 봄|去年春天|去年の春`)
	add(relativeTime{season: time.June}, `last summer|letzten sommer|letztem sommer|vergangenen sommer|verano pasado|
		été dernier|estate scorsa|scorsa estate|verão passado|прошлым летом|पिछली गर्मियों|지난여름|지난 여름|去年夏天|去年の夏`)
	add(relativeTime{season: time.September}, `last autumn|last fall|letzten herbst|letztem herbst|otoño pasado|
		automne dernier|autunno scorso|scorso autunno|outono passado|прошлой осенью|지난가을|지난 가을|去年秋天|去年の秋`)
	add(relativeTime{season: time.December}, `last winter|letzten winter|letztem winter|invierno pasado|hiver dernier|
		inverno scorso|scorso inverno|inverno passado|прошлой зимой|पिछली सर्दियों|지난겨울|지난 겨울|去年冬天|去年の冬`)
	return out
})

// TimeUnits maps words to the unit of time they name: y, m, w or d.
var TimeUnits = sync.OnceValue(func() map[string]rune {
	out := map[string]rune{}
	for unit, words := range map[rune]string{
		'y': `year years jahr jahre jahren año años an ans année années anno anni ano anos год года лет साल वर्ष 년 年
			سنة سنوات yıl rok lata lat
			jaar jaren`,
		'm': `month months monat monate monaten mes meses mois mese mesi mês месяц месяца месяцев महीने महीना 개월 달 月
			شهر أشهر ay miesiąc
			miesiące miesięcy maand maanden`,
		'w': `week weeks woche wochen semana semanas semaine semaines settimana settimane неделя недели недель
			हफ़्ते हफ्ते सप्ताह 주 周 週 أسبوع
			أسابيع hafta tydzień tygodnie tygodni weken`,
		'd': `day days tag tage tagen día días jour jours giorno giorni dia dias день дня дней दिन 일 天 日 يوم أيام
			gün dzień dni dag dagen`,
	} {
		for _, w := range strings.Fields(words) {
			out[w] = unit
		}
	}
	return out
})
