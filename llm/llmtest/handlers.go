package llmtest

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"strings"
	"unicode"
)

func (s *Server) handleScriptedChatCompletion(x *exchange) {
	var q chatRequest
	var fields map[string]json.RawMessage
	if json.Unmarshal(x.body, &q) != nil || json.Unmarshal(x.body, &fields) != nil {
		x.writeBadRequest("The body is not JSON.", "")
		return
	}
	for _, name := range s.script.Refuse {
		if _, ok := fields[name]; ok {
			x.writeBadRequest("Unsupported parameter: '"+name+"' is not supported with this model.", name)
			return
		}
	}
	about := q.extractRuleInput()
	about.fields = fields
	rule, ok := s.script.findAndExpandRule(about)
	x.rule = rule.Name
	if x.fault == nil {
		x.fault = rule.Fault
	}
	if x.fault == nil {
		x.fault = s.faultImpliedByModelList(q.Model, about)
	}
	if x.fault != nil && x.applyFaultBeforeReply(q.Model) {
		return
	}
	if !ok {
		x.status = http.StatusInternalServerError
		writeInvalidRequestError(x.w, x.status, "No rule of the script fits this request.")
		return
	}
	if q.Stream && !x.hasFaultKind(FaultPlain) {
		x.writeStreamedReply(q, about, rule.Reply)
		return
	}
	x.writeUnstreamedReply(q, about, rule.Reply)
}

// faultImpliedByModelList returns the fault that the list of models implies for a request: unknown
// model or prompt too long.
func (s *Server) faultImpliedByModelList(model string, a ruleInput) *Fault {
	if len(s.script.Models) == 0 {
		return nil
	}
	for _, m := range s.script.Models {
		if m.ID != model {
			continue
		}
		if need := estimateTokens(a.system) + estimateTokens(a.user); m.Context > 0 && need > m.Context {
			return &Fault{Kind: FaultContext, Need: need, Limit: m.Context}
		}
		return nil
	}
	return &Fault{Kind: FaultModelNotFound}
}

// writeUnstreamedReply writes the reply without streaming it.
func (x *exchange) writeUnstreamedReply(q chatRequest, a ruleInput, r Reply) {
	if x.hasFaultKind(FaultWrongJSON) {
		x.w.Header().Set("Content-Type", "application/json")
		_, _ = x.w.Write([]byte(`{"choices": [{"message"`)) // the client may have disconnected
		return
	}
	if !x.waitUnlessClientGoneOrClosing(r.Delay) {
		return
	}
	message := map[string]any{"role": "assistant", "content": r.Text}
	if r.Tool != nil {
		message["tool_calls"] = []any{r.Tool.firstToolCallDelta(r.Tool.Arguments)}
	}
	switch {
	case r.Reasoning == "":
	case r.ReasoningIn == "think":
		message["content"] = "<think>" + r.Reasoning + "</think>" + r.Text
	default:
		message[r.reasoningFieldName()] = r.Reasoning
	}
	if x.hasFaultKind(FaultEmpty) {
		message["content"] = ""
	}
	writeJSON(x.w, http.StatusOK, map[string]any{
		"id": "chatcmpl-scripted", "object": "chat.completion", "model": q.Model, "usage": r.tokenUsageFor(a),
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": r.finishReason()}},
	})
}

func (s *Server) handleModels(x *exchange) {
	if x.fault != nil && x.applyFaultBeforeReply("") {
		return
	}
	list := []map[string]any{}
	for _, m := range s.script.Models {
		entry := map[string]any{"id": m.ID, "object": "model", "owned_by": "scripted"}
		if m.Context > 0 {
			entry["context_length"] = m.Context
		}
		if m.Sees != nil {
			in := []string{"text"}
			if *m.Sees {
				in = append(in, "image")
			}
			entry["architecture"] = map[string]any{"input_modalities": in, "output_modalities": []string{"text"}}
		}
		list = append(list, entry)
	}
	for _, id := range s.pulledModels() {
		list = append(list, map[string]any{"id": id, "object": "model", "owned_by": "library"})
	}
	writeJSON(x.w, http.StatusOK, map[string]any{"object": "list", "data": list})
}

func (s *Server) handleEmbeddings(x *exchange) {
	var q struct {
		Model  string          `json:"model"`
		Input  json.RawMessage `json:"input"`
		Format string          `json:"encoding_format"`
	}
	var texts []string
	var one string
	if json.Unmarshal(x.body, &q) != nil ||
		(json.Unmarshal(q.Input, &texts) != nil && json.Unmarshal(q.Input, &one) != nil) {
		x.writeBadRequest("The body is not JSON.", "input")
		return
	}
	if texts == nil {
		texts = []string{one}
	}
	if x.fault != nil && x.applyFaultBeforeReply(q.Model) {
		return
	}
	data, total := []any{}, 0
	for i, t := range texts {
		var v any = s.script.Embedding.unitVectorOfWords(t)
		if q.Format == "base64" {
			var b bytes.Buffer
			_ = binary.Write(&b, binary.LittleEndian, v) // writes to memory cannot fail
			v = base64.StdEncoding.EncodeToString(b.Bytes())
		}
		total += estimateTokens(t)
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
	}
	writeJSON(x.w, http.StatusOK, map[string]any{
		"object": "list", "data": data, "model": q.Model, "usage": Usage{Prompt: total, Total: total},
	})
}

// unitVectorOfWords adds one pseudo-random direction per word and normalises the sum.
func (e Embedding) unitVectorOfWords(text string) []float32 {
	dim := e.Dim
	if dim == 0 {
		dim = 64
	}
	v := make([]float32, dim)
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := strings.FieldsFunc(strings.ToLower(text), between)
	for _, w := range append(words, "") {
		h := fnv.New64a()
		_, _ = h.Write([]byte(w)) // a hash never returns an error
		sum := h.Sum64()
		for i := range 4 {
			place := int((sum >> (16 * i)) % uint64(dim))
			v[place] += float32(int(sum>>(16*i+15)&1)*2 - 1)
		}
	}
	var norm float64
	for _, f := range v {
		norm += float64(f) * float64(f)
	}
	if norm == 0 {
		v[0], norm = 1, 1
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(norm))
	}
	return v
}
