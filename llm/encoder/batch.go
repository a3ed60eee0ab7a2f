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
const partRows = 128

// tokensPerWorker is how many tokens of a single text justify one more worker.
const lonePerWorker = 4

// embedTokens embeds token ids, one text or a batch.
func (e *Embedder) vectors(ctx context.Context, m *network, kind memory.EmbedKind, ids [][]int32) ([][]float32, error) {
	if len(ids) == 1 {
		return e.one(ctx, m, kind, ids)
	}
	parts := plan(ids, e.slots.total)
	out := make([][]float32, len(ids))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int32
	var workers sync.WaitGroup
	for range min(e.slots.total, len(parts)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(parts); i = next.Add(1) - 1 {
				if err := e.part(ctx, m, kind, ids, parts[i], out); err != nil {
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

// embedSingle embeds one text with as many free workers as its length justifies.
func (e *Embedder) one(ctx context.Context, m *network, kind memory.EmbedKind, ids [][]int32) ([][]float32, error) {
	if err := e.slots.acquire(ctx, kind, 1); err != nil {
		return nil, err
	}
	held := 1 + e.slots.extra(min(e.slots.total, len(ids[0])/lonePerWorker)-1)
	return e.forward(ctx, m, kind, held, ids)
}

// embedPart embeds the texts of one part and stores the vectors at their indexes in out.
func (e *Embedder) part(ctx context.Context, m *network, kind memory.EmbedKind, ids [][]int32, part []int,
	out [][]float32,
) error {
	if err := e.slots.acquire(ctx, kind, 1); err != nil {
		return err
	}
	texts := make([][]int32, len(part))
	for i, at := range part {
		texts[i] = ids[at]
	}
	vectors, err := e.forward(ctx, m, kind, 1, texts)
	for i, v := range vectors {
		out[part[i]] = v
	}
	return err
}

// forwardOnSlots runs one forward pass on the held slots and releases them.
func (e *Embedder) forward(ctx context.Context, m *network, kind memory.EmbedKind, held int, ids [][]int32) (
	[][]float32, error,
) {
	kept := held
	defer func() { e.slots.release(kept) }()
	w := e.spaces.Get().(*workspace)
	defer e.spaces.Put(w)
	t := start(held)
	defer t.stop()
	return m.forward(w, t, ids, func() error {
		if err := e.check(ctx); err != nil {
			return err
		}
		err := e.slots.yield(ctx, kind, held)
		if err != nil {
			kept = 0
		}
		return err
	})
}

// planParts groups texts, longest first, into parts of about maxPartRows rows, if possible the same
// number of parts for each worker.
func plan(ids [][]int32, workers int) [][]int {
	order := make([]int, len(ids))
	total := 0
	for i := range ids {
		order[i] = i
		total += len(ids[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(ids[b]), len(ids[a])) })
	const slack = 8 // rows: a part slightly over its share beats one leftover text
	rounds := (total + workers*partRows - 1) / (workers * partRows)
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
