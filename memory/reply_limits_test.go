package memory

import (
	"errors"
	"iter"
	"strings"
	"testing"
	"unicode/utf8"
)

// streamSameDeltaForever streams the same delta for ever and counts how often it was taken.
func streamSameDeltaForever(d ReplyDelta, taken *int) iter.Seq2[ReplyDelta, error] {
	return func(yield func(ReplyDelta, error) bool) {
		for yield(d, nil) {
			*taken++
		}
	}
}

func TestReplyIsStoppedAtItsLimit(t *testing.T) {
	for _, c := range []struct {
		name  string
		piece ReplyDelta
	}{
		{"text", ReplyDelta{Text: "ä€😀x"}},
		{"reasoning", ReplyDelta{Reasoning: "ä€😀x"}},
		{"one piece", ReplyDelta{Text: strings.Repeat("ä", 1<<20)}},
	} {
		for limit := 90; limit < 100; limit++ {
			taken, kept := 0, ""
			var end error
			for d, err := range LimitReplyBytes(
				streamSameDeltaForever(c.piece, &taken), ReplyLimits{Text: limit, Reasoning: limit},
			) {
				kept, end = kept+d.Text+d.Reasoning, err
			}
			if !errors.Is(end, ErrReplyTooLong) || len(kept) > limit || len(kept) < limit-3 || !utf8.ValidString(kept) {
				t.Errorf("%s, limit %d: %d bytes kept, valid %t, %v", c.name, limit, len(kept), utf8.ValidString(kept), end)
			}
			if taken > limit {
				t.Errorf("%s, limit %d: %d pieces were taken", c.name, limit, taken)
			}
		}
	}
}

func TestReplyWithinItsLimitsIsUnchanged(t *testing.T) {
	broken := errors.New("broken")
	whole := func(yield func(ReplyDelta, error) bool) {
		_ = yield(ReplyDelta{Reasoning: "abc"}, nil) && yield(ReplyDelta{Text: "abcd"}, nil) &&
			yield(ReplyDelta{FinishReason: FinishStop}, nil) && yield(ReplyDelta{}, broken)
	}
	var got ReplyDelta
	var end error
	for d, err := range LimitReplyBytes(whole, ReplyLimits{Text: 4, Reasoning: 3}) {
		got.Text, got.Reasoning, end = got.Text+d.Text, got.Reasoning+d.Reasoning, err
		if d.FinishReason != "" {
			got.FinishReason = d.FinishReason
		}
	}
	if got.Text != "abcd" || got.Reasoning != "abc" || got.FinishReason != FinishStop || !errors.Is(end, broken) {
		t.Errorf("got %+v, %v", got, end)
	}
}
