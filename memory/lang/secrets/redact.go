package secrets

import (
	"strings"

	"memoir/memory/lang/lazyregexp"
	"memoir/memory/lang/secrets/sourcecode"
)

//go:generate go -C ../../../tools/secretrules run .

// ContainsSecret reports whether a text contains something that must not be stored.
func ContainsSecret(s string) bool { return RedactSecrets(s) != s }

// RedactSecrets replaces every secret in a text: keys and tokens in their published formats,
// private key blocks, payment cards, bank accounts and national numbers by their check digits, what
// follows a label such as password up to the end of the clause, the words of a wallet, and long
// runs of random characters, and last what a classifier takes for a secret. Expressions run only where
// a cheap scan finds what they need, so that ordinary text of 2,000 words takes about a millisecond.
// What is cut may show a rule that the rest is one too, so it looks again until nothing is found, at most
// maxRedactionPasses times.
func RedactSecrets(s string) string {
	t := newIndexedText(s)
	for range maxRedactionPasses {
		out := redactSecretsByRules(t).redactedBy(redactLikelyNumbers, redactToldWords)
		if out == t {
			break
		}
		t = out
	}
	return t.text
}

// maxRedactionPasses bounds the work for a text that is nothing but secrets; few need more than two.
const maxRedactionPasses = 6

// redactSecretsByRules replaces what the rules know.
func redactSecretsByRules(t *indexedText) *indexedText {
	t = t.redactedByText(redactPasswordsInSourceCode)
	t = t.redactedBy(redactPhrases)
	t = t.redactedByText(redactMailLogins, redactKeysAndTokens)
	t = t.redactedBy(redactPromptedAnswers, redactSecurityAnswersAndNetworkKeys, redactAccountQuestionAnswersAboutLife,
		redactLabelledSecrets)
	t = t.redactedByText(redactPasswordsInTypicalPhrases, redactLoginAndStrongPasswords, redactEntryCodes,
		redactOneTimeCodes, redactCardsAccountsAndNationalNumbers)
	t = t.redactedBy(redactBankAccounts)
	t = t.redactedByText(redactNationalIDNumbers, redactDocumentNumbers, redactLicenceNumbers)
	t = t.redactedBy(redactDescribedSecrets)
	t = t.redactedByText(redactNumbersBesideCodeWords)
	t = t.redactedBy(redactWalletRecoveryPhrases, redactWordRunsInWalletContext, redactPassphrasesBehindIntroductions)
	return t.redactedByText(redactRandomRuns)
}

// redactPhrases replaces secrets in formats with blanks in them.
func redactPhrases(t *indexedText) string {
	s := t.text
	for _, f := range phrasePatterns {
		if t.containsAsWritten(f.literal) {
			s = f.pattern.ReplaceAllString(s, secretPlaceholder)
		}
	}
	return s
}

// redactPasswordsInSourceCode replaces what only the syntax of a program tells to be a password.
func redactPasswordsInSourceCode(s string) string {
	spans := sourcecode.FindPasswords(s)
	windows := make([]window, 0, len(spans))
	for _, p := range spans {
		if !strings.Contains(s[p.Start:p.End], secretPlaceholder) {
			windows = append(windows, window{p.Start, p.End})
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// redactMailLogins replaces passwords behind the addresses of mail that they belong to.
func redactMailLogins(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	return mailLoginPattern.ReplaceAllString(s, "${1}"+secretPlaceholder)
}

// mailLoginPattern matches an address of mail with a password behind it, as lists of logins have
// them.
var mailLoginPattern = lazyregexp.New(`(\b[\w.+-]+@[\w-]+\.[\w.]*\w ?[:/|] ?)([^\s/:]*[\d!#$%^&*_][^\s/]*)`)

// redactKeysAndTokens replaces keys and tokens in their published formats, near runs that are long
// enough.
func redactKeysAndTokens(s string) string {
	return replaceInWindows(s, findKeyCandidateWindows(s), func(window string) string {
		for _, f := range tokenPatterns {
			if strings.Contains(window, f.literal) {
				window = f.pattern.ReplaceAllString(window, secretPlaceholder)
			}
		}
		return redactKnownKeyFormats(window)
	})
}

// countedRecoveryPhrasePattern matches a recovery phrase in any language behind the number of its
// words: "my 12 words: …". word is how the language says words.
func countedRecoveryPhrasePattern(word string) string {
	return `(?i)\b(?:12|15|18|21|24) ` + word + `\b[^:\n]{0,60}:\s*(?:\p{L}{3,8}[ ,]+){11,23}\p{L}{3,8}`
}

// phrasePatterns are formats with blanks in them or without a long run. tokenPatterns are the
// published formats of keys and tokens (docs/sources.md lists them). Each has a literal that every
// match contains: searching for the literal first avoids most regexp matching.
var (
	phrasePatterns = compileSecretPatterns([][2]string{
		{"PRIVATE KEY", `(?s)-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----.*?` +
			`(-----END [A-Z ]*PRIVATE KEY( BLOCK)?-----|$)`},
		{"PuTTY", `(?s)PuTTY-User-Key-File.*`},
		{"ookie:", `(?i)\b(?:set-)?cookie:[^\n]+`},
		{"asic ", `\b[Bb]asic [A-Za-z0-9+/]{12,}={0,2}`},
		{"://", `(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@]*:[^\s/@]+@[^\s]+`},
		{"://", `(?i)\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|s?ftp|smb|rtsp)` +
			`://[^\s:@]*:[^\s@]+@[^\s]+`},
		{"://", `(?i)\b(?:vless|vmess|trojan|ssr?|hysteria2?|tuic)://[^\s]{16,}`},
		// user:password@tcp(host), user/password@//host
		{"@", `(?i)\b[\w.-]+[:/][^\s/:@]{3,}@(?://[\w.-]+|tcp|unix)\(?[^\s]*`},
		{"문구", `(?:복구|시드|니모닉|지갑)[^\n:：]{0,12}문구[^\n]{0,12}?(?:\p{Hangul}{2,4} ){11,23}\p{Hangul}{2,4}`},
		{"助记词", `助记词[^\n]{0,12}?(?:\p{Han} ?){12,24}`},
		{"klucz", `(?i)\b\d{1,4} ?klucz(?:yk)? ?\d{3,6}\b`}, // on door phones in Poland
		{"texted ", `(?i)\btexted (?:me |us )?(?:the |a )?(?:code )?\d{3}[ -]?\d{3,5}\b`},
		{"=", `https?://[^\s?#]*[?#][^\s]*?\b(?:\w*token|sig|signature|secret|auth|code|otp|ticket)=[^\s&]{12,}`},
		{"words", countedRecoveryPhrasePattern("words")},
		{"wörter", countedRecoveryPhrasePattern("wörter")},
		{"mots", countedRecoveryPhrasePattern("mots")},
		{"palabras", countedRecoveryPhrasePattern("palabras")},
		{"palavras", countedRecoveryPhrasePattern("palavras")},
		{"parole", countedRecoveryPhrasePattern("parole")},
		{"слов", countedRecoveryPhrasePattern("слов")},
		{"woorden", countedRecoveryPhrasePattern("woorden")},
	})
	tokenPatterns = compileSecretPatterns([][2]string{
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
		{":", `\b(?:[0-9a-f]{2}:){15,}[0-9a-f]{2}\b`},
		{"-", `\b[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){4,}\b`}, // keys of recovery and of licences, in groups
		{"v1.0-", `\bv1\.0-[a-f0-9]{24,}`},
		{"_", `\b[a-z]+(?:_[a-z]+)*_(?:rw|ro|pat|sk|pk|key|token|secret|live|test|prod)_[A-Za-z0-9]{12,}`},
		{"", `\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b`},
		{"prv", `\b[xyz]prv[1-9A-HJ-NP-Za-km-z]{40,}`},
		{"0x", `\b0x[0-9a-fA-F]{64}\b`},
		{"AccountKey=", `AccountKey=[A-Za-z0-9+/=]{20,}`},
		{"_", `\b[A-Z]{2,}(?:_[A-Z]+)*[-_](?:\d+[-_])*[0-9a-f]{24,}(?:[-_]\w+)*`},
		{"sig=", `[?&]sig=[A-Za-z0-9%+/=-]{16,}`},
		{"whsec_", `\bwhsec_[A-Za-z0-9+/=]{16,}`},
		{"key-", `\bkey-[0-9a-f]{32}\b`},
		{"GOOG", `\bGOOG[A-Z0-9]{20,}`},
		{"M", `\b[MN][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`},
		{"N", `\b[MN][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`},
	})
)
