package memory

import (
	"iter"
	"unicode/utf8"
)

// ReplyLimits bounds how much of a streamed reply is taken, in bytes.
type ReplyLimits struct{ Text, Reasoning int }

// LimitReplyBytes passes a reply on until its text or its reasoning exceeds a limit. The delta that
// does so is cut to what fits, between two characters; then the sequence ends with ErrReplyTooLong
// and the reply is read no further.
func LimitReplyBytes(reply iter.Seq2[ReplyDelta, error], limits ReplyLimits) iter.Seq2[ReplyDelta, error] {
	return func(yield func(ReplyDelta, error) bool) {
		left := limits
		for d, err := range reply {
			tooLong := len(d.Text) > left.Text || len(d.Reasoning) > left.Reasoning
			d.Text, d.Reasoning = truncateToBytes(d.Text, left.Text), truncateToBytes(d.Reasoning, left.Reasoning)
			left.Text -= len(d.Text)
			left.Reasoning -= len(d.Reasoning)
			if !yield(d, err) {
				return
			}
			if tooLong {
				yield(ReplyDelta{}, ErrReplyTooLong)
				return
			}
		}
	}
}

// truncateToBytes cuts s to at most n bytes, at the beginning of a character.
func truncateToBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
