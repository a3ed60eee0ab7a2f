package search

import (
	"errors"
	"math"
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

// The reference values are what the program's own encoder gives.
func TestReferenceCosinesAreThoseOfTheEmbeddedModel(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	t.Cleanup(func() { _ = enc.Close() })
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	questions, facts := calibrationQuestionsAndFacts()
	if len(questions) != 100 || len(facts) != 100 {
		t.Fatalf("%d questions, %d facts", len(questions), len(facts))
	}
	qs, err := enc.Embed(t.Context(), memory.EmbedPlainQuery, questions)
	if err != nil {
		t.Fatal(err)
	}
	fs, err := enc.Embed(t.Context(), memory.EmbedPassage, facts)
	if err != nil {
		t.Fatal(err)
	}
	related, unrelated, inOrder := meanCosinesAndShareInOrder(qs, fs)
	if math.Abs(related-referenceRelated) > 0.002 || math.Abs(unrelated-referenceUnrelated) > 0.002 || inOrder < 0.99 {
		t.Errorf("related %.4f, unrelated %.4f, in order %.2f", related, unrelated, inOrder)
	}
	scale, err := fitScaleToReference(qs, fs)
	if err != nil || math.Abs(scale.Factor-1) > 0.01 || math.Abs(scale.Offset) > 0.01 {
		t.Errorf("its own scale is %+v, %v", scale, err)
	}
}

func TestScaleConvertsThereAndBack(t *testing.T) {
	c := cosineScale{Factor: 2, Offset: -0.5}
	if got := c.toReferenceModelCosine(0.6); math.Abs(got-0.7) > 1e-9 {
		t.Errorf("to the reference %v", got)
	}
	if got := c.fromReferenceModelCosine(0.7); math.Abs(got-0.6) > 1e-9 {
		t.Errorf("from the reference %v", got)
	}
	if zero := (cosineScale{}); zero.toReferenceModelCosine(0.3) != 0.3 || zero.fromReferenceModelCosine(0.3) != 0.3 {
		t.Error("the zero scale changes cosines")
	}
}

// Vectors that put questions no nearer to their answers than to other facts give no scale.
func TestEmbedderWithoutMeaningIsNotCalibrated(t *testing.T) {
	var qs, fs [][]float32
	for i := range 100 {
		sin, cos := math.Sincos(float64(i))
		qs, fs = append(qs, []float32{float32(sin), float32(cos)}), append(fs, []float32{float32(cos), float32(sin)})
	}
	if _, err := fitScaleToReference(qs, fs); !errors.Is(err, errNotCalibratable) {
		t.Errorf("got %v", err)
	}
}
