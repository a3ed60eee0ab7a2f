package translate

import (
	"regexp"
	"strings"
	"sync"
	"time"
)

// CoreTemplate ends the key of a text with values that the core makes, such as the explanation of
// an error. Known recognises it by its constant words.
const CoreTemplate = "|with values"

// maxTemplateDepth limits how deep a text with values may be in a value of another one.
const maxTemplateDepth = 3

// template is a text of the core with values, ready to be recognised.
type template struct {
	pattern *regexp.Regexp // a group for each value
	names   []string       // of the values, in the order of the groups
	words   int            // bytes of the constant words
	text    string         // the translation
}

// TranslateKnown translates a text that another part of the program made in English, such as the
// explanation of an error or the reason of a decision, even if it was stored long ago. Values in it
// stay, unless they are such texts themselves or dates such as "3 May 2026". A text that no
// catalogue has is returned as it is.
func TranslateKnown(english string) string {
	l := current.Load()
	if l == nil || english == "" {
		return english
	}
	return l.translateKnown(english, maxTemplateDepth)
}

// TranslateAllKnown translates a list of such texts.
func TranslateAllKnown(english []string) []string {
	out := make([]string, len(english))
	for i, e := range english {
		out[i] = TranslateKnown(e)
	}
	return out
}

func (l *Language) translateKnown(english string, depth int) string {
	if m := l.texts[english]; m.other != "" {
		return m.other
	}
	if date, ok := l.translateKnownDate(english); ok {
		return date
	}
	if depth == 0 {
		return english
	}
	var best *template
	var values []string
	for _, t := range l.compiledKnownTextMatchers() {
		if best != nil && t.words <= best.words {
			continue
		}
		if found := t.pattern.FindStringSubmatch(english); found != nil {
			best, values = t, found[1:]
		}
	}
	if best == nil {
		return english
	}
	arguments := make([]any, 0, 2*len(values))
	for i, v := range values {
		arguments = append(arguments, best.names[i], l.translateKnown(v, depth-1))
	}
	return fillPlaceholders(best.text, arguments)
}

// translateKnownDate translates a date that the core wrote, by the texts of ui/humanize for dates;
// ok is false when english is none.
func (l *Language) translateKnownDate(english string) (date string, ok bool) {
	t, err := time.Parse("2 January 2006", english)
	if err != nil {
		return "", false
	}
	whole := l.texts["{{.Day}} {{.Month}} {{.Year}}|date with a short month"]
	month := l.texts[t.Format("Jan")+"|short month"]
	if whole.other == "" || month.other == "" {
		return "", false
	}
	return fillPlaceholders(whole.other, []any{"Day", t.Day(), "Month", month.other, "Year", t.Format("2006")}), true
}

// templatesOnce compiles the templates of a language at the first text that needs them.
type templatesOnce struct {
	once sync.Once
	all  []*template
}

func (l *Language) compiledKnownTextMatchers() []*template {
	l.compiled.once.Do(func() {
		for key, m := range l.texts {
			if english, ok := strings.CutSuffix(key, CoreTemplate); ok {
				l.compiled.all = append(l.compiled.all, newKnownTextMatcher(english, m.other))
			}
		}
	})
	return l.compiled.all
}

func newKnownTextMatcher(english, translation string) *template {
	t := &template{text: translation}
	placeholder := regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	pattern, last := "^", 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(english, -1) {
		pattern += regexp.QuoteMeta(english[last:at[0]]) + "(.+?)"
		t.words += at[0] - last
		t.names = append(t.names, english[at[2]:at[3]])
		last = at[1]
	}
	t.words += len(english) - last
	t.pattern = regexp.MustCompile(pattern + regexp.QuoteMeta(english[last:]) + "$")
	return t
}
