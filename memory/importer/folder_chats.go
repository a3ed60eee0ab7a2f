package importer

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"memoir/memory"
)

// storedIDsOfKnownFolderChats returns the stored chats of those of a folder that are there already,
// by ConversationID. A chat of another program is known by its name there. One of Memoir is known
// by its messages: a branched chat begins as its source does, so those that begin alike are
// compared whole, and each is taken for one chat of the folder at most.
func (im Importer) storedIDsOfKnownFolderChats(
	ctx context.Context, chats []memory.FolderChat,
) (map[string]memory.ID, error) {
	stored, err := im.loadProfileChatsByIdentityKey(ctx)
	if err != nil {
		return nil, err
	}
	alike := map[string][]memory.FolderChat{}
	for _, c := range chats {
		key := chatIdentityKey(c)
		if len(stored[key]) > 0 {
			alike[key] = append(alike[key], c)
		}
	}
	known := map[string]memory.ID{}
	for key, ofFolder := range alike {
		if strings.HasPrefix(key, "name ") {
			known[ofFolder[0].ConversationID] = stored[key][0].ID
			continue
		}
		if err := im.pairFolderChatsWithSameStoredChats(ctx, ofFolder, stored[key], known); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// chatIdentityKey is the same for a chat and for what may be its copy: that of another program by its
// name there, one of Memoir by its first message, or by its title while it has none.
func chatIdentityKey(c memory.FolderChat) string {
	if !c.Own {
		return "name " + c.ConversationID
	}
	if len(c.Messages) == 0 {
		return "title " + c.Title
	}
	return firstMessageKey(c.Messages[0])
}

func firstMessageKey(m memory.Message) string {
	return "first " + m.CreatedAt.UTC().Format(time.RFC3339Nano) + " " + m.Content
}

// loadProfileChatsByIdentityKey returns the chats of the profile by chatIdentityKey, those in the
// trash included.
func (im Importer) loadProfileChatsByIdentityKey(ctx context.Context) (map[string][]memory.Chat, error) {
	stored := map[string][]memory.Chat{}
	for _, inTrash := range []bool{false, true} {
		chats, err := im.Store.ChatStore().List(ctx, memory.ChatFilter{
			ProfileID: im.Profile, InTrash: inTrash, AnyArchived: true,
		})
		if err != nil {
			return nil, err
		}
		for _, c := range chats {
			f := memory.FolderChat{ConversationID: string(c.ExternalID), Own: c.ExternalID == "", Title: c.Title}
			if f.Own {
				branch, err := im.Store.MessageStore().ListBranchWithoutReceiptsAndVersions(ctx, im.Profile, c.ID, 0, 0)
				if err != nil {
					return nil, err
				}
				if f.Messages = branch; len(branch) > 1 {
					f.Messages = branch[:1]
				}
			}
			key := chatIdentityKey(f)
			stored[key] = append(stored[key], c)
		}
	}
	return stored, nil
}

// chatPair is a chat of a folder and a stored one that may be the same.
type chatPair struct {
	folder, stored int // where they are in their lists
	common         int // messages at the beginning that are the same
	sameTitle      bool
}

// pairFolderChatsWithSameStoredChats adds to known which chats of a folder are which stored ones:
// those first that have most messages in common, and of these those with the same title.
func (im Importer) pairFolderChatsWithSameStoredChats(
	ctx context.Context, ofFolder []memory.FolderChat, stored []memory.Chat, known map[string]memory.ID,
) error {
	var pairs []chatPair
	for s, chat := range stored {
		all, err := im.Store.MessageStore().ListMessagesOfAllBranches(ctx, im.Profile, chat.ID)
		if err != nil {
			return err
		}
		for f, c := range ofFolder {
			if common, isSame := countCommonMessagesAndCheckSameChat(c.Messages, all, chat.HeadID); isSame {
				pairs = append(pairs, chatPair{f, s, common, c.Title == chat.Title})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b chatPair) int {
		if c := cmp.Compare(b.common, a.common); c != 0 || a.sameTitle == b.sameTitle {
			return c
		}
		if a.sameTitle {
			return -1
		}
		return 1
	})
	taken := map[int]bool{}
	for _, p := range pairs {
		id := ofFolder[p.folder].ConversationID
		if known[id] == 0 && !taken[p.stored] {
			known[id], taken[p.stored] = stored[p.stored].ID, true
		}
	}
	return nil
}

// countCommonMessagesAndCheckSameChat follows the messages of a chat of a folder in a stored chat,
// all is every version of its messages. It returns how many are there, and whether it is the same
// chat: one of the two goes on where the other ends. Two branches of one chat do not.
func countCommonMessagesAndCheckSameChat(messages, all []memory.Message, head memory.ID) (common int, isSame bool) {
	children := map[memory.ID][]memory.Message{}
	place := map[memory.ID]memory.ID{} // of messages that a folder leaves out: the one before them
	for _, m := range all {
		parent := m.ParentID
		if before, ok := place[parent]; ok {
			parent = before
		}
		if m.Content == "" || m.Role != memory.RoleUser && m.Role != memory.RoleAssistant {
			place[m.ID] = parent
			continue
		}
		children[parent] = append(children[parent], m)
	}
	if before, ok := place[head]; ok {
		head = before
	}
	at := []memory.ID{0}
	for _, m := range messages {
		var next []memory.ID
		for _, parent := range at {
			for _, child := range children[parent] {
				if isSameMessage(m, child) {
					next = append(next, child.ID)
				}
			}
		}
		if len(next) == 0 {
			return common, slices.Contains(at, head)
		}
		at, common = next, common+1
	}
	return common, true
}

// isSameMessage reports whether two messages are one, of which an answer may have been continued.
func isSameMessage(a, b memory.Message) bool {
	x, y := strings.TrimSpace(a.Content), strings.TrimSpace(b.Content)
	return a.Role == b.Role && a.CreatedAt.Equal(b.CreatedAt) && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x))
}
