package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"memoir/memory/lang/classifier"
)

// secretLine is a line of the corpora of secrets, of what looks like one, or of the training texts for them.
type secretLine struct {
	Lang, Class, Message, Fact, Keep string
	Parts                            []string
}

// readSecretExamples reads the numbers and mixed tokens of all texts that are open: those that are at least half of a
// secret, and as plain the others of these texts, of look-alikes and of plain texts.
func readSecretExamples(root string) ([]example, error) {
	var out []example
	err := forEachTextWithSecret(root, func(source, language, class, text string, secret classifier.Candidate) {
		for _, c := range classifier.SecretCandidates(text) {
			overlap := min(c.End, secret.End) - max(c.Start, secret.Start)
			if overlap > 0 && 2*overlap < c.End-c.Start {
				continue
			}
			out = append(out, example{
				text: text, candidate: &c, isPlain: overlap <= 0, language: language, class: class, source: source,
				passesRules: true,
			})
		}
	})
	return out, err
}

// forEachTextWithSecret calls add with all texts that are open, and where their secret is; empty for none.
func forEachTextWithSecret(
	root string, add func(source, language, class, text string, secret classifier.Candidate),
) error {
	addLine := func(source, corpus string, c secretLine) {
		if len(c.Parts) == 0 {
			add(source, c.Lang, corpus+" "+c.Class, c.Message, classifier.Candidate{})
			if c.Fact != c.Message && c.Fact != "" {
				add(source, c.Lang, corpus+" "+c.Class, c.Fact, classifier.Candidate{})
			}
			return
		}
		secret := strings.Join(c.Parts, "")
		start := strings.Index(c.Message, "{}")
		add(source, c.Lang, corpus+" "+c.Class, strings.ReplaceAll(c.Message, "{}", secret),
			classifier.Candidate{Start: start, End: start + len(secret)})
	}
	if err := forEachSecretCorpusLine(root, addLine); err != nil {
		return err
	}
	if err := forEachSecretTrainingLine(root, addLine); err != nil {
		return err
	}
	if err := forEachMarkedCode(root, func(language, text string, secret classifier.Candidate) {
		add("", language, "fixture", text, secret)
	}); err != nil {
		return err
	}
	return forEachTrainingText(root, func(_, language, class, text string) {
		add("", language, class, text, classifier.Candidate{})
	})
}

func forEachSecretCorpusLine(root string, add func(source, corpus string, c secretLine)) error {
	for _, half := range openCorpusHalves() {
		for _, corpus := range []string{"secrets", "lookalikes", "ordinary", "nonclaims", "foreign"} {
			file := filepath.Join(root, "memory/exercise/testdata/trust", corpus+"."+half.name+".jsonl")
			err := forEachSecretLine(file, func(c secretLine) { add(half.edition, corpus, c) })
			if err != nil && !os.IsNotExist(err) {
				return err
			}
		}
	}
	return nil
}

// forEachSecretTrainingLine calls add with the lines in data/secrets. A folder in it has the texts of one hand that had
// seen neither rules nor other texts, and is a source of its own.
func forEachSecretTrainingLine(root string, add func(source, corpus string, c secretLine)) error {
	for _, hand := range []string{"", "hand2", "hand3", "hand4"} {
		files, err := filepath.Glob(filepath.Join(root, "tools/claimsmodel/data/secrets", hand, "*.jsonl"))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := forEachSecretLine(file, func(c secretLine) { add(hand, "data", c) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func forEachSecretLine(file string, add func(c secretLine)) error {
	lines, err := readNonCommentLines(file)
	if err != nil {
		return err
	}
	for _, line := range lines {
		var c secretLine
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return err
		}
		add(c)
	}
	return nil
}

// forEachMarkedCode calls add with the texts of the fixtures of locks, and with the code in brackets.
func forEachMarkedCode(root string, add func(language, text string, secret classifier.Candidate)) error {
	for _, name := range []string{"entry_codes.txt", "entry_lookalikes.txt"} {
		lines, err := readNonCommentLines(filepath.Join(root, "memory/lang/secrets/testdata", name))
		if err != nil {
			return err
		}
		for _, line := range lines {
			language, marked, _ := strings.Cut(line, " | ")
			before, rest, _ := strings.Cut(marked, "[")
			secret, behind, _ := strings.Cut(rest, "]")
			add(language, before+secret+behind, classifier.Candidate{Start: len(before), End: len(before) + len(secret)})
		}
	}
	return nil
}
