package digest

import (
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// quotationPattern matches what stands between quotation marks.
var quotationPattern = lazyregexp.New(`“[^”]*”|"[^"]*"|„[^“”]*[“”]|«[^»]*»|「[^」]*」`)

// linesInThirdPersonOrSaid leaves out the lines of a model's reply that begin in the first person,
// unless one of the texts has them word for word. The prompts ask for the third person: an "I" that
// nobody said would be read with a later prompt as the assistant's own word ("I recommend …").
// Quotations are not looked at. It reuses lines.
func linesInThirdPersonOrSaid(lines, said []string) []string {
	var folded []string
	return slices.DeleteFunc(lines, func(line string) bool {
		if !beginsInFirstPerson(line) {
			return false
		}
		if folded == nil {
			for _, s := range said {
				folded = append(folded, lang.FoldText(s))
			}
		}
		sentence := strings.TrimRight(foldLineForComparison(line), ".!。")
		return !slices.ContainsFunc(folded, func(s string) bool { return strings.Contains(s, sentence) })
	})
}

// beginsInFirstPerson reports a pronoun of the first person among the first words of a line: "I", "Personally, I". One
// further behind has another subject before it ("The user wrote that they are a cook and I …").
func beginsInFirstPerson(line string) bool {
	words := lang.Tokenize(quotationPattern.ReplaceAllString(line, " "))
	return vocabulary.HasFirstPersonPronoun(words[:min(4, len(words))], lang.DetectLanguage(words))
}

// textsOfUser returns what the user wrote in messages.
func textsOfUser(messages []memory.Message) []string {
	var out []string
	for _, m := range messages {
		if m.Role == memory.RoleUser {
			out = append(out, m.Content)
		}
	}
	return out
}
