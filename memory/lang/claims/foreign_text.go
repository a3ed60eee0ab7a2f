package claims

import (
	"regexp"
	"slices"
	"strings"
)

// SplitOwnFromQuotedText separates the user's own text from what they quoted or pasted: block quotes,
// fenced code, forwarded mail, letters, dialogues, long text in quotation marks, what is to be
// translated or corrected, and everything after a line that announces somebody's text.
func SplitOwnFromQuotedText(message string) (own, foreign string) {
	s := messageSplitter{message: message, speakers: findOtherDialogueSpeakers(message)}
	lines := slices.Collect(strings.Lines(message))
	inLetter := findSignedLetterLines(lines)
	for i, line := range lines {
		if s.noteQuotedOrPastedLine(strings.TrimSpace(line)) || inLetter[i] {
			s.foreign.WriteString(line)
		} else {
			s.addOwnLineWithoutQuotes(line)
		}
	}
	return s.own.String(), s.foreign.String()
}

// messageSplitter separates the lines of a message into the user's own and foreign ones.
type messageSplitter struct {
	message      string
	speakers     map[string]bool // names in front of the lines of a dialogue
	own, foreign strings.Builder
	inFence      bool // in fenced code
	pasted       bool // the rest of the message is foreign
}

// noteQuotedOrPastedLine notes which foreign text a line opens or closes, and reports whether the line
// itself is foreign.
func (s *messageSplitter) noteQuotedOrPastedLine(line string) bool {
	fence := strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
	if fence {
		s.inFence = !s.inFence
	}
	s.pasted = s.pasted || startsPastedText(line) || s.startsPastedLetter(line)
	name, _, speaks := splitSpeakerFromText(line)
	return fence || s.inFence || s.pasted || strings.HasPrefix(line, ">") || speaks && s.speakers[name]
}

// startsPastedLetter reports whether a line opens a letter that runs to the end of the message: a
// salutation where a message is signed, or the opening of a letter behind other lines.
func (s *messageSplitter) startsPastedLetter(line string) bool {
	return isFormalLetterSalutation(line) && signOffPattern.MatchString(s.message) ||
		s.own.Len()+s.foreign.Len() > 0 && isGreetingByName(line)
}

// addOwnLineWithoutQuotes adds a line of the user's, but for what it announces and for its long
// quotations, which are foreign.
func (s *messageSplitter) addOwnLineWithoutQuotes(line string) {
	kept, announced, toEnd := cutAnnouncedText(line)
	s.pasted = s.pasted || toEnd
	s.foreign.WriteString(announced)
	if strings.ContainsAny(kept, "\"“„«「") {
		kept = longQuotePattern.ReplaceAllStringFunc(kept, func(q string) string {
			s.foreign.WriteString(q + "\n")
			return " "
		})
	}
	s.own.WriteString(kept)
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
