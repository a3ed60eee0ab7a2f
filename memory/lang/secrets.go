package lang

import (
	"regexp"
	"strings"
)

// secretPlaceholder replaces a secret in a text.
const secretPlaceholder = "[secret left out]"

// ContainsSecret reports whether a text contains something that must not be stored.
func ContainsSecret(s string) bool { return RedactSecrets(s) != s }

// RedactSecrets replaces every secret in a text: keys and tokens in their published formats,
// private key blocks, card numbers that pass the Luhn check, bank accounts, social security
// numbers, and the value after a label such as password.
func RedactSecrets(s string) string {
	for _, f := range secretPatterns {
		if strings.Contains(s, f.literal) {
			s = f.pattern.ReplaceAllString(s, secretPlaceholder)
		}
	}
	s = labelledSecretPattern.ReplaceAllString(s, "${1}"+secretPlaceholder)
	s = cardNumberPattern.ReplaceAllStringFunc(s, func(n string) string {
		if passesLuhnCheck(n) {
			return secretPlaceholder
		}
		return n
	})
	return s
}

// secretPatterns are the published formats of keys and tokens (docs/sources.md lists them), each
// with a literal that every match contains: searching for the literal first avoids most regexp
// matching.
var secretPatterns = compileSecretPatterns([][2]string{
	{"PRIVATE KEY", `(?s)-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----.*?` +
		`(-----END [A-Z ]*PRIVATE KEY( BLOCK)?-----|$)`},
	{"sk-", `\bsk-(ant-|proj-|or-v1-|live-|test-)?[A-Za-z0-9_-]{16,}`},
	{"k_", `\b[rsp]k_(live|test)_[A-Za-z0-9]{10,}`},
	{"_", `\bgh[pousr]_[A-Za-z0-9]{20,}`},
	{"github_pat_", `\bgithub_pat_[A-Za-z0-9_]{20,}`},
	{"glpat-", `\bglpat-[A-Za-z0-9_-]{16,}`},
	{"IA", `\b(AKIA|ASIA)[A-Z0-9]{16}\b`},
	{"AIza", `\bAIza[A-Za-z0-9_-]{30,}`},
	{"ya29.", `\bya29\.[A-Za-z0-9_-]{20,}`},
	{"xox", `\bxox[abeoprs]-[A-Za-z0-9-]{10,}`},
	{"hf_", `\bhf_[A-Za-z0-9]{20,}`},
	{"npm_", `\bnpm_[A-Za-z0-9]{20,}`},
	{"pypi-", `\bpypi-[A-Za-z0-9_-]{20,}`},
	{"gsk_", `\bgsk_[A-Za-z0-9]{20,}`},
	{"SG.", `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`},
	{"dop_v1_", `\bdop_v1_[a-f0-9]{32,}`},
	{":", `\b\d{8,10}:[A-Za-z0-9_-]{35}\b`},
	{"AC", `\bAC[a-f0-9]{32}\b`},
	{"eyJ", `\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`},
	{"://", `(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@[^\s]+`},
	{"", `\b[A-Z]{2}\d{2} ?([A-Z0-9]{4} ?){2,7}[A-Z0-9]{1,4}\b`},
	{"-", `\b\d{3}-\d{2}-\d{4}\b`},
	{":", `\b(?:[0-9a-f]{2}:){15,}[0-9a-f]{2}\b`},
	{"", `\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b`},
})

// secretPattern is a regexp with a literal that every match contains.
type secretPattern struct {
	literal string
	pattern *regexp.Regexp
}

func compileSecretPatterns(forms [][2]string) []secretPattern {
	out := make([]secretPattern, len(forms))
	for i, f := range forms {
		out[i] = secretPattern{f[0], regexp.MustCompile(f[1])}
	}
	return out
}

// labelledSecretPattern matches the value after a label such as password, if it contains a digit or
// a sign. Word boundaries in Go regexps are ASCII-only, so labels in other scripts have none.
var labelledSecretPattern = regexp.MustCompile(`(?i)((?:\b(?:pass ?word|passphrase|passcode|pin(?: ?code|` +
	` number)?|cvv|cvc|` +
	`secret(?: key)?|api[ _-]?key|access[ _-]?token|auth(?:entication)? token|bearer|private key|seed phrase|` +
	`recovery (?:phrase|code)s?|ssn|social security number|security code|one[- ]time code|otp|passwort|kennwort|` +
	`mot de passe|senha)\b|contraseña|пароль|密码|密碼|비밀번호(?:는|가)?|पासवर्ड)` +
	`(?:\s*(?:\b(?:is|was|to \S+ is|for [^.\n]{1,40}? is|ist|es|est|lautet|auf)\b|é|это|है|是|为|:))?\s*[:=]?\s*` +
	`["'“„]?)([^\s"'”“,;]*\d[^\s"'”“,;]*|[^\s"'”“,;]*[!@#$%^&*_+=~][^\s"'”“,;]*[^\s"'”“,;.])`)

var cardNumberPattern = regexp.MustCompile(`\b(?:\d[ -]?){12,18}\d\b`)

// passesLuhnCheck checks the check digit of a payment card (ISO/IEC 7812-1).
func passesLuhnCheck(s string) bool {
	sum, n := 0, 0
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		d := int(s[i] - '0')
		if n%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		n++
	}
	return sum%10 == 0 && strings.Trim(s, "0 -") != ""
}
