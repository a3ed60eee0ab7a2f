package encoder

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"memoir/memory"
)

// maxPartRows bounds the rows of a part, unless a single text is longer. It is large enough that
// weights are read rarely, and small enough that a part's buffers fit into the second-level cache.
const maxPartRows = 128

// tokensPerWorker is how many tokens of a single text justify one more worker.
const tokensPerWorker = 4

// embedTokenizedTexts embeds token ids, one text or a batch.
func (e *Embedder) embedTokenizedTexts(
	ctx context.Context, m *network, kind memory.EmbedKind, ids [][]int32,
) ([][]float32, error) {
	if len(ids) == 1 {
		return e.embedSingleText(ctx, m, kind, ids)
	}
	parts := groupTextIndexesIntoParts(ids, e.workerSlots.total)
	out := make([][]float32, len(ids))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int32
	var workers sync.WaitGroup
	for range min(e.workerSlots.total, len(parts)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(parts); i = next.Add(1) - 1 {
				if err := e.embedBatchPart(ctx, m, kind, ids, parts[i], out); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return out, nil
}

// embedSingleText embeds one text with as many free workers as its length justifies.
func (e *Embedder) embedSingleText(
	ctx context.Context, m *network, kind memory.EmbedKind, ids [][]int32,
) ([][]float32, error) {
	if err := e.workerSlots.waitUntilAllSlotsAcquired(ctx, kind, 1); err != nil {
		return nil, err
	}
	held := 1 + e.workerSlots.takeExtraFreeSlots(min(e.workerSlots.total, len(ids[0])/tokensPerWorker)-1)
	return e.forwardThenReleaseSlots(ctx, m, kind, held, ids)
}

// embedBatchPart embeds the texts of one part and stores the vectors at their indexes in out.
func (e *Embedder) embedBatchPart(
	ctx context.Context, m *network, kind memory.EmbedKind, ids [][]int32, part []int, out [][]float32,
) error {
	if err := e.workerSlots.waitUntilAllSlotsAcquired(ctx, kind, 1); err != nil {
		return err
	}
	texts := make([][]int32, len(part))
	for i, at := range part {
		texts[i] = ids[at]
	}
	vectors, err := e.forwardThenReleaseSlots(ctx, m, kind, 1, texts)
	for i, v := range vectors {
		out[part[i]] = v
	}
	return err
}

// forwardThenReleaseSlots runs one forward pass on the held slots and releases them.
func (e *Embedder) forwardThenReleaseSlots(
	ctx context.Context, m *network, kind memory.EmbedKind, held int, ids [][]int32,
) ([][]float32, error) {
	kept := held
	defer func() { e.workerSlots.releaseSlots(kept) }()
	w := e.workspaces.Get().(*workspace)
	defer e.workspaces.Put(w)
	t := startWorkerTeam(held)
	defer t.stopHelpers()
	return m.forwardToUnitVectors(w, t, ids, func() error {
		if err := e.closedOrContextError(ctx); err != nil {
			return err
		}
		err := e.workerSlots.yieldSlotsToQueriesAndReacquire(ctx, kind, held)
		if err != nil {
			kept = 0
		}
		return err
	})
}

// groupTextIndexesIntoParts groups texts, longest first, into parts of about maxPartRows rows, if
// possible the same number of parts for each worker.
func groupTextIndexesIntoParts(ids [][]int32, workers int) [][]int {
	order := make([]int, len(ids))
	total := 0
	for i := range ids {
		order[i] = i
		total += len(ids[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(ids[b]), len(ids[a])) })
	const slack = 8 // rows: a part slightly over its share beats one leftover text
	rounds := (total + workers*maxPartRows - 1) / (workers * maxPartRows)
	limit := total/(workers*max(rounds, 1)) + slack
	var parts [][]int
	rows := 0
	for _, at := range order {
		if len(parts) == 0 || rows+len(ids[at]) > limit {
			parts, rows = append(parts, nil), 0
		}
		last := len(parts) - 1
		parts[last] = append(parts[last], at)
		rows += len(ids[at])
	}
	return parts
}
