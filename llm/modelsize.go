package llm

import (
	"slices"
	"strconv"
	"strings"

	"memoir/memory/lang/lazyregexp"
)

// Sizes in names: 7b, 0.6b, 8x7b, e4b, 270m. The first one counts: for 30b-a3b it is the size in
// memory.
var (
	billionsPattern = lazyregexp.New(`(?i)(?:^|[^a-z0-9.])e?(?:(\d+)x)?(\d+(?:\.\d+)?)\s?b(?:$|[^a-z0-9])`)
	millionsPattern = lazyregexp.New(`(?i)(?:^|[^a-z0-9.])(\d+(?:\.\d+)?)\s?m(?:$|[^a-z0-9])`)
)

// modelSizeOrRankFromName estimates a model's size in billions of parameters from its name, or its rank
// where the vendor gives no number. A rank only orders the models of one vendor. 0 means unknown.
func modelSizeOrRankFromName(name string) float64 {
	if m := billionsPattern.FindStringSubmatch(name); m != nil {
		n, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return 0
		}
		if k, err := strconv.Atoi(m[1]); err == nil {
			n *= float64(k)
		}
		return n
	}
	if m := millionsPattern.FindStringSubmatch(name); m != nil {
		if n, err := strconv.ParseFloat(m[1], 64); err == nil {
			return n / 1000
		}
	}
	words := splitModelNameWords(name)
	for _, r := range []struct {
		word string
		rank float64
	}{ // the smaller one first: flash-lite is a lite, gpt-4o-mini a mini
		{"nano", 1},
		{"lite", 2},
		{"tiny", 2},
		{"mini", 3},
		{"ministral", 3},
		{"flash", 4},
		{"haiku", 5},
		{"small", 6},
		{"nemo", 12},
		{"turbo", 20},
		{"medium", 40},
		{"sonnet", 60},
		{"large", 100},
		{"pro", 110},
		{"opus", 120},
	} {
		if slices.Contains(words, r.word) {
			return r.rank
		}
	}
	return 0
}

// nameSuggestsChatModel is false for names of models with another purpose.
func nameSuggestsChatModel(name string) bool {
	words := splitModelNameWords(name)
	for _, w := range []string{
		"embed", "embedding", "embeddings", "rerank", "reranker", "whisper", "tts", "dall", "moderation", "transcribe",
		"audio", "realtime", "image", "imagen", "veo", "sora", "bge", "minilm", "gte", "e5", "clip", "davinci", "babbage",
		"ocr", "guard", "aqa", "speech",
	} {
		if slices.Contains(words, w) {
			return false
		}
	}
	return true
}

func splitModelNameWords(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}
