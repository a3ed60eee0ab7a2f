package storage

import (
	"strings"
	"testing"

	"memoir/memory"
)

// A message is scored by the words in it and in two messages on either side, and in no others.
func TestWindowsReachTwoMessagesEitherWay(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Trip")))(t)
	var ids []memory.ID
	for _, text := range []string{
		"Good morning.", "It rained all night.", "Shall we go?", "We take the Brevik ferry.", "When does it leave?",
		"At nine.", "Fine with me.", "Bring a coat.",
	} {
		ids = append(ids, addMessage(t, db, chat, memory.RoleUser, text).ID)
	}
	other := must(db.ChatStore().Create(ctx, newChat("Other")))(t)
	addMessage(t, db, other, memory.RoleUser, "Nothing about boats.")
	f := memory.FullTextFilter{ProfileID: 1}
	hits := must(db.FullText().SearchMessageWindows(ctx, "what is the Brevik ferry?", 50, f))(t)
	score := map[memory.ID]float64{}
	for _, h := range hits {
		score[h.Owner] = h.Score
	}
	for i, id := range ids {
		if near := i >= 1 && i <= 5; near != (score[id] > 0) {
			t.Errorf("message %d has the score %v", i+1, score[id])
		}
	}
	if len(hits) != 5 {
		t.Errorf("%d hits, want 5", len(hits))
	}
	for name, f := range map[string]memory.FullTextFilter{
		"profile": {ProfileID: 2}, "chat": {ProfileID: 1, ChatID: other},
	} {
		if got := must(db.FullText().SearchMessageWindows(ctx, "Brevik ferry", 50, f))(t); len(got) != 0 {
			t.Errorf("another %s finds %v", name, got)
		}
	}
	if got := must(db.FullText().SearchMessageWindows(ctx, "Brevik ferry", 2, f))(t); len(got) != 2 {
		t.Errorf("%d hits of at most 2", len(got))
	}
}

func TestWindowFollowsTheNewestVersion(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	chat := must(db.ChatStore().Create(ctx, newChat("Trip")))(t)
	question := addMessage(t, db, chat, memory.RoleUser, "Where shall we meet?")
	for _, text := range []string{"At the harbour.", "At the windmill."} {
		must(db.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chat, ParentID: question.ID, Role: memory.RoleAssistant, Content: text, Status: memory.MessageComplete,
		}))(t)
	}
	for query, want := range map[string]bool{"harbour": false, "windmill": true} {
		found := false
		f := memory.FullTextFilter{ProfileID: 1}
		for _, h := range must(db.FullText().SearchMessageWindows(ctx, query, 9, f))(t) {
			found = found || h.Owner == question.ID
		}
		if found != want {
			t.Errorf("%s: the question's window is found: %v", query, found)
		}
	}
}

// What stands in pages of text counts less as said around a message than what stands in a line.
func TestLongWindowsScoreLess(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	for range 20 {
		addMessage(t, db, must(db.ChatStore().Create(ctx, newChat("Filler")))(t), memory.RoleUser, "Good night.")
	}
	short := must(db.ChatStore().Create(ctx, newChat("Short")))(t)
	a := addMessage(t, db, short, memory.RoleUser, "The ferry to Brevik.")
	long := must(db.ChatStore().Create(ctx, newChat("Long")))(t)
	b := addMessage(t, db, long, memory.RoleUser, "The ferry to Brevik."+strings.Repeat(" And so on and so forth.", 400))
	hits := must(db.FullText().SearchMessageWindows(ctx, "Brevik ferry", 9, memory.FullTextFilter{ProfileID: 1}))(t)
	if len(hits) != 2 || hits[0].Owner != a.ID || hits[1].Owner != b.ID || hits[0].Score < 3*hits[1].Score {
		t.Errorf("got %+v", hits)
	}
}

// Words without a meaning do not count, in the language of the question, unless it has no others.
func TestSearchIgnoresWordsWithoutMeaning(t *testing.T) {
	for query, want := range map[string]string{
		"What is my son called?":      "son called",
		"Comment s'appelle son chat?": "s'appelle chat?",
		"Wie heißt die Katze?":        "heißt Katze?",
		"who are you":                 "who are you",
		"die Hard":                    "Hard",
	} {
		if got := strings.Join(withoutIgnoredWordsUnlessAll(splitQueryIntoTerms(query).words), " "); got != want &&
			strings.Trim(got, "?") != strings.Trim(want, "?") {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
