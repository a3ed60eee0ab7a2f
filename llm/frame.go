package llm

import (
	"encoding/json"
	"strings"

	"memoir/memory"
)

// streamFrame is one event of a streamed reply, or a whole reply that was not streamed (message
// instead of delta). Fields are decoded leniently because their types differ between servers.
type streamFrame struct {
	Error   json.RawMessage `json:"error"`
	Choices []struct {
		Delta        messageFields `json:"delta"`
		Message      messageFields `json:"message"`
		FinishReason string        `json:"finish_reason"`
	} `json:"choices"`
	Usage *memory.Usage `json:"usage"`
}

type messageFields struct {
	Content          json.RawMessage `json:"content"`
	ReasoningContent json.RawMessage `json:"reasoning_content"` // DeepSeek, llama.cpp, LM Studio, vLLM
	Reasoning        json.RawMessage `json:"reasoning"`         // OpenRouter, Groq, Ollama
	Refusal          json.RawMessage `json:"refusal"`
}

// hasError reports whether the frame carries an error object; null does not count.
func (c *streamFrame) hasError() bool { return len(c.Error) > 0 && string(c.Error) != "null" }

// firstChoiceTextReasoningFinish returns text, reasoning and finish reason of the first choice.
func (c *streamFrame) firstChoiceTextReasoningFinish() (text, reasoning, finish string) {
	if len(c.Choices) == 0 {
		return "", "", ""
	}
	ch := c.Choices[0]
	for _, p := range []messageFields{ch.Delta, ch.Message} {
		t, r := parseTextAndReasoning(p.Content)
		if own := decodeJSONStringOrEmpty(p.ReasoningContent); own != "" {
			r += own
		} else {
			r += decodeJSONStringOrEmpty(p.Reasoning)
		}
		text += t + decodeJSONStringOrEmpty(p.Refusal)
		reasoning += r
	}
	return text, reasoning, ch.FinishReason
}

// parseTextAndReasoning reads content that is a string or, for Mistral's reasoning models, a list
// of text and thinking parts.
func parseTextAndReasoning(raw json.RawMessage) (text, reasoning string) {
	if len(raw) == 0 || raw[0] != '[' {
		return decodeJSONStringOrEmpty(raw), ""
	}
	var parts []struct {
		Type     string          `json:"type"`
		Text     json.RawMessage `json:"text"`
		Thinking json.RawMessage `json:"thinking"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", ""
	}
	var t, r strings.Builder
	for _, p := range parts {
		t.WriteString(decodeJSONStringOrEmpty(p.Text))
		inner, _ := parseTextAndReasoning(p.Thinking)
		r.WriteString(inner)
	}
	return t.String(), r.String()
}

// decodeJSONStringOrEmpty decodes a JSON string; it returns "" for anything else.
func decodeJSONStringOrEmpty(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// translateFinishReason translates a server's finish_reason; it returns "" for what is not known.
// model_length is Mistral's name for the end of the context window, function_call OpenAI's older
// name for tool_calls.
func translateFinishReason(s string) memory.FinishReason {
	switch s {
	case "stop":
		return memory.FinishStop
	case "length", "model_length":
		return memory.FinishLength
	case "content_filter":
		return memory.FinishFilter
	case "tool_calls", "function_call":
		return memory.FinishToolCalls
	}
	return ""
}
