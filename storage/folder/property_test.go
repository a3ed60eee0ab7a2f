package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/ledger"
)

// bothSides changes memories and their files at random and knows every text that was ever written.
type bothSides struct {
	*mirrored
	rand  *rand.Rand
	texts []string
	log   []string
	made  int // numbers texts and names
}

// newUnusedText returns a text that was not used before.
func (b *bothSides) newUnusedText() string {
	b.made++
	text := fmt.Sprintf("The user knows %d songs", b.made+1000)
	b.texts = append(b.texts, text)
	return text
}

// changeOneSideAtRandom makes one change on one of the sides.
func (b *bothSides) changeOneSideAtRandom() {
	files := b.pathsOfFactFiles()
	active := b.listMemoriesOldestFirst(memory.StatusActive)
	switch n := b.rand.IntN(12); {
	case n < 2 || len(active) == 0:
		f := b.addFact(b.newUnusedText())
		b.storeChangeWithDecision(memory.ActionAdd, nil, f)
	case n < 5:
		f := active[b.rand.IntN(len(active))]
		before := f
		f.Content, f.UpdatedAt = b.newUnusedText(), time.Now()
		b.storeChangeWithDecision(memory.ActionUpdate, &before, f)
	case n < 6:
		f := active[b.rand.IntN(len(active))]
		before := f
		f.Status, f.UpdatedAt = memory.StatusForgotten, time.Now()
		b.storeChangeWithDecision(memory.ActionForget, &before, f)
	case n < 7:
		text := b.newUnusedText()
		b.log = append(b.log, fmt.Sprintf("new file note-%d.md: %s", b.made, text))
		b.writeFileBelowFolder(fmt.Sprintf("entries/global/facts/note-%d.md", b.made), text)
	case len(files) == 0:
	case n < 10:
		b.editFileOrMakeUnreadable(files[b.rand.IntN(len(files))])
	case n < 11:
		name := files[b.rand.IntN(len(files))]
		b.log = append(b.log, "remove "+name)
		b.forgetTextsOnlyInFile(name)
		_ = os.Remove(filepath.Join(b.dir, name)) // it may be gone
	default:
		from := files[b.rand.IntN(len(files))]
		b.made++
		to := path.Join(path.Dir(from), fmt.Sprintf("renamed-%d.md", b.made))
		b.log = append(b.log, "rename "+from+" to "+to)
		_ = os.Rename(filepath.Join(b.dir, from), filepath.Join(b.dir, to))
	}
}

// forgetTextsOnlyInFile notes that the user is about to write over a file: a text that is in no other place is then
// gone by the user's own doing.
func (b *bothSides) forgetTextsOnlyInFile(name string) {
	content, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		return
	}
	stored := b.textsInStoreAndLedger()
	b.texts = slices.DeleteFunc(b.texts, func(text string) bool {
		return strings.Contains(string(content), text) && !strings.Contains(stored, text)
	})
}

// textsInStoreAndLedger returns every text that is in the store: of memories and in the ledger.
func (b *bothSides) textsInStoreAndLedger() string {
	b.t.Helper()
	ds, err := b.db.DecisionStore().List(b.t.Context(), memory.DecisionFilter{ProfileID: 1})
	if err != nil {
		b.t.Fatal(err)
	}
	history, err := json.Marshal(ds)
	if err != nil {
		b.t.Fatal(err)
	}
	all := string(history)
	for _, f := range b.listMemoriesOldestFirst() {
		all += f.Content + "\n"
	}
	return all
}

// editFileOrMakeUnreadable gives a file another text, sometimes one that cannot be read.
func (b *bothSides) editFileOrMakeUnreadable(name string) {
	content, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		return // Memoir removed it in between
	}
	b.forgetTextsOnlyInFile(name)
	head, _, _ := strings.Cut(string(content), "The user")
	text := b.newUnusedText()
	if b.rand.IntN(5) == 0 {
		head = "---\ntags: [\n---\n"
	}
	b.log = append(b.log, "edit "+name+": "+text)
	f, err := os.OpenFile(filepath.Join(b.dir, name), os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil { // as before
		b.texts = b.texts[:len(b.texts)-1]
		return
	}
	_, err = f.WriteString(head + text + "\n")
	if err := errors.Join(err, f.Close()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bothSides) pathsOfFactFiles() []string {
	found, err := filepath.Glob(filepath.Join(b.dir, "entries/global/facts/*.md"))
	if err != nil {
		b.t.Fatal(err)
	}
	for i := range found {
		found[i], _ = filepath.Rel(b.dir, found[i])
	}
	return found
}

// storeChangeWithDecision stores a change of the store's side as the core does: with a row in the ledger.
func (b *bothSides) storeChangeWithDecision(action memory.Action, before *memory.Memory, after memory.Memory) {
	b.t.Helper()
	b.log = append(b.log, fmt.Sprintf("%s memory %d: %s", action, after.ID, after.Content))
	err := b.db.InTx(b.t.Context(), func(tx memory.Store) error {
		if before != nil {
			now, err := tx.MemoryStore().Get(b.t.Context(), 1, before.ID)
			if err != nil || now.Content != before.Content || now.Status != before.Status {
				b.texts = slices.DeleteFunc(b.texts, func(s string) bool { return s == after.Content && s != before.Content })
				return err // it was changed in between
			}
		}
		changes, after, err := ledger.PutMemoryReturningChanges(b.t.Context(), tx, before, after)
		if err != nil {
			return err
		}
		_, err = ledger.RecordDecisionAndCleanDerivedTexts(b.t.Context(), tx, memory.Decision{
			CreatedAt: time.Now(), ProfileID: 1, Action: action, Actor: memory.ActorUser, MemoryID: after.ID, Changes: changes,
		})
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	memory.PublishStaleDataEvent(b.bus, memory.EventMemories, 1, 0)
}

// assertNoTextIsLost fails when a text is neither a memory nor in the ledger nor in a file.
func (b *bothSides) assertNoTextIsLost() {
	b.t.Helper()
	kept := b.textsInStoreAndLedger()
	for _, content := range b.contentsOfFilesByPath() {
		kept += content
	}
	for _, text := range b.texts {
		if !strings.Contains(kept, text) {
			b.t.Errorf("%q is lost", text)
		}
	}
	if b.t.Failed() {
		b.t.Logf("steps:\n%s\nlog: %s", strings.Join(b.log, "\n"), b.logs)
	}
}

// assertFilesMatchMemories fails when a file does not say what its memory says.
func (b *bothSides) assertFilesMatchMemories() {
	b.t.Helper()
	s := b.runMirrorAndReportStatus(nil)
	files := b.contentsOfFilesByPath()
	for _, f := range b.listMemoriesOldestFirst(memory.StatusActive) {
		var found []string
		for name, content := range files {
			if strings.Contains(content, fmt.Sprintf("id: \"memory-%d\"\n", f.ID)) &&
				!slices.ContainsFunc(s.Attention, func(p memory.FileProblem) bool { return p.File == name }) {
				found = append(found, content)
			}
		}
		isGone := slices.ContainsFunc(s.Gone, func(g memory.GoneFile) bool { return g.MemoryID == f.ID })
		if len(found) > 1 || len(found) == 1 && !strings.Contains(found[0], f.Content) ||
			len(found) == 0 && !isGone && len(s.Attention) == 0 {
			b.t.Errorf("memory %d %q has the files %q", f.ID, f.Content, found)
		}
	}
}

func TestRandomEditsOnBothSidesNeverLoseAText(t *testing.T) {
	for _, running := range []bool{false, true} {
		for seed := range uint64(8) {
			t.Run(fmt.Sprintf("running %t, seed %d", running, seed), func(t *testing.T) {
				b := &bothSides{mirrored: newMirrored(t), rand: rand.New(rand.NewPCG(seed, 18))}
				b.runMirrorUntilWritten(nil)
				for range 8 {
					steps := func() {
						for range 6 {
							b.changeOneSideAtRandom()
							if running && b.rand.IntN(2) == 0 {
								time.Sleep(time.Duration(b.rand.IntN(3000)) * time.Microsecond)
							}
						}
					}
					if running {
						b.runMirrorUntilWritten(steps)
						continue
					}
					steps()
					b.runMirrorUntilWritten(nil)
				}
				b.runMirrorUntilWritten(nil)
				b.assertNoTextIsLost()
				b.assertFilesMatchMemories()
			})
		}
	}
}
