package storage

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"memoir/memory"
)

// largePicture is a picture of which every page of the database has a mark, so that any of them is
// found in a file.
func largePicture(mark string) memory.Picture {
	data := append([]byte("\x89PNG "), bytes.Repeat([]byte(mark+" "), 6000)...)
	return memory.Picture{
		ProfileID: 1, Name: mark + ".png", MIME: "image/png", Width: 40, Height: 30, Tokens: 255, SHA256: mark, Data: data,
		CreatedAt: noon,
	}
}

// addPictureMessage stores a message with a picture.
func addPictureMessage(t *testing.T, db *DB, chat memory.ID, mark string) (memory.Message, memory.Picture) {
	t.Helper()
	ctx := t.Context()
	p := must(db.PictureStore().StoreOnceAndAttachToChat(ctx, chat, largePicture(mark)))(t)
	m := addMessage(t, db, chat, memory.RoleUser, "What is "+mark+"?")
	failOnError(t, db.PictureStore().AddToMessageAndDetachFromChat(ctx, 1, m.ID, []memory.ID{p.ID}))
	return must(db.MessageStore().Get(ctx, 1, m.ID))(t), p
}

func TestPicturesAreStoredWithTheirMessage(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("c")))(t)
	m, p := addPictureMessage(t, db, chat, "giraffe")
	want := largePicture("giraffe")
	if len(m.Pictures) != 1 || m.Pictures[0].ID != p.ID || m.Pictures[0].Bytes != len(want.Data) ||
		m.Pictures[0].SHA256 != "giraffe" || m.Pictures[0].Data != nil {
		t.Errorf("the message has %+v", m.Pictures)
	}
	if got := must(db.PictureStore().Get(ctx, 1, p.ID))(t); !bytes.Equal(got.Data, want.Data) ||
		!got.CreatedAt.Equal(noon) {
		t.Errorf("stored %+v", got)
	}
	if w := must(db.PictureStore().ListUnsentInChat(ctx, 1, chat))(t); len(w) != 0 {
		t.Errorf("%+v still wait", w)
	}
	if branch := must(db.MessageStore().ListBranch(ctx, 1, chat, 0, 0))(t); len(branch[0].Pictures) != 1 {
		t.Errorf("the branch is %+v", branch)
	}
	if again := must(db.PictureStore().StoreOnceAndAttachToChat(ctx, chat, want))(t); again.ID != p.ID {
		t.Errorf("stored twice, as %d and %d", p.ID, again.ID)
	}
	failOnError(t, db.PictureStore().DetachFromChat(ctx, 1, chat, p.ID))
	if err := db.PictureStore().DetachFromChat(ctx, 1, chat, p.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("detached twice: %v", err)
	}
	must(db.PictureStore().Get(ctx, 1, p.ID))(t) // the message still has it
	for _, change := range []func(*memory.Picture){
		func(p *memory.Picture) { p.MIME = "image/gif" }, func(p *memory.Picture) { p.Width = 0 },
		func(p *memory.Picture) { p.Data = []byte{} },
	} {
		wrong := largePicture("wrong")
		change(&wrong)
		if _, err := db.PictureStore().StoreOnceAndAttachToChat(ctx, chat, wrong); err == nil {
			t.Errorf("%+v was stored", wrong)
		}
	}
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "Other", CreatedAt: noon}))(t)
	if err := db.PictureStore().AddToMessageAndDetachFromChat(ctx, other, m.ID, []memory.ID{p.ID}); !errors.Is(err,
		memory.ErrNotFound) {
		t.Errorf("another profile: %v", err)
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, chat))
	if _, err := db.PictureStore().Get(ctx, 1, p.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("after the chat was deleted: %v", err)
	}
}

func TestErasedPicturesAreInNoFileAndBackupsKeepTheOthers(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	storeChatMemoriesAndVector(t, db)
	gone := must(db.ChatStore().Create(ctx, newChat("About giraffes")))(t)
	kept := must(db.ChatStore().Create(ctx, newChat("About zebras")))(t)
	addPictureMessage(t, db, gone, "giraffe")
	m, zebra := addPictureMessage(t, db, kept, "zebra")
	must(db.PictureStore().StoreOnceAndAttachToChat(ctx, gone, largePicture("zebra")))(t) // the same picture waits there
	must(db.MakeDailySnapshotIfDueAndPrune(ctx))(t)
	backup, _, err := db.Backup(ctx, "")
	failOnError(t, err)
	daily := must(SnapshotPathByName(db.dir, "daily-2026-05-03"))(t)
	for _, path := range []string{daily, backup} {
		if !bytes.Contains(must(os.ReadFile(path))(t), []byte("giraffe giraffe")) {
			t.Errorf("%s has no picture", path)
		}
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, gone))
	failOnError(t, db.CheckpointWAL(ctx))
	failOnError(t, db.EraseDeletedFromSnapshots(ctx))
	for path, b := range contentsOfFolderFiles(t, db.dir) {
		if bytes.Contains([]byte(b), []byte("giraffe")) {
			t.Errorf("%s still has the picture", path)
		}
	}
	dir := db.dir
	failOnError(t, db.Close(ctx))
	must(RestoreBackup(ctx, Options{Dir: dir}, backup))(t)
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := must(db.MessageStore().Get(ctx, 1, m.ID))(t); len(got.Pictures) != 1 {
		t.Errorf("the restored message is %+v", got)
	}
	if got := must(db.PictureStore().Get(ctx, 1, zebra.ID))(t); !bytes.Equal(got.Data, largePicture("zebra").Data) {
		t.Error("the restored picture is another")
	}
}

func TestARepairKeepsPictures(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	dir := db.dir
	storeChatMemoriesAndVector(t, db)
	chat := must(db.ChatStore().Create(ctx, newChat("About giraffes")))(t)
	m, p := addPictureMessage(t, db, chat, "giraffe")
	must(db.PictureStore().StoreOnceAndAttachToChat(ctx, chat, largePicture("zebra")))(t)
	failOnError(t, db.Close(ctx))
	changeOfFileBytes(databaseName, func(b []byte) []byte { clear(b[100:4096]); return b })(t, dir) // the schema is gone
	must(RepairDataFolder(ctx, Options{Dir: dir}))(t)
	db = openDB(t, func(o *Options) { o.Dir = dir })
	if got := must(db.PictureStore().Get(ctx, 1, p.ID))(t); !bytes.Equal(got.Data, largePicture("giraffe").Data) {
		t.Errorf("the picture has %d bytes", len(got.Data))
	}
	must(db.MessageStore().Get(ctx, 1, m.ID))(t)
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %v", r.Problems)
	}
}
