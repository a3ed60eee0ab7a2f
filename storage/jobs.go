package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"memoir/memory"
)

type jobRow struct {
	ID        memory.ID       `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID memory.ID       `gorm:"column:profile_id"`
	Kind      memory.JobKind  `gorm:"column:kind"`
	ChatID    nullID          `gorm:"column:thread_id"`
	MessageID memory.ID       `gorm:"column:message_id"`
	Version   string          `gorm:"column:version"`
	State     memory.JobState `gorm:"column:state"`
	Attempts  int             `gorm:"column:attempts"`
	RunAt     timestamp       `gorm:"column:run_at"`
	LastError string          `gorm:"column:last_error"`
	Created   timestamp       `gorm:"column:created_at"`
}

func (jobRow) TableName() string { return "jobs" }

func (r jobRow) toJob() memory.Job {
	return memory.Job{
		ID: r.ID, ProfileID: r.ProfileID, Kind: r.Kind, ChatID: memory.ID(r.ChatID), MessageID: r.MessageID,
		PromptVersion: r.Version, State: r.State, Attempts: r.Attempts, RunAt: r.RunAt.Time,
		LastError: memory.NullText(r.LastError), CreatedAt: r.Created.Time,
	}
}

type jobStore struct{ h *handle }

// EnqueueIfNew stores the job as queued, whatever j.State is.
func (s jobStore) EnqueueIfNew(ctx context.Context, j memory.Job) (bool, error) {
	r := jobRow{
		ProfileID: j.ProfileID, Kind: j.Kind, ChatID: nullID(j.ChatID), MessageID: j.MessageID, Version: j.PromptVersion,
		State: memory.JobQueued, Attempts: j.Attempts, RunAt: timestamp{j.RunAt}, LastError: string(j.LastError),
		Created: timestamp{j.CreatedAt},
	}
	added := false
	err := s.h.runAtomicWrite(ctx, "enqueue "+string(j.Kind), func(tx *gorm.DB) error {
		unique := clause.OnConflict{
			Columns:   []clause.Column{{Name: "kind"}, {Name: "message_id"}, {Name: "version"}},
			DoNothing: true,
		}
		res := tx.Clauses(unique).Create(&r)
		added = res.RowsAffected > 0
		return res.Error
	})
	return added && err == nil, err
}

func (s jobStore) HasJobForMessage(ctx context.Context, message memory.ID, kinds ...memory.JobKind) (bool, error) {
	var found bool
	err := s.h.runRead(ctx, "look for jobs", func(db *gorm.DB) error {
		return db.Raw("SELECT EXISTS (SELECT 1 FROM jobs WHERE message_id = ? AND kind IN ?)", message, kinds).
			Row().Scan(&found)
	})
	return found, err
}

func (s jobStore) NewestOfKind(ctx context.Context, profile memory.ID, kind memory.JobKind) (memory.Job, error) {
	var r jobRow
	err := s.h.runRead(ctx, "load newest job", func(db *gorm.DB) error {
		return db.Where("profile_id = ? AND kind = ?", profile, kind).Order("id DESC").Take(&r).Error
	})
	return r.toJob(), err
}

// ClaimNextDue increments the attempts when the job starts, so that a job that crashes the process is
// counted too.
func (s jobStore) ClaimNextDue(ctx context.Context, now time.Time) (memory.Job, error) {
	var r jobRow
	err := s.h.runAtomicWrite(ctx, "claim job", func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Raw(`UPDATE jobs SET state = 'running', attempts = attempts + 1 WHERE id =
          (SELECT id FROM jobs WHERE state = 'queued' AND coalesce(run_at, 0) <= ? ORDER BY id LIMIT 1) RETURNING *`,
			timestamp{now}).Scan(&r))
	})
	return r.toJob(), err
}

// MarkDone returns memory.ErrConflict when the job is not running: another worker has completed
// it, so the caller's changes must be rolled back with the transaction.
func (s jobStore) MarkDone(ctx context.Context, id memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("finish job %d", id), func(tx *gorm.DB) error {
		return updateJobIfInState(tx, id, "running", "UPDATE jobs SET state = 'done', last_error = '' WHERE id = ?", id)
	})
}

func (s jobStore) RequeueOrMarkDead(ctx context.Context, id memory.ID, cause string, retry time.Time) error {
	state := memory.JobQueued
	if retry.IsZero() {
		state = memory.JobDead
	}
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("fail job %d", id), func(tx *gorm.DB) error {
		update := "UPDATE jobs SET state = ?, last_error = ?, run_at = coalesce(?, run_at) WHERE id = ?"
		return updateJobIfInState(tx, id, "running", update, state, cause, timestamp{retry}, id)
	})
}

func (s jobStore) PostponeWithoutAttempt(ctx context.Context, id memory.ID, cause string, at time.Time) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("postpone job %d", id), func(tx *gorm.DB) error {
		return updateJobIfInState(tx, id, "running", `UPDATE jobs SET state = 'queued', attempts = max(attempts - 1, 0),
          last_error = ?, run_at = ? WHERE id = ?`, cause, timestamp{at}, id)
	})
}

// updateJobIfInState updates a job that must be in the given state; memory.ErrConflict when it is
// in another.
func updateJobIfInState(tx *gorm.DB, id memory.ID, state, update string, args ...any) error {
	err := requireRowsAffected(tx.Exec(update+" AND state = '"+state+"'", args...))
	if !errors.Is(err, memory.ErrNotFound) {
		return err
	}
	if err := requireRowExists(tx, "SELECT 1 FROM jobs WHERE id = ?", id); err != nil {
		return err
	}
	return fmt.Errorf("%w: the job is not %s", memory.ErrConflict, state)
}

func (s jobStore) RequeueRunning(ctx context.Context, now time.Time) (int, error) {
	n := 0
	err := s.h.runAtomicWrite(ctx, "requeue jobs", func(tx *gorm.DB) error {
		res := tx.Exec("UPDATE jobs SET state = 'queued', run_at = ? WHERE state = 'running'", timestamp{now})
		n = int(res.RowsAffected)
		return res.Error
	})
	return n, err
}

// RequeueDeadResettingAttempts resets the attempts to zero.
func (s jobStore) RequeueDeadResettingAttempts(ctx context.Context, profile, id memory.ID, now time.Time) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("retry job %d", id), func(tx *gorm.DB) error {
		if err := requireRowExists(tx, "SELECT 1 FROM jobs WHERE id = ? AND profile_id = ?", id, profile); err != nil {
			return err
		}
		return updateJobIfInState(tx, id, "dead", "UPDATE jobs SET state = 'queued', attempts = 0, run_at = ? WHERE id = ?",
			timestamp{now}, id)
	})
}

func (s jobStore) List(ctx context.Context, profile memory.ID, states ...memory.JobState) ([]memory.Job, error) {
	var rows []jobRow
	err := s.h.runRead(ctx, "list jobs", func(db *gorm.DB) error {
		q := db.Where("profile_id = ?", profile)
		if len(states) > 0 {
			q = q.Where("state IN ?", states)
		}
		if len(states) > 0 && !slices.Contains(states, memory.JobDone) {
			q = q.Where("state <> 'done'") // the condition of an index
		}
		return q.Order("id").Find(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]memory.Job, len(rows))
	for i, r := range rows {
		out[i] = r.toJob()
	}
	return out, nil
}

func (s jobStore) NextDueTime(ctx context.Context) (time.Time, error) {
	var at timestamp
	err := s.h.runRead(ctx, "look at queue", func(db *gorm.DB) error {
		var r jobRow
		err := db.Where("state = 'queued'").Order("run_at").Take(&r).Error
		at = r.RunAt
		return err
	})
	return at.Time, err
}
