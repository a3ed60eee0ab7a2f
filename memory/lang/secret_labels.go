package lang

import (
	"regexp"
	"strings"
	"sync"
)

// secretLabels are the words that a secret follows, in the ten languages and a few more.
const secretLabels = `pass ?words?|passwd|pwd|pass ?phrase|pass ?code|pin(?: ?code| number)?|cvv2?|cvc2?|` +
	`secret (?:access )?key|client secret|api[ _-]?(?:key|token|secret)|(?:access|refresh|` +
	`auth(?:entication)?|session)[ _-]?token|bearer|` +
	`private key|(?:seed|mnemonic|recovery|backup)[ -]?(?:phrase|words|code|key)s?|ssn|social security number|` +
	`(?:security|verification|one[- ]time|alarm|door|gate|safe|garage|entry|unlock|lock|access|confirmation) code|otp|` +
	`(?:account|routing|passport|national insurance) (?:number|no\.?)|sort code|combination of the safe|` +
	`safe combination|` +
	`log ?in|credentials|passw[oö]rt|kennwort|geheimzahl|mot de passe|code secret|code pin|contraseña|clave|` +
	`código de seguridad|senha|parola d'ordine|parola chiave|codice (?:pin|segreto)|wachtwoord|hasło|şifrem?|` +
	`пароль|пин-?код|पासवर्ड|كلمة (?:المرور|السر)`

// unspacedLabels stand in texts without blanks between words.
const unspacedLabels = `密码|密碼|口令|비밀번호|암호|パスワード|暗証番号`

// labelExpr matches a label and the character before it: a word's beginning, where the script has
// blanks between words. Word boundaries of Go's expressions are ASCII-only.
const labelExpr = `(?:(?:^|[^\p{L}\p{N}])(?:` + secretLabels + `)|` + unspacedLabels + `)`

// labelConnectors join a label and its secret.
const labelConnectors = `(?:(?: (?:for|of|to|on|at|für|von|de|du|pour|del|della|do|da|от|для)(?: [^\s.,;:]+){1,5}?)?` +
	`\s*(?:\b(?:is now|is|was|are|to \S+ is|ist|lautet|auf|est|es|jest|to)\b|è|é|это|है|是|为|為|は|이|는|가|هي|هو|` +
	`:|=)\s*[:=]?\s*)`

// labelledPattern matches a label with a connector, and what follows up to the end of the clause.
// directPattern matches a label that a value with a digit or a sign follows at once. reversedPattern
// matches a value that stands before its label.
var (
	labelledPattern = regexp.MustCompile(`(?i)(` + labelExpr + labelConnectors + `["'“„«]?)` +
		`([^\n.,;!?"”»]+(?:[.,;!?][^\s"”»]+)*)`)
	directPattern = regexp.MustCompile(`(?i)((?:` + labelExpr + `|\bsecret)(?:은|는|이|가|は|を)?\s*["'“„«]?)` +
		`([^\s"'”“,;:=]*\d[^\s"'”“,;]*|[^\s"'”“,;:=]*[!@#$%^&*_+=~][^\s"'”“,;]*[^\s"'”“,;.])`)
	reversedPattern = regexp.MustCompile(`(?i)(^|[.,;!?\n]\s*)([^\n.,;!?]+?)(\s+(?:is|ist|est|es|è|é)\s+` +
		`(?:my|our|the|mein|unser|das|mon|ma|notre|mi|nuestra|la mia|minha|a minha)\s+(?:new |neues |\S+ )?` +
		`(?:pass ?word|pin|pass ?code|passwort|kennwort|mot de passe|contraseña|senha)\b)`)
)

// redactLabelled replaces what follows a label such as password, up to the end of the clause: a
// passphrase is made of ordinary words. Only sentences that contain part of a label are searched, and
// the one after each: the expressions are slow.
func redactLabelled(s string) string {
	var b strings.Builder
	var group strings.Builder // of sentences to search together
	more := false             // the next sentence belongs to the group
	for s != "" {
		end := sentenceEnd(s)
		sentence := s[:end]
		s = s[end:]
		has := mayHoldLabel(sentence)
		if !has && !more {
			b.WriteString(redactLabelledIn(group.String()))
			group.Reset()
			b.WriteString(sentence)
			continue
		}
		group.WriteString(sentence)
		more = has
	}
	b.WriteString(redactLabelledIn(group.String()))
	return b.String()
}

func redactLabelledIn(s string) string {
	if s == "" {
		return s
	}
	s = replaceSecond(labelledPattern, s, isLabelledSecret)
	s = replaceSecond(directPattern, s, func(label, value string) bool { return !isPostalCode(label, value) })
	return reversedPattern.ReplaceAllStringFunc(s, func(m string) string {
		p := reversedPattern.FindStringSubmatch(m)
		if strings.Contains(p[2], secretPlaceholder) || describesInsteadOfNames(p[2]) || len(strings.Fields(p[2])) > 6 {
			return m
		}
		return p[1] + secretPlaceholder + p[3]
	})
}

// labelParts has a part of every label, in lower case.
const labelParts = `pass pwd pin cvv cvc secret api token bearer private seed mnemonic recovery backup ssn security
	verification one-time alarm door gate safe garage entry unlock lock access confirmation otp account routing insurance
	sort login credential kennwort geheimzahl contraseña clave código codice senha parola wachtwoord hasło şifre
		пароль пин पासवर्ड
	كلمة 密码 密碼 口令 비밀번호 암호 パスワード 暗証番号`

// sentenceEnd returns the offset behind the first sentence or line of a text.
func sentenceEnd(s string) int {
	for i := range len(s) - 1 {
		if c := s[i]; c == '\n' || (c == '.' || c == '!' || c == '?') && s[i+1] == ' ' {
			return i + 1
		}
	}
	return len(s)
}

func mayHoldLabel(sentence string) bool {
	lower := strings.ToLower(sentence)
	for _, p := range splitLabelParts() {
		if strings.Contains(lower, p) {
			return true
		}
	}
	return strings.Contains(lower, "log in")
}

var splitLabelParts = sync.OnceValue(func() []string { return strings.Fields(labelParts) })

// replaceSecond replaces the second group of each match that isSecret accepts.
func replaceSecond(p *regexp.Regexp, s string, isSecret func(label, value string) bool) string {
	return p.ReplaceAllStringFunc(s, func(m string) string {
		g := p.FindStringSubmatch(m)
		if strings.Contains(g[2], secretPlaceholder) || !isSecret(g[1], g[2]) {
			return m
		}
		return g[1] + secretPlaceholder
	})
}

func isLabelledSecret(label, value string) bool {
	return !isPostalCode(label, value) && !describesInsteadOfNames(value) && !isAddressOrPlace(label, value)
}

// isPostalCode reports India's six-digit PIN code, which is part of an address.
func isPostalCode(label, value string) bool {
	return postalLabel.MatchString(label) && postalValue.MatchString(strings.TrimSpace(value))
}

var (
	postalLabel = regexp.MustCompile(`(?i)pin ?code`)
	postalValue = regexp.MustCompile(`^\d{3} ?\d{3}$`)
)

// isAddressOrPlace reports labels that are ordinary words, such as access, before a value that no
// code has.
func isAddressOrPlace(label, value string) bool {
	l := strings.ToLower(label)
	if !strings.Contains(l, "log") && !strings.Contains(l, "clave") && !strings.Contains(l, "combination") {
		return false
	}
	return !strings.ContainsAny(value, "0123456789/:@!#$%&*") && !strings.Contains(l, ":") && !strings.Contains(l, "=")
}

// describesInsteadOfNames reports that a sentence says something about a secret, not the secret: the
// password is too long, stored in a vault, forgotten.
func describesInsteadOfNames(value string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(value)), " ")
	return personDescriptions()[strings.Trim(first, `"'“”.,`)]
}

func personDescriptions() map[string]bool {
	return wordSet(`not no never too very so quite rather weak strong secure safe insecure old new expired
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
