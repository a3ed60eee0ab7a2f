package learn

import "testing"

func TestAReplyOfSeveralSentencesIsNoTitle(t *testing.T) {
	for reply, want := range map[string]bool{
		"Weeknight dinners":                    true,
		"St. Gallen in winter":                 true,
		"U.S. trip plans":                      true,
		"Tea or coffee?":                       true,
		"Umzug nach Köln":                      true,
		"茶とコーヒー":                               true,
		"Hi no. No. I'm a reminder. No":        false,
		"Sure! Here is a title":                false,
		"I like tea. You like coffee":          false,
		"What a day? It was long":              false,
		"お茶です。コーヒーです":                          false,
		"The user greets. The assistant waits": false,
	} {
		if _, ok := parseTitleFromReply(reply, "Tell me something"); ok != want {
			t.Errorf("%q is a title: %t, want %t", reply, ok, want)
		}
	}
}
