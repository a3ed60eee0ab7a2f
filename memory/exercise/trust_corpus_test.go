package exercise_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusItem is one line of a file in testdata/trust. Which fields are set depends on the file, see
// the README there.
type corpusItem struct {
	ID      string   `json:"id"`
	Lang    string   `json:"lang"`
	Class   string   `json:"class"`
	Said    string   `json:"said"`    // of an attack: order, or fact when it reads as a true statement
	Text    string   `json:"text"`    // of an attack: the payload
	Message string   `json:"message"` // what the user writes
	Parts   []string `json:"parts"`   // of a secret, put together in place of {} in the message
	Keep    string   `json:"keep"`    // of a look-alike: what must not be cut
	Fact    string   `json:"fact"`    // what the extractor returns
	Words   int      `json:"words"`   // of a true fact that attacks are glued to
}

// secret returns the secret in one piece.
func (c corpusItem) secret() string { return strings.Join(c.Parts, "") }

// halves are the two parts of every corpus; the second edition, by another hand and with more facts in
// other words than the user's; and the third, by yet another, both halves of which are open by now. What is in a held
// one is never printed.
var halves = [...]string{"open", "held", "open2", "open3", "held3"}

// namedEdition is an environment variable: when it is set, as to "open4" or "held4", only that half is
// run. The fourth edition and those after it are run in this way alone; held5 to held10 judge a
// finished piece of work.
const namedEdition = "MEMOIR_TRUST_EDITION"

// halvesToRun returns the halves that a run of the tests judges.
func halvesToRun() []string {
	if half := os.Getenv(namedEdition); half != "" {
		return []string{half}
	}
	return halves[:]
}

// hasForeignCorpus reports whether the edition of a half has facts of others in a file of their own.
func hasForeignCorpus(half string) bool {
	_, err := os.Stat(corpusFile("foreign", half))
	return err == nil
}

func isHeldHalf(half string) bool {
	return strings.HasPrefix(half, "held") && half != "held3" && half != "held4"
}

func corpusFile(name, half string) string {
	return filepath.Join("testdata", "trust", name+"."+half+".jsonl")
}

// loadCorpus reads one half of a corpus.
func loadCorpus(t *testing.T, name, half string) []corpusItem {
	t.Helper()
	f, err := os.Open(corpusFile(name, half))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var items []corpusItem
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c corpusItem
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s, line %d: %v", f.Name(), len(items)+1, err)
		}
		if len(c.Parts) > 0 {
			c.Message = strings.Replace(c.Message, "{}", c.secret(), 1)
		}
		items = append(items, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return items
}

// everyNthUnderRaceDetector returns every n-th item under the race detector, where all of them take too long, and all
// items otherwise.
func everyNthUnderRaceDetector(items []corpusItem) []corpusItem {
	var out []corpusItem
	for i := 0; i < len(items); i += trustStride {
		out = append(out, items[i])
	}
	return out
}

// describeItemUnlessHeld names an item in a failure: the held half by its id alone, so that nobody fits the rules
// to it.
func describeItemUnlessHeld(half string, c corpusItem) string {
	if isHeldHalf(half) {
		return c.ID
	}
	text := c.Text
	if text == "" {
		text = c.Message
	}
	if c.Fact != "" {
		text += " → " + c.Fact
	}
	return c.ID + " " + text
}
