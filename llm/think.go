package llm

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// thinkSplitter parts a reply's reasoning from its text where a model writes both into one stream, the reasoning
// between <think> and </think>. The tags count only where a reply begins, or right after an earlier block: a reply
// that speaks about the tag keeps it. The result does not depend on how the stream is cut into pieces.
type thinkSplitter struct {
	state thinkState
	held  string // the end of what came, as long as it may be part of a tag
}

type thinkState int

const (
	thinkStart  thinkState = iota // only white space so far
	thinkInside                   // between the tags
	thinkText                     // in the reply itself
)

// add takes the next piece and returns what of it, and of what was held back, is certain.
func (s *thinkSplitter) add(piece string) (text, reasoning string) {
	s.held += piece
	var t, r strings.Builder
	for {
		switch s.state {
		case thinkText:
			t.WriteString(s.held)
			s.held = ""
			return t.String(), r.String()
		case thinkStart:
			if !s.begin(&t) {
				return t.String(), r.String()
			}
		case thinkInside:
			if !s.inside(&r) {
				return t.String(), r.String()
			}
		}
	}
}

// begin decides whether the reply begins with the tag; false means that more must come first.
func (s *thinkSplitter) begin(t *strings.Builder) bool {
	rest := strings.TrimLeft(s.held, " \t\r\n")
	switch {
	case strings.HasPrefix(rest, thinkOpen):
		s.held, s.state = rest[len(thinkOpen):], thinkInside
		return true
	case strings.HasPrefix(thinkOpen, rest): // also when nothing but white space came
		s.held = rest
		return false
	}
	t.WriteString(rest)
	s.held, s.state = "", thinkText
	return false
}

// inside takes reasoning up to the closing tag; false means that more must come first.
func (s *thinkSplitter) inside(r *strings.Builder) bool {
	if before, after, ok := strings.Cut(s.held, thinkClose); ok {
		r.WriteString(before)
		s.held, s.state = after, thinkStart
		return true
	}
	keep := partialEnd(s.held, thinkClose)
	r.WriteString(s.held[:len(s.held)-keep])
	s.held = s.held[len(s.held)-keep:]
	return false
}

// end returns what was held back when the stream is over.
func (s *thinkSplitter) end() (text, reasoning string) {
	held := s.held
	s.held = ""
	if s.state == thinkInside {
		return "", held
	}
	return strings.TrimLeft(held, " \t\r\n"), ""
}

// partialEnd is the length of the longest end of s that begins tag.
func partialEnd(s, tag string) int {
	for n := min(len(s), len(tag)-1); n > 0; n-- {
		if strings.HasSuffix(s, tag[:n]) {
			return n
		}
	}
	return 0
}
