package classifier

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"
)

// Buckets is the number of weights of each group of features, knownBits that of the bits that tell
// known words.
const (
	Buckets   = 1 << 17
	knownBits = 1 << 17
)

// groups is the number of groups of features: words, and rows of characters. Each has weights of
// its own, and a text is judged by the average of both.
const groups = 2

// A table holds how much a step of a weight is, in 1/stepUnit and 16 bits, for each group; the
// weights of each group in steps, four bits each; and bits of the words that occur in the training
// texts more than once. tools/claimsmodel writes it.
type table string

const (
	stepUnit   = 4096
	maxSteps   = 7 // a weight is stored as -7 to 7 steps
	headerSize = 2 * groups
	weightSize = Buckets / 2
	// shareWithinSteps is the share of weights that need no more than maxSteps; the others are cut.
	shareWithinSteps = 0.98
)

// mustDecompressTable returns a table of the program, which CompressTable wrote.
func mustDecompressTable(packed string) table {
	unpacked, err := DecompressTable(strings.NewReader(packed))
	if err != nil {
		panic(err)
	}
	return table(unpacked)
}

// DecompressTable returns what CompressTable was given.
func DecompressTable(packed io.Reader) ([]byte, error) {
	unzip, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unzip)
}

// CompressTable compresses a table for the program.
func CompressTable(unpacked []byte) ([]byte, error) {
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := zip.Write(unpacked); err != nil {
		return nil, err
	}
	err = zip.Close()
	return out.Bytes(), err
}

func (t table) probabilityOfClass(text string) float64 {
	tokens := Tokenize(text)
	if len(tokens) == 0 {
		return 0
	}
	return t.probabilityOfFeatures(FeatureBucketsReplacingUnknownTokens(tokens, t.isKnownWord))
}

func (t table) probabilityOfCandidate(text string, c Candidate) float64 {
	return t.probabilityOfFeatures(CandidateFeatureBuckets(text, c, t.isKnownWord))
}

// probabilityOfFeatures returns the probability of the class that the average of both groups gives.
func (t table) probabilityOfFeatures(features [groups][]uint32) float64 {
	return t.probabilityOfSums(t.sumsOf(features), features, [groups][]uint32{})
}

// sumsOf returns the sums of the steps of some features.
func (t table) sumsOf(features [groups][]uint32) (sums [groups]int) {
	for g, buckets := range features {
		at := headerSize + g*weightSize
		for _, f := range buckets {
			sums[g] += int(t[at+int(f/2)]>>(f%2*4)&15) - maxSteps
		}
	}
	return sums
}

// probabilityOfSums returns the probability that the sums of the steps of some features give, together with others.
func (t table) probabilityOfSums(sums [groups]int, features, others [groups][]uint32) float64 {
	score := 0.0
	for g, sum := range t.sumsOf(others) {
		step := float64(uint16(t[2*g])<<8|uint16(t[2*g+1])) / stepUnit
		score += DivideSumByRootOfCount(float64(sums[g]+sum)*step, len(features[g])+len(others[g]))
	}
	return ProbabilityOfScore(score / groups)
}

// DivideSumByRootOfCount divides the sum of n weights by the root of n, so that a long text is
// judged as a short one.
func DivideSumByRootOfCount(sum float64, n int) float64 { return sum / math.Sqrt(float64(n)) }

// ProbabilityOfScore is that of a score.
func ProbabilityOfScore(score float64) float64 { return 1 / (1 + math.Exp(-score)) }

func (t table) isKnownWord(w string) bool {
	bit := KnownWordBitIndex(w)
	return t[headerSize+groups*weightSize+int(bit/8)]>>(bit%8)&1 == 1
}

// EncodeTable returns the table of some weights, one for each bucket of each group, and of known
// words.
func EncodeTable(weights [groups][]float64, known map[string]bool) []byte {
	out := make([]byte, headerSize+groups*weightSize+knownBits/8)
	for g, ws := range weights {
		step := math.Round(quantizationStepOfWeights(ws)*stepUnit) / stepUnit
		binary.BigEndian.PutUint16(out[2*g:], uint16(step*stepUnit))
		at := headerSize + g*weightSize
		for i, w := range ws {
			n := max(-maxSteps, min(maxSteps, math.Round(w/step)))
			out[at+i/2] |= byte(int(n)+maxSteps) << (i % 2 * 4)
		}
	}
	at := headerSize + groups*weightSize
	for w := range known {
		bit := KnownWordBitIndex(w)
		out[at+int(bit/8)] |= 1 << (bit % 8)
	}
	return out
}

// quantizationStepOfWeights returns how much a step must be for most weights to be stored whole.
func quantizationStepOfWeights(weights []float64) float64 {
	var sizes []float64
	for _, w := range weights {
		if w != 0 {
			sizes = append(sizes, math.Abs(w))
		}
	}
	if len(sizes) == 0 {
		return 1.0 / stepUnit
	}
	slices.Sort(sizes)
	return max(1, math.Ceil(sizes[int(float64(len(sizes)-1)*shareWithinSteps)]/maxSteps*stepUnit)) / stepUnit
}
