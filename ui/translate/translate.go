package translate

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// language of the process; nil is English, whose texts are in the code.
//
//nolint:gochecknoglobals // set once at the start, like the theme; see docs/decisions
var current atomic.Pointer[Language]

// Language is a language with its texts. It is safe for concurrent use.
type Language struct {
	tag      language.Tag
	texts    map[string]message // read only
	compiled templatesOnce
}

// message is a translation: Other always, the further forms if it has a plural.
type message struct{ zero, one, two, few, many, other string }

// UseLanguage makes l the language of all texts from now on; nil is English. Texts that are on the
// screen keep theirs, so it is called before the first window is made.
func UseLanguage(l *Language) { current.Store(l) }

// LanguageTagInUse returns the language in use as a BCP 47 tag, such as "en" or "pt".
func LanguageTagInUse() string {
	if l := current.Load(); l != nil {
		return l.tag.String()
	}
	return "en"
}

// Text translates an English text. Each of its placeholders, such as {{.Name}}, is replaced by the
// value that follows its name in arguments:
//
//	translate.Text("Export “{{.Title}}”", "Title", chat.Title)
//
// A whole number is written with the language's separators, any other value as fmt.Sprint does. A
// text that has two meanings names its own behind a bar, which is never shown: "Open|verb". A text
// without a translation stays English.
func Text(english string, arguments ...any) string {
	text, _, _ := strings.Cut(english, "|")
	if l := current.Load(); l != nil {
		if m := l.texts[english]; m.other != "" {
			text = m.other
		}
	}
	return fillPlaceholders(text, arguments)
}

// Count translates a text that depends on a number, which its placeholder {{.Count}} shows. one and
// many are its English forms; the catalogues know it by many.
func Count(n int, one, many string, arguments ...any) string {
	text, _, _ := strings.Cut(many, "|")
	l := current.Load()
	if l == nil {
		if n == 1 {
			text, _, _ = strings.Cut(one, "|")
		}
	} else if m := l.texts[many]; m.other != "" {
		text = m.textOfPluralForm(l.pluralForm(n))
	} else if n == 1 {
		text, _, _ = strings.Cut(one, "|")
	}
	return fillPlaceholders(text, append([]any{"Count", n}, arguments...))
}

// FormatWholeNumber writes a whole number with the separators of the language: "12,500".
func FormatWholeNumber(n int) string {
	if n < 0 {
		return "-" + FormatWholeNumber(-n)
	}
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return FormatWholeNumber(n/1000) + Text(",|between thousands") + fmt.Sprintf("%03d", n%1000)
}

// FormatDecimal writes a number with digits decimals and the decimal separator of the language:
// "1.5".
func FormatDecimal(v float64, digits int) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', digits, 64), ".", Text(".|before decimals"), 1)
}

// pluralForm returns the form that the language's rules give the whole number n.
func (l *Language) pluralForm(n int) plural.Form {
	return plural.Cardinal.MatchPlural(l.tag, max(n, -n), 0, 0, 0, 0)
}

// textOfPluralForm returns the text of a form, that of other if the translation has none.
func (m message) textOfPluralForm(f plural.Form) string {
	text := map[plural.Form]string{
		plural.Zero: m.zero, plural.One: m.one, plural.Two: m.two, plural.Few: m.few, plural.Many: m.many,
	}[f]
	if text == "" {
		return m.other
	}
	return text
}

// fillPlaceholders replaces {{.Name}} by the value behind "Name" in arguments, once: what a value
// holds is never replaced.
func fillPlaceholders(text string, arguments []any) string {
	if len(arguments) == 0 || !strings.Contains(text, "{{") {
		return text
	}
	pairs := make([]string, 0, len(arguments))
	for i := 0; i+1 < len(arguments); i += 2 {
		written := fmt.Sprint(arguments[i+1])
		switch value := arguments[i+1].(type) {
		case int:
			written = FormatWholeNumber(value)
		case int64:
			written = FormatWholeNumber(int(value))
		}
		pairs = append(pairs, "{{."+fmt.Sprint(arguments[i])+"}}", written)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
