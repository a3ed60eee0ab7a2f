package lang

import (
	"strings"
	"unicode"

	"memoir/memory/lang/lazyregexp"
)

// ToSafePromptLine makes stored text safe as one bullet of a prompt: line breaks and control
// characters become spaces, and what could open a heading or a fence is neutralized. Ordinary
// sentences are returned unchanged.
func ToSafePromptLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	return strings.TrimLeft(replaceCodeFencesWithQuotes(s), "#> ")
}

// replaceCodeFencesWithQuotes replaces code fences, which could close the fence around a text.
func replaceCodeFencesWithQuotes(s string) string {
	return strings.NewReplacer("```", "'''", "~~~", "'''").Replace(s)
}

// FenceFileForPrompt fences a file so that nothing inside can close the fence or start a prompt
// section.
func FenceFileForPrompt(name, text string, whole bool) string {
	head := "### " + ToSafePromptLine(name)
	if !whole {
		head += " (only the parts closest to the question)"
	}
	return head + "\n" + FenceText(text)
}

// FenceText fences a text so that nothing inside can close the fence or start a prompt section.
func FenceText(text string) string {
	fence := longerBacktickFence(text)
	return fence + "\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

// longerBacktickFence returns a run of backticks longer than any in the text.
func longerBacktickFence(text string) string {
	longest, run := 2, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// TruncateToTokens cuts text to about budget tokens, at a line break or space.
func TruncateToTokens(text string, budget int) string {
	limit := max(budget, 0) * 3 // bytes, estimated at three per token to be safe
	if len(text) <= limit {
		return text
	}
	cut := strings.ToValidUTF8(text[:limit], "")
	if i := strings.LastIndexAny(cut, "\n "); i > limit/2 {
		cut = cut[:i]
	}
	return cut
}

// TruncateToRunes cuts text to at most limit runes, of which the last is then "…". limit is at
// least 1.
func TruncateToRunes(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}

// EscapeExtractionPromptTags escapes the tags of the prompt, in any spelling, so that a text cannot
// open or close them.
func EscapeExtractionPromptTags(s string) string {
	return promptTagPattern.ReplaceAllString(s, `<\$1$2`)
}

// promptTagPattern matches the tags of the extraction prompt.
var promptTagPattern = lazyregexp.New(`(?i)<\s*(/?)\s*(user_message|assistant_reply)`)

// TitleFromMessage returns the beginning of a message as a title: at most limit runes of its first
// line with text, cut at a word, without Markdown marks.
func TitleFromMessage(s string, limit int) string {
	line := ""
	for l := range strings.Lines(s) {
		if line = strings.Trim(strings.TrimSpace(l), "#>*`_- \t"); line != "" {
			break
		}
	}
	line = strings.Join(strings.Fields(line), " ")
	r := []rune(line)
	if len(r) <= limit {
		return line
	}
	cut := string(r[:limit])
	if i := strings.LastIndexByte(cut, ' '); i > limit/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
