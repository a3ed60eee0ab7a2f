package search

import (
	"context"
	_ "embed" // the sentence pairs
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"memoir/memory"
	"memoir/memory/lang"
)

// cosineScale converts cosines of an embedder to those that the embedded model would give, for
// which the thresholds and the weights of the ranking were measured. The zero scale changes
// nothing.
type cosineScale struct {
	Factor float64 `json:"factor"`
	Offset float64 `json:"offset"`
}

// toReferenceModelCosine converts a cosine of the embedder.
func (c cosineScale) toReferenceModelCosine(cosine float64) float64 {
	if c.Factor == 0 {
		return cosine
	}
	return c.Offset + c.Factor*cosine
}

// fromReferenceModelCosine converts a cosine of the embedded model, such as a threshold.
func (c cosineScale) fromReferenceModelCosine(cosine float64) float64 {
	if c.Factor == 0 {
		return cosine
	}
	return (cosine - c.Offset) / c.Factor
}

const (
	// embeddedModelPrefix begins the ID of the embedded model.
	embeddedModelPrefix = "bge-small-en-v1.5@"
	// referenceRelated and referenceUnrelated are the mean cosines of the built-in pairs of a question
	// and the fact that answers it, and of a question and another fact, under the embedded model.
	referenceRelated, referenceUnrelated = 0.614, 0.392
	// unrelatedShift is by how many lines the fact of an unrelated pair is away from its question.
	unrelatedShift = 37
	// minCalibrationOrder is the share of the questions that must be nearer to their own fact than to
	// the other one; below, the embedder's cosines say too little.
	minCalibrationOrder = 0.9
	calibrationKey      = "calibration:" // in the store's settings, before the ID of the embedder
)

// calibrationPairs is calibration_pairs.txt as tools/packtexts packs it.
//
//go:embed zz_calibration_pairs.txt.gz
var calibrationPairs string

// errNotCalibratable says that an embedder does not tell related pairs from others.
var errNotCalibratable = errors.New("the embedder does not tell a question's answer from other facts")

// calibrator knows the scale of the current embedder. It is safe for concurrent use.
type calibrator struct {
	mu     sync.Mutex
	scales map[string]cosineScale // by embedder
}

// scaleIfCalibrated returns the scale of an embedder, and whether its cosines can be compared with
// the measured thresholds.
func (c *calibrator) scaleIfCalibrated(embedderID string) (cosineScale, bool) {
	if strings.HasPrefix(embedderID, embeddedModelPrefix) {
		return cosineScale{}, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	scale, ok := c.scales[embedderID]
	return scale, ok
}

func (c *calibrator) setScaleOfEmbedder(embedderID string, scale cosineScale) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scales == nil {
		c.scales = map[string]cosineScale{}
	}
	c.scales[embedderID] = scale
}

// calibrateEmbedderIfNeeded measures the scale of a foreign embedder with the built-in pairs, or
// reads what an earlier run measured. Without one, the cosine threshold of the settings stands. A
// failure is logged; the next sync tries again.
func (s *indexSync) calibrateEmbedderIfNeeded(ctx context.Context) {
	id := s.embedder.ID()
	if _, known := s.calibration.scaleIfCalibrated(id); known || s.config().Ranking != memory.RankByHybrid {
		return
	}
	scale, err := s.loadStoredScale(ctx, id)
	if errors.Is(err, memory.ErrNotFound) {
		scale, err = s.measureAndStoreScale(ctx, id)
	}
	if err != nil {
		s.log.Info("the embedder's cosines could not be calibrated", "embedder", id, "err", err)
		return
	}
	s.calibration.setScaleOfEmbedder(id, scale)
}

func (s *indexSync) loadStoredScale(ctx context.Context, embedderID string) (cosineScale, error) {
	text, err := s.store.SettingStore().Get(ctx, calibrationKey+embedderID)
	if err != nil {
		return cosineScale{}, err
	}
	var scale cosineScale
	if err := json.Unmarshal([]byte(text), &scale); err != nil || scale.Factor <= 0 {
		return cosineScale{}, memory.ErrNotFound // measured again
	}
	return scale, nil
}

func (s *indexSync) measureAndStoreScale(ctx context.Context, embedderID string) (cosineScale, error) {
	questions, facts := calibrationQuestionsAndFacts()
	qs, err := s.embedTextsInBatches(ctx, memory.EmbedPlainQuery, questions)
	if err != nil {
		return cosineScale{}, err
	}
	fs, err := s.embedTextsInBatches(ctx, memory.EmbedPassage, facts)
	if err != nil {
		return cosineScale{}, err
	}
	scale, err := fitScaleToReference(qs, fs)
	if err != nil {
		return cosineScale{}, err
	}
	text, err := json.Marshal(scale)
	if err != nil {
		return cosineScale{}, fmt.Errorf("store the calibration: %w", err)
	}
	return scale, s.store.SettingStore().Set(ctx, calibrationKey+embedderID, string(text))
}

// embedTextsInBatches embeds texts as the sync does, so that a small server is not asked for all at
// once.
func (s *indexSync) embedTextsInBatches(
	ctx context.Context, kind memory.EmbedKind, texts []string,
) ([][]float32, error) {
	var out [][]float32
	for start := 0; start < len(texts); start += embedBatchSize {
		vs, err := s.embedder.Embed(ctx, kind, texts[start:min(start+embedBatchSize, len(texts))])
		if err != nil {
			return nil, fmt.Errorf("embed the calibration pairs: %w", err)
		}
		out = append(out, vs...)
	}
	return out, nil
}

// calibrationQuestionsAndFacts returns the questions and the facts that answer them.
func calibrationQuestionsAndFacts() (questions, facts []string) {
	for line := range strings.Lines(lang.UnpackText(calibrationPairs)) {
		q, f, _ := strings.Cut(strings.TrimSpace(line), "\t")
		questions, facts = append(questions, q), append(facts, f)
	}
	return questions, facts
}

// fitScaleToReference returns the line that maps the mean cosines of related and of unrelated pairs
// to those of the embedded model. A regression would flatten the scale of an embedder that agrees
// less with it.
func fitScaleToReference(questions, facts [][]float32) (cosineScale, error) {
	related, unrelated, inOrder := meanCosinesAndShareInOrder(questions, facts)
	if inOrder < minCalibrationOrder || related <= unrelated {
		return cosineScale{}, errNotCalibratable
	}
	factor := (referenceRelated - referenceUnrelated) / (related - unrelated)
	return cosineScale{Factor: factor, Offset: referenceUnrelated - factor*unrelated}, nil
}

// meanCosinesAndShareInOrder returns the mean cosines of related and unrelated pairs, and the share
// of questions that are nearer to their own fact.
func meanCosinesAndShareInOrder(questions, facts [][]float32) (related, unrelated, inOrder float64) {
	n := len(questions)
	for i, q := range questions {
		own, other := DotProduct(q, facts[i]), DotProduct(q, facts[(i+unrelatedShift)%n])
		related += own / float64(n)
		unrelated += other / float64(n)
		if own > other {
			inOrder += 1 / float64(n)
		}
	}
	return related, unrelated, inOrder
}
