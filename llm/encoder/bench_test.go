package encoder

import (
	"fmt"
	"strings"
	"testing"

	bge "memoir/assets/model"
	"memoir/memory"
)

// sampleText returns a text of n words of one token each.
func sampleText(n, seed int) string {
	list := strings.Fields("sister moved old house near river small town north country last year works teacher local " +
		"school children learn music art history every morning before lunch")
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s ", list[(seed*7+i*(1+seed%5))%len(list)])
	}
	return b.String()
}

// sampleTexts returns n texts of size words.
func sampleTexts(n, size int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = sampleText(size, i)
	}
	return texts
}

func BenchmarkEmbed(b *testing.B) {
	cases := []struct {
		name  string
		texts []string
	}{
		{"14 tokens", sampleTexts(1, 12)},
		{"512 tokens", sampleTexts(1, 510)},
		{"32 short texts", sampleTexts(32, 12)},
		{"256 short texts", sampleTexts(256, 12)},
	}
	for _, kernel := range AvailableKernelNames() {
		for _, workers := range []int{1, 2} {
			e := NewLazilyLoadedEmbedder(bge.BGESmall, Config{Kernel: kernel, Workers: workers})
			for _, c := range cases {
				b.Run(fmt.Sprintf("%s/%d workers/%s", kernel, workers, c.name), func(b *testing.B) {
					for b.Loop() {
						if _, err := e.Embed(b.Context(), memory.EmbedPassage, c.texts); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			if err := e.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, kernel := range AvailableKernelNames() {
		k, err := chooseKernel(kernel)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(kernel, func(b *testing.B) {
			for b.Loop() {
				m, err := loadNetwork(bge.BGESmall, k)
				if err != nil {
					b.Fatal(err)
				}
				m.freePackedWeights()
			}
		})
	}
}

// BenchmarkPackAgain measures what the first text after a rest costs more than others.
func BenchmarkPackAgain(b *testing.B) {
	for _, kernel := range AvailableKernelNames() {
		e := openEmbedder(b, Config{Kernel: kernel, Embedded: true})
		b.Run(kernel, func(b *testing.B) {
			for b.Loop() {
				e.freePackedWeightsUnlessInUse()
				e.model.packWeightsUnlessPacked()
			}
		})
	}
}
