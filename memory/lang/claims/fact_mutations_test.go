package claims

import (
	"regexp"
	"slices"
	"strings"

	"memoir/memory/lang"
)

// replaceNumber changes the first number of a fact; ok is false when it has none.
func replaceNumber(fact, language string) (string, bool) {
	digits := regexp.MustCompile(`\d+`)
	if at := digits.FindStringIndex(fact); at != nil {
		n := fact[at[0]:at[1]]
		other := "7"
		if strings.HasSuffix(n, "7") {
			other = "4"
		}
		return fact[:at[0]] + n[:len(n)-1] + other + fact[at[1]:], true
	}
	for _, pair := range strings.Split("eight/six|two weeks/three weeks|acht /sechs |zwei /drei |ocho/seis|dos /tres |"+
		"huit/six|"+
		"deux /trois |otto/sei|due /tre |oito/seis|duas/três|восемь/шесть|две /три |आठ/छह|दो /तीन |八天/六天|两周/三周", "|") {
		old, other, _ := strings.Cut(pair, "/")
		if strings.HasPrefix(old, "due") && language != "it" || strings.HasPrefix(old, "dos") && language != "es" {
			continue
		}
		if at := strings.Index(fact, old); at == 0 || at > 0 && (fact[at-1] == ' ' || fact[at] >= 0x80) {
			return strings.Replace(fact, old, other, 1), true
		}
	}
	return "", false
}

// replaceName exchanges the first name of a fact.
func replaceName(fact string) (string, bool) {
	names := regexp.MustCompile(`Nadia|Okafor|Helsinki|Rex|Надя|Окафор|Saela|Ivora|Karis|` +
		`Doreth|Bramble|Solas|Brennan|Pell|Krisat|Solanke|Wendelsea|Aerwyn|` +
		`Bridgewater|Tesseract|Jaccard|Crestmoor|Hollowmounts|Tartine|Pratt|MACRS|Карис|Дорет|Ивора|Пелл`)
	at := names.FindStringIndex(fact)
	if at == nil {
		return "", false
	}
	other := "Marlow"
	if fact[at[0]] >= 0x80 {
		other = "Марлоу"
	}
	return fact[:at[0]] + other + fact[at[1]:], true
}

// negateFact negates a fact in its language.
func negateFact(fact, language string) (string, bool) {
	subject := `^((?:The user|Der Nutzer|El usuario|L'utilisateur|L'utente|O usuário|Пользователь|` +
		`उपयोगकर्ता|用户|User|` +
		`(?:[A-ZКДИП][\p{L}-]+ ?)+?)) `
	rules := map[string][][2]string{
		"en": {
			{` (is|are|was|will|should|has) `, " $1 not "},
			{`^Will `, "Will not "},
			{` (prefers|wants) `, " does not $1 "},
			{subject + `(\w+[^s\W]s) `, "$1 does not $2 "},
		},
		"de":    {{subject + `(\S+)`, "$1 $2 nicht"}},
		"es":    {{subject, "$1 no "}},
		"fr":    {{subject + `(\S+)`, "$1 ne $2 pas"}},
		"it":    {{subject, "$1 non "}},
		"pt-BR": {{subject, "$1 não "}},
		"ru":    {{subject, "$1 не "}},
		"hi":    {{` (\S+ \S+।)$`, " नहीं $1"}},
		"ko": {
			{`한다\.$`, "하지 않는다."},
			{`했다\.$`, "하지 않았다."},
			{`것이다\.$`, "것이 아니다."},
			{`입니다\.$`, "이 아닙니다."},
			{`이다\.$`, "이 아니다."},
			{`겠다\.$`, "지 않겠다."},
		},
		"zh": {{`喜欢`, "不喜欢"}, {`^(用户|[A-Za-z]+ ?)(决定|承诺|认为|觉得|希望|将|会)`, "${1}没有$2"}, {`(是|切换|选择|开始|需要)`, "不$1"}},
	}
	first, _, _ := strings.Cut(fact, " ")
	user := regexp.MustCompile(`^(The user|Der Nutzer|El usuario|L'|O usuário) `).MatchString(fact + " ")
	negations := lang.FindNegations(fact, lang.Language(language[:2]), 0)
	isFirm := func(d lang.Negation) bool { return !d.IsMild }
	if !user && lang.FunctionWords()[lang.FoldText(first)] || slices.ContainsFunc(negations, isFirm) {
		return "", false // no subject to put it after, or negated already
	}
	for _, r := range rules[language] {
		re := regexp.MustCompile(r[0])
		if re.MatchString(fact) {
			done := false
			return re.ReplaceAllStringFunc(fact, func(m string) string {
				if done {
					return m
				}
				done = true
				return re.ReplaceAllString(m, r[1])
			}), true
		}
	}
	return "", false
}
