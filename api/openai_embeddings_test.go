package api_test

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"testing"
)

type embeddingList[V any] struct {
	Model string
	Data  []struct {
		Index     int
		Embedding V
	}
	Usage struct {
		PromptTokens int `json:"prompt_tokens"`
	}
}

func TestEmbeddingsAreTheSameAsFloatsAndAsBase64(t *testing.T) {
	h := newHarness(t)
	h.sendRequest("GET", "/api/embedder?wait=60", "")
	floats := requestJSON[embeddingList[[]float32]](h, 200, "POST", "/v1/embeddings",
		`{"model":"memoir-embed","input":["a cat","a train"],"user":"x"}`)
	encoded := requestJSON[embeddingList[string]](h, 200, "POST", "/v1/embeddings",
		`{"model":"memoir-embed","input":"a train","encoding_format":"base64"}`)
	if len(floats.Data) != 2 || floats.Data[1].Index != 1 ||
		floats.Model != "memoir-embed" || floats.Usage.PromptTokens == 0 {
		t.Fatalf("floats: %d vectors of %s, %+v", len(floats.Data), floats.Model, floats.Usage)
	}
	raw, err := base64.StdEncoding.DecodeString(encoded.Data[0].Embedding)
	want := floats.Data[1].Embedding
	if err != nil || len(raw) != 4*len(want) || len(want) != 384 {
		t.Fatalf("base64 has %d bytes, floats %d: %v", len(raw), len(want), err)
	}
	for i, x := range want {
		if got := math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])); math.Abs(float64(got-x)) > 1e-6 {
			t.Fatalf("number %d is %v and %v", i, got, x)
		}
	}
}

func TestWrongRequestsForEmbeddings(t *testing.T) {
	h := newHarness(t)
	for body, field := range map[string]string{
		`{"model":"memoir-embed"}`:                                     "input",
		`{"model":"memoir-embed","input":[]}`:                          "input",
		`{"model":"memoir-embed","input":""}`:                          "input",
		`{"model":"memoir-embed","input":[1,2]}`:                       "input",
		`{"model":"memoir-embed","input":"x","dimensions":64}`:         "dimensions",
		`{"model":"memoir-embed","input":"x","encoding_format":"int"}`: "encoding_format",
	} {
		e := requestJSON[errorBody](h, 422, "POST", "/v1/embeddings", body)
		if e.Error.Field == nil || *e.Error.Field != field {
			t.Errorf("%s: %+v", body, e.Error)
		}
	}
	requestJSON[errorBody](h, 404, "POST", "/v1/embeddings", `{"model":"text-embedding-3-small","input":"x"}`)
}
