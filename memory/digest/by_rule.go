package digest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/claims"
)

// Limits of a summary by rule.
const (
	maxRuleLines     = 5 // the sixth is for what the summary before said
	maxQuotedRunes   = 90
	maxCarriedTokens = 30
)

// summariseMessagesByRule sums messages up without a model (source 002): of each message of the
// user its first question, else its first sentence, the newest ones as far as they fit, after the
// beginning of the summary before. What the user quoted or pasted is left out. Where nothing may be
// kept, the summary before stands.
func summariseMessagesByRule(previous string, messages []memory.Message, style memory.SummaryStyle) string {
	var lines []string
	budget := maxSummaryTokens
	if kept := linesSafeForPrompts(splitReplyIntoPointsOrSentences(previous)); len(kept) > 0 {
		carried := lang.TruncateToTokens(kept[0], maxCarriedTokens)
		budget -= lang.EstimateTokens("- " + carried + "\n")
		lines = append(lines, carried)
	}
	carried := len(lines)
	for _, m := range slices.Backward(messages) {
		if m.Role != memory.RoleUser || len(lines)-carried == maxRuleLines {
			continue
		}
		line := quoteQuestionOrFirstSentence(m.Content)
		if line == "" || isUnsafeInPrompts(line) || slices.Contains(lines, line) {
			continue
		}
		cost := lang.EstimateTokens("- " + line + "\n")
		if cost > budget {
			break
		}
		budget -= cost
		lines = slices.Insert(lines, carried, line)
	}
	if len(lines) == carried {
		return previous
	}
	return joinAsManySummaryLinesAsFit(lines, style)
}

// quoteQuestionOrFirstSentence is what a message asks, or else its first sentence, as a
// sentence about the user; empty when the user wrote nothing of their own.
func quoteQuestionOrFirstSentence(message string) string {
	own, _ := claims.SplitOwnFromQuotedText(message)
	var first string
	for line := range strings.Lines(own) {
		for _, s := range lang.SplitSentences(strings.TrimSpace(line)) {
			if s = lang.ToSafePromptLine(s); s == "" {
				continue
			}
			if lang.HasAnySuffix(s, []string{"?", "？", "؟"}) {
				return "The user asked: “" + truncateQuotedSentence(s) + "”"
			}
			if first == "" {
				first = s
			}
		}
	}
	if first == "" {
		return ""
	}
	return "The user wrote: “" + truncateQuotedSentence(first) + "”"
}

// truncateQuotedSentence cuts a sentence to maxQuotedRunes, at a word.
func truncateQuotedSentence(s string) string {
	if utf8.RuneCountInString(s) <= maxQuotedRunes {
		return s
	}
	cut := string([]rune(s)[:maxQuotedRunes])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
