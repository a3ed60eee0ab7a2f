// Command judgedocuments compares what Memoir reads of documents with what another program read of
// the same documents: judgedocuments FILE REFERENCE [FILE REFERENCE…], where REFERENCE is a text
// file. For each extension it prints, in the mean and for the worst document, the share of the
// reference's words that Memoir read as well, each as often as it occurs, and the share of the
// words that both have once that stand in the same order. It fails when a document cannot be read,
// or has a share below 98 %.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"memoir/memory/documents"
)

// least is the share of words, and of order, that each document must reach.
const least = 0.98

var errBelowLeast = errors.New("less than 98 % of the words were read, or of their order kept")

func main() {
	if err := judgeDocumentsAndPrintShares(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// judgement is what was read of one document.
type judgement struct {
	file         string
	words, order float64 // shares
	took         time.Duration
}

func judgeDocumentsAndPrintShares(filesAndReferences []string) error {
	byExtension := map[string][]judgement{}
	for pair := range slices.Chunk(filesAndReferences, 2) {
		if len(pair) < 2 {
			return fmt.Errorf("%s has no reference", pair[0])
		}
		j, err := judgeDocument(pair[0], pair[1])
		if err != nil {
			return err
		}
		e := filepath.Ext(pair[0])
		byExtension[e] = append(byExtension[e], j)
	}
	var failure error
	for _, e := range slices.Sorted(maps.Keys(byExtension)) {
		all := byExtension[e]
		words, fewest := meanAndWorst(all, func(j judgement) float64 { return j.words })
		order, least := meanAndWorst(all, func(j judgement) float64 { return j.order })
		slowest := slices.MaxFunc(all, func(a, b judgement) int { return cmp.Compare(a.took, b.took) })
		fmt.Printf("%-6s %3d documents, words read %.2f %%, at worst %.2f %% (%s), in order %.2f %%, at worst %.2f %% (%s), "+
			"at most %d ms\n", e, len(all), 100*words, 100*fewest.words, fewest.file, 100*order, 100*least.order, least.file,
			slowest.took.Milliseconds())
		if isBelowLeastShare(fewest.words) || isBelowLeastShare(least.order) {
			failure = errBelowLeast
		}
	}
	return failure
}

func isBelowLeastShare(share float64) bool { return share < least }

func meanAndWorst(all []judgement, of func(judgement) float64) (float64, judgement) {
	sum := 0.0
	for _, j := range all {
		sum += of(j)
	}
	return sum / float64(len(all)), slices.MinFunc(all, func(a, b judgement) int { return cmp.Compare(of(a), of(b)) })
}

func judgeDocument(file, reference string) (judgement, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return judgement{}, err
	}
	want, err := os.ReadFile(reference)
	if err != nil {
		return judgement{}, err
	}
	start := time.Now()
	text, isDocument, err := documents.ToMarkdown(file, data)
	took := time.Since(start)
	if err != nil {
		return judgement{}, fmt.Errorf("%s: %w", file, err)
	}
	if !isDocument {
		return judgement{}, fmt.Errorf("%s is taken for no document", file)
	}
	got, wanted := splitIntoLowerCaseWords(text), splitIntoLowerCaseWords(string(want))
	return judgement{file, shareOfWantedWordsFound(got, wanted), shareOfWordsInOrder(got, wanted), took}, nil
}

// splitIntoLowerCaseWords returns the words of a text, in lower case.
func splitIntoLowerCaseWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_'
	})
}

// shareOfWantedWordsFound returns the share of the wanted words that were got, each as often as it
// occurs.
func shareOfWantedWordsFound(got, wanted []string) float64 {
	read, found, total := wordFrequencies(got), 0, 0
	for word, n := range wordFrequencies(wanted) {
		found, total = found+min(n, read[word]), total+n
	}
	return float64(found) / float64(max(total, 1))
}

func wordFrequencies(words []string) map[string]int {
	out := map[string]int{}
	for _, w := range words {
		out[w]++
	}
	return out
}

// shareOfWordsInOrder returns the share of the words that both have once that are in the same
// order: the length of the longest increasing sequence of their places.
func shareOfWordsInOrder(got, wanted []string) float64 {
	once, places := wordFrequencies(got), map[string]int{}
	for i, w := range got {
		if once[w] == 1 {
			places[w] = i
		}
	}
	counts := wordFrequencies(wanted)
	var tails []int // tails[n] is the least place that ends an increasing sequence of n+1
	total := 0
	for _, w := range wanted {
		place, ok := places[w]
		if !ok || counts[w] > 1 {
			continue
		}
		total++
		n, _ := slices.BinarySearch(tails, place)
		if n == len(tails) {
			tails = append(tails, place)
		} else {
			tails[n] = place
		}
	}
	if total == 0 {
		return 1
	}
	return float64(len(tails)) / float64(total)
}
