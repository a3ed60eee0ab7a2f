package claims

import (
	"os"
	"strings"
	"testing"
	"time"
)

// writtenOn is when the messages of the fixtures were written.
var writtenOn = time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)

// readFixture returns the lines of a file in testdata, cut at " | "; \n stands for a line break.
func readFixture(t *testing.T, name string) [][]string {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(strings.ReplaceAll(line, `\n`, "\n"), " | "))
		}
	}
	return out
}

func TestWhatIsNoClaimOfTheUserIsNotStated(t *testing.T) {
	kinds := map[string]Basis{
		"asked": Asked, "supposed": Supposed, "denied": Denied, "joked": Joked, "invented": Invented, "quoted": Quoted,
		"others": OfOthers, "over": Over,
	}
	rows := readFixture(t, "nonclaims.txt")
	if len(rows) < 100 {
		t.Fatalf("only %d non-claims", len(rows))
	}
	for _, r := range rows {
		got := ParseUserMessage(r[1], writtenOn).SupportForFact(r[2])
		if got.Basis == Stated {
			t.Errorf("%q states %q, want %s", r[1], got.Fact, r[0])
		} else if want := kinds[r[0]]; got.Basis != want {
			t.Errorf("%q: %q has basis %d, want %s (%d)", r[1], r[2], got.Basis, r[0], want)
		}
	}
}

func TestWhatTheUserStatesIsStated(t *testing.T) {
	for _, r := range readFixture(t, "claims.txt") {
		if got := ParseUserMessage(r[0], writtenOn).SupportForFact(r[1]); got.Basis != Stated || got.Cut != "" {
			t.Errorf("%q: %q has basis %d, cut %q", r[0], r[1], got.Basis, got.Cut)
		}
	}
}

func TestAnotherWordForTheRelationStatesItOnlyWhenItHoldsForTheUser(t *testing.T) {
	for _, r := range readFixture(t, "unstated.txt") {
		if got := ParseUserMessage(r[0], writtenOn).SupportForFact(r[1]); got.Basis == Stated {
			t.Errorf("%q states %q", r[0], got.Fact)
		}
	}
}

func TestAShortFactInOtherWordsWaitsForTheUser(t *testing.T) {
	rows := []struct {
		message, fact string
		want          Basis
	}{
		{"I bought a Tesla.", "The user owns a Tesla.", Partly},
		{"I visited Porto.", "The user lives in Porto.", Partly},
		{"I visited Porto.", "The user lives in Lisbon.", Unsaid},
		{"I visited Porto.", "The user owns a house in Porto.", Unsaid},
		{"I visited Porto in May.", "The user lives in Porto since 2020.", Unsaid},
	}
	for _, r := range rows {
		if got := ParseUserMessage(r.message, writtenOn).SupportForFact(r.fact); got.Basis != r.want {
			t.Errorf("%q: %q has basis %d, want %d", r.message, r.fact, got.Basis, r.want)
		}
	}
}
