package storage

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"

	"github.com/glebarez/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"memoir/memory"
)

// memoryOfProfile is a memory as one profile has it.
type memoryOfProfile struct{ profile, id memory.ID }

// restoreFromLedger puts memories back whose row or link could not be read, as the newest change in
// the ledger left them. What was erased has no text there, and what was removed has no state.
func restoreFromLedger(ctx context.Context, tx *sql.Tx) (int, error) {
	g, err := gorm.Open(sqlite.Dialector{Conn: tx}, &gorm.Config{
		SkipDefaultTransaction: true, Logger: logger.Discard, DisableAutomaticPing: true,
	})
	if err != nil {
		return 0, wrapErrorWithSentinel("salvage", err)
	}
	g = g.WithContext(ctx)
	newest, err := newestMemoryStatesInLedger(g)
	if err != nil {
		return 0, wrapErrorWithSentinel("salvage", err)
	}
	store := memoryStore{&handle{readDB: g, writeDB: g, ended: new(atomic.Bool)}}
	restored := 0
	for at, m := range newest {
		if m == nil || m.Content == "" {
			continue
		}
		_, err := store.Get(ctx, at.profile, at.id)
		if !isNotFound(err) {
			continue
		}
		m.ProfileID = at.profile
		if _, err := store.UpsertCopyingShared(ctx, *m); err == nil {
			restored++
		} else if errors.Is(err, memory.ErrDiskFull) || ctx.Err() != nil {
			return restored, err
		}
	}
	return restored, nil
}

// newestMemoryStatesInLedger returns what the newest change of each memory left, nil when that
// removed it. A decision that cannot be read is left out.
func newestMemoryStatesInLedger(g *gorm.DB) (map[memoryOfProfile]*memory.Memory, error) {
	var rows []decisionRow
	if err := g.Raw("SELECT * FROM decision ORDER BY id").Scan(&rows).Error; err != nil {
		return nil, err
	}
	newest := map[memoryOfProfile]*memory.Memory{}
	for _, r := range rows {
		d, err := r.toDecision()
		if err != nil {
			continue
		}
		if d.Action == memory.ActionErase {
			newest[memoryOfProfile{d.ProfileID, d.MemoryID}] = nil
		}
		for _, c := range d.Changes {
			newest[memoryOfProfile{d.ProfileID, c.MemoryID}] = c.After
		}
	}
	return newest, nil
}
