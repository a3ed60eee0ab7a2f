package memory

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// labelledText is a text with the facts that a careful reader would extract.
type spoken struct {
	ID    string   `json:"id"`
	Text  string   `json:"text"`
	Facts []string `json:"facts"`
	// Memories is the name for facts in the labels of the development data.
	Memories []struct {
		Content string `json:"content"`
	} `json:"memories"`
}

func readSpoken(t *testing.T, path string) []spoken {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []spoken
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var s spoken
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
func tenLanguages() []string { return strings.Fields("en de es fr it pt-BR ru hi ko zh") }

// loadDevelopmentSet loads the larger set next to a developer's working copy; nil if it is missing.
func developmentSet(t *testing.T, lang string) []spoken {
	t.Helper()
	dir := filepath.Join("..", "..", "shared", "data", "memory_extraction")
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	name := "dataset." + lang + ".jsonl"
	if lang == "en" {
		name = "dataset.jsonl"
	}
	gold := filepath.Join("testdata", "gold."+lang+".jsonl")
	switch lang {
	case "en":
		gold = filepath.Join(dir, "labels.jsonl")
	case "ko":
		gold = filepath.Join(dir, "labels.ko.jsonl")
	}
	facts := map[string][]string{}
	for _, s := range readSpoken(t, gold) {
		facts[s.ID] = s.Facts
	}
	texts := readSpoken(t, filepath.Join(dir, name))
	for i := range texts {
		texts[i].Facts = facts[texts[i].ID]
	}
	return texts
}

// passesGrounding runs a fact through filter and grounding.
func survives(text, fact string) bool {
	c := candidate{listed: true}
	if c.fact, c.drop = filterItem(fact, Standard().ExtractionMinLength); c.drop != "" {
		return false
	}
	ground(exchange{user: Message{Content: text}}, &c)
	return c.drop == "" && c.inbox == ""
}

// survivalTally counts how many facts of one kind pass.
type tally struct {
	name      string
	kept, all int
	examples  []string // true facts rejected, wrong ones kept
}

func (c *tally) add(kept, wrong bool, text, fact string) {
	c.all++
	if kept {
		c.kept++
	}
	if kept == wrong {
		c.examples = append(c.examples, fact+"  <-  "+text)
	}
}

// measureSurvival runs the true facts of a set through grounding, and four kinds of wrong ones:
// facts of other texts, and true ones with another number, with another name, and negated.
func measure(rows []spoken, lang string) (gold tally, wrong []*tally) {
	gold.name = "true"
	other, number := &tally{name: "of another text"}, &tally{name: "another number"}
	name, deny := &tally{name: "another name"}, &tally{name: "denied"}
	for i, r := range rows {
		for _, f := range r.Facts {
			gold.add(survives(r.Text, f), false, r.Text, f)
			for _, step := range []int{1, 3, 4} {
				o := rows[(i+step)%len(rows)]
				other.add(survives(o.Text, f), true, o.Text, f)
			}
			if m, ok := otherNumber(f, lang); ok {
				number.add(survives(r.Text, m), true, r.Text, m)
			}
			if m, ok := otherName(f); ok {
				name.add(survives(r.Text, m), true, r.Text, m)
			}
			if m, ok := denied(f, lang); ok {
				deny.add(survives(r.Text, m), true, r.Text, m)
			}
		}
	}
	return gold, []*tally{other, number, name, deny}
}

func TestTrueFactsSurviveGroundingAndWrongOnesDoNotInTenLanguages(t *testing.T) {
	for _, lang := range tenLanguages() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			check(t, lang, readSpoken(t, filepath.Join("testdata", "told."+lang+".jsonl")))
			if rows := developmentSet(t, lang); rows != nil {
				check(t, lang, rows)
			}
		})
	}
}

// checkSurvivalRates checks the limits: at least 95 of 100 true facts pass, at most 5 of 100 wrong
// ones of each kind.
func check(t *testing.T, lang string, rows []spoken) {
	t.Helper()
	gold, wrong := measure(rows, lang)
	t.Logf("%s: %d texts, %d of %d true facts survive", lang, len(rows), gold.kept, gold.all)
	if gold.all == 0 || gold.kept*100 < gold.all*95 {
		t.Errorf("only %d of %d true facts survive:\n%s", gold.kept, gold.all, strings.Join(gold.examples, "\n"))
	}
	for _, w := range wrong {
		t.Logf("  %s: %d of %d survive", w.name, w.kept, w.all)
		if w.kept*100 > w.all*5 {
			t.Errorf("%d of %d wrong facts (%s) survive:\n%s", w.kept, w.all, w.name, strings.Join(w.examples, "\n"))
		}
	}
}
