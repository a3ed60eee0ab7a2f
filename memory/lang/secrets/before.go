package secrets

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// statedBefore matches the part of a clause before a label whose secret stands there, in scripts with
// blanks and without: what the secret is (group 1), a verb, and whose password it is.
var statedBefore = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?i)^\s*(\S.*?)\s+(?:is|ist|est|es|è|é|to|jest|to jest|это|—|–|— это|-)\s+(?:my|our|mein|` +
			`unser|mon|ma|` +
			`notre|mi|nuestra|la mia|il mio|minha|a minha|mijn|ons|onze|moje|moja|nasze|nasza|мой|моя|моё|наш|` +
			`наша)\s+(?:[\p{L}-]+ )?$`),
		regexp.MustCompile(`(?i)^\s*(\S+(?: \S+)?)\s+(?:benim|bizim)\s+(?:\p{L}+ )?$`),
		regexp.MustCompile(`^\s*(\S+(?: \S+)?)\s+(?:ही\s+)?(?:मेरा|मेरी|हमारा|हमारी)\s+(?:[^\s]+ ){0,2}$`),
		regexp.MustCompile(`^\s*(\S+(?: \S+)?)\s+(?:هي|هو)\s+$`),
		regexp.MustCompile(`^(?:.*[，,])?\s*([^\s，,的]{2,12}?)\s*(?:就是|是)\s*(?:我们|我)的?(?:[^\s，,]{1,6}的?)?$`),
		regexp.MustCompile(`^(?:.*[、,])?\s*([^\s、,]{2,16}?)\s*が(?:私|僕|俺|うち|わたし|ぼく)の(?:[^\s、,]{1,8}の)?$`),
		regexp.MustCompile(`^\s*(\S{2,16}?)(?:이|가)\s+(?:바로 )?(?:내|제|나의|저의|우리)\s*(?:\S{1,8}\s)?$`),
	}
})

// pointsInsteadOfNames matches questions and words such as this, which a value before a label is not.
var pointsInsteadOfNames = lazyregexp.New(`(?i)^(?:["'“„«]?(?:this|that|these|it|what|where|which|who|how|` +
	`here|there|one|` +
	`security|privacy|so|and|but|if|yes|no|was|wo|wie|welches?|wer|das|dies(?:e[sr]?)?|hier|es|so|und|ja|qu[eé]|` +
	`cuál|dónde|est[eao]s?|es[eao]|` +
	`aqu[íi]|quel(?:le)?|où|ceci|cela|ça|c['’]est|voici|il|elle|quest[oa]|quell[oa]|ecco|qual[ei]?|dove|come|onde|` +
	`iss?to|isso|ess[ea]|` +
	`wat|waar|welke?|dit|dat|hier|co|jakie|gdzie|to|oto|это|вот|что|где|какой|какая|как|то|bu|şu|o|ne|neden|nerede|` +
	`yeni|यह|ये|वह|क्या|कहाँ|` +
	`هذه|هذا|تلك|ما|أين|这个?|那个?|這|那|它|什么|什麼|哪个|哪里|不|可|还|也|これ|それ|あれ|どれ|何|이것|그것|저것|이게|그게|뭐|무엇)(?:["',!]|\s|$)` +
	`|[这那這它不也]|これ|それ|あれ|どれ|이것|그것)`)

// passwordNumberLabel matches names of a password that are made with the words for number and code.
var passwordNumberLabel = lazyregexp.New(`^(?:密码|密碼|비밀번호|비번)`)

// findWordsStatedBeforeLabel finds the words that are said to be the secret of a label behind them:
// the words "ottersdance to moje" before "hasło".
func findWordsStatedBeforeLabel(s string, at, last int, label classifiedLabel) (window, bool) {
	if label.isOrdinary || label.isNumeric && !passwordNumberLabel.MatchString(label.name) {
		return window{}, false
	}
	start := sentenceStartBefore(s, at, last)
	if i := strings.LastIndexAny(s[start:at], ",;\n"); i >= 0 {
		start += i + 1
	}
	for _, p := range statedBefore() {
		m := p.FindStringSubmatchIndex(s[start:at])
		if m == nil {
			continue
		}
		value := s[start+m[2] : start+m[3]]
		if utf8.RuneCountInString(value) < 2 || len(strings.Fields(value)) > 6 ||
			strings.Contains(value, secretPlaceholder) ||
			describesInsteadOfNamingSecret(value) || pointsInsteadOfNames.MatchString(value) {
			return window{}, false
		}
		return window{start + m[2], start + m[3]}, true
	}
	return window{}, false
}
