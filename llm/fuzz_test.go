package llm

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// The rest of an answer that stopped between two words begins with white space.
func TestRestOfAnAnswerKeepsItsFirstSpace(t *testing.T) {
	for in, want := range map[string]string{
		" of it": " of it", "\n\n- two": "\n\n- two", " <b": " <b", "<think>so</think>\nall": "all",
		" <think>so</think>all": "all",
	} {
		for size := 1; size <= len(in); size++ {
			split, text := thinkSplitter{keepsLeadingSpace: true}, ""
			for piece := range slices.Chunk([]byte(in), size) {
				said, _ := split.splitReasoningFromPiece(string(piece))
				text += said
			}
			said, _ := split.flushHeldInput()
			if text += said; text != want {
				t.Errorf("%q in pieces of %d is %q, not %q", in, size, text, want)
			}
		}
	}
}

// splitReasoningFedInPieces feeds s to a splitter in pieces of the given sizes.
func splitReasoningFedInPieces(s string, sizes []byte) (text, reasoning string) {
	var split thinkSplitter
	var texts, reasonings strings.Builder
	for i := 0; len(s) > 0; i++ {
		n := len(s)
		if len(sizes) > 0 {
			n = min(n, 1+int(sizes[i%len(sizes)])%16)
		}
		t, r := split.splitReasoningFromPiece(s[:n])
		texts.WriteString(t)
		reasonings.WriteString(r)
		s = s[n:]
	}
	t, r := split.flushHeldInput()
	return texts.String() + t, reasonings.String() + r
}

func TestThinkSplitter(t *testing.T) {
	for _, tc := range []struct{ name, in, text, reasoning string }{
		{"no tag", "Hello", "Hello", ""},
		{"a block at the start", "<think>why</think>\n\nBecause", "Because", "why"},
		{"white space before the block", " \n<think>why</think>Because", "Because", "why"},
		{"two blocks", "<think>a</think> <think>b</think>c", "c", "ab"},
		{"the tag in the middle is text", "Use <think> here </think>", "Use <think> here </think>", ""},
		{"never closed", "<think>and on", "", "and on"},
		{"half a tag at the end", "<thi", "<thi", ""},
		{"half a closing tag at the end", "<think>a</thi", "", "a</thi"},
		{"something like the tag", "<thinker>x", "<thinker>x", ""},
		{"nothing", "", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, sizes := range [][]byte{nil, {0}, {1}, {2, 6}} {
				if text, reasoning := splitReasoningFedInPieces(tc.in, sizes); text != tc.text || reasoning != tc.reasoning {
					t.Errorf("pieces %v: %q and %q, want %q and %q", sizes, text, reasoning, tc.text, tc.reasoning)
				}
			}
		})
	}
}

// How the input is cut does not change the result, and no character is lost or added except tags
// and the white space around them.
func FuzzThinkSplitter(f *testing.F) {
	f.Add("<think>why</think>\n\nBecause", []byte{3, 1})
	f.Add(" <thin", []byte{0})
	f.Add("<think></think><think>a</th", []byte{7})
	f.Fuzz(func(t *testing.T, s string, sizes []byte) {
		text, reasoning := splitReasoningFedInPieces(s, nil)
		cutText, cutReasoning := splitReasoningFedInPieces(s, sizes)
		if text != cutText || reasoning != cutReasoning {
			t.Fatalf("%q: whole %q/%q, in pieces %q/%q", s, text, reasoning, cutText, cutReasoning)
		}
		if !strings.HasSuffix(s, text) {
			t.Fatalf("%q: text %q is not its end", s, text)
		}
		if len(text)+len(reasoning) > len(s) {
			t.Fatalf("%q: more came out than went in", s)
		}
	})
}

// Reading never panics, whatever a server sends, and the result does not depend on how it arrives.
func FuzzReplyReader(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"<think>a</think>b\"}}]}\n\ndata: [DONE]\n\n"), false)
	f.Add([]byte(": c\r\n\r\ndata: {\"error\":{\"message\":\"x\"}}\r\n\r\n"), false)
	f.Add([]byte("{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}]}"), true)
	f.Fuzz(func(t *testing.T, body []byte, plain bool) {
		run := func(r io.Reader) (string, error) {
			h := http.Header{"Content-Type": {"text/event-stream"}}
			if plain {
				h.Set("Content-Type", "application/json")
			}
			var all strings.Builder
			p := &replyReader{onProgress: func() {}, yield: func(d memory.ReplyDelta, _ error) bool {
				all.WriteString(d.Text + "\x00" + d.Reasoning + "\x00")
				return true
			}}
			err := p.readAndYieldStreamedOrWholeReply(&http.Response{Header: h, Body: io.NopCloser(r)})
			return all.String(), err
		}
		whole, err := run(bytes.NewReader(body))
		slow, slowErr := run(oneByteReader{bytes.NewReader(body)})
		if whole != slow || (err == nil) != (slowErr == nil) {
			t.Fatalf("whole %q %v, byte by byte %q %v", whole, err, slow, slowErr)
		}
		var apiErr *apiError
		if errors.As(err, &apiErr) && apiErr.sentinelError() == nil {
			t.Fatal("an error without a meaning")
		}
	})
}

func TestLastFrameWithoutBlankLineIsRead(t *testing.T) {
	for _, end := range []string{"", "\n", "\r\n"} {
		text := ""
		p := &replyReader{onProgress: func() {}, yield: func(d memory.ReplyDelta, _ error) bool {
			text += d.Text
			return true
		}}
		body := `data: {"choices":[{"delta":{"content":"all of it"},"finish_reason":"stop"}]}` + end
		err := p.readAndYieldStreamedOrWholeReply(
			&http.Response{Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))},
		)
		if err != nil || text != "all of it" {
			t.Errorf("ended by %q: %q, %v", end, text, err)
		}
	}
}

type oneByteReader struct{ r io.Reader }

func (o oneByteReader) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// A models.yaml either parses or is refused with a readable error; one that parses can be edited
// and parsed again.
func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("providers:\n  - name: ollama\n    models: [{id: a, size: 1.5, context: 10}]\n"))
	f.Add([]byte("memory_extractor: a/b\nproviders: # c\n"))
	f.Add([]byte("&a [*a]"))
	f.Add([]byte("? {}\n: b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, doc, err := parseConfigWithDocument(data)
		if err != nil {
			if !errors.Is(err, memory.ErrInvalid) {
				t.Fatalf("not a sentence: %v", err)
			}
			return
		}
		setOrRemoveYAMLField(ensureRootMapping(doc), "memory_extractor", "x/y")
		out, err := encodeYAML(doc)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseConfig(out)
		if err != nil || again.Extractor != "x/y" || len(again.Providers) != len(file.Providers) {
			t.Fatalf("after an edit: %v\n%s", err, out)
		}
	})
}
