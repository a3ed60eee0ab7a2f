package lang

import (
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
