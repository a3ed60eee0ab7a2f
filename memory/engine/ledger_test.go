package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/storage"
)

func TestEraseRemovesTheTextFromLedgerAndReceiptsAndCannotBeUndone(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user keeps a zebra."}]`, "[]")
	_, ds := h.sendAndLearn(h.newChat(), "I keep a zebra")
	for range 5 {
		h.addMemories(fmt.Sprintf("Other fact %d.", h.clock.now().Unix()))
	}
	second, _ := h.sendAndLearn(h.newChat(), "anything at all")
	gone, err := h.Session(1, memory.ActorUser).EraseMemory(h.ctx(), ds[0].MemoryID)
	if err != nil || len(gone.RemainingCopies) != 3 {
		t.Fatalf("erased: %+v, %v", gone, err)
	}
	all, err := h.Session(1, memory.ActorUser).ListDecisions(h.ctx(), memory.DecisionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(all)
	for _, d := range all {
		c, _ := json.Marshal(d.Changes)
		text = append(text, c...)
	}
	m, err := h.Session(1, memory.ActorUser).LoadMessage(h.ctx(), second.ID)
	if err != nil {
		t.Fatal(err)
	}
	receipt, _ := json.Marshal(m.Receipt)
	if strings.Contains(string(text), "zebra") || strings.Contains(string(receipt), "zebra") {
		t.Error("the words still stand in the ledger or in a receipt")
	}
	if _, err := h.Session(1, memory.ActorUser).UndoDecision(h.ctx(), ds[0].ID); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("undo of an erased memory: %v", err)
	}
}

// Every message that repeats the words and every title made of them is named, in whatever form.
func TestEraseNamesEveryCopy(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user keeps a quetzal statue.", "quote": "I keep a quetzal statue"}]`, "[]",
	)
	first, ds := h.sendAndLearn(h.newChat(), "I keep a quetzal statue at home.")
	second, _ := h.sendAndLearn(h.newChat(), "Once more: I was KEEPING a quetzal statue.")
	other, _ := h.sendAndLearn(h.newChat(), "Statues of other birds bore me.")
	file, err := h.Session(1, memory.ActorUser).AddFileUnlessKnownOrTooLong(h.ctx(), memory.NewFile{
		Name: "a.txt", Data: []byte("As I said, i keep a quetzal statue."),
	})
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(h.dir, "damaged-20260503T120000.000000000.db") // as a repair keeps it
	if err := os.WriteFile(damaged, []byte("I keep a quetzal statue"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone, err := h.Session(1, memory.ActorUser).EraseMemory(h.ctx(), ds[0].MemoryID)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		fmt.Sprintf("message %d, where you said it", first.ParentID), fmt.Sprintf("message %d", second.ParentID),
		fmt.Sprintf("the titles of chats %d, %d", first.ChatID, second.ChatID), fmt.Sprintf("file %d", file.ID),
		"the damaged database " + damaged,
		"backups that you saved elsewhere",
	}
	if !slices.Equal(gone.RemainingCopies, want) {
		t.Errorf("named %q, want %q (and not message %d)", gone.RemainingCopies, want, other.ParentID)
	}
}

func TestErasedTextRemainsInNoDataFile(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies("[]", "[]")
	m := h.addMemories("The user keeps a quagga.")[0]
	text := "The user keeps a quagga and an okapi."
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), m.ID,
		memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	h.sendAndLearn(h.newChat(), "Which animals do I keep?") // its receipt contains them
	if err := errors.Join(h.db.CheckpointWAL(h.ctx()), h.db.VectorIndex().SaveSnapshotIfChanged(h.ctx())); err != nil {
		t.Fatal(err)
	}
	if n := h.countFilesContaining("quagga"); n == 0 {
		t.Fatal("nothing to erase")
	}
	if _, err := h.Session(1, memory.ActorUser).EraseMemory(h.ctx(), m.ID); err != nil {
		t.Fatal(err)
	}
	if n := h.countFilesContaining("quagga") + h.countFilesContaining("okapi"); n != 0 {
		t.Errorf("%d files still hold the words", n)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(copied, os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	db, err := storage.Open(h.ctx(), storage.Options{Dir: copied})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	c := memory.VectorCollection{ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory}
	if hashes, err := db.VectorIndex().ContentHashes(h.ctx(), c); err != nil || len(hashes) != 0 {
		t.Errorf("the snapshot of the index holds %v, %v", hashes, err)
	}
	err = h.db.InTx(h.ctx(), func(tx memory.Store) error { return tx.CheckpointWAL(h.ctx()) })
	wantErr(t, err, memory.ErrBusy)
}

// countFilesContaining counts the files of the data folder that contain a word.
func (h *harness) countFilesContaining(word string) int {
	h.t.Helper()
	n := 0
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(b), []byte(word)) {
			n++
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func TestAnswersUsingListsTheAnswersThatWereGivenAMemory(t *testing.T) {
	h := newStandardHarness(t)
	h.setExtractionAndReconcileReplies("[]", "[]")
	m := h.addMemories("The user lives in Faro.")[0]
	chat := h.newChat()
	first, _ := h.sendAndLearn(chat, "Where do I live?")
	h.clock.advance(time.Hour)
	second, _ := h.sendAndLearn(h.newChat(), "What should I see at home?")
	off := memory.MemoryOff
	if _, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Memory: &off}); err != nil {
		t.Fatal(err)
	}
	h.sendAndLearn(chat, "And where now?")
	uses, err := h.Session(1, memory.ActorUser).ListAnswersUsingMemory(h.ctx(), m.ID, 0)
	if err != nil || len(uses) != 2 || uses[0].MessageID != second.ID || uses[1].MessageID != first.ID {
		t.Fatalf("uses = %+v, %v", uses, err)
	}
	if uses[1].ChatID != chat.ID || uses[1].ChatTitle != "Where do I live?" || !uses[1].CreatedAt.Equal(first.CreatedAt) {
		t.Errorf("the first use = %+v", uses[1])
	}
	if uses, err = h.Session(1, memory.ActorUser).ListAnswersUsingMemory(h.ctx(), m.ID, 1); err != nil || len(uses) != 1 {
		t.Errorf("at most one: %+v, %v", uses, err)
	}
	ana, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(ana.ID, memory.ActorUser).ListAnswersUsingMemory(h.ctx(), m.ID, 0)
	wantErr(t, err, memory.ErrNotFound)
}

func TestOutdatedMemoriesAreRetrievedOnlyForQuestionsAboutThePast(t *testing.T) {
	h := newStandardHarness(t)
	h.embedder.setCosine("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.setExtractionAndReconcileReplies(`[{"fact": "The user lives in Porto."}]`, "")
	h.sendAndLearn(h.newChat(), "I live in Porto")
	h.clock.advance(24 * time.Hour)
	h.setExtractionAndReconcileReplies(
		`[{"fact": "The user lives in Lisbon."}]`, `[{"new":1,"action":"DELETE","known":1}]`,
	)
	h.sendAndLearn(h.newChat(), "I live in Lisbon now")
	for q, past := range map[string]bool{
		"Where did I live before?": true, "Wo habe ich früher gewohnt?": true, "我以前住在哪里？": true,
		"Where do I live?": false, "What should I cook tonight?": false,
	} {
		r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(r.Memories, func(m memory.MemoryHit) bool {
			return strings.Contains(m.Content,
				"Porto")
		})
		if found != past {
			t.Errorf("%q finds the past: %v", q, found)
		}
	}
	h.sendAndLearn(h.newChat(), "Where did I live before?")
	if s := systemMessage(h.model.lastChatRequest()); !strings.Contains(s,
		"- The user lives in Porto. (until 2026-05-04)") {
		t.Errorf("the past is sent as if it were the present:\n%s", s)
	}
}

func TestSource001_CapacityArchivesTheOldestOrLeastValuable(t *testing.T) {
	for _, c := range []struct{ order, gone string }{
		{"oldest", "The user is called Ana."},
		{"value", "The user saw a film."},
	} {
		t.Run(c.order, func(t *testing.T) {
			h := newStandardHarness(t)
			for k, v := range map[string]string{"capacity.max_entries": "2", "capacity.order": c.order} {
				if err := h.SetAndStoreSetting(h.ctx(), k, v); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range [][2]string{
				{"The user is called Ana.", "personal"}, {"The user saw a film.", "event"}, {"The user likes tea.", "preference"},
			} {
				h.clock.advance(time.Hour)
				h.setExtractionAndReconcileReplies(`[{"fact": "`+f[0]+`", "type": "`+f[1]+`"}]`, "[]")
				h.sendAndLearn(h.newChat(), strings.NewReplacer("The user is", "I am", "The user", "I").Replace(f[0]))
			}
			archived := h.memoriesWithStatus(memory.StatusArchived)
			if len(archived) != 1 || archived[0].Content != c.gone {
				t.Errorf("archived %+v", archived)
			}
		})
	}
}

func TestSource004_ProfilesAreIsolated(t *testing.T) {
	h := newStandardHarness(t)
	ana, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.FindProfileByExternalIDElseCreate(h.ctx(), "ana")
	if err != nil || again.ID != ana.ID || ana.ID == 1 {
		t.Fatalf("profiles = %d, %d, %v", ana.ID, again.ID, err)
	}
	mine := h.addMemories("The user of profile one likes tea.")[0]
	if _, err := h.Session(ana.ID, memory.ActorAPI).AddMemory(h.ctx(),
		memory.NewMemory{Content: "Ana likes coffee."}); err != nil {
		t.Fatal(err)
	}
	chat := h.newChat()
	ctx := context.Background()
	for name, err := range map[string]error{
		"memory":  errorOf(h.Session(ana.ID, memory.ActorUser).LoadMemory(ctx, mine.ID)),
		"history": errorOf(h.Session(ana.ID, memory.ActorUser).ListDecisionsOfMemory(ctx, mine.ID)),
		"edit": errorOf(h.Session(ana.ID, memory.ActorUser).UpdateMemory(ctx, mine.ID,
			memory.MemoryPatch{Content: &mine.Content})),
		"forget": errorOf(h.Session(ana.ID, memory.ActorUser).ForgetMemory(ctx, mine.ID)),
		"chat":   errorOf(h.Session(ana.ID, memory.ActorUser).LoadChat(ctx, chat.ID)),
		"send": errorOf(h.Session(ana.ID, memory.ActorUser).StoreMessageAndStartAnswer(ctx,
			memory.SendParams{ChatID: chat.ID, Text: "hello"})),
		"delete": h.Session(ana.ID, memory.ActorUser).TrashOrEraseChatMaybeUnlearning(
			ctx, chat.ID, memory.DeleteChatOptions{},
		),
	} {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%s of another profile: %v", name, err)
		}
	}
	r, err := h.Session(ana.ID, memory.ActorUser).RetrieveMemories(ctx, memory.RetrieveParams{Query: "What do I like?"})
	if err != nil || len(r.Memories) != 1 || r.Memories[0].Content != "Ana likes coffee." {
		t.Errorf("retrieved %+v, %v", r.Memories, err)
	}
}

func errorOf[T any](_ T, err error) error { return err }
