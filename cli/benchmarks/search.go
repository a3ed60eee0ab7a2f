package benchmarks

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/memory/lang"
	"memoir/storage"
	"memoir/storage/vectorindex"
)

// SearchReport has the times of searches over one number of memories, each learned from a message
// of its own. Times are in milliseconds, embedding the question included where there is one.
type SearchReport struct {
	Memories int `json:"memories"`
	// Retrieve is the search before a reply and of memoir search; Find is the one of Ctrl+K, over
	// chats, messages and memories.
	Retrieve LatencyFigures `json:"retrieve_ms"`
	Find     LatencyFigures `json:"find_ms"`
	// Embed is the part of Retrieve that embeds the question, timed alone in turn with it.
	Embed LatencyFigures `json:"embed_ms"`
	// Index and Chromem are the nearest 60 memories of a question's vector, in the index of the
	// program and in chromem-go.
	Index   LatencyFigures `json:"index_ms"`
	Chromem LatencyFigures `json:"chromem_ms"`
	// StartMS is from opening the folder and loading the embedder to the first answer.
	StartMS float64 `json:"start_ms"`
	// BytesPerVector is what the live heap grows by when the vectors are put into the program's index.
	BytesPerVector float64 `json:"bytes_per_vector"`
}

const (
	// maxSearchQuestions is how many questions are timed for each size, or one for every five
	// memories.
	maxSearchQuestions = 200
	// embeddedTexts is how many texts are embedded; the vectors of the others are those with noise,
	// because embedding 100,000 texts takes half an hour.
	embeddedTexts = 2000
	// messagesPerChat is how many messages a chat has.
	messagesPerChat = 50
	// nearest is how many candidates a search takes from the index.
	nearest = 60
)

// MeasureSearchSpeed measures searches over a number of memories in a temporary folder that is
// removed afterwards. progress is called with what is being done.
func MeasureSearchSpeed(ctx context.Context, memories int, progress func(what string)) (r SearchReport, err error) {
	dir, err := os.MkdirTemp("", "memoir-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = removeFolderAndReturnFirstError(err, dir) }()
	r.Memories = memories
	run := &searchRun{dir: dir, report: &r, random: rand.New(rand.NewPCG(1, uint64(memories)))}
	progress("fill")
	if err := withEncoder(ctx, func(enc *encoder.Embedder) error {
		return run.fillFolderWithFactsMessagesVectors(ctx,
			enc)
	}); err != nil {
		return r, err
	}
	progress("write the index")
	if err := run.withRunningService(ctx, func(s *engine.Service, _ *encoder.Embedder) error {
		return s.WaitForEmbedderAndFirstSync(ctx)
	}); err != nil {
		return r, err
	}
	progress("start and search")
	return r, run.measureStartAndSearchTimes(ctx)
}

func removeFolderAndReturnFirstError(err error, dir string) error {
	if removal := os.RemoveAll(dir); err == nil {
		return removal
	}
	return err
}

// searchRun is the measurement of one size.
type searchRun struct {
	dir    string
	report *SearchReport
	random *rand.Rand
}

// questionCount is how many questions are timed.
func (r *searchRun) questionCount() int { return min(maxSearchQuestions, r.report.Memories/5) }

// fillFolderWithFactsMessagesVectors stores the memories, their messages and the vectors of both.
func (r *searchRun) fillFolderWithFactsMessagesVectors(ctx context.Context, enc *encoder.Embedder) error {
	db, err := storage.Open(ctx, storage.Options{Dir: r.dir})
	if err != nil {
		return err
	}
	vectors, err := r.embedFirstMadeUpFacts(ctx, enc)
	if err == nil {
		err = db.InTx(ctx, func(tx memory.Store) error { return r.storeFactsMessagesVectorsInTx(ctx, tx, enc.ID(), vectors) })
	}
	if closed := db.Close(context.WithoutCancel(ctx)); err == nil {
		err = closed
	}
	return err
}

func (r *searchRun) embedFirstMadeUpFacts(ctx context.Context, enc *encoder.Embedder) ([][]float32, error) {
	texts := make([]string, min(r.report.Memories, embeddedTexts))
	for i := range texts {
		texts[i] = madeUpFact(i)
	}
	return enc.Embed(ctx, memory.EmbedPassage, texts)
}

func (r *searchRun) storeFactsMessagesVectorsInTx(
	ctx context.Context, tx memory.Store, embedder string, vectors [][]float32,
) error {
	at := time.Now().AddDate(-3, 0, 0)
	var chat, parent memory.ID
	var batch []memory.Vector
	for i := range r.report.Memories {
		at = at.Add(15 * time.Minute)
		var err error
		if i%messagesPerChat == 0 {
			parent = 0
			chat, err = tx.ChatStore().Create(ctx, memory.Chat{
				ProfileID: benchProfile, Title: fmt.Sprintf("Chat %d", i/messagesPerChat), Memory: memory.MemoryOn,
				CreatedAt: at, UpdatedAt: at,
			})
			if err != nil {
				return err
			}
		}
		text := madeUpFact(i)
		turn := benchTurn{Role: memory.RoleUser, Text: text}
		stored, err := storeTurnAsMessageOrMemory(ctx, tx, formInChats, chat, parent, turn, at)
		if err != nil {
			return err
		}
		parent = stored.message
		values := r.vectorOfFactOrNoisyCopy(i, vectors)
		for kind, owner := range map[memory.OwnerKind]memory.ID{
			memory.OwnerMemory: stored.found, memory.OwnerMessage: stored.message,
		} {
			batch = append(batch, memory.Vector{
				Key: memory.VectorKey{Kind: kind, Owner: owner}, Embedder: embedder, ContentHash: lang.ContentHash(text),
				Values: values,
			})
		}
		if len(batch) >= 500 || i == r.report.Memories-1 {
			if err := tx.VectorStore().UpsertAll(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return nil
}

// vectorOfFactOrNoisyCopy returns the vector of fact i, or one about as far from that of another
// fact as facts are from each other.
func (r *searchRun) vectorOfFactOrNoisyCopy(i int, vectors [][]float32) []float32 {
	base := vectors[i%len(vectors)]
	if i < len(vectors) {
		return base
	}
	out := make([]float32, len(base))
	var sum float64
	for j, v := range base {
		out[j] = v + float32(r.random.NormFloat64()*0.6/math.Sqrt(float64(len(base))))
		sum += float64(out[j]) * float64(out[j])
	}
	for j := range out {
		out[j] /= float32(math.Sqrt(sum))
	}
	return out
}

// withRunningService opens the folder as the program does and runs fn as soon as a question can be
// asked.
func (r *searchRun) withRunningService(
	ctx context.Context, fn func(*engine.Service, *encoder.Embedder) error,
) (err error) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	defer func() { err = firstError(err, enc.Close()) }()
	loaded := make(chan error, 1)
	go func() { loaded <- enc.LoadModelAndWait(ctx) }()
	db, err := storage.Open(ctx, storage.Options{Dir: r.dir})
	if err != nil {
		return firstError(err, <-loaded)
	}
	defer func() { err = firstError(err, db.Close(context.WithoutCancel(ctx))) }()
	if err := <-loaded; err != nil {
		return err
	}
	cfg := memory.StandardPreset()
	cfg.RetrievalDeadline, cfg.RecallChats = benchDeadline, true
	cfg.SummaryTrigger, cfg.BaseTrigger = 0, 0 // nothing else is at work
	return withService(ctx, db, enc, &exercise.RuleModel{}, cfg, func(s *engine.Service) error {
		return fn(s, enc)
	})
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// measureStartAndSearchTimes opens the folder again and times it, and searches by the program and
// by index.
func (r *searchRun) measureStartAndSearchTimes(ctx context.Context) error {
	start := time.Now()
	err := r.withRunningService(ctx, func(s *engine.Service, enc *encoder.Embedder) error {
		session := s.Session(benchProfile, memory.ActorUser)
		first, err := session.RetrieveMemories(ctx, memory.RetrieveParams{Query: madeUpQuestion(0)})
		switch {
		case err != nil:
			return err
		case first.Mode != memory.RetrievalRelevant:
			return fmt.Errorf("the first question was answered without a search: %s, %s", first.Mode, first.Reason)
		}
		r.report.StartMS = millisecondsSince(start)
		if err := s.WaitForEmbedderAndFirstSync(ctx); err != nil {
			return err
		}
		figures := []*LatencyFigures{&r.report.Embed, &r.report.Retrieve, &r.report.Find}
		// Each gets questions of its own, because the vectors of the last ones are cached.
		return timeAlternately(r.questionCount(), figures, func(i, which int) error {
			question := madeUpQuestion(1 + i*len(figures) + which)
			var err error
			switch which {
			case 0:
				_, err = enc.Embed(ctx, memory.EmbedPlainQuery, []string{question})
			case 1:
				_, err = session.RetrieveMemories(ctx, memory.RetrieveParams{Query: question})
			default:
				_, err = session.SearchChatsMessagesMemories(ctx, question, 20)
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	return withEncoder(ctx, func(enc *encoder.Embedder) error { return r.timeVectorIndexAndChromem(ctx, enc) })
}

// timeVectorIndexAndChromem times the program's index and chromem-go over the same vectors and
// questions.
func (r *searchRun) timeVectorIndexAndChromem(ctx context.Context, enc *encoder.Embedder) error {
	vectors, err := r.embedFirstMadeUpFacts(ctx, enc)
	if err != nil {
		return err
	}
	c := memory.VectorCollection{ProfileID: benchProfile, Embedder: enc.ID(), Kind: memory.OwnerMemory}
	all := make([]memory.Vector, r.report.Memories)
	for i := range all {
		key := memory.VectorKey{Kind: memory.OwnerMemory, Owner: memory.ID(i + 1)}
		all[i] = memory.Vector{Key: key, Embedder: c.Embedder, Values: r.vectorOfFactOrNoisyCopy(i, vectors)}
	}
	load := func(_ context.Context, _ memory.VectorCollection, keys []memory.VectorKey) ([]memory.Vector, error) {
		out := make([]memory.Vector, len(keys))
		for i, k := range keys {
			out[i] = all[k.Owner-1]
		}
		return out, nil
	}
	var questions [][]float32
	for i := range r.questionCount() {
		v, err := enc.Embed(ctx, memory.EmbedPlainQuery, []string{madeUpQuestion(i)})
		if err != nil {
			return err
		}
		questions = append(questions, v[0])
	}
	var indexes []*vectorindex.Index
	for _, maxChromem := range []int{0, len(all)} {
		x := vectorindex.New(vectorindex.Options{
			Path: filepath.Join(r.dir, fmt.Sprintf("compared-%d", maxChromem)), MaxChromem: maxChromem, Load: load,
		})
		before := liveHeapBytesAfterGC()
		for batch := range slices.Chunk(all, 500) {
			if err := x.Upsert(ctx, c, cloneVectors(batch)); err != nil {
				return err
			}
		}
		if maxChromem == 0 {
			r.report.BytesPerVector = float64(liveHeapBytesAfterGC()-before) / float64(len(all))
		}
		indexes = append(indexes, x)
	}
	figures := []*LatencyFigures{&r.report.Index, &r.report.Chromem}
	return timeAlternately(len(questions), figures, func(i, which int) error {
		_, err := indexes[which].Search(ctx, c, questions[i], nearest)
		return err
	})
}

// cloneVectors returns vectors that share no memory with those given.
func cloneVectors(vs []memory.Vector) []memory.Vector {
	out := slices.Clone(vs)
	for i := range out {
		out[i].Values = slices.Clone(out[i].Values)
	}
	return out
}

// timeAlternately times several things n times, one after the other, so that whatever else the
// computer does slows them alike.
func timeAlternately(n int, figures []*LatencyFigures, fn func(i, which int) error) error {
	times := make([][]float64, len(figures))
	for i := range n {
		for which := range figures {
			start := time.Now()
			if err := fn(i, which); err != nil {
				return err
			}
			times[which] = append(times[which], millisecondsSince(start))
		}
	}
	for which, t := range times {
		slices.Sort(t)
		*figures[which] = LatencyFigures{P50: nearestRankPercentile(t, 0.5), P95: nearestRankPercentile(t, 0.95)}
	}
	return nil
}

func millisecondsSince(start time.Time) float64 {
	return float64(time.Since(start).Microseconds()) / 1000
}

// liveHeapBytesAfterGC returns the bytes of the heap that are in use.
func liveHeapBytesAfterGC() int64 {
	runtime.GC()
	runtime.GC() // the second one frees what finalizers held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
