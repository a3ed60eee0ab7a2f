package proxy

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"memoir/memory"
)

// ErrNotObject means that a body is not one JSON object in UTF-8.
var ErrNotObject = errors.New("the body is not a JSON object")

// maxReplyText bounds what is kept of the text of a reply, and of its reasoning, in bytes; more is
// relayed and not kept.
const maxReplyText = 4 << 20

// maxEventLine bounds a line of a stream that is read, in bytes; a longer one is relayed and
// skipped.
const maxEventLine = 1 << 20

// Reply is what a model server replied, as far as it is kept: the first choice.
type Reply struct {
	Text      string
	Reasoning string
	Finish    memory.FinishReason
	Usage     *memory.Usage
}

type choiceText struct {
	Content   json.RawMessage `json:"content"`
	Reasoning string          `json:"reasoning_content"`
}

// completion is a chat completion or a chunk of one.
type completion struct {
	Choices []struct {
		Index   int                 `json:"index"`
		Message choiceText          `json:"message"`
		Delta   choiceText          `json:"delta"`
		Finish  memory.FinishReason `json:"finish_reason"`
	} `json:"choices"`
	Usage *memory.Usage `json:"usage"`
}

// decodeCompletionLeniently decodes what it can: a field of an unexpected type is left out.
func decodeCompletionLeniently(b []byte) (completion, bool) {
	var c completion
	err := json.Unmarshal(b, &c)
	var wrongType *json.UnmarshalTypeError
	return c, err == nil || errors.As(err, &wrongType)
}

// ParseReply reads a whole reply. It returns false for what is no chat completion.
func ParseReply(body []byte) (Reply, bool) {
	c, ok := decodeCompletionLeniently(body)
	if !ok || len(c.Choices) == 0 {
		return Reply{}, false
	}
	first := c.Choices[0]
	return Reply{
		Text:      truncateToBytes(joinTextPartsOfContent(first.Message.Content), maxReplyText),
		Reasoning: truncateToBytes(first.Message.Reasoning, maxReplyText),
		Finish:    first.Finish, Usage: c.Usage,
	}, true
}

// AppendFieldsToJSONObject returns a JSON object with further members at its end. It returns the
// body unchanged when that is no object or the fields cannot be encoded.
func AppendFieldsToJSONObject(body []byte, names []string, values []any) []byte {
	members, ok := parseObjectMembers(body, span{0, len(body)})
	if !ok {
		return body
	}
	end := bytes.LastIndexByte(body, '}')
	var added []byte
	for i, name := range names {
		value, err := json.Marshal(values[i])
		if err != nil {
			return body
		}
		if len(members) > 0 || i > 0 {
			added = append(added, ',')
		}
		added = append(append(append(added, quoteJSON(name)...), ':'), value...)
	}
	return bytesWithEdits(body, []edit{{span{end, end}, added}})
}

// StreamReader collects the first choice of a streamed reply from its bytes as they pass. The zero
// value is ready. It is confined to one goroutine.
type StreamReader struct {
	line            []byte
	skipping        bool // the line is too long
	text, reasoning boundedText
	finish          memory.FinishReason
	usage           *memory.Usage
	ended           bool
}

// Write takes the next bytes of the stream; it never fails.
func (s *StreamReader) Write(b []byte) (int, error) {
	n := len(b)
	for {
		line, rest, found := bytes.Cut(b, []byte("\n"))
		if len(s.line)+len(line) > maxEventLine {
			s.line, s.skipping = s.line[:0], true
		}
		if !s.skipping {
			s.line = append(s.line, line...)
		}
		if !found {
			return n, nil
		}
		s.collectReplyFromEventLine(s.line)
		s.line, s.skipping, b = s.line[:0], false, rest
	}
}

func (s *StreamReader) collectReplyFromEventLine(line []byte) {
	data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
	if !ok {
		return
	}
	data = bytes.TrimSpace(data)
	if string(data) == "[DONE]" {
		s.ended = true
		return
	}
	c, ok := decodeCompletionLeniently(data)
	if !ok {
		return
	}
	if c.Usage != nil {
		s.usage = c.Usage
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		s.text.appendUpToLimit(joinTextPartsOfContent(choice.Delta.Content))
		s.reasoning.appendUpToLimit(choice.Delta.Reasoning)
		if choice.Finish != "" {
			s.finish = choice.Finish
		}
	}
}

// boundedText is the beginning of a text, of at most maxReplyText bytes.
type boundedText struct {
	kept  strings.Builder
	isCut bool
}

// appendUpToLimit adds a piece, as far as there is room.
func (b *boundedText) appendUpToLimit(piece string) {
	if b.isCut {
		return
	}
	kept := truncateToBytes(piece, maxReplyText-b.kept.Len())
	b.isCut = len(kept) < len(piece)
	b.kept.WriteString(kept)
}

// truncateToBytes cuts a text to at most n bytes, between two characters.
func truncateToBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// CollectedReply returns what was collected so far.
func (s *StreamReader) CollectedReply() Reply {
	return Reply{Text: s.text.kept.String(), Reasoning: s.reasoning.kept.String(), Finish: s.finish, Usage: s.usage}
}

// IsComplete reports whether the stream has come to its end.
func (s *StreamReader) IsComplete() bool { return s.ended || s.finish != "" }
