package classifier

import "testing"

func classesOf(text string) string {
	var out []byte
	for _, t := range classTokens(text, func(word string) bool { return word != "rumpel" }) {
		out = append(out, t.class)
	}
	return string(out)
}

func TestWordsHaveTheClassOfTheirLongestBeginning(t *testing.T) {
	for text, want := range map[string]string{
		"bank asks":           "AQ", // whole words
		"banking":             "o",
		"Mädchennamen":        "K", // a beginning
		"Rumpel, rumpel 12":   "W,w0",
		"银行问外号":               "AQK", // the longest entry at each character
		"丁":                   "c",
		"I typed my nickname": "oEoK",
	} {
		if got := classesOf(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestAPassageNeedsAThingThatIsAskedForAndEvidence(t *testing.T) {
	for text, want := range map[string]bool{
		"The bank asks for my nickname.":             true,
		"My nickname was on the bank.":               false, // one piece of evidence
		"The bank asks and I typed.":                 false, // nothing that is asked for
		"We agreed on a word in the family.":         true,
		"Die Bank fragt nach dem Mädchennamen, sagt": true,
	} {
		if got := AsksForKnownThing(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAWordAndWhoAgreedOnItAreMoreEvidence(t *testing.T) {
	count := func(text string) int { return countEvidence(classTokens(text, func(string) bool { return true })) }
	if without, with := count("agreed"), count("agreed word"); with != without+1 {
		t.Errorf("%d, %d", without, with)
	}
}

func TestFeaturesOfAWordAreThoseOfThePassageAndItsOwn(t *testing.T) {
	const text = "they want my first teacher: mrs quill"
	p := NewPassage(text, func(string) bool { return true })
	c := Candidate{len(text) - 5, len(text)}
	all, own := p.WordFeatureBuckets(c), p.ownBuckets(c)
	for g := range all {
		if len(all[g]) != len(p.base[g])+len(own[g]) || len(own[g]) == 0 {
			t.Errorf("group %d: %d of %d and %d", g, len(all[g]), len(p.base[g]), len(own[g]))
		}
	}
	tab := toldWords()
	passage := NewPassage(text, tab.isKnownWord)
	likely, _ := ProbabilitiesOfToldWords(text, []Candidate{c})
	if once := tab.probabilityOfFeatures(passage.WordFeatureBuckets(c)); once != likely[0] {
		t.Errorf("%v at once, %v in parts", once, likely[0])
	}
}

func TestATellingPassageHasALikelyWord(t *testing.T) {
	const text = "They want to know my first teacher: mrs quillfeather. the form says too short"
	words := []Candidate{{0, 4}, {22, 27}, {40, 52}}
	likely, threshold := ProbabilitiesOfToldWords(text, words)
	if likely[2] < threshold || likely[0] >= likely[2] || likely[1] >= likely[2] {
		t.Errorf("%v, from %v on", likely, threshold)
	}
}
