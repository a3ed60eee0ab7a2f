package digest

import (
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/injection"
	"memoir/memory/lang/lazyregexp"
	"memoir/memory/lang/secrets"
)

// Limits of a summary (source 002: 4 to 6 points, fewer than 120 tokens).
const (
	maxSummaryTokens = 119
	maxSummaryLines  = 6
)

// listMarkPattern matches the mark of a list item.
var listMarkPattern = lazyregexp.New(`^(?:[-*•–—]|\d{1,2}[.)])\s+`)

// sanitizeSummaryReply takes from a model's reply what may stand in a summary, in the given style:
// lines without secrets, links, markup and instructions, in the first person only where the user
// said so, fewer than 120 tokens in all. It is empty when nothing of the reply is of use.
func sanitizeSummaryReply(reply string, style memory.SummaryStyle, said []string) string {
	lines := linesSafeForPrompts(splitReplyIntoPointsOrSentences(reply))
	return joinAsManySummaryLinesAsFit(linesInThirdPersonOrSaid(lines, said), style)
}

// splitReplyIntoPointsOrSentences splits a reply into sentences or points, without thinking,
// fences, headings and list marks.
func splitReplyIntoPointsOrSentences(reply string) []string {
	var out []string
	for line := range strings.Lines(cutThinkingFromReply(reply)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "#") || isLabelWithoutText(line) {
			continue
		}
		if point := listMarkPattern.ReplaceAllString(line, ""); point != line {
			out = append(out, point)
			continue
		}
		out = append(out, lang.SplitSentences(line)...)
	}
	return out
}

// cutThinkingFromReply cuts the thinking that a reply begins with; a reply that never ends it has
// no text.
func cutThinkingFromReply(reply string) string {
	rest, thinks := strings.CutPrefix(strings.TrimSpace(reply), "<think>")
	if !thinks {
		return reply
	}
	_, text, _ := strings.Cut(rest, "</think>")
	return text
}

// isLabelWithoutText reports whether a line only announces what follows: "**Summary:**".
func isLabelWithoutText(line string) bool {
	bare := strings.Trim(line, "*_ ")
	return bare == "" || strings.HasSuffix(bare, ":") && len(strings.Fields(bare)) <= 5
}

// linesSafeForPrompts makes each line safe for a prompt and leaves out those that may not stand in
// one.
func linesSafeForPrompts(lines []string) []string {
	var out []string
	for _, line := range lines {
		if line = lang.ToSafePromptLine(line); line != "" && !isUnsafeInPrompts(line) {
			out = append(out, line)
		}
	}
	return out
}

// isUnsafeInPrompts reports whether a text must not be sent with every answer unasked: it has a
// secret, a link, markup or hidden text, or tells the assistant what to do.
func isUnsafeInPrompts(s string) bool {
	return secrets.ContainsSecret(s) || injection.HasHiddenRunes(s) || injection.HasControlMarkup(s) ||
		injection.HasLink(s) || injection.HasDisguisedWords(s) || injection.HasEncodedText(s) ||
		injection.DirectsAssistantOrMayInUnknownLanguage(s)
}

// joinAsManySummaryLinesAsFit puts lines into the form of a style: as many as fit, and the
// beginning of the first one if not even that does.
func joinAsManySummaryLinesAsFit(lines []string, style memory.SummaryStyle) string {
	mark, between := "- ", "\n"
	if style == memory.SummarySentences {
		mark, between = "", " "
	}
	text := ""
	for i, line := range lines {
		next := mark + line
		if i > 0 {
			next = text + between + next
		}
		if lang.EstimateTokens(next) > maxSummaryTokens || i == maxSummaryLines && style != memory.SummarySentences {
			break
		}
		text = next
	}
	if text == "" && len(lines) > 0 {
		text = mark + lang.TruncateToTokens(lines[0], maxSummaryTokens-2)
	}
	return text
}
