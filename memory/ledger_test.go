package memory_test

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

func TestEraseLeavesNoTraceOfTheWordsAndCannotBeUndone(t *testing.T) {
	h := standard(t)
	h.replies(`[{"fact": "The user keeps a zebra."}]`, "[]")
	_, ds := h.say(h.thread(), "I keep a zebra")
	for range 5 {
		h.add(fmt.Sprintf("Other fact %d.", h.clock.now().Unix()))
	}
	second, _ := h.say(h.thread(), "anything at all")
	gone, err := h.EraseMemory(h.ctx(), 1, memory.ActorUser, ds[0].MemoryID)
	if err != nil || len(gone.Copies) != 2 {
		t.Fatalf("erased: %+v, %v", gone, err)
	}
	all, err := h.Decisions(h.ctx(), memory.DecisionFilter{ProfileID: 1})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(all)
	for _, d := range all {
		c, _ := json.Marshal(d.Changes)
		text = append(text, c...)
	}
	m, err := h.Message(h.ctx(), 1, second.ID)
	if err != nil {
		t.Fatal(err)
	}
	receipt, _ := json.Marshal(m.Receipt)
	if strings.Contains(string(text), "zebra") || strings.Contains(string(receipt), "zebra") {
		t.Error("the words still stand in the ledger or in a receipt")
	}
	if _, err := h.Undo(h.ctx(), 1, memory.ActorUser, ds[0].ID); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("undo of an erased memory: %v", err)
	}
}

func TestErasedWordsStandInNoFileOfTheFolder(t *testing.T) {
	h := standard(t)
	h.replies("[]", "[]")
	m := h.add("The user keeps a quagga.")[0]
	text := "The user keeps a quagga and an okapi."
	if _, err := h.UpdateMemory(h.ctx(), 1, memory.ActorUser, m.ID, memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	h.say(h.thread(), "Which animals do I keep?") // its receipt contains them
	if err := errors.Join(h.db.Flush(h.ctx()), h.db.Index().Save(h.ctx())); err != nil {
		t.Fatal(err)
	}
	if n := h.filesWith("quagga"); n == 0 {
		t.Fatal("nothing to erase")
	}
	if _, err := h.EraseMemory(h.ctx(), 1, memory.ActorUser, m.ID); err != nil {
		t.Fatal(err)
	}
	if n := h.filesWith("quagga") + h.filesWith("okapi"); n != 0 {
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
	c := memory.Collection{ProfileID: 1, Embedder: h.embed.ID(), Kind: memory.OwnerMemory}
	if hashes, err := db.Index().Hashes(h.ctx(), c); err != nil || len(hashes) != 0 {
		t.Errorf("the snapshot of the index holds %v, %v", hashes, err)
	}
	err = h.db.InTx(h.ctx(), func(tx memory.Store) error { return tx.Flush(h.ctx()) })
	wantErr(t, err, memory.ErrBusy)
}

// countFilesContaining counts the files of the data folder that contain a word.
func (h *house) filesWith(word string) int {
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

func TestAMemoryTellsWhichAnswersWereGivenIt(t *testing.T) {
	h := standard(t)
	h.replies("[]", "[]")
	m := h.add("The user lives in Faro.")[0]
	th := h.thread()
	first, _ := h.say(th, "Where do I live?")
	h.clock.tick(time.Hour)
	second, _ := h.say(h.thread(), "What should I see at home?")
	off := memory.ModeOff
	if _, err := h.UpdateThread(h.ctx(), 1, th.ID, memory.ThreadPatch{Memory: &off}); err != nil {
		t.Fatal(err)
	}
	h.say(th, "And where now?")
	uses, err := h.AnswersUsing(h.ctx(), 1, m.ID, 0)
	if err != nil || len(uses) != 2 || uses[0].MessageID != second.ID || uses[1].MessageID != first.ID {
		t.Fatalf("uses = %+v, %v", uses, err)
	}
	if uses[1].ThreadID != th.ID || uses[1].Title != "Where do I live?" || !uses[1].CreatedAt.Equal(first.CreatedAt) {
		t.Errorf("the first use = %+v", uses[1])
	}
	if uses, err = h.AnswersUsing(h.ctx(), 1, m.ID, 1); err != nil || len(uses) != 1 {
		t.Errorf("at most one: %+v, %v", uses, err)
	}
	ana, err := h.ResolveProfile(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.AnswersUsing(h.ctx(), ana.ID, m.ID, 0)
	wantErr(t, err, memory.ErrNotFound)
}

func TestClosedMemoriesAnswerQuestionsAboutThePastOnly(t *testing.T) {
	h := standard(t)
	h.embed.near("The user lives in Porto.", "The user lives in Lisbon.", 0.88)
	h.replies(`[{"fact": "The user lives in Porto."}]`, "")
	h.say(h.thread(), "I live in Porto")
	h.clock.tick(24 * time.Hour)
	h.replies(`[{"fact": "The user lives in Lisbon."}]`, `[{"new":1,"action":"DELETE","known":1}]`)
	h.say(h.thread(), "I live in Lisbon now")
	for q, past := range map[string]bool{
		"Where did I live before?": true, "Wo habe ich früher gewohnt?": true, "我以前住在哪里？": true,
		"Where do I live?": false, "What should I cook tonight?": false,
	} {
		r, err := h.Retrieve(h.ctx(), memory.RetrieveParams{ProfileID: 1, Query: q})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(r.Memories, func(m memory.Hit) bool { return strings.Contains(m.Content, "Porto") })
		if found != past {
			t.Errorf("%q finds the past: %v", q, found)
		}
	}
	h.say(h.thread(), "Where did I live before?")
	if s := system(h.model.lastChat()); !strings.Contains(s, "- The user lives in Porto. (until 2026-05-04)") {
		t.Errorf("the past is sent as if it were the present:\n%s", s)
	}
}

func TestSource001_AboveTheLimitTheOldestOrTheLeastValuableAreArchived(t *testing.T) {
	for _, c := range []struct{ order, gone string }{
		{"oldest", "The user is called Ana."},
		{"value", "The user saw a film."},
	} {
		t.Run(c.order, func(t *testing.T) {
			h := standard(t)
			for k, v := range map[string]string{"capacity.max_entries": "2", "capacity.order": c.order} {
				if err := h.SetConfig(h.ctx(), k, v); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range [][2]string{
				{"The user is called Ana.", "personal"}, {"The user saw a film.", "event"}, {"The user likes tea.", "preference"},
			} {
				h.clock.tick(time.Hour)
				h.replies(`[{"fact": "`+f[0]+`", "type": "`+f[1]+`"}]`, "[]")
				h.say(h.thread(), strings.NewReplacer("The user is", "I am", "The user", "I").Replace(f[0]))
			}
			archived := h.all(memory.StatusArchived)
			if len(archived) != 1 || archived[0].Content != c.gone {
				t.Errorf("archived %+v", archived)
			}
		})
	}
}

func TestSource004_ProfilesNeverSeeEachOther(t *testing.T) {
	h := standard(t)
	ana, err := h.ResolveProfile(h.ctx(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.ResolveProfile(h.ctx(), "ana")
	if err != nil || again.ID != ana.ID || ana.ID == 1 {
		t.Fatalf("profiles = %d, %d, %v", ana.ID, again.ID, err)
	}
	mine := h.add("The user of profile one likes tea.")[0]
	if _, err := h.AddMemory(h.ctx(), ana.ID, memory.ActorAPI,
		memory.NewMemory{Content: "Ana likes coffee."}); err != nil {
		t.Fatal(err)
	}
	th := h.thread()
	ctx := context.Background()
	for name, err := range map[string]error{
		"memory":  second(h.Memory(ctx, ana.ID, mine.ID)),
		"history": second(h.History(ctx, ana.ID, mine.ID)),
		"edit":    second(h.UpdateMemory(ctx, ana.ID, memory.ActorUser, mine.ID, memory.MemoryPatch{Content: &mine.Content})),
		"forget":  h.ForgetMemory(ctx, ana.ID, memory.ActorUser, mine.ID),
		"chat":    second(h.Thread(ctx, ana.ID, th.ID)),
		"send":    second(h.Send(ctx, memory.SendParams{ProfileID: ana.ID, ThreadID: th.ID, Text: "hello"})),
		"delete":  h.DeleteThread(ctx, ana.ID, th.ID, memory.DeleteThread{}),
	} {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%s of another profile: %v", name, err)
		}
	}
	r, err := h.Retrieve(ctx, memory.RetrieveParams{ProfileID: ana.ID, Query: "What do I like?"})
	if err != nil || len(r.Memories) != 1 || r.Memories[0].Content != "Ana likes coffee." {
		t.Errorf("retrieved %+v, %v", r.Memories, err)
	}
}

func second[T any](_ T, err error) error { return err }
