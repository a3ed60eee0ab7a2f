package secrets

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Shares of the lines that the rules may get wrong: they weigh, and some lines say too little.
const (
	maxLeakedShare = 0.03
	maxCutShare    = 0.02
)

// readEntryCodes returns the lines of a fixture as pairs of language and message.
func readEntryCodes(t *testing.T, name string) (out [][2]string) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if language, message, ok := strings.Cut(strings.TrimSpace(line), " | "); ok && !strings.HasPrefix(line, "#") {
			out = append(out, [2]string{language, message})
		}
	}
	return out
}

func TestTurnsOfADialAndCodesOfDoorPhonesAreCutWhole(t *testing.T) {
	for text, rest := range map[string][]string{
		"ポストのダイヤル、右に3を2回、左に8って言われたのに開かない":                                 {"3", "8"},
		"mailbox dial: right 3 twice, left 8 and it stays shut":           {"3", "8", "twice"},
		"Briefkasten: 2x links auf 7, rechts 3, geht trotzdem nicht":      {"7", "rechts"},
		"klatka B, domofon 12 klucz 4057, czwarte piętro, proszę dzwonić": {"12", "4057"},
	} {
		cut := RedactSecrets(text)
		for _, part := range rest {
			if strings.Contains(cut, part) {
				t.Errorf("%q keeps %q: %q", text, part, cut)
			}
		}
	}
}

func TestCodesOfDoorsLocksAndDevicesAreCutOut(t *testing.T) {
	marked := regexp.MustCompile(`\[([^\]]*)\]`)
	rows := readEntryCodes(t, "entry_codes.txt")
	if len(rows) < 150 {
		t.Fatalf("only %d codes", len(rows))
	}
	leaked := 0
	for _, r := range rows {
		message := strings.NewReplacer("[", "", "]", "").Replace(r[1])
		cut := RedactSecrets(message)
		for _, m := range marked.FindAllStringSubmatch(r[1], -1) {
			if strings.Contains(cut, m[1]) {
				leaked++
				t.Logf("%s: %q leaves %q", r[0], message, m[1])
			}
		}
	}
	if share := float64(leaked) / float64(len(rows)); share > maxLeakedShare {
		t.Errorf("%.3f of the codes are left, want at most %.2f", share, maxLeakedShare)
	}
}

func TestNumbersBesideDoorsAndLocksStay(t *testing.T) {
	rows := readEntryCodes(t, "entry_lookalikes.txt")
	changed := 0
	for _, r := range rows {
		if cut := RedactSecrets(r[1]); cut != r[1] {
			changed++
			t.Logf("%s: %q becomes %q", r[0], r[1], cut)
		}
	}
	if share := float64(changed) / float64(len(rows)); share > maxCutShare {
		t.Errorf("%.3f of the look-alikes are cut, want at most %.2f", share, maxCutShare)
	}
}

// A sentence is read up to a limit of bytes, which may fall inside a number; the number is then read
// in a sentence of its own surroundings.
func TestCodesAtTheLimitOfALongSentenceAreCut(t *testing.T) {
	for fill := range 16 {
		const unit, code = "dzwi 120934, garaż 120934, brama 5820. ", "kod do bramy to 4711#"
		long := strings.Repeat("x", fill) + strings.Repeat(unit, 40) + code
		if got := RedactSecrets(long); strings.Contains(got, "4711") {
			t.Errorf("%d bytes before: %.200q", fill, got)
		}
	}
}
