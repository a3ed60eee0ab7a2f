package storage

import (
	"reflect"
	"slices"
	"testing"

	"memoir/memory"
	"memoir/memory/lang"
)

// addSummaryRow stores a summary of a chat of profile 1.
func addSummaryRow(t *testing.T, db *DB, chat memory.ID, text string, change func(*memory.Summary)) memory.ID {
	t.Helper()
	s := memory.Summary{ProfileID: 1, ChatID: chat, Content: text, State: memory.SummaryCurrent, CreatedAt: noon}
	if change != nil {
		change(&s)
	}
	return must(db.SummaryStore().Insert(t.Context(), s))(t)
}

func summaryTexts(all []memory.Summary) []string {
	out := []string{}
	for _, s := range all {
		out = append(out, s.Content)
	}
	return out
}

func TestBaseMemoryIsMadeFromOpenSummariesOfChatsThatAreLearnedFrom(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	project := func(scope memory.Scope) memory.ID {
		return must(db.ProjectStore().Create(ctx, memory.Project{
			ProfileID: 1, Name: string(scope), LearnedScope: scope, CreatedAt: noon, UpdatedAt: noon,
		}))(t)
	}
	private, open := project(memory.ScopeProject), project(memory.ScopeGlobal)
	for title, change := range map[string]func(*memory.Chat){
		"read only":       func(c *memory.Chat) { c.Memory = memory.MemoryReadOnly },
		"off":             func(c *memory.Chat) { c.Memory = memory.MemoryOff },
		"temporary":       func(c *memory.Chat) { c.Temporary = true },
		"in the trash":    func(c *memory.Chat) { c.DeletedAt = noon },
		"private project": func(c *memory.Chat) { c.ProjectID = private },
	} {
		c := newChat(title)
		change(&c)
		c.ID = must(db.ChatStore().Create(ctx, c))(t)
		failOnError(t, db.ChatStore().Update(ctx, c))
		addSummaryRow(t, db, c.ID, "- Of a chat: "+title, nil)
	}
	inProject := newChat("open project")
	inProject.ProjectID = open
	last := must(db.ChatStore().Create(ctx, inProject))(t)
	chat := must(db.ChatStore().Create(ctx, newChat("Garden")))(t)
	addSummaryRow(t, db, chat, "- First.", nil)
	addSummaryRow(t, db, chat, "- Withdrawn.", func(s *memory.Summary) { s.State = memory.SummaryWithdrawn })
	addSummaryRow(t, db, chat, "- Taken in.", func(s *memory.Summary) { s.InBase = true })
	addSummaryRow(t, db, chat, "", nil)
	addSummaryRow(t, db, last, "- Second.", nil)
	got := summaryTexts(must(db.SummaryStore().ListCurrentEligibleForBaseMemory(ctx, 1))(t))
	if want := []string{"- First.", "- Second."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	all := summaryTexts(must(db.SummaryStore().ListNonEmptyOfProfile(ctx, 1))(t))
	if len(all) != 9 || all[5] != "- First." || all[8] != "- Second." || slices.Contains(all, "") {
		t.Errorf("of the profile there are %q", all)
	}
	ofChat := must(db.SummaryStore().ListOfChat(ctx, 1, chat))(t)
	if got := summaryTexts(ofChat); !slices.Equal(got, []string{"", "- Taken in.", "- Withdrawn.", "- First."}) {
		t.Errorf("of the chat, newest first, there are %q", got)
	}
}

func TestSummaryAndItsHashChangeTogether(t *testing.T) {
	db := openDB(t)
	chat := must(db.ChatStore().Create(t.Context(), newChat("Garden")))(t)
	id := addSummaryRow(t, db, chat, "- Roses.", nil)
	failOnError(t, db.SummaryStore().UpdateTextStateAndInBase(t.Context(), memory.Summary{
		ID: id, ProfileID: 1, Content: "- Tulips.", State: memory.SummaryCurrent,
	}))
	var hash string
	failOnError(t, db.reader.QueryRow("SELECT hash FROM summaries WHERE id = ?", id).Scan(&hash))
	if hash != lang.ContentHash("- Tulips.") {
		t.Errorf("the hash is %q", hash)
	}
}

func TestMessagesThatStreamAreNotCounted(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Garden")))(t)
	var parent memory.ID
	for _, status := range []memory.MessageStatus{memory.MessageComplete, memory.MessageStreaming} {
		parent = must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chat, ParentID: parent, Role: memory.RoleUser, Content: "x", Status: status, CreatedAt: noon,
		}))(t)
	}
	if n := must(db.SummaryStore().CountUnsummarisedMessagesOnBranch(ctx, 1, chat, parent, 0))(t); n != 1 {
		t.Errorf("counted %d", n)
	}
}

func TestVersionsOfTheBaseMemoryKeepTheirFields(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	other := must(db.ProfileStore().Create(ctx, memory.Profile{Name: "other", CreatedAt: noon}))(t)
	want := memory.BaseMemory{
		ProfileID: 1, Content: "- Ann.\n- A nurse.", OwnLines: []string{"- Ann."}, SummaryIDs: []memory.ID{4, 7},
		Actor: memory.ActorExtractor, Model: "ollama/llama3", CreatedAt: noon,
	}
	older := want
	older.Content = "- Older."
	must(db.BaseMemoryStore().Append(ctx, older))(t)
	want.ID = must(db.BaseMemoryStore().Append(ctx, want))(t)
	must(
		db.BaseMemoryStore().Append(ctx, memory.BaseMemory{ProfileID: other, Content: "- Bo.", Actor: memory.ActorUser}),
	)(t)
	if got := must(db.BaseMemoryStore().NewestOrEmpty(ctx, 1))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	want.Content, want.OwnLines, want.Stale = "- A nurse.", []string{}, true
	failOnError(t, db.BaseMemoryStore().UpdateTextOwnLinesAndStale(ctx, want))
	all := must(db.BaseMemoryStore().List(ctx, 1, 0))(t)
	if len(all) != 2 || !reflect.DeepEqual(all[0], want) || all[1].Content != "- Older." {
		t.Errorf("the versions are %+v", all)
	}
	want.ProfileID = other
	if err := db.BaseMemoryStore().UpdateTextOwnLinesAndStale(ctx, want); err == nil {
		t.Error("another profile changes a version")
	}
}

// Imported chats that are not to be learned from are summed up only once something new is said in them.
func TestIdleImportedChatsAreSummedUpOnceTheyGoOn(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	say := func(chat, parent memory.ID) memory.ID {
		return must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chat, ParentID: parent, Role: memory.RoleUser, Content: "x", Status: memory.MessageComplete, CreatedAt: noon,
		}))(t)
	}
	var chats, heads []memory.ID
	for i, learning := range []memory.ImportLearning{
		memory.ImportNotLearned, memory.ImportLearned, memory.ImportNotLearned,
	} {
		chat := must(db.ChatStore().Create(ctx, newChat("x")))(t)
		head := say(chat, 0)
		failOnError(t, db.ImportStore().RecordImportedChat(ctx, memory.ImportedChat{
			ChatID: chat, Program: memory.ProgramChatGPT, ExternalID: string(rune('a' + i)), LastMessageID: head,
			Learning: learning, ImportedAt: noon,
		}))
		chats, heads = append(chats, chat), append(heads, head)
	}
	say(chats[2], heads[2])
	var got []memory.ID
	for _, c := range must(db.SummaryStore().ListIdleChatsDueForSummary(ctx, noon.AddDate(1, 0, 0)))(t) {
		got = append(got, c.ChatID)
	}
	if want := []memory.ID{chats[2], chats[1]}; !slices.Equal(got, want) {
		t.Errorf("listed are %v, want %v, the one with most messages first", got, want)
	}
}

// A summary of the message that a fact was learned from may say it in other words; one of other messages has
// the words for another reason.
func TestErasingTakesWhatASummaryOfTheSameMessageSaysLoosely(t *testing.T) {
	db := openDB(t)
	ctx := t.Context()
	const loose = "- They spoke of peanuts at length.\n- They planned a garden."
	var summaries, said []memory.ID
	for range 2 {
		chat := must(db.ChatStore().Create(ctx, newChat("x")))(t)
		m := must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chat, Role: memory.RoleUser, Content: "Hello.", Status: memory.MessageComplete, CreatedAt: noon,
		}))(t)
		said = append(said, m)
		summaries = append(summaries, addSummaryRow(t, db, chat, loose, func(s *memory.Summary) {
			s.FirstMessageID, s.LastMessageID = m, m
		}))
	}
	fact := addMemory(t, db, "The user avoids peanuts.", func(m *memory.Memory) { m.SourceMessageID = said[0] })
	must(db.DecisionStore().ScrubMemoryTextFromLedgerAndDerivedTexts(ctx, 1, fact))(t)
	for i, want := range []string{"- They planned a garden.", loose} {
		if s := must(db.SummaryStore().Get(ctx, 1, summaries[i]))(t); s.Content != want {
			t.Errorf("summary %d is %q, want %q", i, s.Content, want)
		}
	}
}
