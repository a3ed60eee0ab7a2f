package encoder

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
)

// Ranks of the places between two words, best last.
const (
	breakWord = iota
	breakSentence
	breakParagraph
)

// ctxEvery is how many words pass between two looks at the context.
const ctxEvery = 4096

// placed is a word of the chunk being gathered.
type placed struct {
	start, end int // bytes in the text
	tokens     int
	rank       int // of the break before the word
}

// chunk cuts text between words into spans of at most limit tokens. Since words are tokenized one by one, the tokens of
// the spans are the tokens of the text. It returns no span for a text without tokens.
func (t *tokenizer) chunk(ctx context.Context, text string, limit int) ([]memory.Span, error) {
	var (
		spans []memory.Span
		run   []placed
		ids   []int32
		err   error
		from  int
		sum   int
		seen  int
		last  int
	)
	t.words(text, func(w word) bool {
		if seen++; seen%ctxEvery == 0 {
			err = ctx.Err()
		}
		ids = t.pieces(w, ids[:0])
		p := placed{start: w.start, end: w.end, tokens: len(ids), rank: breakRank(text[:last], text[last:w.start])}
		last = w.end
		for sum+p.tokens > limit && len(run) > 0 {
			cut := bestCut(append(run, p), limit)
			at := p.start
			if cut < len(run) {
				at = run[cut].start
			}
			spans = append(spans, memory.Span{Start: from, End: at})
			from = at
			for _, q := range run[:cut] {
				sum -= q.tokens
			}
			run = append(run[:0], run[cut:]...)
		}
		run = append(run, p)
		sum += p.tokens
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	if len(run) > 0 {
		spans = append(spans, memory.Span{Start: from, End: len(text)})
	}
	return spans, nil
}

// bestCut returns the index of the word the next chunk starts with: the last paragraph, else the last sentence that
// leaves at least half of the limit behind it, else the last word.
func bestCut(run []placed, limit int) int {
	best, tokens := len(run)-1, 0
	for i, p := range run {
		if i > 0 && tokens >= limit/2 && (p.rank > run[best].rank || p.rank == run[best].rank && i > best) {
			best = i
		}
		tokens += p.tokens
	}
	return best
}

// closers is how many bytes of closing quotes and brackets may stand between a sentence's end and the next word.
const closers = 32

// breakRank judges the gap between the text before it and the next word.
func breakRank(before, gap string) int {
	lines := strings.Count(gap, "\n")
	if lines > 1 {
		return breakParagraph
	}
	if lines == 1 {
		return breakSentence
	}
	before = strings.TrimRightFunc(before[max(0, len(before)-closers):], func(r rune) bool {
		return unicode.In(r, unicode.Pe, unicode.Pf) || r == '"' || r == '\''
	})
	r, _ := utf8.DecodeLastRuneInString(before)
	switch r {
	case '。', '！', '？':
		return breakSentence
	case '.', '!', '?', '…', '।', '؟':
		if gap != "" {
			return breakSentence
		}
	}
	return breakWord
}
