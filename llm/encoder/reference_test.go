//go:build !race

package encoder

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"memoir/memory"
)

func TestTokenIDsMatchThePublishedTokenizer(t *testing.T) {
	tokens := openEmbedder(t, Config{}).model.tokens
	for _, r := range references(t) {
		if got := tokens.encodeWithSpecialTokens(r.Text, maxTokens); !slices.Equal(got, r.IDs) {
			t.Errorf("%.80q\n got %v\nwant %v", r.Text, got, r.IDs)
		}
	}
}

func TestVectorsAreCloseToExactArithmetic(t *testing.T) {
	for _, kernel := range AvailableKernelNames() {
		t.Run(kernel, func(t *testing.T) {
			e := openEmbedder(t, Config{Kernel: kernel})
			var sum, low float64 = 0, 1
			n := 0
			for _, r := range references(t) {
				if len(r.IDs) > maxTestTokens(kernel) {
					continue
				}
				v, err := e.Embed(t.Context(), memory.EmbedPassage, []string{r.Text})
				if err != nil {
					t.Fatal(err)
				}
				c := cosine(v[0], r.Vector)
				if c < 0.999 {
					t.Errorf("cosine %.5f for %.80q", c, r.Text)
				}
				sum, low, n = sum+c, min(low, c), n+1
			}
			t.Logf("%d texts of up to %d tokens: cosine mean %.5f, least %.5f", n, maxTestTokens(kernel), sum/float64(n), low)
			if mean := sum / float64(n); mean < 0.9995 {
				t.Errorf("mean cosine %.5f", mean)
			}
		})
	}
}

func TestKernelsAgree(t *testing.T) {
	kernels := AvailableKernelNames()
	want := map[string][]float32{}
	for _, kernel := range slices.Backward(kernels) { // the plain kernel first
		e := openEmbedder(t, Config{Kernel: kernel})
		for _, r := range references(t) {
			if len(r.IDs) > maxTestTokens(plainKernel{}.name()) {
				continue
			}
			v, err := e.Embed(t.Context(), memory.EmbedPassage, []string{r.Text})
			if err != nil {
				t.Fatal(err)
			}
			if w, ok := want[r.Text]; !ok {
				want[r.Text] = v[0]
			} else if c := cosine(w, v[0]); c < 0.9999 {
				t.Errorf("%s: cosine with plain %.6f for %.60q", kernel, c, r.Text)
			}
		}
	}
}

// The committed pairs and their scores, 0 (unrelated) to 5 (the same), are our own. With -data the
// development set of STS-B is measured too.
func TestSimilarityCorrelatesWithPeople(t *testing.T) {
	sets := []struct {
		path string
		want float64 // least rank correlation
	}{{filepath.Join("testdata", "similarity.csv"), 0.9}}
	if *dataFolder != "" {
		sets = append(sets, struct {
			path string
			want float64
		}{filepath.Join(*dataFolder, "stsb", "stsb-en-dev.csv"), 0.888})
	}
	e := openEmbedder(t, Config{})
	for _, set := range sets {
		left, right, people := readScoredPairs(t, set.path)
		vectors, err := e.Embed(t.Context(), memory.EmbedPassage, append(left, right...))
		if err != nil {
			t.Fatal(err)
		}
		ours := make([]float64, len(people))
		for i := range people {
			ours[i] = cosine(vectors[i], vectors[len(people)+i])
		}
		rho := spearman(ours, people)
		t.Logf("%s: %d pairs, Spearman %.4f", set.path, len(people), rho)
		if rho < set.want {
			t.Errorf("%s: Spearman %.4f, want at least %.3f", set.path, rho, set.want)
		}
	}
}

// readScoredPairs reads lines of two texts and a score.
func readScoredPairs(t *testing.T, path string) (left, right []string, scores []float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		score, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		left, right, scores = append(left, row[0]), append(right, row[1]), append(scores, score)
	}
	return left, right, scores
}

// spearman returns the rank correlation of a and b.
func spearman(a, b []float64) float64 {
	ra, rb := rankValues(a), rankValues(b)
	mean := float64(len(a)-1) / 2
	var ab, aa, bb float64
	for i := range ra {
		x, y := ra[i]-mean, rb[i]-mean
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

// rankValues returns each value's rank; ties share their mean rank.
func rankValues(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case v[i] < v[j]:
			return -1
		case v[i] > v[j]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			out[at] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
