package search

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"memoir/memory"
)

const (
	// minSimilarRunes is the length of a query from which its meaning is compared: less is the
	// beginning of a word.
	minSimilarRunes = 3
	// maxSimilarMemories bounds what is added to the results by words.
	maxSimilarMemories = 20
	// similarThreshold is the lowest cosine of a memory with the few words of a search field under the
	// embedded model. Of 26 such queries over 30 memories, those about one of them found it at .605 to
	// .688 and those about none reached .572; two of four wrong neighbours were above .60.
	similarThreshold = 0.60
)

// FindSimilarMemoriesBesidesFound returns the memories that pass the filter of a search and are
// close to its words in meaning, nearest first, without those in found. It returns none for a query
// of one or two characters and without an embedder whose cosines could be calibrated.
func (s *Searcher) FindSimilarMemoriesBesidesFound(
	ctx context.Context, q memory.MemoryQuery, found []memory.Memory,
) ([]memory.Memory, error) {
	query := strings.TrimSpace(q.Query)
	scale, measured := s.calibration.scaleIfCalibrated(s.embedder.ID())
	if !measured || !s.embedder.IsReady() ||
		utf8.RuneCountInString(query) < minSimilarRunes {
		return nil, nil
	}
	vec := s.EmbedTextWithTimeout(ctx, memory.EmbedPlainQuery, query)
	if vec == nil {
		return nil, nil
	}
	f := q.MemoryFilter
	f.Limit, f.BeforeID = 0, 0
	if f.Now.IsZero() {
		f.Now = s.clock.NowInUTCToMillisecond()
	}
	lowest := scale.fromReferenceModelCosine(similarThreshold)
	hits, err := s.FindNearestMemoriesPassingFilter(ctx, vec, maxSimilarMemories+len(found), lowest, f)
	if err != nil {
		return nil, err
	}
	var out []memory.Memory
	for _, h := range hits {
		isFound := slices.ContainsFunc(found, func(m memory.Memory) bool { return m.ID == h.ID })
		if !isFound && len(out) < maxSimilarMemories {
			out = append(out, h.Memory)
		}
	}
	return out, nil
}
