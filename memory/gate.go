package memory

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFactRunes is the length above which a fact is a passage and goes to the inbox.
const maxFactRunes = 400

// Reasons of the gates. Secrets are dropped; everything else goes to the inbox.
const (
	dropSecret          = "it holds a password, key or number that must stay secret"
	inboxInstruction    = "it reads like an instruction to the assistant"
	inboxLink           = "it holds a link"
	inboxRoleTag        = "it holds marks that programs use"
	inboxHiddenRunes    = "it holds hidden characters"
	inboxTooLong        = "it is longer than a fact should be"
	inboxSensitiveTopic = "you asked to be asked about sensitive topics"
	inboxAlwaysAsk      = "you asked to be asked before anything is saved"
	secretPlaceholder   = "[secret left out]"
	inboxForgottenOn    = "you removed this on "
)

// applyGates stops candidates that must not become active memories without review: secrets are
// dropped; instructions, links, role marks, hidden characters and passages go to the inbox.
func applyGates(c *candidate, ask string) {
	switch {
	case containsSecret(c.fact):
		c.dropReason = dropSecret
	case c.inboxReason != "":
	case hasHiddenRunes(c.fact):
		c.inboxReason = inboxHiddenRunes
	case utf8.RuneCountInString(c.fact) > maxFactRunes:
		c.inboxReason = inboxTooLong
	case roleTagPattern.MatchString(c.fact):
		c.inboxReason = inboxRoleTag
	case linkPattern.MatchString(c.fact):
		c.inboxReason = inboxLink
	case instructionPattern.MatchString(c.fact):
		c.inboxReason, c.kind = inboxInstruction, KindInstruction
	case ask == "always":
		c.inboxReason = inboxAlwaysAsk
	case ask == "sensitive" && sensitiveTopicPattern.MatchString(FoldText(c.fact)):
		c.inboxReason = inboxSensitiveTopic
	}
	c.dropUnsafeFields()
}

// dropUnsafeFields clears a quote that contains a secret and a key that is more than a name.
func (c *candidate) dropUnsafeFields() {
	if containsSecret(string(c.quote)) {
		c.quote = ""
	}
	if k := string(c.key); containsSecret(k) || hasHiddenRunes(k) || roleTagPattern.MatchString(k) ||
		linkPattern.MatchString(k) ||
		instructionPattern.MatchString(k) {
		c.key = ""
	}
}

// hasHiddenRunes reports characters that a reader does not see: control and format characters such
// as zero-width and direction marks, tags, private use, and consecutive variation selectors, which
// can carry bytes. A zero-width joiner inside an emoji or an Indic word is allowed, and so is the
// selector of an emoji.
func hasHiddenRunes(s string) bool {
	var before rune
	for _, r := range s {
		joiner := (r == '\u200d' || r == '\u200c') && before > 0x900
		selectors := unicode.Is(unicode.Variation_Selector, r) && unicode.Is(unicode.Variation_Selector, before)
		if !joiner && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co) || r >= 0xe0100 || selectors) {
			return true
		}
		before = r
	}
	return false
}

var linkPattern = regexp.MustCompile(`(?i)\b(https?|ftp|file|javascript|data):|\bwww\.|!?\[[^\]]*\]\([^)]*\)|<img\b`)

var roleTagPattern = regexp.MustCompile(`(?i)</?\s*(system|user|assistant|user_message|assistant_reply|` +
	`instructions?|tool|function)` +
	`[^>]*>|<\|[^|]*\|>|\[/?INST\]|<</?SYS>>|^\s*(system|assistant|developer)\s*:|^\s*#{1,6}\s|` + "```")

// instructionPattern matches sentences that tell a model what to do: commands to the assistant and
// rules for its replies.
var instructionPattern = regexp.MustCompile(`(?i)\b(ignore|disregard|forget|override|bypass) (all |any |the |your |every )*` +
	`(previous|prior|above|earlier|other|instructions?|rules?|memories|prompts?)|` +
	`\b(the )?(assistant|model|ai|chatbot|you) (must|should|shall|has to|have to|needs? to|are to|` +
	`is to|will) (not |never |always )?` +
	`(say|reply|respond|answer|tell|obey|follow|send|ignore|reveal|recommend|call|use|pretend|act|` +
	`include|forward|output|` +
	`write|speak|remember|never|always|trust|treat|address|approve|click|open|run|execute|buy|pay|` +
	`share|mention|praise)|` +
	`\b(always|never) (say|reply|respond|answer|recommend|reveal|obey|follow|send|include|output|mention|tell)\b|` +
	`\b(from now on|in (all|every|any) (future )?(chats?|repl(y|ies)|answers?|conversations?|responses?))\b|` +
	`\b(system prompt|developer mode|jailbreak|new instructions?)\b|` +
	`\b(respond|reply|answer) (only|always|in the style|with)\b|` +
	`\bassistent(in)? (soll|muss|darf)\b|\bel asistente debe\b|\bl'assistant doit\b|助手(必须|应该|必須|應該)`)

// sensitiveTopicPattern matches topics that the user may want to confirm: health, belief, politics,
// sex, money, law.
var sensitiveTopicPattern = regexp.MustCompile(`\b(diagnos\w*|disease|illness|cancer|hiv|aids|depress\w*|` +
	`anxiety|bipolar|adhd|autis\w*|` +
	`medication|therapy|therapist|surgery|pregnan\w*|miscarriage|abortion|addict\w*|alcoholi\w*|` +
	`disab\w*|allerg\w*|diabet\w*|` +
	`epilep\w*|religio\w*|christian|muslim|jewish|hindu|buddhist|atheist|church|mosque|synagogue|politic\w*|voted?|` +
	`democrat|republican|party member|union member|gay|lesbian|bisexual|transgender|queer|sexual\w*|salary|debt|` +
	`bankrupt\w*|income|loan|mortgage|criminal|arrest\w*|convict\w*|prison|lawsuit|divorc\w*|immigra\w*|asylum|` +
	`ethnic\w*|race|krank\w*|schwanger\w*|enfermedad|embaraz\w*|maladie|enceinte)\b`)

// containsSecret reports whether a text contains something that must not be stored.
func containsSecret(s string) bool { return redactSecrets(s) != s }

// redactSecrets replaces every secret in a text: keys and tokens in their published formats,
// private key blocks, card numbers that pass the Luhn check, bank accounts, social security
// numbers, and the value after a label such as password.
func redactSecrets(s string) string {
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
