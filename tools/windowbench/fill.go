package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/storage"
)

// embedderID is the ID of the embedded encoder, and vectorDim the length of its vectors.
const (
	embedderID = "bge-small-en-v1.5@384@1"
	vectorDim  = 384
)

// folderFiller fills data folders with generated text, the same in every run.
type folderFiller struct {
	db     *storage.DB
	random *rand.Rand
	now    time.Time
}

// newFolderFiller returns a filler of a database; it makes text without one, too.
func newFolderFiller(db *storage.DB) *folderFiller {
	return &folderFiller{db: db, random: rand.New(rand.NewPCG(1, 2)), now: time.Now().UTC().Truncate(time.Millisecond)}
}

// createFilledDataFolder creates a data folder. chats holds the number of messages of each chat,
// the newest chat last. Memories get vectors.
func createFilledDataFolder(ctx context.Context, dir string, chats []int, memories int) (err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	// A server that refuses connections, so that no local model takes part.
	yaml := "providers:\n  - name: none\n    base_url: http://127.0.0.1:9/v1\n"
	if err := os.WriteFile(filepath.Join(dir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		return err
	}
	db, err := storage.Open(ctx, storage.Options{Dir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close(ctx)) }()
	f := newFolderFiller(db)
	if err := db.SettingStore().Set(ctx, "ui.first_run_done", "true"); err != nil {
		return err
	}
	for i, n := range chats {
		if err := f.insertRandomChat(ctx, n, f.now.Add(time.Duration(i-len(chats))*time.Minute)); err != nil {
			return err
		}
	}
	return f.insertMemoriesWithVectors(ctx, memories)
}

func (f *folderFiller) insertRandomChat(ctx context.Context, messages int, at time.Time) error {
	title := strings.Join(strings.Fields(f.randomSentence())[:4], " ")
	return f.db.InTx(ctx, func(tx memory.Store) error {
		chatID, err := tx.ChatStore().Create(ctx, memory.Chat{
			ProfileID: 1, Title: title, Memory: memory.MemoryOn, FileIDs: []memory.ID{}, CreatedAt: at, UpdatedAt: at,
		})
		parent := memory.ID(0)
		for i := 0; i < messages && err == nil; i++ {
			m := memory.Message{
				ChatID: chatID, ParentID: parent, Role: memory.RoleUser, Status: memory.MessageComplete, CreatedAt: at,
				Content: f.randomSentence(),
			}
			if i%2 == 1 {
				m.Role, m.FinishedAt, m.Content = memory.RoleAssistant, at, f.randomSentence()+"\n\n"+f.randomSentence()
			}
			parent, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m)
		}
		return err
	})
}

func (f *folderFiller) insertMemoriesWithVectors(ctx context.Context, n int) error {
	c := memory.VectorCollection{ProfileID: 1, Kind: memory.OwnerMemory, Embedder: embedderID}
	var vs []memory.Vector
	err := f.db.InTx(ctx, func(tx memory.Store) error {
		for range n {
			m := memory.Memory{
				ProfileID: 1, Content: "The user said " + f.randomSentence(), Tags: []string{}, Kind: memory.KindFact,
				Type: memory.TypePersonal, Scope: memory.ScopeGlobal, Status: memory.StatusActive,
				Origin: memory.OriginManual, CreatedAt: f.now, UpdatedAt: f.now,
			}
			id, err := tx.MemoryStore().Insert(ctx, m)
			if err != nil {
				return err
			}
			vs = append(vs, memory.Vector{
				Key: memory.VectorKey{Kind: memory.OwnerMemory, Owner: id}, Embedder: embedderID,
				ContentHash: lang.ContentHash(m.Content), Values: f.randomUnitVector(),
			})
		}
		return tx.VectorStore().UpsertAll(ctx, vs)
	})
	if err != nil {
		return err
	}
	return f.db.VectorIndex().Upsert(ctx, c, vs)
}

func (f *folderFiller) randomUnitVector() []float32 {
	v := make([]float32, vectorDim)
	sum := 0.0
	for i := range v {
		v[i] = float32(f.random.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// randomSentence returns twelve words whose frequencies follow those of English (Zipf, exponent 1).
func (f *folderFiller) randomSentence() string {
	const vocabulary = 20000
	var b strings.Builder
	for range 12 {
		rank := int(math.Exp(f.random.Float64() * math.Log(vocabulary)))
		fmt.Fprintf(&b, "%c%c%c%d ", 'a'+rank%26, 'a'+rank/26%26, 'a'+rank/676%26, rank)
	}
	return strings.TrimSpace(b.String())
}
