package storage

import (
	"reflect"
	"testing"

	"memoir/memory"
)

// ListBranchWithoutReceiptsAndVersions returns what ListBranch does but for the receipts: no column is left out.
func TestABranchWithoutReceiptsIsOtherwiseTheSame(t *testing.T) {
	db := openDB(t)
	n := memory.Chat{ProfileID: 1, Memory: memory.MemoryOn, FileIDs: []memory.ID{}}
	chat := must(db.ChatStore().Create(t.Context(), n))(t)
	var parent memory.ID
	for _, role := range []memory.Role{memory.RoleUser, memory.RoleAssistant} {
		parent = must(db.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), memory.Message{
			ChatID: chat, ParentID: parent, Role: role, Content: "Said by " + string(role), Reasoning: "thought",
			Status: memory.MessageInterrupted, Model: "a/b", FinishReason: "stop", Usage: &memory.Usage{PromptTokens: 3},
			Error: &memory.Fault{Code: "interrupted"}, Receipt: &memory.Receipt{SystemMessage: "You are."},
			CreatedAt: noon, FinishedAt: noon,
		}))(t)
	}
	want := must(db.MessageStore().ListBranch(t.Context(), 1, chat, 0, 0))(t)
	got := must(db.MessageStore().ListBranchWithoutReceiptsAndVersions(t.Context(), 1, chat, 0, 0))(t)
	for i := range want {
		if want[i].Receipt == nil {
			t.Errorf("message %d has no receipt", want[i].ID)
		}
		want[i].Receipt, want[i].Versions = nil, nil
	}
	if len(want) != 2 || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
