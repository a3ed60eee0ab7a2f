package storage

import (
	"reflect"
	"testing"
	"time"

	"memoir/memory"
)

func TestOriginsOfDecisionsAreListedNewestFirst(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := func(title string) memory.ID { return must(db.ChatStore().Create(ctx, newChat(title)))(t) }
	file := must(
		db.FileStore().Insert(ctx, memory.File{ProfileID: 1, Name: "cats.txt", Content: "Cats.", CreatedAt: noon}),
	)(t)
	cats, untitled, dogs := chat("Cats"), chat(""), chat("Dogs")
	other := addSecondProfile(t, db, 0)
	for _, d := range []memory.Decision{
		{ChatID: cats, CreatedAt: noon.Add(-26 * time.Hour)},
		{ChatID: dogs, CreatedAt: noon.Add(-16 * time.Minute)},
		{ChatID: untitled, CreatedAt: noon},
		{ChatID: cats, FileID: file, CreatedAt: noon.Add(time.Minute)},
		{FileID: 99},
		{ChatID: 77, ProfileID: other, CreatedAt: noon.Add(time.Hour)},
		{ChatID: cats, ProfileID: other},
	} {
		d.Action, d.Actor = memory.ActionAdd, memory.ActorUser
		if d.ProfileID == 0 {
			d.ProfileID = 1
		}
		must(db.DecisionStore().Append(ctx, d))(t)
	}
	failOnError(t, db.ChatStore().Delete(ctx, 1, dogs))

	got := must(db.DecisionStore().ChatsFilesTimesInLedger(ctx, 1))(t)
	for i := range got.Times {
		got.Times[i] = got.Times[i].UTC()
	}
	want := memory.DecisionOrigins{
		Chats: []memory.DecisionOrigin{{ID: cats, Title: "Cats"}, {ID: untitled}, {ID: dogs, Gone: true}},
		Files: []memory.DecisionOrigin{{ID: 99, Gone: true}, {ID: file, Title: "cats.txt"}},
		Times: []time.Time{noon.Add(time.Minute), noon.Add(-16 * time.Minute), noon.Add(-26 * time.Hour)},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
	got = must(db.DecisionStore().ChatsFilesTimesInLedger(ctx, other))(t)
	if len(got.Chats) != 2 || !got.Chats[0].Gone || !got.Chats[1].Gone {
		t.Errorf("the other profile sees %+v", got.Chats)
	}
}
