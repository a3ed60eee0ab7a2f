package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memoir/memory/lang/claims"
)

// example is a text with its class.
type example struct {
	text            string
	isClaim         bool
	language, class string
	edition         string // of the corpora, "" for other texts
	passesRules     bool   // the rules take it for a claim; only of the corpora
	features        []uint32
}

// written is when the messages of the corpora were written.
var written = time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)

// editions are the halves of the corpora that are open, by edition.
var editions = map[string][]string{
	"1": {"open", "held"}, "2": {"open2"}, "3": {"open3", "held3"}, "4": {"open4", "held4"}, "5": {"open5"},
}

// readExamples reads the corpora, the fixtures of the rules and the own texts.
func readExamples(root string) ([]example, error) {
	var out []example
	add := func(es []example, err error) error {
		out = append(out, es...)
		return err
	}
	trust := filepath.Join(root, "memory/exercise/testdata/trust")
	for _, edition := range []string{"1", "2", "3", "4", "5"} {
		for _, half := range editions[edition] {
			for _, corpus := range []string{"nonclaims", "foreign", "ordinary"} {
				file := filepath.Join(trust, corpus+"."+half+".jsonl")
				if err := add(readCorpus(file, corpus, edition)); err != nil && !os.IsNotExist(err) {
					return nil, err
				}
			}
		}
	}
	fixtures := filepath.Join(root, "memory/lang/claims/testdata")
	for _, name := range []string{"claims.txt", "nonclaims.txt"} {
		if err := add(readFixture(filepath.Join(fixtures, name), name == "claims.txt")); err != nil {
			return nil, err
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "tools/claimsmodel/data/*.txt"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := add(readOwnTexts(f)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readCorpus(file, corpus, edition string) ([]example, error) {
	lines, err := readLines(file)
	if err != nil {
		return nil, err
	}
	var out []example
	for _, line := range lines {
		var c struct{ Lang, Class, Message, Fact string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return nil, err
		}
		u := claims.ParseUserMessage(c.Message, written)
		out = append(out, example{
			text: u.ContextOfFact(c.Fact), isClaim: corpus == "ordinary", language: c.Lang, class: corpus + " " + c.Class,
			edition: edition, passesRules: u.SupportByRules(c.Fact).Basis == claims.Stated,
		})
	}
	return out, nil
}

// readFixture reads messages and facts, with the reason in front of those that are no claims.
func readFixture(file string, isClaim bool) ([]example, error) {
	lines, err := readLines(file)
	if err != nil {
		return nil, err
	}
	var out []example
	for _, line := range lines {
		parts := strings.Split(strings.ReplaceAll(line, `\n`, "\n"), " | ")
		if isClaim {
			parts = append([]string{"claims"}, parts...)
		}
		out = append(out, example{text: contextOfFact(parts[1], parts[2]), isClaim: isClaim, class: parts[0]})
	}
	return out, nil
}

// readOwnTexts reads the messages of one language, by class.
func readOwnTexts(file string) ([]example, error) {
	lines, err := readLines(file)
	if err != nil {
		return nil, err
	}
	language := strings.TrimSuffix(filepath.Base(file), ".txt")
	class := ""
	var out []example
	for _, line := range lines {
		if c, ok := strings.CutPrefix(line, "= "); ok {
			class = c
			continue
		}
		message := strings.ReplaceAll(line, `\n`, "\n")
		out = append(out, example{
			text: contextOfFact(message, ""), isClaim: class == "claims", language: language, class: class,
		})
	}
	return out, nil
}

// contextOfFact returns what the classifier reads of a message.
func contextOfFact(message, fact string) string {
	return claims.ParseUserMessage(message, written).ContextOfFact(fact)
}

// readLines returns the lines of a file that are neither empty nor comments.
func readLines(file string) ([]string, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out, nil
}
