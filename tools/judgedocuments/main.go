// Command judgedocuments compares the words that Memoir reads of documents with those that another program read of
// the same documents: judgedocuments FILE REFERENCE [FILE REFERENCE…], where REFERENCE is a text file. For each
// extension it prints how many documents there are and, in the mean and for the worst, the share of the reference's
// words that Memoir read as well, each as often as it occurs. It fails when a document cannot be read.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"memoir/memory/documents"
)

func main() {
	if err := judgeDocuments(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// judgement is the share of words of one document that were read.
type judgement struct {
	file  string
	share float64
}

func judgeDocuments(filesAndReferences []string) error {
	byExtension := map[string][]judgement{}
	for pair := range slices.Chunk(filesAndReferences, 2) {
		if len(pair) < 2 {
			return fmt.Errorf("%s has no reference", pair[0])
		}
		share, err := shareOfWordsRead(pair[0], pair[1])
		if err != nil {
			return err
		}
		e := filepath.Ext(pair[0])
		byExtension[e] = append(byExtension[e], judgement{pair[0], share})
	}
	for _, e := range slices.Sorted(maps.Keys(byExtension)) {
		all := byExtension[e]
		worst := slices.MinFunc(all, func(a, b judgement) int { return cmp.Compare(a.share, b.share) })
		sum := 0.0
		for _, j := range all {
			sum += j.share
		}
		fmt.Printf("%-6s %3d documents, words read %.2f %%, at worst %.2f %% (%s)\n", e, len(all),
			100*sum/float64(len(all)), 100*worst.share, worst.file)
	}
	return nil
}

func shareOfWordsRead(file, reference string) (float64, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	want, err := os.ReadFile(reference)
	if err != nil {
		return 0, err
	}
	text, isDocument, err := documents.ToMarkdown(file, data)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	if !isDocument {
		return 0, fmt.Errorf("%s is taken for no document", file)
	}
	read, found, total := countWords(text), 0, 0
	for word, n := range countWords(string(want)) {
		found, total = found+min(n, read[word]), total+n
	}
	return float64(found) / float64(max(total, 1)), nil
}

// countWords counts the words of a text, in lower case.
func countWords(text string) map[string]int {
	out := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_'
	}) {
		out[w]++
	}
	return out
}
