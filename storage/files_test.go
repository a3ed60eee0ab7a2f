package storage

import (
	"testing"
	"time"

	"memoir/memory"
)

// With a temporary chat goes what was added in it, but not what was there before or is elsewhere, too.
func TestFilesGoWithTheTemporaryChatTheyWereAddedIn(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	storeChatMemoriesAndVector(t, db)
	chat := newChat("Plans")
	chat.Temporary, chat.Memory = true, memory.MemoryOff
	temporary := must(db.ChatStore().Create(ctx, chat))(t)
	other := must(db.ChatStore().Create(ctx, newChat("Other")))(t)
	project := must(db.ProjectStore().Create(ctx, memory.Project{
		ProfileID: 1, Name: "Boat", LearnedScope: memory.ScopeGlobal, CreatedAt: noon, UpdatedAt: noon,
	}))(t)
	kept := map[string]bool{"added": false, "older": true, "elsewhere": true, "of a project": true}
	ids := map[string]memory.ID{}
	for name := range kept {
		file := memory.File{ProfileID: 1, Name: name, SHA256: name, Content: name, CreatedAt: chat.CreatedAt}
		if name == "older" {
			file.CreatedAt = chat.CreatedAt.Add(-time.Second)
		}
		ids[name] = must(db.FileStore().Insert(ctx, file))(t)
		failOnError(t, db.ChatStore().AttachFile(ctx, 1, temporary, ids[name]))
	}
	failOnError(t, db.ChatStore().AttachFile(ctx, 1, other, ids["elsewhere"]))
	failOnError(t, db.ProjectStore().AttachFile(ctx, 1, project, ids["of a project"]))
	failOnError(t, db.ChatStore().Delete(ctx, 1, temporary))
	for name, want := range kept {
		if _, err := db.FileStore().Get(ctx, 1, ids[name]); (err == nil) != want {
			t.Errorf("the file %s: %v", name, err)
		}
	}
}
