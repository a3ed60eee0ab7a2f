package archive_test

import (
	"bytes"
	"errors"
	"testing"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/archive/archivetest"
)

// fuzzArchive checks that whatever is read of a text is a refusal in a sentence, or chats that can be stored:
// parents before children, a head that is there, known roles, and no empty messages.
func fuzzArchive(f *testing.F, seeds ...any) {
	f.Helper()
	for _, s := range seeds {
		f.Add([]byte(archivetest.EncodeJSON(f, s)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := archive.OpenAndDetectProgram(bytes.NewReader(data), int64(len(data)))
		if err == nil && a.Program() != memory.ProgramMemoir {
			err = a.ForEachChatOfOtherProgram(t.Context(), &archive.LeftOuts{}, func(c archive.Chat) error {
				assertChatCanBeStored(t, c)
				return nil
			})
		} else if err == nil {
			none := func(archive.Header) error { return nil }
			err = a.ReadMemoirArchiveWithVisitor(acceptingVisitor(none))
		}
		var refused *memory.ArchiveError
		if err != nil && (!errors.As(err, &refused) || refused.Problem == "") {
			t.Errorf("not refused in a sentence: %v", err)
		}
	})
}

func assertChatCanBeStored(t *testing.T, c archive.Chat) {
	t.Helper()
	if len(c.Messages) == 0 || c.Head < 0 || c.Head >= len(c.Messages) {
		t.Fatalf("head %d of %d messages", c.Head, len(c.Messages))
	}
	for i, m := range c.Messages {
		if m.Parent >= i || m.Parent < -1 || m.Content == "" ||
			m.Role != memory.RoleUser && m.Role != memory.RoleAssistant {
			t.Fatalf("message %d: %+v", i, m)
		}
	}
}

// acceptingVisitor takes everything.
func acceptingVisitor(header func(archive.Header) error) archive.Visitor {
	return archive.Visitor{
		Header: header, File: acceptAnyEntry[archive.FileEntry], Picture: acceptAnyEntry[archive.PictureEntry],
		Memory: acceptAnyEntry[memory.Memory], Chat: acceptAnyEntry[archive.ChatEntry],
		Base:     acceptAnyEntry[memory.BaseMemory],
		Decision: acceptAnyEntry[archive.DecisionEntry], End: acceptAnyEntry[archive.Section],
	}
}

func acceptAnyEntry[T any](T) error { return nil }

func FuzzChatGPT(f *testing.F) {
	fuzzArchive(f, archivetest.ChatGPTExport(true), archivetest.LargeChatGPTExport(1, 3))
}

func FuzzClaude(f *testing.F) { fuzzArchive(f, archivetest.ClaudeExport()) }

func FuzzOpenWebUI(f *testing.F) { fuzzArchive(f, archivetest.OpenWebUIExport()) }

func FuzzMemoir(f *testing.F) {
	f.Add([]byte(`{"format":"memoir-archive","version":1,"files":[{"id":1,"content":"x"}],"memories":[{"id":1}],` +
		`"chats":[{"id":1,"messages":[{"id":1,"role":"user"},{"id":2,"parent_id":1}],"head_id":2}],"decisions":[{}]}`))
	fuzzArchive(f)
}

func FuzzZip(f *testing.F) {
	f.Add(archivetest.PackZip(f, map[string]string{"conversations.json": archivetest.EncodeJSON(f,
		archivetest.LargeChatGPTExport(1, 2))}))
	fuzzArchive(f)
}
