package secrets

import (
	"regexp"
	"strings"
	"sync"

	"memoir/memory/lang/lazyregexp"
)

// minLicenceDigits is how many digits a driving licence number has at least, beside its capitals.
const minLicenceDigits = 4

// licenceNumber matches capitals and digits in one run, and the two capitals, two digits and eleven digits of India.
var licenceNumber = lazyregexp.New(`(?:^|[^\p{L}\d])` +
	`((?:[A-Z]{1,5}\d|\d{1,3}[A-Z])[A-Z0-9]{5,14}|[A-Z]{2}[ -]?\d{2}[ -]?\d{11})(?:$|[^\p{L}\d])`)

// redactLicenceNumbers replaces the numbers of driving licences that have capitals, in a sentence that names a
// licence; those of digits alone are among the national numbers.
func redactLicenceNumbers(s string) string {
	var windows []window
	for _, near := range findDigitClusterWindows(s) {
		for _, m := range licenceNumber.FindAllStringSubmatchIndex(s[near.start:near.end], -1) {
			w := window{near.start + m[2], near.start + m[3]}
			around := sentenceAround(s, w)
			if len(strings.Map(keepASCIIDigit, s[w.start:w.end])) >= minLicenceDigits &&
				licenceName().MatchString(s[around.start:around.end]) {
				windows = append(windows, w)
			}
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// licenceName matches what a driving licence is called. "Patente" alone is one in Italian; elsewhere
// it is a patent or a plate.
var licenceName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` + licenceNames + `)(?:$|[^\p{L}])|` + licenceNamesWithoutBlanks)
})

const (
	licenceNames = `driv\p{L}+ licen[cs]es?|dvla|(?:my|the|his|her|old|new) licence|` +
		`führerscheins?|fahrerlaubnis|` +
		`permis de conduire|mon permis|carn[eé]t? de conducir|licencia de conducir|permiso de conducir|` +
		`patente di guida|(?:la|mia|mio|sulla|della) patente|carteira de motorista|habilitação|cnh|carta de condução|` +
		`rijbewijs|praw\p{L}* jazdy|prawko|ehliyet\p{L}*|водительск\p{L}+ удостоверен\p{L}+`
	licenceNamesWithoutBlanks = `लाइसेंस|免許証|驾照|驾驶证|운전면허|면허증`
)
