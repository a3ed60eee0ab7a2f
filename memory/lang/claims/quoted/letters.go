package quoted

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// linesInSignedLetters tells which lines of a message belong to letters: from a line that greets
// somebody by name or title to the signature. A message that greets the assistant, or nobody in
// particular, is the user's own even if they sign it.
func linesInSignedLetters(lines []string) []bool {
	inLetter := make([]bool, len(lines))
	for i := 0; i < len(lines); i++ {
		if !isGreetingToOtherThanAssistant(strings.TrimSpace(lines[i])) {
			continue
		}
		if end := findLineAfterSignature(lines, i+1); end > 0 {
			for ; i < end; i++ {
				inLetter[i] = true
			}
			i--
		}
	}
	return inLetter
}

// isGreetingToOtherThanAssistant reports whether a line is nothing but a greeting to people other
// than the assistant.
func isGreetingToOtherThanAssistant(line string) bool {
	m := addresseePattern.FindStringSubmatch(line)
	if m == nil || len(line) > 80 {
		return false
	}
	words := lang.Tokenize(m[2])
	return len(words) > 0 && len(words) <= 5 && !slices.ContainsFunc(words, func(t lang.Token) bool {
		return assistantAddresses()[t.Folded]
	})
}

// findLineAfterSignature returns the line behind the first signature: a closing phrase with a name
// behind it, in the same line or in one of the next two. 0 means that there is none.
func findLineAfterSignature(lines []string, from int) int {
	for i := from; i < len(lines); i++ {
		m := closingPattern.FindStringSubmatch(strings.TrimSpace(lines[i]))
		if m == nil {
			continue
		}
		if mayBeSignatureName(m[2]) {
			return i + 1
		}
		for k := i + 1; m[2] == "" && k < min(len(lines), i+3); k++ {
			if mayBeSignatureName(strings.TrimSpace(lines[k])) {
				return k + 1
			}
		}
	}
	return 0
}

// mayBeSignatureName reports whether a line is a name of one to four words, as at the end of a
// letter.
func mayBeSignatureName(line string) bool {
	words := strings.Fields(strings.TrimRight(line, ".!"))
	return len(words) >= 1 && len(words) <= 4 && len(line) <= 60 && !slices.ContainsFunc(words, func(w string) bool {
		r := lang.FirstRune(w)
		return unicode.IsLower(r) || !unicode.IsLetter(r) || strings.ContainsAny(w, "?!,:;")
	})
}

// addresseePattern matches a greeting at the start of a letter and whom it greets.
var addresseePattern = lazyregexp.New(`(?i)^(dear|hi|hello|hey|good morning|good evening|` +
	`sehr geehrte[rs]?|liebe[rs]?|hallo|guten (?:tag|morgen|abend)|moin|servus|` +
	`estimad[oa]s?|querid[oa]s?|hola|buen(?:os|as) (?:días|tardes)|ch[eè]re?s?|bonjour|salut|coucou|` +
	`gentil[ei]|egregi[oa]|car[oaie]|ciao|buongiorno|prezad[oa]s?|olá|oi|bom dia|` +
	`уважаем\S+|дорог\S+|привет|здравствуйте|добрый день|प्रिय|नमस्ते|亲爱的|尊敬的|` +
	`drogi|droga|szanown\S+|cześć|geachte|beste|lieve|sayın|sevgili|merhaba|عزيزي|عزيزتي)\s*,?\s*` +
	`([^,!:，：،.?]+)\s*[,!:，：،]?$`)

// closingPattern matches the phrase before a signature and what follows it in the line.
var closingPattern = lazyregexp.New(`(?i)^(.{0,20}regards|(?:yours )?(?:sincerely|truly|faithfully)|` +
	`yours(?: \pL+)?|` +
	`(?:all the |with |lots of )?(?:best|love)(?: wishes)?|cheers|(?:many )?thanks|thank you|warmly|` +
	`take care|xo+|hugs|` +
	`.{0,25}gr(?:ü|ue)(?:ß|ss)en?(?: aus \pL+)?|.{0,20}gruß|lg|vg|mfg|herzlichst|hochachtungsvoll|` +
	`alles (?:liebe|gute)|` +
	`bis bald|deine?|eure?|ihre?|` +
	`.{0,15}saludos|un (?:fuerte )?abrazo|besos|atentamente|cordialmente|con cariño|` +
	`cordialement|bises|bisous|amitiés|amicalement|bien à (?:vous|toi)|je t'embrasse|` +
	`.{0,15}saluti|un (?:caro )?abbraccio|baci|con affetto|abraços?|` +
	`beijos|atenciosamente|com carinho|` +
	`с уважением|целую|обнимаю|твоя|твой|ваша?|всего доброго|सादर|आपका|आपकी|तुम्हारा|此致|祝好|` +
	`.{0,15}pozdrawiam|.{0,25}groet(?:en|jes)?|liefs|saygılarımla|sevgiler|مع التحية)[,.!]?\s*([^,.!]*)[.!]?$`)

// assistantAddresses are the words by which people address an assistant.
var assistantAddresses = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`claude chatgpt gpt gemini copilot llama mistral deepseek qwen siri alexa memoir
		assistant assistent
		assistente asistente ai ki ia ии bot chatbot there computer du ты tú ассистент помощник`)
})
