package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// writeStreamedReply streams the reply as server-sent events.
func (x *exchange) writeStreamedReply(q chatRequest, a ruleInput, r Reply) {
	x.w.Header().Set("Content-Type", "text/event-stream")
	x.w.WriteHeader(http.StatusOK)
	f := frameWriter{exchange: x, model: q.Model, framing: r.Framing}
	if x.hasFaultKind(FaultFraming) {
		f.framing = x.fault.Framing
	}
	if x.hasFaultKind(FaultSlow) {
		r.Delay = x.fault.delayBetweenPieces()
	}
	pieces := r.reasoningAndTextDeltas()
	if x.hasFaultKind(FaultEmpty) {
		pieces = nil
	}
	if !f.writeChoiceFrame(map[string]any{"role": "assistant", "content": ""}, "") {
		return
	}
	for i, p := range pieces {
		if x.applyFaultAfterPieces(&f, i) {
			return
		}
		if !x.waitUnlessClientGoneOrClosing(r.Delay) || !f.writeChoiceFrame(p, "") {
			return
		}
	}
	if x.applyFaultAfterPieces(&f, len(pieces)) {
		return
	}
	f.writeClosingFrames(q, a, r)
}

// applyFaultAfterPieces applies a fault that is due after n pieces; true means that the response is
// over.
func (x *exchange) applyFaultAfterPieces(f *frameWriter, n int) bool {
	if x.fault == nil || x.fault.After != n {
		return false
	}
	switch x.fault.Kind {
	case FaultCut:
		x.breakConnection()
	case FaultEnd:
	case FaultHangMid:
		x.waitUntilClientGoneOrClosing()
	case FaultWrongJSON:
		f.writeSSEFrame(`{"choices": [{"delta": {"content": "brok`)
	case FaultStreamError:
		var e errorBody
		e.Error.Message, e.Error.Code = "The model crashed.", x.fault.Code
		if x.fault.Message != "" {
			e.Error.Message = x.fault.Message
		}
		if b, err := json.Marshal(e); err == nil {
			f.writeSSEFrame(string(b))
		}
	default:
		return false
	}
	return true
}

// reasoningAndTextDeltas splits reasoning and text into deltas.
func (r Reply) reasoningAndTextDeltas() []map[string]any {
	size := r.Chunk
	if size <= 0 {
		size = defaultChunkRunes
	}
	text := r.Text
	var out []map[string]any
	if r.ReasoningIn == "think" {
		text = "<think>" + r.Reasoning + "</think>\n\n" + text
	} else {
		for _, p := range splitIntoRunePieces(r.Reasoning, size) {
			out = append(out, map[string]any{r.reasoningFieldName(): p})
		}
	}
	for _, p := range splitIntoRunePieces(text, size) {
		out = append(out, map[string]any{"content": p})
	}
	if r.Tool != nil {
		half := len(r.Tool.Arguments) / 2
		out = append(out, map[string]any{"tool_calls": []any{r.Tool.firstToolCallDelta(r.Tool.Arguments[:half])}},
			map[string]any{
				"tool_calls": []any{map[string]any{
					"index": 0, "function": map[string]any{"arguments": r.Tool.Arguments[half:]},
				}},
			})
	}
	return out
}

// firstToolCallDelta is the call as it begins in a stream, with the first part of its arguments.
func (t Tool) firstToolCallDelta(arguments string) map[string]any {
	return map[string]any{
		"index": 0, "id": "call-1", "type": "function",
		"function": map[string]any{"name": t.Name, "arguments": arguments},
	}
}

func splitIntoRunePieces(s string, size int) []string {
	var out []string
	for rs := []rune(s); len(rs) > 0; rs = rs[min(size, len(rs)):] {
		out = append(out, string(rs[:min(size, len(rs))]))
	}
	return out
}

// frameWriter writes the frames of a stream.
type frameWriter struct {
	exchange *exchange
	model    string
	framing  Framing
}

func (f *frameWriter) writeClosingFrames(q chatRequest, a ruleInput, r Reply) {
	if !f.writeChoiceFrame(map[string]any{}, r.finishReason()) {
		return
	}
	if q.StreamOptions.IncludeUsage {
		if !f.writeJSONFrame(map[string]any{"choices": []any{}, "usage": r.tokenUsageFor(a)}) {
			return
		}
	}
	if !f.framing.NoDone {
		f.writeSSEFrame("[DONE]")
	}
}

func (f *frameWriter) writeChoiceFrame(delta map[string]any, finish string) bool {
	var why any
	if finish != "" {
		why = finish
	}
	return f.writeJSONFrame(map[string]any{
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": why}},
	})
}

func (f *frameWriter) writeJSONFrame(v map[string]any) bool {
	v["id"], v["object"], v["model"] = "chatcmpl-scripted", "chat.completion.chunk", f.model
	b, err := json.Marshal(v)
	return err == nil && f.writeSSEFrame(string(b))
}

// writeSSEFrame writes one frame; false means that the client has disconnected.
func (f *frameWriter) writeSSEFrame(payload string) bool {
	text := "data: " + payload + "\n\n"
	if f.framing.Comments {
		text = ": still here\n\n" + text
	}
	if f.framing.CRLF {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	size := f.framing.Split
	if size <= 0 {
		size = len(text)
	}
	flush := http.NewResponseController(f.exchange.w).Flush
	for len(text) > 0 {
		n := min(size, len(text))
		_, err := f.exchange.w.Write([]byte(text[:n]))
		if err == nil {
			err = flush()
		}
		if err != nil || f.exchange.r.Context().Err() != nil {
			f.exchange.clientGone = true
			return false
		}
		text = text[n:]
	}
	return true
}
