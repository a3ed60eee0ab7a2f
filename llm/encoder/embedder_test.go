package encoder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	bge "memoir/assets/model"
	"memoir/llm/encoder/asset"
	"memoir/memory"
)

func mustEmbed(t *testing.T, e *Embedder, kind memory.EmbedKind, texts ...string) [][]float32 {
	t.Helper()
	v, err := e.Embed(t.Context(), kind, texts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestOnlyQueriesGetTheInstruction(t *testing.T) {
	e := openEmbedder(t, Config{})
	text := sampleText(5, 0)
	query := mustEmbed(t, e, memory.EmbedQuery, text)[0]
	if !slices.Equal(query, mustEmbed(t, e, memory.EmbedPassage, QueryInstruction+text)[0]) {
		t.Error("a query is not the passage with the instruction before it")
	}
	if slices.Equal(query, mustEmbed(t, e, memory.EmbedPassage, text)[0]) {
		t.Error("a query and a passage have the same vector")
	}
}

func TestEmbedderContract(t *testing.T) {
	e := NewLazilyLoadedEmbedder(bge.BGESmall, Config{})
	if e.IsReady() {
		t.Error("ready before anything asked for the model")
	}
	for _, kind := range []memory.EmbedKind{memory.EmbedPassage, memory.EmbedQuery} {
		for _, text := range []string{"", " \n\t ", "\u200b\u0001"} {
			_, err := e.Embed(t.Context(), kind, []string{"good", text})
			if !errors.Is(err, memory.ErrInvalid) {
				t.Errorf("embedding %q: %v", text, err)
			}
		}
	}
	if _, err := e.ChunkTextByMaxTokens(t.Context(), " "); !errors.Is(err, memory.ErrInvalid) {
		t.Errorf("chunking spaces: %v", err)
	}
	if v := mustEmbed(t, e, memory.EmbedPassage); len(v) != 0 {
		t.Errorf("%d vectors for no text", len(v))
	}
	if v := mustEmbed(t, e, memory.EmbedPassage, sampleText(3, 0)); len(v[0]) != e.Dimensions() || e.Dimensions() != 384 ||
		e.MaxTokens() != 512 {
		t.Errorf("vector of %d, Dim %d, MaxTokens %d", len(v[0]), e.Dimensions(), e.MaxTokens())
	}
	if !e.IsReady() || e.ID() != "bge-small-en-v1.5@384@1" {
		t.Errorf("ready %v, ID %q", e.IsReady(), e.ID())
	}
	long := sampleText(600, 0)
	if !slices.Equal(mustEmbed(t, e, memory.EmbedPassage, long)[0], mustEmbed(t, e, memory.EmbedPassage,
		sampleText(510, 0))[0]) {
		t.Error("a long text is not its first 510 tokens")
	}
	for range 2 {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := e.Embed(t.Context(), memory.EmbedPassage, []string{"x"}); !errors.Is(err, memory.ErrClosed) ||
		e.IsReady() {
		t.Errorf("after Close: %v, ready %v", err, e.IsReady())
	}
	unused := NewLazilyLoadedEmbedder(bge.BGESmall, Config{})
	if err := unused.Close(); err != nil {
		t.Error(err)
	}
	if err := unused.LoadModelAndWait(t.Context()); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("waiting after Close: %v", err)
	}
}

func TestDamagedAssetsAreRefused(t *testing.T) {
	damaged := func(from, to string) []byte {
		head := strings.Replace(string(bge.BGESmall[:1<<15]), from, to, 1)
		return append([]byte(head), bge.BGESmall[1<<15:]...)
	}
	for name, b := range map[string][]byte{
		"nothing":            nil,
		"half of the file":   bge.BGESmall[:len(bge.BGESmall)/2],
		"only the magic":     bge.BGESmall[:len(asset.Magic)+4],
		"another model":      damaged(`"bge-small-en-v1.5"`, `"bge-large-en-v1.5"`),
		"full-range weights": damaged(`"weight_range":64`, `"weight_range":99`),
		"another shape":      damaged(`"shape":[1152,384]`, `"shape":[384,1152]`),
		"a missing tensor":   damaged(`"layer.3.up.bias"`, `"layer.3.up.bios"`),
		"a huge tensor":      damaged(`[30522,384]`, `[99999,384]`),
	} {
		e := NewLazilyLoadedEmbedder(b, Config{})
		if err := e.LoadModelAndWait(t.Context()); !errors.Is(err, asset.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	e := NewLazilyLoadedEmbedder(bge.BGESmall, Config{Kernel: "abacus"})
	defer e.Close()
	if err := e.LoadModelAndWait(t.Context()); !errors.Is(err, ErrKernel) || e.IsReady() {
		t.Errorf("unknown kernel: %v", err)
	}
}

func TestAssetWeightsMatchRangeAndSums(t *testing.T) {
	f, err := asset.ParseWithoutCopying(bge.BGESmall)
	if err != nil {
		t.Fatal(err)
	}
	for i := range layers {
		for _, name := range []string{"qkv", "attention", "up", "down"} {
			name = fmt.Sprintf("layer.%d.%s", i, name)
			w, err := f.TensorBytesOfTypeAndShape(name+".weight", asset.Int8)
			if err != nil {
				t.Fatal(err)
			}
			sums, err := f.TensorInt32s(name + ".sum")
			if err != nil {
				t.Fatal(err)
			}
			in := len(w) / len(sums)
			for c, want := range sums {
				sum := int32(0)
				for _, v := range w[c*in:][:in] {
					if int8(v) > maxWeight || int8(v) < -maxWeight {
						t.Fatalf("%s: weight %d", name, int8(v))
					}
					sum += int32(int8(v))
				}
				if sum != want {
					t.Fatalf("%s: channel %d sums to %d, the file says %d", name, c, sum, want)
				}
			}
		}
	}
}

func TestContextEndStopsAnEmbedding(t *testing.T) {
	e := openEmbedder(t, Config{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(ctx, memory.EmbedPassage, []string{"x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before: %v", err)
	}
	// The pass checks between layers: stopped at the third check, it never reaches the fourth.
	calls := 0
	stop := errors.New("stop")
	team := startWorkerTeam(2)
	defer team.stopHelpers()
	ids := [][]int32{e.model.tokens.encodeWithSpecialTokens(sampleText(20, 0), maxTokens)}
	v, err := e.model.forwardToUnitVectors(&workspace{}, team, ids, func() error {
		if calls++; calls == 3 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || calls != 3 || v != nil {
		t.Errorf("%v after %d layers", err, calls)
	}
}

func TestCloseStopsRunningCalls(t *testing.T) {
	e := openEmbedder(t, Config{Workers: 2})
	var calls sync.WaitGroup
	started := make(chan struct{}, 2)
	for range 2 {
		calls.Go(func() {
			for i := 0; ; i++ {
				_, err := e.Embed(t.Context(), memory.EmbedPassage, sampleTexts(40, 60))
				if i == 0 {
					started <- struct{}{}
				}
				if err != nil {
					if !errors.Is(err, memory.ErrClosed) {
						t.Errorf("running call: %v", err)
					}
					return
				}
			}
		})
	}
	<-started
	<-started
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	calls.Wait()
}

func TestParallelCallsReturnTheSameVectors(t *testing.T) {
	e := openEmbedder(t, Config{Workers: 3})
	texts := sampleTexts(8, 10)
	if maxTestTokens(e.KernelName()) < maxTokens {
		texts = sampleTexts(4, 2)
	}
	want := mustEmbed(t, e, memory.EmbedPassage, texts...)
	var calls sync.WaitGroup
	for g := range 6 {
		calls.Go(func() {
			for i := range 10 {
				at := (g + i) % len(texts)
				v, err := e.Embed(t.Context(), memory.EmbedPassage, texts[at:at+1+g%2*(len(texts)-1-at)])
				if err != nil || !slices.Equal(v[0], want[at]) {
					t.Errorf("call %d of %d: a different vector, %v", i, g, err)
				}
				if _, err := e.Embed(t.Context(), memory.EmbedQuery, texts[:1]); err != nil {
					t.Error(err)
				}
				if _, err := e.ChunkTextByMaxTokens(t.Context(), texts[at]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	calls.Wait()
}
