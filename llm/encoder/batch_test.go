//go:build !race

package encoder

import (
	"math"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

func TestVectorIsIdenticalAloneAndInAnyBatch(t *testing.T) {
	for _, kernel := range AvailableKernelNames() {
		t.Run(kernel, func(t *testing.T) {
			sizes := []int{1, 2, 3, 5, 9, 14, 31, 33, 64, 200, 510}
			texts := []string{}
			for i, n := range sizes {
				if n+2 <= maxTestTokens(kernel) || n == 1 {
					texts = append(texts, sampleText(n, i))
				}
			}
			one, three := openEmbedder(t, Config{Kernel: kernel, Workers: 1}),
				openEmbedder(t, Config{Kernel: kernel, Workers: 3})
			batch := mustEmbed(t, one, memory.EmbedPassage, texts...)
			slices.Reverse(texts)
			reversed := mustEmbed(t, three, memory.EmbedPassage, append(texts, texts...)...)
			slices.Reverse(texts)
			for i, text := range texts {
				alone := mustEmbed(t, three, memory.EmbedPassage, text)[0]
				if !slices.Equal(alone, batch[i]) || !slices.Equal(alone, reversed[len(texts)-1-i]) {
					t.Errorf("text of %d words differs in a batch", len(strings.Fields(text)))
				}
				if length := cosine(alone, alone); math.Abs(length-1) > 1e-6 {
					t.Errorf("squared length %v", length)
				}
			}
		})
	}
}

// TestBatchesOfSingleTokenTexts covers the batches with the largest share of first-token rows, one
// in three.
func TestBatchesOfSingleTokenTexts(t *testing.T) {
	for _, kernel := range AvailableKernelNames() {
		e := openEmbedder(t, Config{Kernel: kernel, Workers: 1})
		texts := strings.Fields("river school music art")
		want := make([][]float32, len(texts))
		for i, text := range texts {
			want[i] = mustEmbed(t, e, memory.EmbedPassage, text)[0]
		}
		for _, n := range []int{1, 3, 11} {
			for i, v := range mustEmbed(t, e, memory.EmbedPassage, slices.Repeat(texts, n)...) {
				if !slices.Equal(v, want[i%len(texts)]) {
					t.Fatalf("%s: text %d of %d differs from the text alone", kernel, i, n*len(texts))
				}
			}
		}
	}
}

func TestPlanPartsSplitsEvenly(t *testing.T) {
	for _, c := range []struct{ texts, tokens, workers, parts int }{
		{32, 14, 2, 4}, {32, 14, 1, 4}, {4, 10, 2, 2}, {3, 512, 2, 3}, {256, 14, 3, 29}, {1, 5, 8, 1},
	} {
		ids := make([][]int32, c.texts)
		for i := range ids {
			ids[i] = make([]int32, c.tokens)
		}
		parts := groupTextIndexesIntoParts(ids, c.workers)
		seen := slices.Sorted(slices.Values(slices.Concat(parts...)))
		longest := slices.MaxFunc(parts, func(a, b []int) int { return len(a) - len(b) })
		if len(parts) != c.parts || len(longest) > (c.texts+c.parts-1)/c.parts {
			t.Errorf("%+v: %d parts of up to %d texts", c, len(parts), len(longest))
		}
		for i, at := range seen {
			if at != i || len(seen) != c.texts {
				t.Fatalf("%+v: texts %v", c, seen)
			}
		}
	}
}
