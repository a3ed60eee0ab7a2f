//go:build !race

package encoder

import (
	"encoding/csv"
	"errors"
	"io"
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
		if got := tokens.encode(r.Text, maxTokens); !slices.Equal(got, r.IDs) {
			t.Errorf("%.80q\n got %v\nwant %v", r.Text, got, r.IDs)
		}
	}
}

func TestVectorsAreCloseToExactArithmetic(t *testing.T) {
	for _, kernel := range KernelNames() {
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
	kernels := KernelNames()
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

func TestSimilarityCorrelatesWithPeople(t *testing.T) {
	f, err := os.Open(filepath.Join(dataFolder(), "stsb", "stsb-en-dev.csv"))
	if err != nil {
		t.Skipf("the STS-B development set is not beside this checkout (MEMOIR_DATA): %v", err)
	}
	defer f.Close()
	e := openEmbedder(t, Config{})
	if e.KernelName() == (plainKernel{}).name() {
		t.Skip("1,500 pairs take minutes on the plain kernel, which TestKernelsAgree ties to the others")
	}
	var left, right []string
	var people []float64
	r := csv.NewReader(f)
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		score, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		left, right, people = append(left, row[0]), append(right, row[1]), append(people, score)
	}
	vectors, err := e.Embed(t.Context(), memory.EmbedPassage, append(left, right...))
	if err != nil {
		t.Fatal(err)
	}
	ours := make([]float64, len(people))
	for i := range people {
		ours[i] = cosine(vectors[i], vectors[len(people)+i])
	}
	rho := spearman(ours, people)
	t.Logf("%d pairs, Spearman %.4f", len(people), rho)
	if rho < 0.888 {
		t.Errorf("Spearman %.4f, want at least 0.888", rho)
	}
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
