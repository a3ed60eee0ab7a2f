package encoder

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
)

// Ranks of the breaks between two words, best last.
const (
	breakWord = iota
	breakSentence
	breakParagraph
)

// contextCheckInterval is how many words pass between two checks of the context.
const contextCheckInterval = 4096

// chunkWord is a word of the chunk being collected.
type chunkWord struct {
	start, end int // bytes in the text
	tokens     int
	rank       int // of the break before the word
}

// splitIntoTokenLimitedSpans splits text between words into spans of at most limit tokens. Because
// words are tokenized independently, the tokens of the spans are exactly those of the text. A text
// without tokens gives no spans.
func (t *tokenizer) splitIntoTokenLimitedSpans(ctx context.Context, text string, limit int) ([]memory.Span, error) {
	var (
		spans []memory.Span
		run   []chunkWord
		ids   []int32
		err   error
		from  int
		sum   int
		seen  int
		last  int
	)
	t.forEachWord(text, func(w word) bool {
		if seen++; seen%contextCheckInterval == 0 {
			err = ctx.Err()
		}
		ids = t.appendWordPieces(w, ids[:0])
		p := chunkWord{start: w.start, end: w.end, tokens: len(ids), rank: rankWordBreak(text[:last], text[last:w.start])}
		last = w.end
		for sum+p.tokens > limit && len(run) > 0 {
			cut := bestChunkStartWordIndex(append(run, p), limit)
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

// bestChunkStartWordIndex returns the index of the word at which the next chunk starts: the last
// paragraph or else the last sentence that leaves at least half of the limit before it, or else the
// last word.
func bestChunkStartWordIndex(run []chunkWord, limit int) int {
	best, tokens := len(run)-1, 0
	for i, p := range run {
		if i > 0 && tokens >= limit/2 && (p.rank > run[best].rank || p.rank == run[best].rank && i > best) {
			best = i
		}
		tokens += p.tokens
	}
	return best
}

// maxClosingBytes is how many bytes of closing quotes and brackets are skipped between the end of a
// sentence and the next word.
const maxClosingBytes = 32

// rankWordBreak ranks the gap between the text before it and the next word.
func rankWordBreak(before, gap string) int {
	lines := strings.Count(gap, "\n")
	if lines > 1 {
		return breakParagraph
	}
	if lines == 1 {
		return breakSentence
	}
	before = strings.TrimRightFunc(before[max(0, len(before)-maxClosingBytes):], func(r rune) bool {
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
