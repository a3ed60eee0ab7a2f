package storage

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/storage/vectorindex"
)

// vectorBatchSize is how many vectors are loaded at once while iterating over a collection.
const vectorBatchSize = 512

type vectorRow struct {
	Kind     memory.OwnerKind `gorm:"column:owner_kind"`
	Owner    memory.ID        `gorm:"column:owner_id"`
	Part     int              `gorm:"column:part"`
	Embedder string           `gorm:"column:embedder"`
	Hash     string           `gorm:"column:hash"`
	Vec      []byte           `gorm:"column:vec"`
}

// vectorColumns are the columns that queryVectors reads, from vectors named v.
const vectorColumns = "v.owner_kind, v.owner_id, v.part, v.embedder, v.hash, v.vec"

// encodeFloat32s encodes 32-bit floats, little endian.
func encodeFloat32s(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

func decodeFloat32s(b []byte) []float32 {
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

// recallableMessagesSQL selects the messages m of a profile's chats t that may be quoted in other
// prompts. Its one argument is the profile.
const recallableMessagesSQL = "FROM messages m JOIN threads t ON t.id = m.thread_id" + areRecallableSQL

const areRecallableSQL = ` WHERE t.profile_id = ? AND t.deleted_at IS NULL AND t.temporary = 0 AND t.memory <> 'off'
  AND m.role IN ('user', 'assistant') AND m.status NOT IN ('streaming', 'failed') AND m.content <> ''`

// readableByChatSQL limits the messages of chats t to those that may be quoted in a chat; see
// memory.RecallFilter. Its arguments are that chat and its project.
const readableByChatSQL = ` AND (t.id = ? OR t.project_id IS NULL
  OR coalesce((SELECT p.learned_scope = 'global' OR p.learned_scope = 'project' AND p.id = ?
    FROM projects p WHERE p.id = t.project_id), 1))`

// embeddableOwnersSQL returns a subquery of a profile's owners of a kind that should have a vector,
// as (id, hash); forgotten memories are excluded. Its one argument is the profile.
func embeddableOwnersSQL(kind memory.OwnerKind) (string, error) {
	switch kind {
	case memory.OwnerMemory:
		return `SELECT m.id, m.hash FROM memory_links l JOIN memory m ON m.id = l.memory_id
          WHERE l.profile_id = ? AND l.status <> 'forgotten'`, nil
	case memory.OwnerFile:
		return "SELECT id, hash FROM contexts WHERE profile_id = ? AND content <> ''", nil
	case memory.OwnerMessage:
		return "SELECT m.id, m.hash " + recallableMessagesSQL, nil
	default:
		return "", &memory.FieldError{Field: "kind", Problem: fmt.Sprintf("%q owns no vectors", kind)}
	}
}

type vectorStore struct{ h *handle }

func (s vectorStore) UpsertAll(ctx context.Context, vs []memory.Vector) error {
	return s.h.runAtomicWrite(ctx, "store vectors", func(tx *gorm.DB) error {
		for _, v := range vs {
			err := tx.Exec(`INSERT INTO vectors(owner_kind, owner_id, part, embedder, hash, vec) VALUES (?, ?, ?, ?, ?, ?)
              ON CONFLICT (owner_kind, embedder, owner_id, part)
              DO UPDATE SET hash = excluded.hash, vec = excluded.vec`,
				v.Key.Kind, v.Key.Owner, v.Key.Part, v.Embedder, v.ContentHash, encodeFloat32s(v.Values)).Error
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s vectorStore) GetByOwners(
	ctx context.Context, profile memory.ID, kind memory.OwnerKind, embedder string, ids []memory.ID,
) ([]memory.Vector, error) {
	mine, err := ownedByProfileSQL(kind)
	if err != nil {
		return nil, wrapErrorWithSentinel("load vectors", err)
	}
	return s.queryVectors(ctx, `SELECT `+vectorColumns+` FROM vectors v WHERE owner_kind = ? AND embedder = ?
      AND owner_id IN (SELECT value FROM json_each(?)) AND `+mine,
		kind, embedder, idsAsJSON(ids), profile)
}

// ownedByProfileSQL returns the condition that the owner of a vector v is a profile's, a forgotten
// memory included. Its one argument is the profile. It looks each owner up, because a profile may
// have many more than are asked for.
func ownedByProfileSQL(kind memory.OwnerKind) (string, error) {
	switch kind {
	case memory.OwnerMemory:
		return "EXISTS (SELECT 1 FROM memory_links l WHERE l.memory_id = v.owner_id AND l.profile_id = ?)", nil
	case memory.OwnerFile:
		return "EXISTS (SELECT 1 FROM contexts c WHERE c.id = v.owner_id AND c.profile_id = ?)", nil
	case memory.OwnerMessage:
		return `EXISTS (SELECT 1 FROM messages m JOIN threads t ON t.id = m.thread_id
      WHERE m.id = v.owner_id AND t.profile_id = ?)`, nil
	default:
		return "", &memory.FieldError{Field: "kind", Problem: fmt.Sprintf("%q owns no vectors", kind)}
	}
}

func (s vectorStore) queryVectors(ctx context.Context, query string, args ...any) ([]memory.Vector, error) {
	var out []memory.Vector
	err := s.h.runRead(ctx, "load vectors", func(db *gorm.DB) error {
		return forEachRow(db.Raw(query, args...), func(rows *sql.Rows) error {
			var v memory.Vector
			var floats sql.RawBytes
			if err := rows.Scan(&v.Key.Kind, &v.Key.Owner, &v.Key.Part, &v.Embedder, &v.ContentHash, &floats); err != nil {
				return err
			}
			v.Values = decodeFloat32s(floats)
			out = append(out, v)
			return nil
		})
	})
	return out, err
}

// ForEachWithLiveOwner reads in batches, so that fn may write.
func (s vectorStore) ForEachWithLiveOwner(
	ctx context.Context, c memory.VectorCollection, fn func(memory.Vector) error,
) error {
	seen, err := embeddableOwnersSQL(c.Kind)
	if err != nil {
		return wrapErrorWithSentinel("walk vectors", err)
	}
	last := memory.VectorKey{Part: -1}
	for {
		vs, err := s.queryVectors(ctx, `SELECT `+vectorColumns+` FROM vectors v WHERE v.owner_kind = ? AND v.embedder = ?
          AND (v.owner_id, v.part) > (?, ?) AND v.owner_id IN (SELECT id FROM (`+seen+`))
          ORDER BY v.owner_id, v.part`+limitSQL(vectorBatchSize),
			c.Kind, c.Embedder, last.Owner, last.Part, c.ProfileID)
		if err != nil {
			return err
		}
		for _, v := range vs {
			if err := fn(v); err != nil {
				return err
			}
		}
		if len(vs) < vectorBatchSize {
			return nil
		}
		last = vs[len(vs)-1].Key
	}
}

// ContentHashByKey is answered by an index on the hashes.
func (s vectorStore) ContentHashByKey(
	ctx context.Context, c memory.VectorCollection,
) (map[memory.VectorKey]string, error) {
	seen, err := embeddableOwnersSQL(c.Kind)
	if err != nil {
		return nil, wrapErrorWithSentinel("list hashes of vectors", err)
	}
	out := map[memory.VectorKey]string{}
	err = s.h.runRead(ctx, "list hashes of vectors", func(db *gorm.DB) error {
		q := `SELECT owner_id, part, hash FROM vectors WHERE owner_kind = ? AND embedder = ?
          AND owner_id IN (SELECT id FROM (` + seen + `))`
		return forEachRow(db.Raw(q, c.Kind, c.Embedder, c.ProfileID), func(rows *sql.Rows) error {
			k, hash := memory.VectorKey{Kind: c.Kind}, ""
			if err := rows.Scan(&k.Owner, &k.Part, &hash); err != nil {
				return err
			}
			out[k] = hash
			return nil
		})
	})
	return out, err
}

// ListOwnersNeedingVectors leaves out what is never embedded: forgotten memories and empty files.
func (s vectorStore) ListOwnersNeedingVectors(
	ctx context.Context, profile memory.ID, kind memory.OwnerKind, embedder string, n int,
) ([]memory.ID, error) {
	seen, err := embeddableOwnersSQL(kind)
	if err != nil {
		return nil, wrapErrorWithSentinel("find texts without vector", err)
	}
	var ids []memory.ID
	err = s.h.runRead(ctx, "find texts without vector", func(db *gorm.DB) error {
		return db.Raw(`SELECT o.id FROM (`+seen+`) o WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.owner_kind = ?
          AND v.embedder = ? AND v.owner_id = o.id AND v.hash = o.hash) ORDER BY o.id`+limitSQL(sqlLimitZeroIsAll(n)),
			profile, kind, embedder).Scan(&ids).Error
	})
	return ids, err
}

func (s vectorStore) ListMessagesNeedingVectors(ctx context.Context, f memory.MessagesToEmbed) ([]memory.ID, error) {
	among, args := "", []any{f.ProfileID}
	if f.IDs != nil {
		among, args = " AND m.id IN (SELECT value FROM json_each(?))", append(args, idsAsJSON(f.IDs))
	}
	if f.BeforeID != 0 {
		among, args = among+" AND m.id < ?", append(args, f.BeforeID)
	}
	args = append(args, memory.OwnerMessage, f.Embedder)
	var ids []memory.ID
	err := s.h.runRead(ctx, "find messages without vector", func(db *gorm.DB) error {
		// The cross join walks the messages by their IDs and stops at the limit.
		return db.Raw("SELECT m.id FROM messages m CROSS JOIN threads t ON t.id = m.thread_id"+areRecallableSQL+among+`
          AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.owner_kind = ? AND v.embedder = ? AND v.owner_id = m.id
            AND v.hash = m.hash)
          ORDER BY m.id DESC`+limitSQL(sqlLimitZeroIsAll(f.Limit)), args...).Scan(&ids).Error
	})
	return ids, err
}

func (s vectorStore) CountRecallableMessages(ctx context.Context, profile memory.ID) (n int, err error) {
	err = s.h.runRead(ctx, "count messages to embed", func(db *gorm.DB) error {
		return db.Raw("SELECT count(*) "+recallableMessagesSQL, profile).Row().Scan(&n)
	})
	return n, err
}

func (s vectorStore) NewestRecallableMessageVectors(
	ctx context.Context, f memory.MessageVectorFilter,
) ([]memory.Vector, error) {
	chat, args := " AND t.id = ?", []any{f.ProfileID, f.ChatID}
	if f.OtherChats {
		chat, args = " AND t.id <> ?"+readableByChatSQL, append(args, f.ChatID, f.ProjectID)
	}
	return s.queryVectors(
		ctx,
		`SELECT `+vectorColumns+` FROM vectors v JOIN (SELECT m.id, m.hash `+recallableMessagesSQL+chat+`) o
      ON o.id = v.owner_id AND o.hash = v.hash 
      WHERE v.owner_kind = ? AND v.embedder = ? ORDER BY v.owner_id DESC`+limitSQL(f.Limit),
		append(args, memory.OwnerMessage, f.Embedder)...,
	)
}

func (s vectorStore) DeleteVectorsOfOwner(ctx context.Context, kind memory.OwnerKind, owner memory.ID) error {
	return s.h.runAtomicWrite(ctx, fmt.Sprintf("delete vectors of %s %d", kind, owner), func(tx *gorm.DB) error {
		return tx.Exec("DELETE FROM vectors WHERE owner_kind = ? AND owner_id = ?", kind, owner).Error
	})
}

func (s vectorStore) DeleteOtherEmbeddersVectors(
	ctx context.Context,
	profile memory.ID,
	keepEmbedder string,
) (int, error) {
	n := 0
	err := s.h.runAtomicWrite(ctx, "delete vectors of other embedders", func(tx *gorm.DB) error {
		for _, kind := range []memory.OwnerKind{memory.OwnerMemory, memory.OwnerFile, memory.OwnerMessage} {
			mine, err := ownedByProfileSQL(kind)
			if err != nil {
				return err
			}
			res := tx.Exec("DELETE FROM vectors AS v WHERE owner_kind = ? AND embedder <> ? AND "+mine,
				kind, keepEmbedder, profile)
			if res.Error != nil {
				return res.Error
			}
			n += int(res.RowsAffected)
		}
		return nil
	})
	return n, err
}

// loadAllVectorsOfKeyOwners returns the stored vectors of the given keys, whichever profile has
// them.
func (s vectorStore) loadAllVectorsOfKeyOwners(
	ctx context.Context, c memory.VectorCollection, keys []memory.VectorKey,
) ([]memory.Vector, error) {
	owners := make([]memory.ID, len(keys))
	for i, k := range keys {
		owners[i] = k.Owner
	}
	return s.queryVectors(ctx, `SELECT `+vectorColumns+` FROM vectors v WHERE owner_kind = ? AND embedder = ?
      AND owner_id IN (SELECT value FROM json_each(?))`, c.Kind, c.Embedder, idsAsJSON(owners))
}

// savedVectorIndex is the vector index with the errors of this package.
type savedVectorIndex struct{ *vectorindex.Index }

// SaveSnapshotIfChanged writes the index's snapshot unless nothing has changed.
func (x savedVectorIndex) SaveSnapshotIfChanged(ctx context.Context) error {
	return wrapErrorWithSentinel("save the search index", x.Index.SaveSnapshotIfChanged(ctx))
}
