package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"memoir/memory"
	"memoir/memory/archive"
	"memoir/memory/archive/archivetest"
)

func openArchiveOfBytes(t testing.TB, data []byte) (*archive.Archive, error) {
	t.Helper()
	return archive.OpenAndDetectProgram(bytes.NewReader(data), int64(len(data)))
}

// formatArchiveChats writes the chats of an archive, one line for each message.
func formatArchiveChats(t *testing.T, data []byte) string {
	t.Helper()
	a, err := openArchiveOfBytes(t, data)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintln(&b, a.Program())
	var left archive.LeftOuts
	err = a.ForEachChatOfOtherProgram(t.Context(), &left, func(c archive.Chat) error {
		fmt.Fprintf(&b, "%s %q %s head %d\n", c.ExternalID, c.Title, c.CreatedAt.Format("2006-01-02"), c.Head)
		if c.SystemPrompt != "" {
			fmt.Fprintf(&b, "  instructions %q\n", c.SystemPrompt)
		}
		for _, f := range c.Files {
			fmt.Fprintf(&b, "  file %s %q\n", f.Name, f.Content)
		}
		for i, m := range c.Messages {
			fmt.Fprintf(&b, "  %d<%d %s %q", i, m.Parent, m.Role, m.Content)
			if m.Reasoning != "" {
				fmt.Fprintf(&b, " thought %q", m.Reasoning)
			}
			if m.Model != "" {
				fmt.Fprintf(&b, " by %s", m.Model)
			}
			fmt.Fprintln(&b)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range left.List() {
		fmt.Fprintf(&b, "left out %d %s (%s)\n", l.Count, l.Reason, l.Example)
	}
	return b.String()
}

func assertSameText(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimPrefix(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestChatGPTArchive(t *testing.T) {
	code := "```python\\nprint(1)\\n```"
	want := `
chatgpt
c-trip "Trip to Porto" 2024-05-03 head 5
  0<-1 user "Where to in May?"
  1<0 assistant "To Porto.\n\n` + code + `" thought "Thinking of the sea\n\nPorto or Lisbon." by gpt-4o
  2<1 user "What is on this picture?\n\nsaid aloud"
  3<2 assistant "A bridge." by gpt-4o
  4<0 assistant "To Lisbon." by gpt-4o
  5<4 user "And then?"
c-odd "" 0001-01-01 head 1
  0<-1 user "Odd one"
  1<0 assistant "Indeed." by gpt-4o
left out 1 hidden messages (Trip to Porto)
left out 2 tool calls and their results (Trip to Porto)
left out 1 messages with unknown roles (Trip to Porto)
left out 1 pictures and other media (Trip to Porto)
left out 1 recordings without a transcript (Trip to Porto)
left out 1 attached files whose text is missing (Trip to Porto)
left out 1 empty chats (Nothing said)
left out 1 chats whose messages form a loop (Circle)
left out 1 chats that can't be read (No tree)
`
	want = strings.Replace(want, "head 5", "head 3", 1)
	text := archivetest.EncodeJSON(t, archivetest.ChatGPTExport(false))
	assertSameText(t, formatArchiveChats(t, []byte(text)), want)
	assertSameText(t, formatArchiveChats(t, archivetest.PackZip(t, map[string]string{
		"conversations.json": text, "user.json": `{"id":"u"}`, "chat.html": "<html>", "file-x.png": "png",
		"message_feedback.json": "[]", "shared_conversations.json": `[{"id":"s"}]`,
	})), want)
}

// Messages without an id and hidden ones, answers that part, and a starred chat.
func TestOddChatsOfChatGPTAreReadWhole(t *testing.T) {
	node := func(id, parent, role, text, metadata string) string {
		return `"` + id + `":{"parent":` + parent + `,"message":{"author":{"role":"` + role + `"},"metadata":{` + metadata +
			`},"content":{"content_type":"text","parts":["` + text + `"]}}}`
	}
	nodes := strings.Join([]string{
		node("", `"gone"`, "user", "Without an id", ""), node("a", "null", "user", "Which?", ""),
		node("b", `"a"`, "assistant", "One of two:", ""), node("c", `"b"`, "assistant", "this", ""),
		node("d", `"b"`, "assistant", "or that", ""),
		node("e", `"a"`, "user", "not shown", `"is_visually_hidden_from_conversation":true`),
	}, ",")
	data := []byte(`[{"title":"Odd","conversation_id":"c","is_starred":true,"current_node":"d",` +
		`"mapping":{` + nodes + `}}]`)
	assertSameText(t, formatArchiveChats(t, data), `chatgpt
c "Odd" 0001-01-01 head 4
  0<-1 user "Without an id"
  1<-1 user "Which?"
  2<1 assistant "One of two:"
  3<2 assistant "this"
  4<2 assistant "or that"
left out 1 hidden messages (Odd)
`)
	a, err := openArchiveOfBytes(t, data)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.ForEachChatOfOtherProgram(t.Context(), &archive.LeftOuts{}, func(c archive.Chat) error {
		if !c.Pinned {
			t.Error("the star is lost")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestChatGPTArchiveInParts(t *testing.T) {
	all := archivetest.LargeChatGPTExport(3, 2)
	got := formatArchiveChats(t, archivetest.PackZip(t, map[string]string{
		"x/conversations-001.json": archivetest.EncodeJSON(t, all[1:]),
		"x/conversations-000.json": archivetest.EncodeJSON(t, all[:1]),
	}))
	for i := range 3 {
		if !strings.Contains(got, fmt.Sprintf("many-%d", i)) {
			t.Errorf("chat %d is missing in\n%s", i, got)
		}
	}
}

func TestClaudeArchive(t *testing.T) {
	assertSameText(t, formatArchiveChats(t, archivetest.PackZip(t, map[string]string{
		"conversations.json": archivetest.EncodeJSON(t, archivetest.ClaudeExport()), "users.json": `[{"uuid":"u"}]`,
		"projects.json": "[]",
	})), `
claude
cl-1 "Reading notes" 2025-03-01 head 2
  file notes-of.txt "the sea"
  0<-1 user "What does it say?"
  1<0 assistant "It says: the sea." thought "Let me look."
  2<1 user "Only in the flat text"
cl-2 "" 2025-03-01 head 2
  0<-1 user "Pick one"
  1<0 assistant "Red" by claude-sonnet-4
  2<0 assistant "Blue" by claude-sonnet-4
left out 2 attached files whose text is missing (Reading notes)
left out 2 tool calls and their results (Reading notes)
left out 1 unknown kinds of content (Reading notes)
left out 1 messages with unknown roles (Reading notes)
left out 1 empty chats (Empty)
`)
}

func TestOpenWebUIArchive(t *testing.T) {
	assertSameText(t, formatArchiveChats(t, []byte("\uFEFF"+archivetest.EncodeJSON(t, archivetest.OpenWebUIExport()))), `
open_webui
ow-1 "Numbers" 2024-05-03 head 3
  instructions "You count."
  file list.csv "1,2,3"
  0<-1 user "Which number?"
  1<0 assistant "Seven." thought "Is it 7 < 8?" by llama3:latest
  2<1 user "Why?"
  3<0 assistant "Eight." by qwen3
ow-2 "Old" 2023-11-14 head 1
  0<-1 user "Hello"
  1<0 assistant "Hi"
left out 1 failed answers (Numbers)
left out 2 pictures and other media (Numbers)
left out 1 system messages (Old)
`)
}

// assertRefusedWithWords opens and reads an archive, which must be refused with a sentence that has the words.
func assertRefusedWithWords(t *testing.T, data []byte, words string) {
	t.Helper()
	a, err := openArchiveOfBytes(t, data)
	if err == nil && a.Program() == memory.ProgramMemoir {
		none := func(archive.Header) error { return nil }
		err = a.ReadMemoirArchiveWithVisitor(archive.Visitor{
			Header: none, File: func(archive.FileEntry) error { return nil }, Memory: func(memory.Memory) error { return nil },
			Picture: func(archive.PictureEntry) error { return nil },
			Chat:    func(archive.ChatEntry) error { return nil }, Base: func(memory.BaseMemory) error { return nil },
			Decision: func(archive.DecisionEntry) error { return nil }, End: func(archive.Section) error { return nil },
		})
	} else if err == nil {
		err = a.ForEachChatOfOtherProgram(t.Context(), &archive.LeftOuts{}, func(archive.Chat) error { return nil })
	}
	var refused *memory.ArchiveError
	if !errors.As(err, &refused) || !strings.Contains(refused.Problem, words) {
		t.Errorf("%q: got %v, want a refusal with %q", string(data[:min(len(data), 60)]), err, words)
	}
}

func TestHostileArchivesAreRefusedInASentence(t *testing.T) {
	chat := archivetest.EncodeJSON(t, archivetest.LargeChatGPTExport(1, 2))
	for _, c := range []struct{ name, text, words string }{
		{"picture", "\x89PNG\r\n", "it isn't an archive from Memoir, ChatGPT, Claude or Open WebUI"},
		{"empty file", "", "it isn't an archive"},
		{"other JSON", `{"a":1}`, "it isn't an archive"},
		{"numbers", `[1,2]`, "it isn't an archive"},
		{"no chats", `[]`, "it contains no chats"},
		{"cut", chat[:len(chat)-5], "damaged or incomplete"},
		{"damage behind the first chat", chat[:len(chat)-1] + `,{"x"}]`, "damaged or incomplete"},
		{"deep", `[{"mapping":{"a":` + strings.Repeat("[", 20_000), "levels of nesting"},
		{"deep object", `[{"title":` + strings.Repeat(`{"a":`, 20_000), "levels of nesting"},
		{"newer Memoir", `{"format":"memoir-archive","version":2,"chats":[]}`, "it uses format version 2"},
		{"no version", `{"format":"memoir-archive","chats":[]}`, "it uses format version 0"},
		{"out of order", `{"format":"memoir-archive","version":1,"chats":[],"files":[]}`, "out of order"},
		{"isn't a list", `{"format":"memoir-archive","version":1,"chats":{}}`, "isn't a list"},
		{"wrong type", `{"format":"memoir-archive","version":1,"chats":[{"id":"x"}]}`, "has the wrong type"},
		{
			"child first",
			`{"format":"memoir-archive","version":1,"chats":[{"id":1,"messages":[{"id":2,"parent_id":1},{"id":1}]}]}`,
			"comes before the one it answers",
		},
		{"twice", `{"format":"memoir-archive","version":1,"chats":[{"id":1,"messages":[{"id":1},{"id":1}]}]}`, "twice"},
		{"cut zip", "PK\x03\x04" + chat, "zip file is damaged"},
	} {
		t.Run(c.name, func(t *testing.T) { assertRefusedWithWords(t, []byte(c.text), c.words) })
	}
}

func TestZipThatUnpacksToTooMuchIsRefused(t *testing.T) {
	text := `[{"mapping":{}},{"title":"` + strings.Repeat("a", 65<<20) + `"}]`
	assertRefusedWithWords(t, archivetest.PackZip(t, map[string]string{"conversations.json": text}), "unpacks to far more")
}

func TestChatOfTooMuchJSONIsRefused(t *testing.T) {
	text := `[{"mapping":{}},{"title":"` + strings.Repeat("ab", 33<<20) + `"}]`
	assertRefusedWithWords(t, []byte(text), "one chat is over 64 MB")
}

// encodeChatGPTExportOfLongChat is a conversation whose messages follow each other.
func encodeChatGPTExportOfLongChat(t *testing.T, messages int) string {
	return archivetest.EncodeJSON(t, archivetest.LargeChatGPTExport(1, messages))
}

func TestDeepTreesAreReadAndTooLargeOnesLeftOut(t *testing.T) {
	a, err := openArchiveOfBytes(t, []byte(encodeChatGPTExportOfLongChat(t, 40_000)))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = a.ForEachChatOfOtherProgram(
		t.Context(), &archive.LeftOuts{}, func(c archive.Chat) error { n = len(c.Messages); return nil },
	)
	if err != nil || n != 40_000 {
		t.Errorf("%d messages, %v", n, err)
	}
	if got := formatArchiveChats(
		t, []byte(encodeChatGPTExportOfLongChat(t, 50_001)),
	); !strings.Contains(got, "1 chats with more than 50,000 messages") {
		t.Error(got)
	}
}

func TestHugeMessageIsLeftOut(t *testing.T) {
	all := archivetest.LargeChatGPTExport(1, 3)
	mapping := all[0].(archivetest.Object)["mapping"].(archivetest.Object)
	node := mapping["n00001"].(archivetest.Object)["message"].(archivetest.Object)
	node["content"] = archivetest.Object{"content_type": "text", "parts": []any{strings.Repeat("x", 5<<20)}}
	assertSameText(t, formatArchiveChats(t, []byte(archivetest.EncodeJSON(t, all))), `
chatgpt
many-0 "Chat 0" 2020-09-13 head 1
  0<-1 user "Message 0 of chat 0 about item 0"
  1<0 user "Message 2 of chat 0 about item 0"
left out 1 messages over 4 MB (Chat 0)
`)
}
