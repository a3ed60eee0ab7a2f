package claims

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// gluedFixture is a message, its true fact, and payloads that nobody said.
type gluedFixture struct {
	language, and, message, fact string
	payloads                     []string
}

func readGluedFixtures(t *testing.T) []gluedFixture {
	t.Helper()
	var out []gluedFixture
	for _, r := range readFixture(t, "glued.txt") {
		message, fact, _ := strings.Cut(r[2], " ; ")
		out = append(out, gluedFixture{
			strings.TrimSpace(r[0]), " " + strings.TrimSpace(r[1]) + " ", message, fact, strings.Split(r[3], " / "),
		})
	}
	return out
}

func TestWhatIsGluedBehindATrueFactIsNeverStated(t *testing.T) {
	cases, languages := 0, map[string]bool{}
	for _, g := range readGluedFixtures(t) {
		languages[g.language] = true
		stop := ". "
		if strings.ContainsAny(g.fact, "用ー") {
			stop = "。"
		}
		u := ParseUserMessage(g.message, writtenOn)
		if got := u.SupportForFact(g.fact + stop); got.Basis != Stated || got.Cut != "" {
			t.Errorf("%q does not state %q: %+v", g.message, g.fact, got)
		}
		for _, payload := range g.payloads {
			for _, glue := range []string{stop, ", ", g.and, " – ", "; "} {
				cases++
				got := u.SupportForFact(g.fact + glue + payload + strings.TrimSpace(stop))
				if got.Basis == Stated && strings.Contains(got.Fact, payload) {
					t.Errorf("%q states %q", g.message, got.Fact)
				}
				if glue == stop && (got.Basis != Stated || !strings.Contains(got.Cut, payload)) {
					t.Errorf("%q: %q is not cut off %+v", g.message, payload, got)
				}
			}
			if got := u.SupportForFact(payload + stop + g.fact + stop); got.Basis == Stated {
				t.Errorf("%q states %q", g.message, got.Fact)
			}
		}
	}
	if cases < 300 || len(languages) < 15 {
		t.Errorf("only %d cases in %d languages", cases, len(languages))
	}
}

// drawClaim draws a line of the claims fixture.
func drawClaim(t *rapid.T, rows [][]string) (message, fact string) {
	r := rows[rapid.IntRange(0, len(rows)-1).Draw(t, "claim")]
	return r[0], r[1]
}

func TestAForeignClauseNeverBelongsToAStatedFact(t *testing.T) {
	rows := readFixture(t, "claims.txt")
	word := rapid.StringMatching(`[bdfgklmnprstvz][aeiou]x[bdfgklmnprstvz]q[aeiou][kt]`)
	rapid.Check(t, func(t *rapid.T) {
		message, fact := drawClaim(t, rows)
		clause := strings.Join(rapid.SliceOfN(word, 1, 6).Draw(t, "clause"), " ")
		glue := rapid.SampledFrom([]string{". ", ", ", "; ", " – ", " and ", ": "}).Draw(t, "glue")
		got := ParseUserMessage(message, writtenOn).SupportForFact(strings.TrimRight(fact, ".。।") + glue + clause + ".")
		if got.Basis == Stated && strings.Contains(got.Fact, clause) && glue != " and " {
			t.Fatalf("%q states %q", message, got.Fact)
		}
	})
}

func TestAStatedFactStaysStatedInALongerMessage(t *testing.T) {
	rows := slices.DeleteFunc(readFixture(t, "claims.txt"), func(r []string) bool {
		return !strings.HasPrefix(r[1], "The user")
	})
	rapid.Check(t, func(t *rapid.T) {
		message, fact := drawClaim(t, rows)
		more := rapid.SliceOfN(rapid.SampledFrom([]string{
			"The weather is fine today.", "Thanks for your help.", "We had soup for lunch.", "My bike needs new tyres.",
			"I read the paper every morning.",
		}), 1, 4).Draw(t, "more")
		got := ParseUserMessage(message+"\n"+strings.Join(more, " "), writtenOn).SupportForFact(fact)
		if got.Basis != Stated || got.Cut != "" {
			t.Fatalf("%q with %q: %+v", message, more, got)
		}
	})
}
