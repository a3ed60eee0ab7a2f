package claims

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/memory/lang"
)

// labelledText is a text with the facts that a careful reader would extract.
type labelledText struct {
	ID    string   `json:"id"`
	Text  string   `json:"text"`
	Facts []string `json:"facts"`
	// Memories is the name for facts in the labels of the development data.
	Memories []struct {
		Content string `json:"content"`
	} `json:"memories"`
}

func readLabelledTexts(t *testing.T, path string) []labelledText {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []labelledText
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var s labelledText
		if err := json.Unmarshal(sc.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		for _, m := range s.Memories {
			s.Facts = append(s.Facts, m.Content)
		}
		out = append(out, s)
	}
	return out
}

// testedLanguages are those with word lists.
func testedLanguages() []string { return strings.Fields("en de es fr it pt-BR ru hi ko zh") }

// developmentSet is a folder with a larger set than the committed one, which is measured too:
// go test ./memory/lang -development-set FOLDER.
var developmentSet = flag.String("development-set", "", "folder of the larger set of labelled texts")

// readDevelopmentSet reads the texts of a language in developmentSet and their facts, which are in
// testdata for most languages.
func readDevelopmentSet(t *testing.T, language string) []labelledText {
	t.Helper()
	name := "dataset." + language + ".jsonl"
	if language == "en" {
		name = "dataset.jsonl"
	}
	gold := filepath.Join("testdata", "gold."+language+".jsonl")
	switch language {
	case "en":
		gold = filepath.Join(*developmentSet, "labels.jsonl")
	case "ko":
		gold = filepath.Join(*developmentSet, "labels.ko.jsonl")
	}
	facts := map[string][]string{}
	for _, s := range readLabelledTexts(t, gold) {
		facts[s.ID] = s.Facts
	}
	texts := readLabelledTexts(t, filepath.Join(*developmentSet, name))
	for i := range texts {
		texts[i].Facts = facts[texts[i].ID]
	}
	return texts
}

// passesGrounding reports whether a fact passes the filter and the user's own text supports it.
func passesGrounding(text, fact string) bool {
	fact, drop := lang.FilterFactListItem(fact, 10)
	own, _ := SplitOwnFromQuotedText(text)
	return drop == "" && SupportsFact(own, fact)
}

// survivalTally counts how many facts of one kind pass.
type survivalTally struct {
	name      string
	kept, all int
	examples  []string // true facts rejected, wrong ones kept
}

func (c *survivalTally) addCase(kept, wrong bool, text, fact string) {
	c.all++
	if kept {
		c.kept++
	}
	if kept == wrong {
		c.examples = append(c.examples, fact+"  <-  "+text)
	}
}

// countFactsSurvivingGrounding runs the true facts of a set through grounding, and four kinds of wrong ones:
// facts of other texts, and true ones with another number, with another name, and negated.
func countFactsSurvivingGrounding(rows []labelledText, language string) (gold survivalTally, wrong []*survivalTally) {
	gold.name = "true"
	other, number := &survivalTally{name: "of another text"}, &survivalTally{name: "another number"}
	name, deny := &survivalTally{name: "another name"}, &survivalTally{name: "denied"}
	for i, r := range rows {
		for _, f := range r.Facts {
			gold.addCase(passesGrounding(r.Text, f), false, r.Text, f)
			for _, step := range []int{1, 3, 4} {
				o := rows[(i+step)%len(rows)]
				other.addCase(passesGrounding(o.Text, f), true, o.Text, f)
			}
			if m, ok := replaceNumber(f, language); ok {
				number.addCase(passesGrounding(r.Text, m), true, r.Text, m)
			}
			if m, ok := replaceName(f); ok {
				name.addCase(passesGrounding(r.Text, m), true, r.Text, m)
			}
			if m, ok := negateFact(f, language); ok {
				deny.addCase(passesGrounding(r.Text, m), true, r.Text, m)
			}
		}
	}
	return gold, []*survivalTally{other, number, name, deny}
}

func TestGroundingKeepsTrueFactsAndRejectsWrongOnesInTenLanguages(t *testing.T) {
	for _, language := range testedLanguages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			checkSurvivalRates(t, language, readLabelledTexts(t, filepath.Join("testdata", "told."+language+".jsonl")))
			if *developmentSet != "" {
				checkSurvivalRates(t, language, readDevelopmentSet(t, language))
			}
		})
	}
}

// checkSurvivalRates checks the limits: at least 95 of 100 true facts pass, at most 5 of 100 wrong
// ones of each kind.
func checkSurvivalRates(t *testing.T, language string, rows []labelledText) {
	t.Helper()
	gold, wrong := countFactsSurvivingGrounding(rows, language)
	t.Logf("%s: %d texts, %d of %d true facts survive", language, len(rows), gold.kept, gold.all)
	if gold.all == 0 || gold.kept*100 < gold.all*95 {
		t.Errorf("only %d of %d true facts survive:\n%s", gold.kept, gold.all, strings.Join(gold.examples, "\n"))
	}
	for _, w := range wrong {
		t.Logf("  %s: %d of %d survive", w.name, w.kept, w.all)
		if w.all == 0 || w.kept*100 > w.all*5 {
			t.Errorf("%d of %d wrong facts (%s) survive:\n%s", w.kept, w.all, w.name, strings.Join(w.examples, "\n"))
		}
	}
}
