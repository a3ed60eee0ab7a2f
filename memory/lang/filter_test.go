package lang

import (
	"strings"
	"testing"
)

func TestSource000_FilterDropsShortNothingYesNoAndQuestions(t *testing.T) {
	for _, c := range []struct{ name, raw, fact, drop string }{
		{"a fact is kept and trimmed", "  The user lives in Lisbon.\n", "The user lives in Lisbon.", ""},
		{"an empty reply", " \n", "", dropEmpty},
		{"nine characters", "Has a cat", "", dropShort},
		{"ten characters", "Has a cat.", "Has a cat.", ""},
		{"five wide runes count ten", "用户是猫。", "用户是猫。", ""},
		{"four wide runes count eight", "用户是猫", "", dropShort},
		{"NOTHING alone", "NOTHING", "", dropNothing},
		{"nothing in any case and anywhere", "Nothing new was said here.", "", dropNothing},
		{"inside a sentence", "There is noThing to store in this exchange.", "", dropNothing},
		{"Yes", "Yes", "", dropYesNo},
		{"No with a full stop", "No.", "", dropYesNo},
		{
			"yes at the start of a fact is a fact", "Yes is the user's favourite band.",
			"Yes is the user's favourite band.", "",
		},
		{"a question", "Does the user live in Lisbon?", "", dropQuestion},
		{"a full-width question", "用户住在里斯本吗真的吗？", "", dropQuestion},
		{"an Arabic question", "هل يعيش المستخدم في لشبونة؟", "", dropQuestion},
		{
			"a question mark inside is no question", "The user asks why? a lot at work.",
			"The user asks why? a lot at work.", "",
		},
		{
			"two lines as short as a fact", "- The user lives in Lisbon.\r\n\n- The user has a dog.\n",
			"The user lives in Lisbon. The user has a dog.", "",
		},
		{"lines that end with a question", "The user lives in Lisbon.\nIs that right?", "", dropQuestion},
		{"a passage", "Sure:\n" + strings.Repeat("word ", 79) + "end.", "", dropSeveralLines},
		{
			"one long line", strings.Repeat("word ", 100) + "end.", strings.Repeat("word ", 100) + "end.", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			fact, drop := FilterSingleFactReply(c.raw, 10)
			if fact != c.fact || drop != c.drop {
				t.Errorf("filterFact(%q) = %q, %q; want %q, %q", c.raw, fact, drop, c.fact, c.drop)
			}
		})
	}
}
