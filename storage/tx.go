package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

// handle is what the stores run on: the two database handles, or one transaction in place of both.
type handle struct {
	read  *gorm.DB
	write *gorm.DB
	gate  chan struct{} // semaphore; holds one token while a transaction is open
	wait  time.Duration // longest wait for the writer slot
	done  *atomic.Bool  // set when a transaction has ended; nil outside transactions
}

// stores is a memory.Store on a handle.
type stores struct{ h *handle }

func (s stores) Profiles() memory.ProfileStore   { return profiles{s.h} }
func (s stores) Threads() memory.ThreadStore     { return threads{s.h} }
func (s stores) Messages() memory.MessageStore   { return messages{s.h} }
func (s stores) Memories() memory.MemoryStore    { return memories{s.h} }
func (s stores) Contexts() memory.ContextStore   { return contexts{s.h} }
func (s stores) Decisions() memory.DecisionStore { return decisions{s.h} }
func (s stores) Summaries() memory.SummaryStore  { return summaries{s.h} }
func (s stores) Vectors() memory.VectorStore     { return vectors{s.h} }
func (s stores) Jobs() memory.JobStore           { return jobs{s.h} }
func (s stores) Settings() memory.SettingStore   { return settings{s.h} }

// InTx runs fn in one write transaction, or in the open one when s is a transaction's Store. A
// panic in fn rolls back.
func (s stores) InTx(ctx context.Context, fn func(tx memory.Store) error) error {
	if s.h.done != nil {
		if s.h.done.Load() {
			return fmt.Errorf("transaction: %w: it has ended", memory.ErrClosed)
		}
		return fn(s)
	}
	return s.h.begin(ctx, func(tx *gorm.DB) error {
		inner := &handle{read: tx, write: tx, done: new(atomic.Bool)}
		defer inner.done.Store(true)
		return fn(stores{inner})
	})
}

// Flush fails inside a transaction, because that keeps the log from being checkpointed.
// Outside, DB overrides it.
func (s stores) Flush(context.Context) error {
	return fmt.Errorf("empty write-ahead log: %w: a transaction is open", memory.ErrBusy)
}

// begin opens a write transaction for fn and commits it when fn returns nil.
func (h *handle) begin(ctx context.Context, fn func(tx *gorm.DB) error) (err error) {
	if err := h.enter(ctx); err != nil {
		return err
	}
	defer func() { <-h.gate }()
	tx := h.write.WithContext(ctx).Begin()
	if tx.Error != nil {
		return translate("begin transaction", tx.Error)
	}
	ended := false
	defer func() {
		if !ended {
			err = errors.Join(err, ignoreDone(tx.Rollback().Error))
		}
	}()
	if err := fn(tx); err != nil {
		return cancelled(ctx, err)
	}
	ended = true
	return cancelled(ctx, translate("commit transaction", tx.Commit().Error))
}

// cancelled returns the context's error where database/sql only reports that the
// transaction has been rolled back.
func cancelled(ctx context.Context, err error) error {
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		return fmt.Errorf("transaction: %w", ctx.Err())
	}
	return err
}

// enter waits for the writer slot. After h.writerTimeout it returns memory.ErrBusy: a wait
// this long can only be a deadlock, a transaction waiting for something that waits for it.
func (h *handle) enter(ctx context.Context) error {
	select {
	case h.gate <- struct{}{}:
		return nil
	default:
	}
	t := time.NewTimer(h.wait)
	defer t.Stop()
	select {
	case h.gate <- struct{}{}:
		return nil
	case <-ctx.Done():
		return translate("wait for writer", context.Cause(ctx))
	case <-t.C:
		return fmt.Errorf("wait for writer: %w: a transaction has been open for %s", memory.ErrBusy, h.wait)
	}
}

// change runs a write of one or more statements atomically: in its own transaction, or in a
// savepoint of the open one, so that a failed method leaves nothing behind in either case.
func (h *handle) change(ctx context.Context, op string, fn func(tx *gorm.DB) error) error {
	if h.done == nil {
		return translate(op, h.begin(ctx, fn))
	}
	if h.done.Load() {
		return fmt.Errorf("%s: %w: the transaction has ended", op, memory.ErrClosed)
	}
	tx := h.write.WithContext(ctx)
	if err := tx.Exec("SAVEPOINT method").Error; err != nil {
		return translate(op, err)
	}
	if err := fn(tx); err != nil {
		undo := tx.Exec("ROLLBACK TO method").Error
		return translate(op, errors.Join(err, undo, tx.Exec("RELEASE method").Error))
	}
	return translate(op, tx.Exec("RELEASE method").Error)
}

// look runs a read.
func (h *handle) look(ctx context.Context, op string, fn func(db *gorm.DB) error) error {
	if h.done != nil && h.done.Load() {
		return fmt.Errorf("%s: %w: the transaction has ended", op, memory.ErrClosed)
	}
	return translate(op, fn(h.read.WithContext(ctx)))
}

// changed returns memory.ErrNotFound when a statement affected no row.
func changed(res *gorm.DB) error {
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return memory.ErrNotFound
	}
	return nil
}
