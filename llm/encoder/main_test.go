package encoder

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	bge "memoir/assets/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// reference is a text with the ids of the published tokenizer and the vector of exact arithmetic.
type reference struct {
	Text   string    `json:"text"`
	IDs    []int32   `json:"ids"`
	Vector []float32 `json:"vector"`
}

// dataFolder is a folder with larger sets than the committed ones, which every test uses:
// go test ./llm/encoder -data FOLDER.
var dataFolder = flag.String("data", "", "folder of the larger reference sets")

// references returns the committed reference texts and, with -data, the larger set.
func references(t testing.TB) []reference {
	t.Helper()
	refs := readReferences(t, filepath.Join("testdata", "reference.jsonl"))
	if *dataFolder != "" {
		refs = append(refs, readReferences(t, filepath.Join(*dataFolder, "embedding",
			"bge-small-en-v1.5.reference.jsonl"))...)
	}
	return refs
}

func readReferences(t testing.TB, path string) []reference {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var refs []reference
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var r reference
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		refs = append(refs, r)
	}
	if err := s.Err(); err != nil || len(refs) == 0 {
		t.Fatalf("read %s: %d lines, %v", path, len(refs), err)
	}
	return refs
}

// openEmbedder returns a loaded embedder that is closed when the test ends.
func openEmbedder(t testing.TB, cfg Config) *Embedder {
	t.Helper()
	e := NewLazilyLoadedEmbedder(bge.BGESmall, cfg)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := e.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	return e
}

// maxTestTokens returns the longest text that tests give to a kernel.
func maxTestTokens(kernel string) int {
	switch {
	case kernel != plainKernel{}.name():
		return maxTokens
	case raceEnabled:
		return 8
	}
	return 64
}

func cosine(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
