package atspi

import (
	"slices"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStatesAreTwoWordsTheLowerFirst(t *testing.T) {
	for _, c := range []struct {
		states []uint
		want   []uint32
	}{
		{nil, []uint32{0, 0}},
		{[]uint{stateEnabled, stateFocused}, []uint32{1<<8 | 1<<12, 0}},
		{[]uint{stateCheckable}, []uint32{0, 1 << 9}},
	} {
		if got := packStates(c.states...); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.states, got, c.want)
		}
	}
}

// What is announced as deleted and inserted turns the one text into the other.
func TestAnnouncedDifferencesTurnOneTextIntoTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abä\n ")), 0, 8, -1)
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		at, deleted, inserted := singleDifference(before, after)
		r := []rune(before)
		n := len([]rune(deleted))
		if string(r[at:at+n]) != deleted {
			t.Fatalf("%q does not stand at %d of %q", deleted, at, before)
		}
		if got := string(r[:at]) + inserted + string(r[at+n:]); got != after {
			t.Fatalf("%q with %q instead of %q is %q, want %q", before, inserted, deleted, got, after)
		}
	})
}

func TestPartsOfATextAreReadAroundAnOffset(t *testing.T) {
	text := []rune("Two words\nand ö")
	for _, c := range []struct {
		offset      int
		granularity uint32
		want        string
	}{
		{0, byCharacter, "T"},
		{14, byCharacter, "ö"},
		{99, byCharacter, "ö"},
		{-1, byCharacter, "T"},
		{1, byWord, "Two "},
		{4, byWord, "words\n"},
		{14, byWord, "ö"},
		{2, byLine, "Two words\n"},
		{9, byLine, "Two words\n"},
		{10, byLine, "and ö"},
		{5, granularityOfBoundary(1), "words\n"},
		{5, granularityOfBoundary(5), "Two words\n"},
	} {
		start, end := textPartAt(text, c.offset, c.granularity)
		if got := string(text[start:end]); got != c.want {
			t.Errorf("at %d by %d: %q, want %q", c.offset, c.granularity, got, c.want)
		}
	}
	if start, end := textPartAt(nil, 3, byWord); start != 0 || end != 0 {
		t.Errorf("an empty text has %d to %d", start, end)
	}
}

func TestTheTextOfAnEntryIsWhatItHolds(t *testing.T) {
	e := Element{Role: RoleEntry, Name: "Search", Text: "kayak"}
	if e.enteredOrReadText() != "kayak" || !e.isReadByCharacters() {
		t.Errorf("the entry is read as %q", e.enteredOrReadText())
	}
	if b := (Element{Role: RoleButton, Name: "Send"}); b.isReadByCharacters() {
		t.Error("a button has text of its own")
	}
	if got := cutRunes("grüße", 2, -1) + "|" + cutRunes("grüße", 0, 2) + "|" + cutRunes("grüße", 9, 1); got != "üße|gr|" {
		t.Errorf("cut %s", got)
	}
}
