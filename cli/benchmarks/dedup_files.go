package benchmarks

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/storage"
)

// FileDedupFigures says how many facts are recognised as standing in a file, which holds the other
// sentence of their pair among others. Shares are in [0, 1].
type FileDedupFigures struct {
	Words         int     `json:"words"` // of the file
	NearIdentical int     `json:"near_identical"`
	Recognised    float64 `json:"near_identical_recognised"`
	Contradictory int     `json:"contradictions"`
	Wrong         float64 `json:"contradictions_taken_for_known"`
	Unrelated     int     `json:"unrelated"` // the same facts, and a file without their pair
	WrongOfOthers float64 `json:"unrelated_taken_for_known"`
}

// filePairs is how many pairs of each kind are put into files of each length, evenly over all
// pairs.
const filePairs = 60

// MeasureDedupOfFactsKnownFromFile learns sentences of the SICK pairs by the rules of standard
// while a file of 25, 200 or 2,000 words holds the other sentence. What else decides about a fact
// is switched off: gates, grounding, reconcile.
func MeasureDedupOfFactsKnownFromFile(
	ctx context.Context, dir string, progress func(what string, done, total int),
) ([]FileDedupFigures, error) {
	pairs, err := readSICKSentencePairs(dir)
	if err != nil {
		return nil, err
	}
	var near, contra []sentencePair
	for _, p := range pairs {
		switch {
		case p.contradicts:
			contra = append(contra, p)
		case p.relatedness >= minNearIdentical && p.a != p.b:
			near = append(near, p)
		}
	}
	near, contra = takeEvenlySpaced(near, filePairs), takeEvenlySpaced(contra, filePairs)
	var out []FileDedupFigures
	err = withEncoder(ctx, func(enc *encoder.Embedder) error {
		return withDatabaseInTempFolder(ctx, func(db *storage.DB) error {
			cfg := memory.StandardPreset()
			cfg.ExtractionGates, cfg.ExtractionGrounding, cfg.Reconcile = false, false, false
			cfg.LocalServerIdle = 0
			return withService(ctx, db, enc, factRepeatingModel{}, cfg, func(s *engine.Service) error {
				if err := s.WaitForEmbedderAndFirstSync(ctx); err != nil {
					return err
				}
				for _, words := range []int{25, 200, 2000} {
					r := fileDedupRun{service: s, pairs: pairs, words: words, progress: progress}
					f, err := r.measureDedupAtFileSize(ctx, near, contra)
					if err != nil {
						return err
					}
					out = append(out, f)
				}
				return nil
			})
		})
	})
	return out, err
}

// takeEvenlySpaced returns n items, or all, at even distances.
func takeEvenlySpaced(pairs []sentencePair, n int) []sentencePair {
	if len(pairs) <= n {
		return pairs
	}
	out := make([]sentencePair, n)
	for i := range out {
		out[i] = pairs[i*len(pairs)/n]
	}
	return out
}

// fileDedupRun learns facts beside files of one length.
type fileDedupRun struct {
	service  *engine.Service
	pairs    []sentencePair // whose sentences fill the files
	words    int
	progress func(what string, done, total int)
}

func (r fileDedupRun) measureDedupAtFileSize(
	ctx context.Context, near, contra []sentencePair,
) (FileDedupFigures, error) {
	f := FileDedupFigures{
		Words: r.words, NearIdentical: len(near), Contradictory: len(contra), Unrelated: len(near),
	}
	var err error
	if f.Recognised, err = r.measureShareOfFactsKnownFromFile(ctx, "near-identical", near, true); err != nil {
		return f, err
	}
	if f.Wrong, err = r.measureShareOfFactsKnownFromFile(ctx, "contradictions", contra, true); err != nil {
		return f, err
	}
	f.WrongOfOthers, err = r.measureShareOfFactsKnownFromFile(ctx, "unrelated", near, false)
	return f, err
}

// measureShareOfFactsKnownFromFile is the share of the pairs' second sentences that are
// ignored as known from a file, which holds the first one or not. Each pair has a profile of its
// own.
func (r fileDedupRun) measureShareOfFactsKnownFromFile(
	ctx context.Context, what string, pairs []sentencePair, withOther bool,
) (float64, error) {
	known := 0.0
	for i, p := range pairs {
		r.progress(fmt.Sprintf("%s, %d words", what, r.words), i, len(pairs))
		profile, err := r.service.CreateProfile(ctx, fmt.Sprintf("%s %d %d", what, r.words, i))
		if err != nil {
			return 0, err
		}
		session := r.service.Session(profile.ID, memory.ActorUser)
		file := memory.NewFile{Name: "notes.txt", Data: []byte(r.makeFileText(p, i, withOther))}
		if _, err := session.AddFileUnlessKnownOrTooLong(ctx, file); err != nil {
			return 0, err
		}
		ds, err := session.LearnFromTextAndUpdateSummaryNow(ctx, memory.LearnParams{Text: p.b})
		if err != nil {
			return 0, err
		}
		if len(ds) > 0 && ds[0].Action == memory.ActionIgnore && ds[0].FileID != 0 {
			known++
		}
	}
	return known / float64(len(pairs)), nil
}

// makeFileText is a file of about as many words as asked for: sentences of other pairs, those that
// share no more than half of their words with the pair, around its first one.
func (r fileDedupRun) makeFileText(p sentencePair, number int, withOther bool) string {
	var lines []string
	words := 0
	if withOther {
		lines, words = []string{p.a + "."}, len(strings.Fields(p.a))
	}
	for i := 0; words < r.words && i < len(r.pairs); i++ {
		other := r.pairs[(number*997+i*31)%len(r.pairs)].a
		if sharesMostWordsOfFirst(other, p.a) || sharesMostWordsOfFirst(other, p.b) {
			continue
		}
		lines = append(lines, other+".")
		words += len(strings.Fields(other))
	}
	if withOther { // in the middle
		middle := len(lines) / 2
		lines[0], lines[middle] = lines[middle], lines[0]
	}
	return strings.Join(lines, "\n")
}

// sharesMostWordsOfFirst reports whether a has more than half of its words in common with b.
func sharesMostWordsOfFirst(a, b string) bool {
	has := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ToLower(b)) {
		has[w] = true
	}
	words := strings.Fields(strings.ToLower(a))
	common := 0
	for _, w := range words {
		if has[w] {
			common++
		}
	}
	return 2*common > len(words)
}

// factRepeatingModel answers a request to extract facts with the user's message as the one fact.
type factRepeatingModel struct{}

var _ memory.Model = factRepeatingModel{}

// StreamReply yields the whole reply as one delta.
func (factRepeatingModel) StreamReply(
	_ context.Context, r memory.ModelRequest,
) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		_, after, _ := strings.Cut(r.Messages[0].Content, "<user_message>\n")
		text, _, _ := strings.Cut(after, "\n</user_message>")
		facts, err := json.Marshal([]map[string]string{{"fact": text, "quote": text}})
		yield(memory.ReplyDelta{Text: string(facts), FinishReason: "stop"}, err)
	}
}
