package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// writeStream streams the reply as server-sent events.
func (x *exchange) stream(q chatRequest, a asked, r Reply) {
	x.w.Header().Set("Content-Type", "text/event-stream")
	x.w.WriteHeader(http.StatusOK)
	f := frames{x: x, model: q.Model, how: r.Framing}
	if x.is(FaultFraming) {
		f.how = x.fault.Framing
	}
	if x.is(FaultSlow) {
		r.Delay = x.fault.delay()
	}
	pieces := r.pieces()
	if x.is(FaultEmpty) {
		pieces = nil
	}
	if !f.choice(map[string]string{"role": "assistant", "content": ""}, "") {
		return
	}
	for i, p := range pieces {
		if x.breaks(&f, i) {
			return
		}
		if !x.pause(r.Delay) || !f.choice(p, "") {
			return
		}
	}
	if x.breaks(&f, len(pieces)) {
		return
	}
	f.end(q, a, r)
}

// applyFaultAt applies a fault that is due after n pieces; true means that the response is over.
func (x *exchange) breaks(f *frames, n int) bool {
	if x.fault == nil || x.fault.After != n {
		return false
	}
	switch x.fault.Kind {
	case FaultCut:
		x.cut()
	case FaultEnd:
	case FaultHangMid:
		x.hang()
	case FaultWrongJSON:
		f.data(`{"choices": [{"delta": {"content": "brok`)
	case FaultStreamError:
		var e errorBody
		e.Error.Message, e.Error.Code = "The model crashed.", x.fault.Code
		if x.fault.Message != "" {
			e.Error.Message = x.fault.Message
		}
		if b, err := json.Marshal(e); err == nil {
			f.data(string(b))
		}
	default:
		return false
	}
	return true
}

// deltaPieces splits reasoning and text into deltas.
func (r Reply) pieces() []map[string]string {
	size := r.Chunk
	if size <= 0 {
		size = defaultChunk
	}
	text := r.Text
	var out []map[string]string
	if r.ReasoningIn == "think" {
		text = "<think>" + r.Reasoning + "</think>\n\n" + text
	} else {
		for _, p := range cutRunes(r.Reasoning, size) {
			out = append(out, map[string]string{r.field(): p})
		}
	}
	for _, p := range cutRunes(text, size) {
		out = append(out, map[string]string{"content": p})
	}
	return out
}

func cutRunes(s string, size int) []string {
	var out []string
	for rs := []rune(s); len(rs) > 0; rs = rs[min(size, len(rs)):] {
		out = append(out, string(rs[:min(size, len(rs))]))
	}
	return out
}

// frameWriter writes the frames of a stream.
type frames struct {
	x     *exchange
	model string
	how   Framing
}

func (f *frames) end(q chatRequest, a asked, r Reply) {
	if !f.choice(map[string]string{}, r.finish()) {
		return
	}
	if q.StreamOptions.IncludeUsage {
		if !f.json(map[string]any{"choices": []any{}, "usage": r.usage(a)}) {
			return
		}
	}
	if !f.how.NoDone {
		f.data("[DONE]")
	}
}

func (f *frames) choice(delta map[string]string, finish string) bool {
	var why any
	if finish != "" {
		why = finish
	}
	return f.json(map[string]any{
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": why}},
	})
}

func (f *frames) json(v map[string]any) bool {
	v["id"], v["object"], v["model"] = "chatcmpl-scripted", "chat.completion.chunk", f.model
	b, err := json.Marshal(v)
	return err == nil && f.data(string(b))
}

// writeFrame writes one frame; false means that the client has disconnected.
func (f *frames) data(payload string) bool {
	text := "data: " + payload + "\n\n"
	if f.how.Comments {
		text = ": still here\n\n" + text
	}
	if f.how.CRLF {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	size := f.how.Split
	if size <= 0 {
		size = len(text)
	}
	flush := http.NewResponseController(f.x.w).Flush
	for len(text) > 0 {
		n := min(size, len(text))
		_, err := f.x.w.Write([]byte(text[:n]))
		if err == nil {
			err = flush()
		}
		if err != nil || f.x.r.Context().Err() != nil {
			f.x.gone = true
			return false
		}
		text = text[n:]
	}
	return true
}
