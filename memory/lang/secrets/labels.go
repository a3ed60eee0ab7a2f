package secrets

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// labelConnectors join a label and its secret: words that say what it is for, and a verb or a sign.
const labelConnectors = `(?:(?: (?:wi-?fi|wlan|e-?mail|g?mail|netflix|spotify|bank|banking|router|laptop|` +
	`computer|pc|phone|handy|account|amazon|` +
	`google|apple|paypal|facebook|instagram|steam|admin|root))?(?:(?: (?:for|of|to|on|at|from|in|i|we|that|which|` +
	`ich|wir|fürs|beim|vom|zum|am|dal|dalla|pelo|pela|que|qui|che|который|` +
	`которым|у|на|für|von|de|du|pour|del|della|delle|do|da|od|na|` +
	`van|voor|para|per|pour|om|zum|by|lá|em|en|bei|zu|chez|от|для|до|к|` +
	`meiner|meines|unserer|unseres|der|des|ma|mon|mi|mia|mio|в)(?: [^\s.,;:]+){1,5}?)| ل\p{L}+)?` +
	`[\s\p{Zs}]*(?:\b(?:is now|is still|is|was|are|being|remains|reads|equals|heißt|heisst|bleibt|wurde|reste|devient|` +
	`queda|resta|fica|zostaje|to \S+ is|ist|sind|lautet|auf|est|sont|es|son|sono|são|jest|to)\b|['’]s\b|` +
	`,?\s*c['’]est|è|é|— это|это|такой|теперь|है|是|为|が|就是|设为|设成|改成|叫|` +
	`為|は|이|는|가|` +
	`هي|هو|:|=|—|–|→|->)[\s\p{Zs}]*[:=]?[\s\p{Zs}]*(?:(?:still|now|currently|just|simply|literally|jetzt|` +
	`immer noch|einfach|toujours|maintenant|` +
	`ahora|siempre|ancora|sempre|agora|ainda|сейчас|просто|всё ещё|şimdi) )?)`

// Parts of the expressions behind a label: a quotation mark, what follows up to the end of the
// clause, and a value with a digit or a sign.
const (
	openingQuote = `["'“„«]?\p{Zs}?`
	clauseValue  = `[^\n.,;!?"”»]+(?:[.,;!?][^\s"”»]+)*`
	directValue  = `[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?\b|\d(?:[ ./-]?\d){3,}|` +
		`[^\s"'”“,;:=]*\d[^\s"'”“,;]*|` +
		`[^\s"'”“,;:=]*[!@#$%^&*_+=~][^\s"'”“,;]*[^\s"'”“,;.]`
)

// labelRules are the expressions for labels that may begin with the same letters. All match at the beginning
// of a text only, where a label begins: that costs a hundredth of a search. Their first group is
// kept, the second one is the secret.
type labelRules struct {
	label    *lazyregexp.Regexp // a label
	labelled *lazyregexp.Regexp // a label, a connector and the rest of the clause
	direct   *lazyregexp.Regexp // a label that a value follows at once
}

// labelPrefixRunes is how many of its first letters choose the rules for a label: with three, a tenth of the
// labels is left that begin with the first.
const labelPrefixRunes = 3

// maxLabelRules bounds the rules that are kept. A text may have words ending in "code" with any letters; the rules
// of one letter serve those that are too many.
const maxLabelRules = 400

// labelRulesFor returns the rules for the label that a text begins with. They are compiled when a text first has
// such a label.
func labelRulesFor(text string) labelRules {
	end := 0
	for range labelPrefixRunes {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return sharedLabelRules().compiledRulesForPrefix(strings.ToLower(text[:end]))
}

var sharedLabelRules = sync.OnceValue(func() *labelRuleSet {
	return &labelRuleSet{rules: map[string]labelRules{}}
})

// labelRuleSet is safe for concurrent use.
type labelRuleSet struct {
	mu    sync.Mutex
	rules map[string]labelRules
}

func (set *labelRuleSet) compiledRulesForPrefix(prefix string) labelRules {
	set.mu.Lock()
	defer set.mu.Unlock()
	if _, ok := set.rules[prefix]; !ok && len(set.rules) >= maxLabelRules {
		_, size := utf8.DecodeRuneInString(prefix)
		prefix = prefix[:size]
	}
	r, ok := set.rules[prefix]
	if !ok {
		spaced := strings.Join(alternativesThatMayStartWith(prefix, secretLabels+"|"+numberLabels), "|")
		unspaced := strings.Join(alternativesThatMayStartWith(prefix, unspacedLabels), "|")
		label := joinAlternatives(spaced, unspaced)
		ended := joinAlternatives(`(?:`+joinAlternatives(spaced, `secret`)+`)(?:[^\p{L}\p{N}]|$)`, unspaced)
		r = labelRules{
			label:    lazyregexp.New(`(?i)^(?:` + joinAlternatives(label, `secret`) + `)`),
			labelled: lazyregexp.New(`(?i)^((?:` + label + `)` + labelConnectors + openingQuote + `)(` + clauseValue + `)`),
			direct: lazyregexp.New(`(?i)^((?:` + ended + `)(?:은|는|이|가|は|` +
				`を)?\s*` + openingQuote + `)(` + directValue + `)`),
		}
		set.rules[prefix] = r
	}
	return r
}

func joinAlternatives(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "|" + b
}

// alternativesThatMayStartWith splits an expression at its outermost bars and returns what may match a text that
// begins with a prefix in lower case.
func alternativesThatMayStartWith(prefix, expr string) []string {
	var out []string
	depth, start := 0, 0
	letter, _ := utf8.DecodeRuneInString(prefix)
	add := func(item string) {
		first, _ := utf8.DecodeRuneInString(item)
		if (first == '(' || first == '\\' || unicode.ToLower(first) == letter) && mayMatchTextWithPrefix(item, prefix) {
			out = append(out, item)
		}
	}
	for i, r := range expr {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case r == '|' && depth == 0:
			add(expr[start:i])
			start = i + 1
		}
	}
	add(expr[start:])
	return out
}

// lockPattern is what a lock is opened with; loginPattern a name and a password together,
// wifiPattern a password of mixed signs. They match where the first word begins. reversedPattern
// matches the part of a clause before a label whose secret stands there.
var (
	lockPattern = lazyregexp.New(`(?i)^((?:alarm|door|gate|safe|garage|lock(?:er|box)?|keypad|tür|tor|tresor|` +
		`alarmanlage)\b` +
		`[^.,;!?\n]*? (?:with|by|using|is|mit|code|per|takes|wants|needs)\s+)([A-Za-z]?\d{3,8}[A-Za-z#*]?)` +
		`(?:$|[.,;!?\n]| then\b)`)
	wifiPattern = lazyregexp.New(`(?i)^((?:wi-?fi|wlan|hotspot)\b[^.;!?\n]{0,30}?(?: is| ist| es| est| è| é|:|=)\s+)` +
		`(\S*(?:\p{L}[\d&+#$%^*_!@]+\p{L}|\p{L}{3,}\d{2,}|\d\p{L}+\d)\S*)`)
	loginPattern = lazyregexp.New(`(?i)^((?:log|sign)(?:ged)? ?in(?:to \S+)? (?:as|with|` +
		`using)\s+)([^\s/]+ ?/ ?\S+|` +
		`\S+ (?:and|und|with|/) \S*(?:\d|[!@#$%^&*])\S*)`)
	reversedPattern = lazyregexp.New(`(?i)^(\s*)(\S.*?)(\s+(?:is|ist|est|es|è|é)\s+` +
		`(?:my|our|the|mein|unser|das|mon|ma|notre|mi|nuestra|la mia|minha|a minha)\s+(?:new |neues |\S+ )?)$`)
	reversedLabel = lazyregexp.New(`(?i)^(?:pass ?word|pin|pass ?code|passwort|kennwort|mot de passe|` +
		`contraseña|senha)\b`)
)

// maxLabelledBytes is how far behind a label its secret may end.
const maxLabelledBytes = 1000

// redactLabelledSecrets replaces what follows a label such as password, up to the end of the
// clause: a passphrase is made of ordinary words.
func redactLabelledSecrets(t *indexedText) string {
	s := t.text
	var windows []window
	last := 0
	for _, at := range findLabelCandidateOffsets(t) {
		if at < last {
			continue
		}
		if w, ok := findSecretAroundLabel(s, at, last); ok {
			windows = append(windows, w)
			last = w.end
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// findSecretAroundLabel finds the secret of the label at a byte of the text: behind it, or before
// it, but not before byte last.
func findSecretAroundLabel(s string, at, last int) (window, bool) {
	rest := s[at:min(len(s), at+maxLabelledBytes)]
	if isPostalCodeWithHindiLabel(s, at) || wordBeginningLikePIN.MatchString(rest) {
		return window{}, false
	}
	rules := labelRulesFor(rest)
	var patterns []*lazyregexp.Regexp
	name := rules.label.FindString(rest)
	isLabel := name != ""
	if isLabel {
		patterns = append(patterns, rules.labelled, rules.direct)
	}
	if clause := rest[:offsetOfFirstClauseMarkOrEnd(rest)]; strings.ContainsAny(clause, "0123456789/!@#$%^&*") {
		patterns = append(patterns, lockPattern, loginPattern, wifiPattern)
	}
	for _, p := range patterns {
		m := p.FindStringSubmatchIndex(rest)
		if m == nil {
			continue
		}
		label, value := rest[:m[3]], rest[m[4]:m[5]]
		described := p == rules.labelled && !isLabelledSecret(label, value) && !isSpokenPassword(s, at, label, value)
		if !strings.Contains(value, secretPlaceholder) && !described && !isIndianPostalCode(label, value) {
			return window{at + m[4], at + m[5]}, true
		}
	}
	if !isLabel || followsUnderscore(s, at) {
		return window{}, false
	}
	return findSecretBesideLabel(s, at, last, classifyLabel(name))
}

// wordBeginningLikePIN matches words that begin like PIN and are none: pinned, Pinterest, pintei, pinch; not pincode.
var wordBeginningLikePIN = lazyregexp.New(`(?i)^pin(?:[tgknohzy]|c[^o]|e(?:a|s)|s\p{L}|i[aolrxt])`)

// followsUnderscore reports a label that ends a name such as OPENAI_API_KEY.
func followsUnderscore(s string, at int) bool { return at > 0 && s[at-1] == '_' }

// classifiedLabel is a label with what is looked up in several rules.
type classifiedLabel struct {
	name       string
	isOrdinary bool // see isOrdinaryWordLabel
	isNumeric  bool // see isNumericCodeLabel; false for ordinary words
}

func classifyLabel(name string) classifiedLabel {
	l := classifiedLabel{name: name, isOrdinary: isOrdinaryWordLabel(name)}
	l.isNumeric = !l.isOrdinary && isNumericCodeLabel(name)
	return l
}

// findSecretBesideLabel finds the secret of a label that none follows at once.
func findSecretBesideLabel(s string, at, last int, label classifiedLabel) (window, bool) {
	if w, ok := findWordsStatedBeforeLabel(s, at, last, label); ok {
		return w, true
	}
	if w, ok := findUnseparatedSecretAfterLabel(s, at, label); ok {
		return w, true
	}
	if w, ok := findSecretBeforeLabel(s, at, last); ok {
		return w, true
	}
	return findSecretInLabelClause(s, at, last, label)
}

// offsetOfFirstClauseMarkOrEnd returns the offset of the sign that ends the first clause of a text.
func offsetOfFirstClauseMarkOrEnd(s string) int {
	if i := strings.IndexAny(s, ".,;?\n"); i >= 0 {
		return i
	}
	return len(s)
}

// findSecretBeforeLabel finds a value that is said to be the password: "swordfish is my password".
func findSecretBeforeLabel(s string, at, last int) (window, bool) {
	start := max(strings.LastIndexAny(s[:at], ".,;!?\n")+1, last)
	if at-start > maxLabelledBytes || !reversedLabel.MatchString(s[at:]) {
		return window{}, false
	}
	m := reversedPattern.FindStringSubmatchIndex(s[start:at])
	if m == nil {
		return window{}, false
	}
	value := s[start+m[4] : start+m[5]]
	if strings.Contains(value, secretPlaceholder) || describesInsteadOfNamingSecret(value) ||
		len(strings.Fields(value)) > 6 ||
		pointsInsteadOfNames.MatchString(value) {
		return window{}, false
	}
	return window{start + m[4], start + m[5]}, true
}

func isLabelledSecret(label, value string) bool {
	described := describesInsteadOfNamingSecret(value) && !isPassphraseWithArticle(label, value)
	return !isIndianPostalCode(label, value) && !described && !isOrdinaryLabelWithoutCode(label, value) &&
		(!isNumberLabel(label) || hasAtLeastDigits(value, 4) || hasAtLeastDigits(firstField(value), 2))
}

// isPassphraseWithArticle reports a pass phrase of at least three words that begins with an
// article.
func isPassphraseWithArticle(label, value string) bool {
	return phraseLabel.MatchString(label) && articlePattern.MatchString(value)
}

var (
	phraseLabel    = lazyregexp.New(`(?i)phrase|frase|fraz|фраз|satz|wachtzin`)
	articlePattern = lazyregexp.New(
		`(?i)^(?:the|a|an|my|der|die|das|ein|eine|le|la|les|un|une|el|los|il|lo|o|os|um|uma) \S+ \S`,
	)
)

// isIndianPostalCode reports India's six-digit PIN code, which is part of an address.
func isIndianPostalCode(label, value string) bool {
	return postalLabel.MatchString(label) && postalValue.MatchString(strings.TrimRight(strings.TrimSpace(value), ".!"))
}

var (
	postalLabel = lazyregexp.New(`(?i)pin ?code`)
	postalValue = lazyregexp.New(`^\d{3} ?\d{3}$`)
)

// isPostalCodeWithHindiLabel reports a postal code of India under its Hindi label, which is the
// word for a bank's PIN too: that one has its card or account before it.
func isPostalCodeWithHindiLabel(s string, at int) bool {
	return hindiPostalCode.MatchString(s[at:min(len(s), at+maxLabelledBytes)]) &&
		!hindiCardPattern.MatchString(s[sentenceStartBefore(s, at, 0):at])
}

var (
	hindiPostalCode  = lazyregexp.New(`^पिन ?-?कोड\P{Nd}{0,12}\p{Nd}{3} ?\p{Nd}{3}(?:$|\P{Nd})`)
	hindiCardPattern = lazyregexp.New(`(?i)कार्ड|एटीएम|बैंक|खाते|फोन|फ़ोन|मोबाइल|यूपीआई|लॉकर|ताले|` +
		`atm|upi|card|bank|phone`)
)

// isNumberLabel reports labels of numbers, which words may follow that say something else.
func isNumberLabel(label string) bool { return numberLabelPattern.MatchString(label) }

// hasAtLeastDigits reports whether a text has at least n decimal digits.
func hasAtLeastDigits(s string, n int) bool {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n--
		}
	}
	return n <= 0
}

func firstField(s string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return first
}

// isOrdinaryLabelWithoutCode reports labels that are ordinary words, such as access, before a value
// that no code has.
func isOrdinaryLabelWithoutCode(label, value string) bool {
	l := strings.ToLower(label)
	if !strings.Contains(l, "log") && !strings.Contains(l, "clave") && !keywordLabel.MatchString(l) &&
		!strings.Contains(l, "combination") {
		return false
	}
	first := firstField(value)
	if strings.Contains(l, "log") && (productPattern.MatchString(first) || clockPattern.MatchString(first)) {
		return true
	}
	return !strings.ContainsAny(value, "0123456789/:@!#$%&*") && !strings.Contains(l, ":") && !strings.Contains(l, "=")
}

// isSpokenPassword reports words that are told to somebody on the phone or at a door: what a "palabra
// clave" is in a sentence about an alarm or a bank. Elsewhere that is a keyword.
func isSpokenPassword(s string, at int, label, value string) bool {
	around := sentenceAround(s, window{at, at + len(label) + len(value)})
	return spokenLabel.MatchString(label) && spokenTo().MatchString(s[around.start:around.end]) &&
		!describesInsteadOfNamingSecret(value)
}

var (
	keywordLabel = lazyregexp.New(`^(?:mot-cl|palavra-ch)`)
	spokenLabel  = lazyregexp.New(`(?i)^(?:palabra|palavra|parola|mot|key ?word|code ?word|clave)`)
	spokenTo     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:alarm[aei]?s?|bancos?|banca|banque|bank|tel[ée]fono|telefone|` +
			`téléphone|phone|` +
			`central|centrale|télésurveillance|vigilancia|vigilância|vigilanza|seguridad|segurança|sicurezza|securitas|` +
			`prosegur|verisure|` +
			`portero|porteiro|portiere|portier|guardia|recoger|colegio|escuela|escola|scuola|école|crèche)(?:$|[^\p{L}])`)
	})
)

// clockPattern matches what a colon or "at" leaves of a time of day.
var clockPattern = lazyregexp.New(`(?i)^\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)?[.!]?$`)

// describesInsteadOfNamingSecret reports that a sentence says something about a secret, not the
// secret: the password is too long, stored in a vault, forgotten.
func describesInsteadOfNamingSecret(value string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(value)), " ")
	return sharedDescriptions()[strings.Trim(first, `"'“”.,`)]
}

var sharedDescriptions = sync.OnceValue(secretDescriptionWords)

func secretDescriptionWords() map[string]bool {
	return lang.WordSet(`not no never too very so quite rather weak strong secure safe insecure old new expired
		changed reset stored
		kept saved hidden written encrypted hashed forgotten lost required needed wrong invalid the same in on at with by from
		hard easy long short longer shorter important unknown known secret private different unique only still already always
		going supposed being empty missing managed protected generated shared asked tested checked used a an my our
		it this that and or but because when if
		nicht zu sehr lang kurz sicher unsicher schwach stark alt neu abgelaufen gespeichert vergessen falsch im in
			auf das der
		no muy demasiado largo corto seguro débil fuerte antigua nueva guardada olvidada en la el
		pas trop très long court sûr faible fort expiré oublié dans le stocké enregistré
		non troppo molto lunga corta sicura debole scaduta nuova salvata dimenticata nel
		não muito longa curta segura fraca antiga nova guardada esquecida
		не слишком очень длинный короткий надежный старый новый сохранен забыт в
		बहुत नहीं लंबा छोटा 很 太 不 너무 안 긴`)
}
