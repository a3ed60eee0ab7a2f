package benchmarks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFactsOfAFileAreKnownAndTheirContradictionsAreNot(t *testing.T) {
	rows := []string{"pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment"}
	for _, row := range []string{
		"A person is riding a bicycle on the road\tA person rides a bicycle on the road\t4.9\tENTAILMENT",
		"A woman is playing the violin\tThere is no woman playing the violin\t3.3\tCONTRADICTION",
		"Two dogs run over a snowy field\tA plane lands on the water\t1.0\tNEUTRAL",
		"Several children sit around a fire\tThe road leads through a forest\t1.1\tNEUTRAL",
		"The band performs in an old theatre\tA cook fries onions\t1.2\tNEUTRAL",
	} {
		rows = append(rows, "1\t"+row)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "SICK_test.txt"), []byte(strings.Join(rows, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	figures, err := MeasureDedupOfFactsKnownFromFile(t.Context(), dir, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(figures) != 3 {
		t.Fatalf("%d lengths", len(figures))
	}
	for _, f := range figures {
		if f.NearIdentical != 1 || f.Contradictory != 1 || f.Recognised != 1 || f.Wrong != 0 || f.WrongOfOthers != 0 {
			t.Errorf("%+v", f)
		}
	}
}
