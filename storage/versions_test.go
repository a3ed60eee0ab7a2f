package storage

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"memoir/memory"
)

// VersionIDsByMessage answers for many messages what ListSiblingVersions answers for each, in trees
// of any shape.
func TestVersionIDsAgreesWithListVersions(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	stranger := addSecondProfile(t, db, 0)
	rapid.Check(t, func(t1 *rapid.T) {
		owner := rapid.SampledFrom([]memory.ID{1, stranger}).Draw(t1, "owner")
		chat := newChat("tree")
		chat.ProfileID = owner
		chatID, err := db.ChatStore().Create(ctx, chat)
		if err != nil {
			t1.Fatal(err)
		}
		parents, all := []memory.ID{0}, []memory.ID{}
		for range rapid.IntRange(0, 12).Draw(t1, "messages") {
			role := rapid.SampledFrom([]memory.Role{memory.RoleUser, memory.RoleAssistant}).Draw(t1, "role")
			id, err := db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
				ChatID: chatID, ParentID: rapid.SampledFrom(parents).Draw(t1, "parent"), Role: role,
				Status: memory.MessageComplete, CreatedAt: noon,
			})
			if err != nil {
				t1.Fatal(err)
			}
			parents, all = append(parents, id), append(all, id)
		}
		want := map[memory.ID][]memory.ID{}
		for _, id := range all {
			versions, err := db.MessageStore().ListSiblingVersions(ctx, owner, id)
			if err != nil {
				t1.Fatal(err)
			}
			for _, v := range versions {
				want[id] = append(want[id], v.ID)
			}
		}
		got, err := db.MessageStore().VersionIDsByMessage(ctx, owner, append(all, 1<<40))
		if err != nil || !reflect.DeepEqual(got, want) {
			t1.Errorf("versions %v, %v\nwant %v", got, err, want)
		}
		other := 1 + stranger - owner
		if got, err := db.MessageStore().VersionIDsByMessage(ctx, other, all); err != nil || len(got) != 0 {
			t1.Errorf("another profile sees %v, %v", got, err)
		}
	})
}
