package benchmarks

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/learn"
)

// minNearIdentical is the SICK relatedness (of at most 5) from which two sentences count as saying
// the same.
const minNearIdentical = 4.8

// sentencePair is one row of a SICK file with the cosine of its two sentences, both embedded as
// passages.
type sentencePair struct {
	a, b        string
	relatedness float64
	contradicts bool
	cosine      float64
}

// DedupFigures says how the dedup rules of a preset classify the pairs. Shares are in [0, 1];
// Halves are the same shares over the pairs that differ in words of one half of the vocabulary
// only: rules that were tuned on the words of one half show in the other what they are worth.
type DedupFigures struct {
	Preset               string     `json:"preset"`
	Contradictions       int        `json:"contradictions"`
	ContradictIgnored    float64    `json:"contradictions_ignored"` // taken for duplicates: lost
	ContradictReplaced   float64    `json:"contradictions_replaced"`
	ContradictHalves     [2]float64 `json:"contradictions_ignored_halves"`
	NearIdentical        int        `json:"near_identical"`
	NearRecognised       float64    `json:"near_identical_recognised"` // taken for duplicates
	NearReplaced         float64    `json:"near_identical_replaced"`
	NearAsked            float64    `json:"near_identical_asked"` // as near, no guard differs: the model decides
	NearRecognisedHalves [2]float64 `json:"near_identical_recognised_halves"`
	NearSame             float64    `json:"near_identical_same"` // the sum of the three: nothing tells them apart
	NearSameHalves       [2]float64 `json:"near_identical_same_halves"`
}

// MeasureDedupRulesOnSICKPairs classifies the pairs of the SICK files in a folder with the dedup
// rules of both presets, classic first. It returns a DataError when the folder holds no such files.
func MeasureDedupRulesOnSICKPairs(ctx context.Context, dir string) ([]DedupFigures, error) {
	pairs, err := readSICKSentencePairs(dir)
	if err != nil {
		return nil, err
	}
	if err := embedPairsAndSetCosines(ctx, pairs); err != nil {
		return nil, fmt.Errorf("embed the pairs: %w", err)
	}
	return []DedupFigures{
		measureDedupRulesOnPairs(memory.ClassicPreset(), pairs),
		measureDedupRulesOnPairs(memory.StandardPreset(), pairs),
	}, nil
}

// readSICKSentencePairs reads the SICK files of a folder: tab-separated, with a header that names
// sentence_A, sentence_B, relatedness_score and entailment_judgment.
func readSICKSentencePairs(dir string) ([]sentencePair, error) {
	if dir == "" {
		return nil, newDataErrorf("Say where the SICK files are: --data DIR.")
	}
	var files []string
	for _, pattern := range []string{"SICK*.txt", "sick/SICK*.txt"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, fmt.Errorf("look for SICK files: %w", err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, newDataErrorf("%s contains no SICK*.txt.", dir)
	}
	var out []sentencePair
	for _, name := range files {
		ps, err := readSICKFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, ps...)
	}
	return out, nil
}

func readSICKFile(name string) ([]sentencePair, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read pairs: %w", err)
	}
	defer f.Close()
	column := map[string]int{}
	var out []sentencePair
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(strings.TrimRight(lines.Text(), "\r"), "\t")
		if len(column) == 0 {
			for i, c := range cells {
				column[c] = i
			}
			for _, need := range []string{"sentence_A", "sentence_B", "relatedness_score", "entailment_judgment"} {
				if _, ok := column[need]; !ok {
					return nil, newDataErrorf("%s has no column %s.", name, need)
				}
			}
			continue
		}
		if len(cells) < len(column) {
			continue
		}
		score, err := strconv.ParseFloat(cells[column["relatedness_score"]], 64)
		if err != nil {
			return nil, newDataErrorf("%s: %q is not a relatedness score.", name, cells[column["relatedness_score"]])
		}
		out = append(out, sentencePair{
			a: cells[column["sentence_A"]], b: cells[column["sentence_B"]], relatedness: score,
			contradicts: cells[column["entailment_judgment"]] == "CONTRADICTION",
		})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return out, nil
}

// embedPairsAndSetCosines fills in the cosines with the embedded encoder.
func embedPairsAndSetCosines(ctx context.Context, pairs []sentencePair) error {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	defer enc.Close()
	texts := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		texts = append(texts, p.a, p.b)
	}
	vs, err := enc.Embed(ctx, memory.EmbedPassage, texts)
	if err != nil {
		return err
	}
	for i := range pairs {
		for k, x := range vs[2*i] {
			pairs[i].cosine += float64(x) * float64(vs[2*i+1][k])
		}
	}
	return nil
}

// measureDedupRulesOnPairs applies the dedup rules to the pairs: the second sentence as the new
// fact, the first as the known one.
func measureDedupRulesOnPairs(cfg memory.Config, pairs []sentencePair) DedupFigures {
	f := DedupFigures{Preset: cfg.Preset}
	var contra, near verdictCounts
	var same verdictCounts
	for _, p := range pairs {
		if !p.contradicts && p.relatedness < minNearIdentical {
			continue
		}
		repeats := learn.IsDuplicateByMeaning(cfg, p.b, p.a, p.cosine)
		replaces := !repeats && learn.FactReplacesKnownByRule(cfg, p.b, p.a, p.cosine)
		if p.contradicts {
			contra.countVerdict(vocabularyHalfIndexOfDifferingWords(p), repeats, replaces)
		}
		if p.relatedness >= minNearIdentical {
			near.countVerdict(vocabularyHalfIndexOfDifferingWords(p), repeats, replaces)
			asked := cfg.Reconcile && !repeats && !replaces && p.cosine >= cfg.DedupThreshold &&
				lang.FirstMeaningDifference(p.a, p.b) == ""
			same.countVerdict(vocabularyHalfIndexOfDifferingWords(p), repeats || replaces || asked, asked)
		}
	}
	f.Contradictions, f.ContradictIgnored, f.ContradictReplaced, f.ContradictHalves = contra.totalAndRepeatReplaceShares()
	f.NearIdentical, f.NearRecognised, f.NearReplaced, f.NearRecognisedHalves = near.totalAndRepeatReplaceShares()
	_, f.NearSame, f.NearAsked, f.NearSameHalves = same.totalAndRepeatReplaceShares()
	return f
}

// minWordBytes is the length of the words that vocabularyHalfIndexOfDifferingWords looks at;
// shorter ones are articles, prepositions and forms of be, which are in every other pair.
const minWordBytes = 4

// vocabularyHalfIndexOfDifferingWords is the half of the vocabulary, 0 or 1, that all words belong
// to which only one of the sentences has, by a hash of each word; 2 when they belong to both
// halves.
func vocabularyHalfIndexOfDifferingWords(p sentencePair) int {
	in := [2]map[string]bool{{}, {}}
	for i, s := range []string{p.a, p.b} {
		for _, w := range strings.Fields(strings.ToLower(s)) {
			in[i][w] = true
		}
	}
	var seen [2]bool
	for i := range in {
		for w := range in[i] {
			if !in[1-i][w] && len(w) >= minWordBytes {
				h := fnv.New32()
				fmt.Fprint(h, w)
				seen[h.Sum32()%2] = true
			}
		}
	}
	switch {
	case seen[0] && seen[1]:
		return 2
	case seen[1]:
		return 1
	}
	return 0
}

// verdictCounts counts verdicts separately for the halves of the vocabulary and for the pairs that
// differ in words of both.
type verdictCounts struct{ total, repeats, replacements [3]int }

func (t *verdictCounts) countVerdict(half int, repeats, replaces bool) {
	t.total[half]++
	if repeats {
		t.repeats[half]++
	}
	if replaces {
		t.replacements[half]++
	}
}

func (t *verdictCounts) totalAndRepeatReplaceShares() (n int, repeat, replace float64, halves [2]float64) {
	n = t.total[0] + t.total[1] + t.total[2]
	part := func(k, of int) float64 { return float64(k) / float64(max(of, 1)) }
	for h := range halves {
		halves[h] = part(t.repeats[h], t.total[h])
	}
	sum := func(of [3]int) int { return of[0] + of[1] + of[2] }
	return n, part(sum(t.repeats), n), part(sum(t.replacements), n), halves
}
