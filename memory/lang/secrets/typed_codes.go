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

// minOneTimeDigits is how many digits a one-time code has at least.
const minOneTimeDigits = 5

// findOneTimeCodeCandidates finds the runs of digits that a one-time code may be.
func findOneTimeCodeCandidates(s string) []window {
	var out []window
	for _, word := range findWordsWithByteOf(s, "0123456789") {
		if countASCIIDigits(s[word.start:word.end]) < minOneTimeDigits {
			continue
		}
		for _, m := range oneTimeDigits.FindAllStringIndex(s[word.start:word.end], -1) {
			if w := (window{word.start + m[0], word.start + m[1]}); standsAlone(s, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

var oneTimeDigits = lazyregexp.New(`\d{5,8}`)

// findWordsWithByteOf finds the words between blanks that have one of some ASCII characters.
func findWordsWithByteOf(s, chars string) []window {
	var out []window
	for i := 0; i < len(s); {
		at := strings.IndexAny(s[i:], chars)
		if at < 0 {
			break
		}
		w := window{wordStartBefore(s, i+at), wordEndAfter(s, i+at)}
		out = append(out, w)
		i = w.end
	}
	return out
}

// standsAlone reports whether a span is not part of a longer word or number.
func standsAlone(s string, w window) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:w.start])
	after, _ := utf8.DecodeRuneInString(s[w.end:])
	isPart := func(r rune) bool {
		return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_/€$£+@", r)) ||
			unicode.Is(unicode.Cyrillic, r)
	}
	if after == '.' || after == ',' || after == ':' {
		next, _ := utf8.DecodeRuneInString(s[w.end+1:])
		return !isPart(before) && !unicode.IsDigit(next)
	}
	return !isPart(before) && !isPart(after)
}

// isMeasurePriceTimeOrRoomNumber reports whether a number is a measure, a price, a time or the
// number of a room.
func isMeasurePriceTimeOrRoomNumber(s string, w window) bool {
	behind := s[w.end:min(len(s), w.end+16)]
	return countedThing().MatchString(behind) && !wordBehindCode().MatchString(behind) ||
		numberIntroduction().MatchString(s[max(0, w.start-24):w.start])
}

var (
	countedThing = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^ ?(?:\p{Latin}+|\p{Cyrillic}+|\p{Devanagari}+|[€$£%人年円元원])`)
	})
	// wordBehindCode may follow what is typed, which a number of things doesn't let follow.
	wordBehindCode = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^ (?:and|then|which|that|who|weil|welche[rs]?|que|che|który|который|here|hier|ici|` +
			`aquí|aqui|qui|а|но|by|via|as|als|nicht|` +
			`por|comme|como|come|non|pas|to|on|at|in|for|when|now|or|if|btw|lol|so|is|but|followed|und|dann|um|` +
			`ein|auf|an|aus|für|ist|et|puis|pour|sur|est|y|luego|para|es|e|poi|per|è|é|depois|en|dan|om|` +
			`voor|и|потом|для|i|into|onto|within|inside|after|before|ins|im|am|zum|beim|sul|sulla|nel|nella|` +
			`al|alla|no|na|au|aux|du|op|bij|ile|ve|` +
			`है|से|में|पर)(?:[^\p{L}]|$)`)
	})
	numberIntroduction = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:room|zimmer|chambre|habitación|camera|quarto|kamer|` +
			`no\.|nr\.?|` +
			`number of|floor|bus|line|linie|flat|apartment|apt|unit|suite|wohnung|since|seit|depuis|desde|` +
			`dal|sinds|from|` +
			`gate|platform|gleis|track|post ?code|zip(?: code)?|plz|(?:code |código |` +
			`codice )?postale?(?: es| is| est| é| è)?|` +
			`cep|cap|around|about|circa|approx\.?|over|under|costs?|kostet|coûte|cuesta|costa|kost|isbn|art\.?|` +
			`model|modell)\s+$`)
	})
)

// redactOneTimeCodes replaces numbers of five to eight digits in a sentence that says that a code
// came by text message or from a bank.
func redactOneTimeCodes(s string) string {
	var windows []window
	for _, w := range findOneTimeCodeCandidates(s) {
		around := sentenceAround(s, w)
		if sentence := s[around.start:around.end]; codeSenderPattern().MatchString(sentence) &&
			codeArrivalPattern().MatchString(sentence) && !isMeasurePriceTimeOrRoomNumber(s, w) {
			windows = append(windows, w)
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

var (
	// codeSenderPattern matches what one-time codes come from, codeArrivalPattern what they do there.
	codeSenderPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:sms|text(?: message)?|whatsapp|authenticator|` +
			`push(?:[- ]?(?:tan|notification|nachricht|benachrichtigung)\p{L}*)?|bank\p{L}*|banque|banco|banca|` +
			`банк\p{L}*|смс|эсэмэс\p{L}*|paypal|confirm\p{L}*|bestätig\p{L}*|verif\p{L}*|einmal\p{L}*|` +
			`подтвержд\p{L}*|` +
			`बैंक|एसएमएस|ओटीपी)(?:[^\p{L}]|$)|短信|验证|银行|認証|確認|문자|인증|은행`)
	})
	codeArrivalPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:code|otp|tan|came|come|sent|sends|got|received|` +
			`arrived|kam|kommt|schick\p{L}*|` +
			`bekommen|erhalten|envoie|envoyé|reçu|arrivé|llegó|llegado|ha llegado|mandó|mandaron|manda|` +
			`código|arrivato|arriva|` +
			`mandato|codice|chegou|chega|enviou|recebi|kod\p{L}*|przyszed\p{L}*|пришёл|пришел|прислал\p{L}*|` +
			`приходит|код|` +
			`ontvangen|gekregen|read (?:him|her|them|it|out)|dictated|durchgegeben|vorgelesen|diktiert|dicté|` +
			`dettato|ditei|dictado|doorgegeven|voorgelezen|podyktował\p{L}*|продиктовал\p{L}*|okudum|` +
			`आया|भेजा|कोड)(?:[^\p{L}]|$)|收到|发来|発|届|왔|받았|코드|번호`)
	})
)

// passwordPhrases are ways to give a password that labels at the beginning of a clause do not
// cover. The second group of each is the secret; literal is in every match, in lower case.
var passwordPhrases = sync.OnceValue(func() []secretPattern {
	names := `(?:pass ?words?|pw|pwd|pass|passwor[dt]|kennwort|mot de passe|mdp|contraseña|contra|clave|senha|` +
		`palavra-passe|wachtwoord|пароль|пароля|hasło|şifre)`
	typed := `(\p{L}{3,}[\d!#$%^&*_.-]*\d[\p{L}\d!#$%^&*_-]*)`
	const argument = `[^\s"'&;,)}\]]*` // of a command or a log
	var out []secretPattern
	for _, as := range []string{"as", "als", "como", "comme", "come", "jako", "как", "de"} {
		out = append(out, secretPattern{" " + as + " ", lazyregexp.New(`(?i)((?:^|\s)["'„“«]?)` + typed +
			`(["'”“»]?(?: \p{L}+){0,2} ` + as + ` (?:(?:my|the|our|mein|mijn|mon|mi|la|il|minha|a|main|` +
			`мой) )?` + names +
			`(?:[.,;!?]|$|\n| (?:for|für|pour|para|per|voor|everywhere|überall|partout|em|en|so|since|seit|` +
			`and|und|на|в)))`)})
	}
	for _, everywhere := range []string{
		"everywhere", "for everything", "überall", "partout", "en todas partes", "en todo", "ovunque", "em tudo", "overal",
	} {
		out = append(out, secretPattern{everywhere, lazyregexp.New(`(?i)(\b(?:use|using|nehm\p{L}*|` +
			`nutz\p{L}*|utilise|` +
			`mets|uso|metto|gebruik) (?:(?:always|just|immer|toujours|siempre|sempre|altijd|überall|overal) )?)` +
			`(\p{Lu}\p{Ll}{3,}\d\d(?:\d\d)?)( (?:` + everywhere + `))`)})
	}
	return append(
		out,
		secretPattern{"pass", lazyregexp.New(`(?i)((?:^|[^\p{L}])(?:new|old|my|the|login|e-?mail|wi-?fi|` +
			`wlan|admin|` +
			`root|router) pass\s*(?:is|:|=|->|→|-|–)?\s+)(\p{L}[^\s,;]*[\d!#$%^&*][^\s,;]{2,})()`)},
		secretPattern{"pass=", lazyregexp.New(`(?i)((?:^|[\s&?;,({\[])["']?[\w-]*pass=["']?)` +
			`((?:` + argument + `\p{L}` + argument + `\d|` + argument + `\d` + argument + `\p{L})` + argument + `)()`)},
		secretPattern{" to ", lazyregexp.New(`(?i)` +
			`(\b(?:set|changed?|reset|switched|put) (?:it|mine|that)(?: back)? to )` +
			`(\p{L}{4,}[!$%^&*@#]\d{1,6}\S*)()`)},
		secretPattern{"パス", lazyregexp.New(`(パスは\s*)([!-~]{6,})()`)},
		secretPattern{"tan", lazyregexp.New(
			`((?:^|[^\p{L}])(?:(?:[mi]|[Pp]ush|[Cc]hip|[Pp]hoto|SMS)-?)?TAN[^\d\n]{0,24})` +
				`(\d{6,8})(?:\b)()`,
		)},
		// India's PAN, whose fourth letter is the kind of its holder.
		secretPattern{"", lazyregexp.New(`(^|[^\p{L}\d])([A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z])($|[^\p{L}\d])`)},
		secretPattern{"wi", lazyregexp.New(wifiPasswordExpression("wi-?fi"))},
		secretPattern{"wlan", lazyregexp.New(wifiPasswordExpression("wlan"))},
		secretPattern{"hotspot", lazyregexp.New(wifiPasswordExpression("hotspot"))},
	)
})

// wifiPasswordExpression matches a network's password in the shapes tulip-garden-1984 and
// pancakes4breakfast behind a word or sign that gives it, in a sentence that starts with the
// network.
func wifiPasswordExpression(network string) string {
	return `(?i)(\b` + network + `\b[^\n.!?]{0,60}?(?:\b(?:is|ist|est|es|pass|key|schlüssel|clé|chiave)|[èé:/=]|->|→) +)` +
		`((?-i:\p{Ll}{3,}(?:[-_]\p{Ll}{2,})+[-_]?\d{2,}|\p{Ll}{3,}\d{1,4}\p{Ll}{4,}))()`
}

// Sizes of the windows around a password in passwordPhrases, in bytes.
const (
	phraseBefore = 100
	phraseAfter  = 60
)

// redactPasswordsInTypicalPhrases replaces the passwords in passwordPhrases, near words with a
// digit or a sign.
func redactPasswordsInTypicalPhrases(s string) string {
	var windows []window
	for _, w := range findWordsWithByteOf(s, "0123456789!$%^&*@#") {
		if w.end-w.start < 6 {
			continue
		}
		start, end := max(w.start-phraseBefore, 0), min(w.end+phraseAfter, len(s))
		windows = addOrMergeWindow(windows, window{wordStartBefore(s, start), wordEndAfter(s, end)})
	}
	return replaceInWindows(s, windows, func(text string) string {
		lower := lang.LowerKeepingByteLength(text)
		for _, f := range passwordPhrases() {
			if strings.Contains(lower, f.literal) {
				text = f.pattern.ReplaceAllString(text, "${1}"+secretPlaceholder+"${3}")
			}
		}
		return text
	})
}
