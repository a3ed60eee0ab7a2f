package lang

import (
	"slices"
	"testing"
)

func TestTextsWithTheSameWordsFoldAlike(t *testing.T) {
	same := []string{"The user  lives in Straße 5", "the USER lives in strasse ５", "THE user lives\n in STRASSE 5"}
	for _, s := range same[1:] {
		if FoldText(s) != FoldText(same[0]) {
			t.Errorf("%q and %q fold apart", s, same[0])
		}
	}
	if FoldText("two cats") == FoldText("three cats") {
		t.Error("different words fold alike")
	}
}

func TestOffsetsAndStartsOfRunesAreInBytes(t *testing.T) {
	if got := slices.Collect(OffsetsOf("äaäaaa", "aa")); !slices.Equal(got, []int{5}) {
		t.Errorf("aa is at %v, want only at 5", got)
	}
	if got := slices.Collect(OffsetsOf("a", "b")); len(got) != 0 {
		t.Errorf("b is at %v", got)
	}
	for at, want := range []int{0, 0, 2, 3, 3, 3, 6} { // ä is two bytes, 日 three
		if got := StartOfRune("äb日", at); got != want {
			t.Errorf("byte %d is of the character at %d, want %d", at, got, want)
		}
	}
}

func TestRunsOfBytesAreAsLongAsTheyCanBe(t *testing.T) {
	isDigit := func(b byte) bool { return '0' <= b && b <= '9' }
	for s, want := range map[string][]string{
		"": nil, "none": nil, "12": {"12"}, "a1b23": {"1", "23"}, "4é56 ": {"4", "56"},
	} {
		var got []string
		for start, end := range RunsOfBytes(s, isDigit) {
			got = append(got, s[start:end])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q", s, got)
		}
	}
}
