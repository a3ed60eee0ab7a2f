package claims

import (
	"regexp"
	"slices"
	"strings"
)

// SplitForeignText separates the user's own text from what they quoted or pasted: block quotes,
// fenced code, forwarded mail, letters, dialogues, long text in quotation marks, what is to be
// translated or corrected, and everything after a line that announces somebody's text.
func SplitForeignText(message string) (own, foreign string) {
	var mine, theirs strings.Builder
	inFence, pasted := false, false
	speakers := findSpeakers(message)
	lines := slices.Collect(strings.Lines(message))
	inLetter := findLetters(lines)
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		fence := strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~")
		if fence {
			inFence = !inFence
		}
		pasted = pasted || startsPastedText(bare)
		pasted = pasted || isSalutation(bare) && signOffPattern.MatchString(message) ||
			mine.Len()+theirs.Len() > 0 && opensLetter(bare)
		name, _, speaks := cutSpeaker(bare)
		if inFence || fence || pasted || inLetter[i] || strings.HasPrefix(bare, ">") || speaks && speakers[name] {
			theirs.WriteString(line)
			continue
		}
		kept, announced, toEnd := cutAnnounced(line)
		pasted = pasted || toEnd
		theirs.WriteString(announced)
		if strings.ContainsAny(kept, "\"“„«「") {
			kept = longQuotePattern.ReplaceAllStringFunc(kept, func(q string) string {
				theirs.WriteString(q + "\n")
				return " "
			})
		}
		mine.WriteString(kept)
	}
	return mine.String(), theirs.String()
}

// longQuotePattern matches text in quotation marks of at least 60 characters (20 in corner
// brackets). Shorter ones are titles, names and sayings that belong to the sentence.
var longQuotePattern = regexp.MustCompile(`"[^"\n]{60,}"|“[^”\n]{60,}”|„[^“\n]{60,}“|«[^»\n]{60,}»|「[^」\n]{20,}」`)

// startsPastedText reports whether a line starts somebody else's text that runs to the end of the
// message.
func startsPastedText(line string) bool {
	l := strings.ToLower(line)
	for _, head := range []string{
		"-----original message", "---------- forwarded message", "begin forwarded message", "-----begin",
	} {
		if strings.HasPrefix(l, head) {
			return true
		}
	}
	mail := []string{"from:", "von:", "de:", "da:", "от:"}
	return slices.ContainsFunc(mail, func(h string) bool {
		return strings.HasPrefix(l, h) && (strings.Contains(l, "@") || strings.Contains(l, "<"))
	})
}
