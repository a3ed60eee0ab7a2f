package llm

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// thinkSplitter separates a reply's reasoning from its text where a model writes both into one
// stream, with the reasoning between <think> and </think>. The tags count only at the start of a
// reply or directly after an earlier block, so that a reply about the tag keeps it. The result does
// not depend on how the stream is split into pieces.
type thinkSplitter struct {
	state thinkState
	held  string // the unprocessed end of the input, which may be part of a tag
	// keepsLeadingSpace says that white space at the start of the text belongs to it. After reasoning
	// it never does.
	keepsLeadingSpace bool
}

type thinkState int

const (
	thinkStart  thinkState = iota // only white space so far
	thinkInside                   // between the tags
	thinkText                     // in the reply's text
)

// splitReasoningFromPiece takes the next piece and returns the text and reasoning that are certain
// by now.
func (s *thinkSplitter) splitReasoningFromPiece(piece string) (text, reasoning string) {
	s.held += piece
	var t, r strings.Builder
	for {
		switch s.state {
		case thinkText:
			t.WriteString(s.held)
			s.held = ""
			return t.String(), r.String()
		case thinkStart:
			if !s.takeThinkOpenTagOrWriteHeldText(&t) {
				return t.String(), r.String()
			}
		case thinkInside:
			if !s.takeReasoningUpToCloseTag(&r) {
				return t.String(), r.String()
			}
		}
	}
}

// takeThinkOpenTagOrWriteHeldText takes the tag that the reply begins with, or writes what was held
// back to t once that can be no tag; false means that more input is needed or that it was text.
func (s *thinkSplitter) takeThinkOpenTagOrWriteHeldText(t *strings.Builder) bool {
	rest := strings.TrimLeft(s.held, " \t\r\n")
	switch {
	case strings.HasPrefix(rest, thinkOpen):
		s.held, s.state = rest[len(thinkOpen):], thinkInside
		return true
	case strings.HasPrefix(thinkOpen, rest): // also after nothing but white space
		s.held = s.heldInputAsStartOfText()
		return false
	}
	t.WriteString(s.heldInputAsStartOfText())
	s.held, s.state = "", thinkText
	return false
}

// takeReasoningUpToCloseTag consumes reasoning up to the closing tag; false means that more input
// is needed.
func (s *thinkSplitter) takeReasoningUpToCloseTag(r *strings.Builder) bool {
	if before, after, ok := strings.Cut(s.held, thinkClose); ok {
		r.WriteString(before)
		s.held, s.state, s.keepsLeadingSpace = after, thinkStart, false
		return true
	}
	keep := partialTagSuffixLength(s.held, thinkClose)
	r.WriteString(s.held[:len(s.held)-keep])
	s.held = s.held[len(s.held)-keep:]
	return false
}

// flushHeldInput returns the held input when the stream has ended.
func (s *thinkSplitter) flushHeldInput() (text, reasoning string) {
	if s.state == thinkInside {
		reasoning = s.held
	} else {
		text = s.heldInputAsStartOfText()
	}
	s.held = ""
	return text, reasoning
}

// heldInputAsStartOfText returns the held input as the start of the text.
func (s *thinkSplitter) heldInputAsStartOfText() string {
	if s.keepsLeadingSpace {
		return s.held
	}
	return strings.TrimLeft(s.held, " \t\r\n")
}

// partialTagSuffixLength returns the length of the longest suffix of s that is a proper prefix of
// tag.
func partialTagSuffixLength(s, tag string) int {
	for n := min(len(s), len(tag)-1); n > 0; n-- {
		if strings.HasSuffix(s, tag[:n]) {
			return n
		}
	}
	return 0
}
