package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memoir/memory/lang/claims"
	"memoir/memory/lang/classifier"
)

// example is a text with its class.
type example struct {
	text            string
	isPlain         bool
	language, class string
	source          string                // an edition of the corpora, or a folder of texts; "" for the others
	passesRules     bool                  // the rules take it for plain
	candidate       *classifier.Candidate // the part of the text that is judged, of secrets
	isWord          bool                  // the candidate is a word of a passage
	features        [2][]uint32
}

// written is when the messages of the corpora were written.
var written = time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)

// openHalf is a half of the corpora that is open, with the name of its edition.
type openHalf struct{ edition, name string }

func openCorpusHalves() []openHalf {
	return []openHalf{
		{"edition 1", "open"},
		{"edition 1", "held"},
		{"edition 2", "open2"},
		{"edition 3", "open3"},
		{"edition 3", "held3"},
		{"edition 4", "open4"},
		{"edition 4", "held4"},
		{"edition 5", "open5"},
		{"edition 6", "open6"},
		{"edition 7", "open7"},
		{"edition 8", "open8"},
		{"edition 9", "open9"},
		{"edition 10", "open10"},
		{"edition 11", "open11"},
		{"edition 12", "open12"},
	}
}

// editionsWithoutNonclaims have plain statements alone. With them the judge of non-claims doubts less,
// of texts that they do not resemble too.
func editionsWithoutNonclaims() []string {
	return []string{"edition 9", "edition 10", "edition 11", "edition 12"}
}

// corpusLine is a line of the corpora.
type corpusLine struct{ Lang, Class, Said, Text, Message, Fact string }

// forEachOpenCorpusLine calls add with the lines of some corpora of every open half.
func forEachOpenCorpusLine(root string, add func(edition, corpus string, c corpusLine), corpora ...string) error {
	for _, half := range openCorpusHalves() {
		for _, corpus := range corpora {
			file := filepath.Join(root, "memory/exercise/testdata/trust", corpus+"."+half.name+".jsonl")
			lines, err := readNonCommentLines(file)
			if err != nil && !os.IsNotExist(err) {
				return err
			}
			for _, line := range lines {
				var c corpusLine
				if err := json.Unmarshal([]byte(line), &c); err != nil {
					return err
				}
				add(half.edition, corpus, c)
			}
		}
	}
	return nil
}

// readClaimExamples reads what people mean as plain statements and what they do not.
func readClaimExamples(root string) ([]example, error) {
	var out []example
	err := forEachOpenCorpusLine(root, func(edition, corpus string, c corpusLine) {
		if slices.Contains(editionsWithoutNonclaims(), edition) {
			return
		}
		u := claims.ParseUserMessage(c.Message, written)
		out = append(out, example{
			text: u.ContextOfFact(c.Fact), isPlain: corpus == "ordinary", language: c.Lang, class: corpus + " " + c.Class,
			source: edition, passesRules: u.SupportForFactByRules(c.Fact).Basis == claims.Stated,
		})
	}, "nonclaims", "foreign", "ordinary")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"claims.txt", "nonclaims.txt"} {
		err := forEachFixtureLine(root, name, func(class, message, fact string) {
			out = append(out, example{text: classifierContextOfFact(message, fact), isPlain: name == "claims.txt", class: class})
		})
		if err != nil {
			return nil, err
		}
	}
	err = forEachTrainingText(root, func(source, language, class, text string) {
		if !isOrderOrPlainClass(class) {
			out = append(out, example{
				text: classifierContextOfFact(text, ""), isPlain: class == "claims", language: language, class: class,
				source:      source,
				passesRules: true,
			})
		}
	})
	return out, err
}

// forEachFixtureLine calls add with the messages and facts of a fixture of the rules, and the
// reason in front of those that are no claims.
func forEachFixtureLine(root, name string, add func(class, message, fact string)) error {
	lines, err := readNonCommentLines(filepath.Join(root, "memory/lang/claims/testdata", name))
	for _, line := range lines {
		parts := strings.Split(strings.ReplaceAll(line, `\n`, "\n"), " | ")
		if len(parts) == 2 {
			parts = append([]string{"claims"}, parts...)
		}
		add(parts[0], parts[1], parts[2])
	}
	return err
}

// forEachTrainingText calls add with the texts in data, by the folder (each is by another hand),
// language and class.
func forEachTrainingText(root string, add func(source, language, class, text string)) error {
	files, err := filepath.Glob(filepath.Join(root, "tools/claimsmodel/data/*/*.txt"))
	if err != nil {
		return err
	}
	for _, file := range files {
		lines, err := readNonCommentLines(file)
		if err != nil {
			return err
		}
		source := filepath.Base(filepath.Dir(file))
		language := strings.TrimSuffix(filepath.Base(file), ".txt")
		class := ""
		for _, line := range lines {
			if c, ok := strings.CutPrefix(line, "= "); ok {
				class = c
				continue
			}
			add(source, language, class, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return nil
}

// classifierContextOfFact returns what the classifier reads of a message.
func classifierContextOfFact(message, fact string) string {
	return claims.ParseUserMessage(message, written).ContextOfFact(fact)
}

// readNonCommentLines returns the lines of a file that are neither empty nor comments.
func readNonCommentLines(file string) ([]string, error) {
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

// setFeaturesReturningKnownWords computes the features of the texts to train on and of those to
// judge, with the words that are known from the first, and returns these words.
func setFeaturesReturningKnownWords(in, out []example) map[string]bool {
	texts := map[string]int{}
	counted := map[string]bool{}
	for _, e := range in {
		if e.candidate != nil && counted[e.text] {
			continue
		}
		counted[e.text] = true
		seen := map[string]bool{}
		for _, t := range classifier.Tokenize(e.text) {
			if !seen[t] {
				seen[t] = true
				texts[t]++
			}
		}
	}
	known, bits := map[string]bool{}, map[uint32]bool{}
	for w, n := range texts {
		if n >= minTexts {
			known[w] = true
			bits[classifier.KnownWordBitIndex(w)] = true
		}
	}
	isKnown := func(w string) bool { return bits[classifier.KnownWordBitIndex(w)] }
	for _, es := range [][]example{in, out} {
		for i := range es {
			es[i].features = featuresOf(es[i], isKnown)
		}
	}
	return known
}

// featuresOf returns the features of a text, or of its candidate.
func featuresOf(e example, isKnown func(word string) bool) [2][]uint32 {
	if e.isWord {
		return classifier.NewPassage(e.text, isKnown).WordFeatureBuckets(*e.candidate)
	}
	if e.candidate != nil {
		return classifier.CandidateFeatureBuckets(e.text, *e.candidate, isKnown)
	}
	return classifier.FeatureBucketsReplacingUnknownTokens(classifier.Tokenize(e.text), isKnown)
}
