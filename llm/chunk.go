package llm

import (
	"encoding/json"
	"strings"

	"memoir/memory"
)

// streamFrame is one event of a streamed reply, or a whole reply that was not streamed (message
// instead of delta). Fields are decoded leniently because their types differ between servers.
type chunk struct {
	Error   json.RawMessage `json:"error"`
	Choices []struct {
		Delta        piece  `json:"delta"`
		Message      piece  `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *memory.Usage `json:"usage"`
}

type piece struct {
	Content          json.RawMessage `json:"content"`
	ReasoningContent json.RawMessage `json:"reasoning_content"` // DeepSeek, llama.cpp, LM Studio, vLLM
	Reasoning        json.RawMessage `json:"reasoning"`         // OpenRouter, Groq, Ollama
	Refusal          json.RawMessage `json:"refusal"`
}

// hasError reports whether the frame carries an error object; null does not count.
func (c *chunk) failed() bool { return len(c.Error) > 0 && string(c.Error) != "null" }

// firstChoice returns text, reasoning and finish reason of the first choice.
func (c *chunk) words() (text, reasoning, finish string) {
	if len(c.Choices) == 0 {
		return "", "", ""
	}
	ch := c.Choices[0]
	for _, p := range []piece{ch.Delta, ch.Message} {
		t, r := contentOf(p.Content)
		if own := stringOf(p.ReasoningContent); own != "" {
			r += own
		} else {
			r += stringOf(p.Reasoning)
		}
		text += t + stringOf(p.Refusal)
		reasoning += r
	}
	return text, reasoning, ch.FinishReason
}

// parseContent reads content that is a string or, for Mistral's reasoning models, a list of text
// and thinking parts.
func contentOf(raw json.RawMessage) (text, reasoning string) {
	if len(raw) == 0 || raw[0] != '[' {
		return stringOf(raw), ""
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
		t.WriteString(stringOf(p.Text))
		inner, _ := contentOf(p.Thinking)
		r.WriteString(inner)
	}
	return t.String(), r.String()
}

// stringOrEmpty decodes a JSON string; it returns "" for anything else.
func stringOf(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
