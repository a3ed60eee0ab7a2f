package benchmarks

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

func TestRecallIsTheShareOfTheEvidenceAmongTheFirst(t *testing.T) {
	ranked := []memory.ID{7, 3, 9, 1, 4, 2}
	for _, c := range []struct {
		k        int
		evidence []memory.ID
		want     float64
	}{
		{5, []memory.ID{3}, 1},
		{5, []memory.ID{2}, 0},
		{6, []memory.ID{2}, 1},
		{5, []memory.ID{2, 4}, 0.5},
		{10, []memory.ID{2, 4, 8, 11}, 0.5},
	} {
		if got := recallAt(c.k, ranked, c.evidence); got != c.want {
			t.Errorf("recall of %v at %d is %v, want %v", c.evidence, c.k, got, c.want)
		}
	}
}

func TestEstimateIsTheSameEveryTimeAndHoldsItsMean(t *testing.T) {
	values := slices.Concat(slices.Repeat([]float64{1}, 300), slices.Repeat([]float64{0}, 100))
	e := estimateMeanWithInterval(values)
	if e != estimateMeanWithInterval(values) {
		t.Error("the same values give two intervals")
	}
	width := 1.96 * math.Sqrt(0.75*0.25/400) // of a binomial share, by the normal approximation
	if e.Mean != 0.75 || math.Abs(e.Low-(0.75-width)) > 0.006 || math.Abs(e.High-(0.75+width)) > 0.006 {
		t.Errorf("%+v, want .75 ± %.3f", e, width)
	}
	if (estimateMeanWithInterval(nil) != Estimate{}) {
		t.Error("no values have an estimate")
	}
}

func TestPercentileIsTheNearestRank(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if p50, p95 := nearestRankPercentile(values, 0.5), nearestRankPercentile(values, 0.95); p50 != 5 || p95 != 10 {
		t.Errorf("p50 %v, p95 %v", p50, p95)
	}
}

func TestPlainSumAddsThreeCosinesAndTheShareOfTheBestWords(t *testing.T) {
	hit := func(id memory.ID, cosine float64) memory.VectorHit {
		return memory.VectorHit{Key: memory.VectorKey{Owner: id}, Cosine: cosine}
	}
	byCosine := []memory.VectorHit{hit(1, 0.9), hit(2, 0.8), hit(3, 0.6), hit(4, 0.5)}
	byWords := []memory.FullTextHit{{Owner: 3, Score: 8}, {Owner: 2, Score: 4}} // 2.8 and 2.9 in sum
	if got := rankByCosineAndWords(byCosine, byWords); !slices.Equal(got, []memory.ID{2, 3, 1, 4}) {
		t.Errorf("ranked %v", got)
	}
	if got := rankByCosineAndWords(byCosine, nil); !slices.Equal(got, []memory.ID{1, 2, 3, 4}) {
		t.Errorf("without words ranked %v", got)
	}
}

func TestEvidenceNamesEachTurnOnce(t *testing.T) {
	if got := uniqueTurnIDsOfEvidence([]string{"D8:6; D9:17", "D9:17,D1:1"}); !slices.Equal(
		got, []string{"D8:6", "D9:17", "D1:1"},
	) {
		t.Errorf("split into %v", got)
	}
}

func TestSessionsAreReadInTheOrderOfTheirNumbers(t *testing.T) {
	c, err := parseLoCoMoChat([]byte(`{"qa": [], "session_10": [{"dia_id": "b", "speaker": "S", "text": "later"}],
		"session_2": [{"dia_id": "a", "speaker": "S", "text": "sooner"}], "session_2_summary": "none", "session_02": 1}`))
	if err != nil || len(c.turns) != 2 || c.turns[0].Text != "S: sooner" {
		t.Errorf("turns %v, %v", c.turns, err)
	}
}

func TestWhatIsNoChatIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`[1`:                "not valid JSON",
		`[1]`:               "is no chat of LoCoMo",
		`{"session_1": []}`: "no questions (qa)",
		`{"qa": []}`:        "no turns",
		`{"qa": 5}`:         "qa: ",
		`{"qa": [], "session_1": [{"speaker": "S", "text": "x"}]}`: "no dia_id",
		`{"qa": [], "session_1": [{"speaker": "S", "dia_id": "a", "text": "x"},
			{"speaker": "S", "dia_id": "a", "text": "y"}]}`: "two turns are called a",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readLoCoMoChats(dir)
		var data *DataError
		if !errors.As(err, &data) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "x.json") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestGeneralRequestsAreTwoHundredDifferentOnes(t *testing.T) {
	chosenOn, unseen := generalRequestsForTuningAndUnseen()
	both := slices.Concat(chosenOn, unseen)
	slices.Sort(both)
	if n := len(slices.Compact(both)); len(chosenOn) != 100 || len(unseen) != 100 || n != 200 {
		t.Errorf("%d and %d requests, %d different ones", len(chosenOn), len(unseen), n)
	}
}

// smallChat has a question that only the meaning answers.
const smallChat = `{"session_1": [
	{"speaker": "Rosa", "dia_id": "1", "text": "The roof of my shed leaks."},
	{"speaker": "Emil", "dia_id": "2", "text": "I can lend you a tall ladder."},
	{"speaker": "Rosa", "dia_id": "3", "text": "That would be great, thanks."},
	{"speaker": "Emil", "dia_id": "4", "text": "My sister moved to Lisbon in May."},
	{"speaker": "Rosa", "dia_id": "5", "text": "Does she like the food there?"},
	{"speaker": "Emil", "dia_id": "6", "text": "She only eats rice and plums."},
	{"speaker": "Rosa", "dia_id": "7", "text": "I am learning to play the cello."}
], "qa": [
	{"question": "Where did Emil's sister move?", "evidence": ["4", "6"], "category": 1},
	{"question": "Is anyone fond of music?", "evidence": ["7"], "category": 4}
]}`

func writeSmallChatInNewFolder(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "small.json"), []byte(smallChat), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTwoRunsDifferInTimesOnly(t *testing.T) {
	dir := writeSmallChatInNewFolder(t)
	var reports [2]RetrievalReport
	for i := range reports {
		r, err := MeasureRetrievalOnBenchmarkChats(t.Context(), dir, true, func(string, int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if r.LatencyMS.P50 <= 0 || r.LatencyMS.P95 < r.LatencyMS.P50 {
			t.Errorf("times %+v", r.LatencyMS)
		}
		r.LatencyMS = LatencyFigures{}
		reports[i] = r
	}
	if !reflect.DeepEqual(reports[0], reports[1]) {
		t.Errorf("two reports:\n%+v\n%+v", reports[0], reports[1])
	}
	rankings := map[string]RankingReport{}
	for _, k := range reports[0].Forms[0].Rankings {
		rankings[k.Ranking] = k
	}
	standard, words, meaning := rankings[rankingStandard], rankings[rankingWords], rankings[rankingMeaning]
	if standard.StandardGain != (Estimate{}) {
		t.Errorf("standard differs from itself: %+v", standard.StandardGain)
	}
	if words.HitAt5.Mean != 0.5 || meaning.HitAt5.Mean != 1 {
		t.Errorf("hits by words %v, by meaning %v, want .5 and 1", words.HitAt5.Mean, meaning.HitAt5.Mean)
	}
	gain := standard.RecallAt10.Mean - words.RecallAt10.Mean
	if words.StandardGain.Mean != gain || words.StandardGain.Low != 0.5 || words.StandardGain.High != 1 {
		t.Errorf("gain over words %+v, want %v", words.StandardGain, gain)
	}
	for _, f := range reports[0].Forms {
		if f.Questions != 2 || f.Chats != 1 {
			t.Errorf("%s: %d questions of %d chats", f.Form, f.Questions, f.Chats)
		}
	}
}

func TestNDCGDiscountsLowerPlaces(t *testing.T) {
	for _, c := range []struct {
		ranked, wanted []int
		want           float64
	}{
		{[]int{3, 1}, []int{3}, 1},
		{[]int{1, 3}, []int{3}, 1 / math.Log2(3)},
		{[]int{1, 2, 4, 5, 6, 3}, []int{3}, 0},
		{[]int{3, 1, 7}, []int{3, 7}, (1 + 0.5) / (1 + 1/math.Log2(3))},
	} {
		if got := ndcgAt(5, c.ranked, c.wanted); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v for %v: %v, want %v", c.ranked, c.wanted, got, c.want)
		}
	}
}

func TestASessionIsRankedByItsBestTurn(t *testing.T) {
	chat := benchChat{turns: []benchTurn{{ID: "a", Session: 1}, {ID: "b", Session: 2}, {ID: "c", Session: 2}}}
	sessions, wanted := chat.sessionsOfRankedTurnsAndEvidence([]string{"c", "a", "b"}, []string{"a"})
	if !slices.Equal(sessions, []int{2, 1}) || !slices.Equal(wanted, []int{1}) {
		t.Errorf("sessions %v, wanted %v", sessions, wanted)
	}
}

func TestCancelledRunLeavesNothingBehind(t *testing.T) {
	dir, temp := writeSmallChatInNewFolder(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := MeasureRetrievalOnBenchmarkChats(ctx, dir, false, func(what string, _, _ int) {
		if strings.HasSuffix(what, "general requests") {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Each chat is asked under the weights that are the best on the other one.
func TestWeightsAreChosenOnOtherChats(t *testing.T) {
	low, high := weightsPrefix+"low", weightsPrefix+"high"
	f := &formRun{figures: map[string][]questionFigures{
		low:             {{recall10: 1, hit5: 1, chat: "a"}, {recall10: 0.2, chat: "b"}},
		high:            {{recall10: 0.1, chat: "a"}, {recall10: 0.6, hit5: 1, chat: "b"}},
		rankingStandard: {{recall10: 1, chat: "a"}, {recall10: 1, chat: "b"}},
	}}
	got := f.chooseHeldOutWeightsAndReport()
	if got.WeightsByChat["a"] != "high" || got.WeightsByChat["b"] != "low" {
		t.Errorf("chosen %v", got.WeightsByChat)
	}
	if got.RecallAt10.Mean-0.15 > 1e-9 || got.HitAt5.Mean != 0 || got.LowestAt10 != 0.35 || got.HighestAt10 != 0.6 {
		t.Errorf("got %+v", got)
	}
	delete(f.figures, low)
	delete(f.figures, high)
	if got := f.chooseHeldOutWeightsAndReport(); got != nil {
		t.Errorf("without a choice %+v", got)
	}
}
