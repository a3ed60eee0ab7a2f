package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

// handle is what the stores run on: the two database handles, or one transaction in place of both.
type handle struct {
	dir           string // data folder
	readDB        *gorm.DB
	writeDB       *gorm.DB
	writerSlot    chan struct{} // semaphore; holds one token while a transaction is open
	writerTimeout time.Duration // longest wait for the writer slot
	ended         *atomic.Bool  // set when a transaction has ended; nil outside transactions
	damage        *damageLog
}

// handleStore is a memory.Store on a handle.
type handleStore struct{ h *handle }

func (s handleStore) ProfileStore() memory.ProfileStore   { return profileStore{s.h} }
func (s handleStore) ChatStore() memory.ChatStore         { return chatStore{s.h} }
func (s handleStore) ProjectStore() memory.ProjectStore   { return projectStore{s.h} }
func (s handleStore) MessageStore() memory.MessageStore   { return messageStore{s.h} }
func (s handleStore) MemoryStore() memory.MemoryStore     { return memoryStore{s.h} }
func (s handleStore) FileStore() memory.FileStore         { return fileStore{s.h} }
func (s handleStore) DecisionStore() memory.DecisionStore { return decisionStore{s.h} }
func (s handleStore) VectorStore() memory.VectorStore     { return vectorStore{s.h} }
func (s handleStore) JobStore() memory.JobStore           { return jobStore{s.h} }
func (s handleStore) SummaryStore() memory.SummaryStore   { return summaryStore{s.h} }
func (s handleStore) BaseMemoryStore() memory.BaseMemoryStore {
	return baseMemoryStore{s.h}
}
func (s handleStore) ImportStore() memory.ImportStore   { return importStore{s.h} }
func (s handleStore) PictureStore() memory.PictureStore { return pictureStore{s.h} }
func (s handleStore) SettingStore() memory.SettingStore { return settingStore{s.h} }

// InTx runs fn in one write transaction, or in the open one when s is a transaction's Store. A
// panic in fn rolls back.
func (s handleStore) InTx(ctx context.Context, fn func(tx memory.Store) error) error {
	if s.h.ended != nil {
		if s.h.ended.Load() {
			return fmt.Errorf("transaction: %w: it has ended", memory.ErrClosed)
		}
		return fn(s)
	}
	return s.h.runWriteTransaction(ctx, func(tx *gorm.DB) error {
		inner := &handle{dir: s.h.dir, readDB: tx, writeDB: tx, ended: new(atomic.Bool), damage: s.h.damage}
		defer inner.ended.Store(true)
		return fn(handleStore{inner})
	})
}

// CheckpointWAL fails inside a transaction, because that keeps the log from being checkpointed.
// Outside, DB overrides it.
func (s handleStore) CheckpointWAL(context.Context) error {
	return fmt.Errorf("empty write-ahead log: %w: a transaction is open", memory.ErrBusy)
}

// EraseDeletedFromSnapshots fails inside a transaction, which has not deleted anything yet.
// Outside, DB overrides it.
func (s handleStore) EraseDeletedFromSnapshots(context.Context) error {
	return fmt.Errorf("erase from snapshots: %w: a transaction is open", memory.ErrBusy)
}

// runWriteTransaction opens a write transaction for fn and commits it when fn returns nil.
func (h *handle) runWriteTransaction(ctx context.Context, fn func(tx *gorm.DB) error) (err error) {
	if err := h.acquireWriterSlot(ctx); err != nil {
		return err
	}
	defer func() { <-h.writerSlot }()
	tx := h.writeDB.WithContext(ctx).Begin()
	if tx.Error != nil {
		return wrapErrorWithSentinel("begin transaction", tx.Error)
	}
	ended := false
	defer func() {
		if !ended {
			err = errors.Join(err, ignoreAlreadyRolledBackError(tx.Rollback().Error))
		}
	}()
	if err := fn(tx); err != nil {
		return contextErrorIfRolledBack(ctx, err)
	}
	ended = true
	return contextErrorIfRolledBack(ctx, h.wrapErrorAndNoteDamage("commit transaction", tx.Commit().Error))
}

// contextErrorIfRolledBack returns the context's error where database/sql only reports that the
// transaction has been rolled back.
func contextErrorIfRolledBack(ctx context.Context, err error) error {
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		return fmt.Errorf("transaction: %w", ctx.Err())
	}
	return err
}

// acquireWriterSlot waits for the writer slot. After h.writerTimeout it returns memory.ErrBusy: a
// wait this long can only be a deadlock, a transaction waiting for something that waits for it.
func (h *handle) acquireWriterSlot(ctx context.Context) error {
	select {
	case h.writerSlot <- struct{}{}:
		return nil
	default:
	}
	t := time.NewTimer(h.writerTimeout)
	defer t.Stop()
	select {
	case h.writerSlot <- struct{}{}:
		return nil
	case <-ctx.Done():
		return wrapErrorWithSentinel("wait for writer", context.Cause(ctx))
	case <-t.C:
		return fmt.Errorf("wait for writer: %w: a transaction has been open for %s", memory.ErrBusy, h.writerTimeout)
	}
}

// runAtomicWrite runs a write of one or more statements atomically: in its own transaction, or in a
// savepoint of the open one, so that a failed method leaves nothing behind in either case.
func (h *handle) runAtomicWrite(ctx context.Context, op string, fn func(tx *gorm.DB) error) error {
	if h.ended == nil {
		return h.wrapErrorAndNoteDamage(op, h.runWriteTransaction(ctx, fn))
	}
	if h.ended.Load() {
		return fmt.Errorf("%s: %w: the transaction has ended", op, memory.ErrClosed)
	}
	tx := h.writeDB.WithContext(ctx)
	if err := tx.Exec("SAVEPOINT method").Error; err != nil {
		return h.wrapErrorAndNoteDamage(op, err)
	}
	if err := fn(tx); err != nil {
		undo := tx.Exec("ROLLBACK TO method").Error
		return h.wrapErrorAndNoteDamage(op, errors.Join(err, undo, tx.Exec("RELEASE method").Error))
	}
	return h.wrapErrorAndNoteDamage(op, tx.Exec("RELEASE method").Error)
}

// wrapErrorAndNoteDamage is wrapErrorWithSentinel, and keeps damage for the next start.
func (h *handle) wrapErrorAndNoteDamage(op string, err error) error {
	return h.damage.markFirstDamageForRepairReturningError(wrapErrorWithSentinel(op, err))
}

// runRead runs a read.
func (h *handle) runRead(ctx context.Context, op string, fn func(db *gorm.DB) error) error {
	if h.ended != nil && h.ended.Load() {
		return fmt.Errorf("%s: %w: the transaction has ended", op, memory.ErrClosed)
	}
	return h.wrapErrorAndNoteDamage(op, runCatchingMappedReadFaults(func() error { return fn(h.readDB.WithContext(ctx)) }))
}

// runCatchingMappedReadFaults runs reads of the mapped database. Where the disk fails, or another
// program has truncated the file, the system reports it as a fault of the processor, not as an
// error of a call: it ends fn and is returned as memory.ErrDiskIO instead of ending the program.
func runCatchingMappedReadFaults(fn func() error) (err error) {
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if fault := memoryFaultOfPanicOrPanicAgain(recover()); fault != nil {
			err = fmt.Errorf("%w: the database file could not be read: %w", memory.ErrDiskIO, fault)
		}
	}()
	return fn()
}

// memoryFaultOfPanicOrPanicAgain returns the fault that a panic reports, nil without a panic. It
// panics again with anything else.
func memoryFaultOfPanicOrPanicAgain(reported any) error {
	if reported == nil {
		return nil
	}
	if fault, ok := reported.(interface {
		runtime.Error
		Addr() uintptr // only faults have an address
	}); ok {
		return fault
	}
	panic(reported)
}

// requireRowsAffected returns memory.ErrNotFound when a statement affected no row.
func requireRowsAffected(res *gorm.DB) error {
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return memory.ErrNotFound
	}
	return nil
}
