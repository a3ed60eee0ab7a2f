package api

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"memoir/memory"
	"memoir/memory/engine"
)

// embeddingModel is the name of the embedder in OpenAI's calls.
const embeddingModel = "memoir-embed"

// embeddingsRequest is the body of POST /v1/embeddings.
type embeddingsRequest struct {
	Model      string          `json:"model"`
	Input      json.RawMessage `json:"input"`
	Format     string          `json:"encoding_format"`
	Dimensions json.RawMessage `json:"dimensions"`
	User       string          `json:"user"` // OpenAI's own; without effect
}

// embeddingEntry is one vector of the reply: numbers, or their bytes as base64.
type embeddingEntry struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"`
}

// createEmbeddings returns the vectors of texts as passages, under Memoir's embedder. It stores
// nothing.
func (h *proxyHandlers) createEmbeddings(c *call) error {
	var in embeddingsRequest
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	texts, err := in.parseAndValidateTexts()
	if err != nil {
		return err
	}
	vectors, err := h.service.WaitAndEmbedTextsUnredacted(c.requestContext(), memory.EmbedPassage, texts)
	if err != nil {
		return err
	}
	data := make([]embeddingEntry, len(vectors))
	for i, v := range vectors {
		data[i] = embeddingEntry{Object: "embedding", Index: i, Embedding: v}
		if in.Format == "base64" {
			data[i].Embedding = base64OfVector(v)
		}
	}
	tokens := 0
	for _, text := range texts {
		tokens += engine.EstimateTokens(text)
	}
	return c.writeJSONOK(map[string]any{
		"object": "list", "model": embeddingModel, "data": data,
		"usage": map[string]int{"prompt_tokens": tokens, "total_tokens": tokens},
	})
}

// parseAndValidateTexts returns the texts to embed.
func (in embeddingsRequest) parseAndValidateTexts() ([]string, error) {
	switch {
	case in.Model != embeddingModel:
		return nil, &httpError{
			status: http.StatusNotFound, Code: "model_not_found", Field: "model",
			Message: fmt.Sprintf("Memoir has no embedding model %q.", in.Model),
			Hint:    "Send " + embeddingModel + " as model.",
		}
	case in.Format != "" && in.Format != "float" && in.Format != "base64":
		return nil, &memory.FieldError{Field: "encoding_format", Problem: "must be float or base64"}
	case len(in.Dimensions) > 0 && string(in.Dimensions) != "null":
		return nil, &memory.FieldError{
			Field: "dimensions", Problem: "can't be changed: the vectors of " + embeddingModel + " have a fixed length",
		}
	}
	var one string
	if json.Unmarshal(in.Input, &one) == nil && string(in.Input) != "null" {
		return validateNonEmptyTexts([]string{one})
	}
	var many []string
	if json.Unmarshal(in.Input, &many) != nil {
		return nil, &memory.FieldError{
			Field: "input", Problem: "must be a string or a list of strings; token IDs aren't accepted",
		}
	}
	return validateNonEmptyTexts(many)
}

func validateNonEmptyTexts(texts []string) ([]string, error) {
	if len(texts) == 0 || len(texts) > maxEmbedTexts {
		return nil, &memory.FieldError{Field: "input", Problem: "must contain 1 to 2048 texts"}
	}
	for _, t := range texts {
		if t == "" {
			return nil, &memory.FieldError{Field: "input", Problem: "must not contain an empty string"}
		}
	}
	return texts, nil
}

// base64OfVector encodes a vector as OpenAI does: 32-bit floats, little endian.
func base64OfVector(v []float32) string {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(b)
}
