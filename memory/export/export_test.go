package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/export"
	"memoir/storage"
	"memoir/storage/storagetest"
)

var noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// harness exports from a real store.
type harness struct {
	t  *testing.T
	db *storage.DB
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	t.Cleanup(func() { _ = db.Close(context.WithoutCancel(t.Context())) })
	return &harness{t, db}
}

func (h *harness) failOnError(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) addChat(title string, texts ...string) memory.ID {
	h.t.Helper()
	id, err := h.db.ChatStore().Create(h.t.Context(), memory.Chat{
		ProfileID: 1, Title: title, Memory: memory.MemoryOn, CreatedAt: noon, UpdatedAt: noon, FileIDs: []memory.ID{},
	})
	h.failOnError(err)
	var parent memory.ID
	for i, text := range texts {
		parent = h.addMessage(memory.Message{
			ChatID: id, ParentID: parent, Role: []memory.Role{memory.RoleUser, memory.RoleAssistant}[i%2], Content: text,
			Status: memory.MessageComplete, Model: "test/llama3", CreatedAt: noon.Add(time.Duration(i) * time.Minute),
		})
	}
	return id
}

func (h *harness) addMessage(m memory.Message) memory.ID {
	h.t.Helper()
	id, err := h.db.MessageStore().InsertAsHeadUpdatingChatTime(h.t.Context(), m)
	h.failOnError(err)
	return id
}

func (h *harness) addMemory(m memory.Memory) memory.ID {
	h.t.Helper()
	m.ProfileID, m.Kind, m.Type, m.Origin = 1, memory.KindFact, memory.TypePersonal, memory.OriginManual
	m.CreatedAt, m.UpdatedAt = noon, noon
	if m.Scope == "" {
		m.Scope = memory.ScopeGlobal
	}
	if m.Status == "" {
		m.Status = memory.StatusActive
	}
	id, err := h.db.MemoryStore().Insert(h.t.Context(), m)
	h.failOnError(err)
	return id
}

func (h *harness) export(o memory.ExportOptions) string {
	h.t.Helper()
	var b bytes.Buffer
	x := export.Exporter{Store: h.db, Profile: 1, Now: func() time.Time { return noon }, Version: "1.2.3"}
	_, err := x.Write(h.t.Context(), &b, o, nil)
	h.failOnError(err)
	return b.String()
}

func TestChatIsReadableMarkdown(t *testing.T) {
	h := newHarness(t)
	id := h.addChat("Trip to Porto", "Where to?", "To *Porto*.\n\n- by train")
	h.addChat("Another", "Not exported")
	got := h.export(memory.ExportOptions{
		Format: memory.FormatMarkdown, Contents: memory.ExportChats, ChatIDs: []memory.ID{id},
	})
	want := `# Trip to Porto

3 May 2026 · 2 messages

## You · 3 May 2026, 12:00

Where to?

## llama3 · 3 May 2026, 12:01

To *Porto*.

- by train
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// hostileText holds what a page must not take over as it is.
const hostileText = `<script>alert(1)</script> & <img src=x onerror=alert(2)>

![pixel](https://evil.example/pixel.png) [click](javascript:alert(3)) [ok](https://example.org/?a=1&b=2)

<div onclick="alert(4)">block</div>

<style>@import url(https://evil.example/x.css)</style>

` + "```html\n<b onclick='x'>code</b>\n```\n"

func TestPageEscapesEverythingAndLoadsNothing(t *testing.T) {
	h := newHarness(t)
	h.addChat(`<title>"x"</title>`, hostileText, hostileText)
	h.addMemory(memory.Memory{Content: "<i>The user likes tea</i>", Tags: []string{"<b>"}})
	for _, o := range []memory.ExportOptions{
		{Format: memory.FormatHTML, Contents: memory.ExportAll},
		{Format: memory.FormatHTML, Contents: memory.ExportChats, ChatIDs: []memory.ID{1}},
		{Format: memory.FormatHTML, Contents: memory.ExportMemories},
	} {
		page := h.export(o)
		allowed := regexp.MustCompile(`^<(/?(html|head|body|main|nav|ul|li|h1|h2|section|article|p|b|div|span|pre|code|` +
			`a|em|title|style)|!DOCTYPE html|meta)\b`)
		for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
			if !allowed.MatchString(tag) || strings.Contains(tag, "onclick") || strings.Contains(tag, "src=") {
				t.Errorf("%s: the page contains %s", o.Contents, tag)
			}
		}
		for _, address := range regexp.MustCompile(`<[^>]*(?:href|src|url)\s*=\s*"([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if shown := address[1]; !strings.HasPrefix(shown, "#chat-") && !strings.HasPrefix(shown, "https://example.org/") {
				t.Errorf("%s: the page refers to %q", o.Contents, shown)
			}
		}
		if strings.Count(page, "<style>") != 1 || !strings.Contains(page, "default-src 'none'") ||
			!strings.Contains(page, "prefers-color-scheme: dark") {
			t.Errorf("%s: the page has no policy, or not one style for light and dark", o.Contents)
		}
	}
	page := h.export(memory.ExportOptions{Format: memory.FormatHTML, Contents: memory.ExportAll})
	for _, want := range []string{
		"&lt;script&gt;alert(1)", "&lt;div onclick=", "[picture: pixel] (https://evil.example/pixel.png)",
		`<a rel="noopener noreferrer" href="https://example.org/?a=1&amp;b=2">ok</a>`, "&lt;i&gt;The user likes tea",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// document is what the tests look at in an archive.
type document struct {
	Format   string
	Version  int
	History  bool
	Memories []struct {
		Content string
		Status  string
	}
	Chats []struct {
		ID       int
		UID      string
		Head     int `json:"head_id"`
		Messages []struct {
			ID      int
			Content string
			Receipt *struct{ Mode string }
		}
	}
	Files []struct{ Name, Content string }
}

func (h *harness) exportAndParseArchive(o memory.ExportOptions) document {
	h.t.Helper()
	o.Format = memory.FormatJSON
	var d document
	h.failOnError(json.Unmarshal([]byte(h.export(o)), &d))
	return d
}

func TestArchiveHasEveryVersionAndOnlyWhatBelongsToTheChats(t *testing.T) {
	h := newHarness(t)
	trip := h.addChat("Trip", "Where to?", "Porto")
	other := h.addChat("Other", "Secret plan", "Fine")
	question := memory.ID(1)
	receipt := &memory.Receipt{Retrieval: memory.Retrieval{Mode: memory.RetrievalFew}}
	again := h.addMessage(memory.Message{
		ChatID: trip, ParentID: question, Role: memory.RoleAssistant, Content: "Lisbon", Status: memory.MessageComplete,
		Receipt: receipt, CreatedAt: noon,
	})
	h.addMessage(memory.Message{
		ChatID: trip, ParentID: question, Role: memory.RoleAssistant, Content: "half", Status: memory.MessageStreaming,
		CreatedAt: noon,
	})
	file, err := h.db.FileStore().Insert(
		t.Context(), memory.File{ProfileID: 1, Name: "map.md", SHA256: "x", Content: "a map"},
	)
	h.failOnError(err)
	h.failOnError(h.db.ChatStore().AttachFile(t.Context(), 1, trip, file))
	h.addMemory(memory.Memory{Content: "learned in the trip", SourceMessageID: again})
	h.addMemory(memory.Memory{Content: "of the trip alone", Scope: memory.ScopeChat, ChatID: trip})
	h.addMemory(memory.Memory{Content: "learned in the other", SourceMessageID: 3})
	h.addMemory(memory.Memory{Content: "of the other alone", Scope: memory.ScopeChat, ChatID: other})
	h.addMemory(memory.Memory{Content: "written by hand"})
	h.addMemory(memory.Memory{Content: "forgotten", Status: memory.StatusForgotten})

	d := h.exportAndParseArchive(memory.ExportOptions{Contents: memory.ExportChats, ChatIDs: []memory.ID{trip}})
	if d.Format != "memoir-archive" || d.Version != 1 || d.History {
		t.Errorf("header: %+v", d)
	}
	var texts []string
	for _, m := range d.Chats[0].Messages {
		texts = append(texts, m.Content)
	}
	if got := strings.Join(texts, "|"); got != "Where to?|Porto|Lisbon" || len(d.Chats) != 1 {
		t.Errorf("messages %s in %d chats", got, len(d.Chats))
	}
	if d.Chats[0].Head != int(again) {
		t.Errorf("head %d is not the newest complete message", d.Chats[0].Head)
	}
	if r := d.Chats[0].Messages[2].Receipt; r == nil || r.Mode != "few" {
		t.Errorf("receipt %+v", r)
	}
	if len(d.Memories) != 2 || d.Memories[0].Content != "learned in the trip" {
		t.Errorf("memories %+v", d.Memories)
	}
	if len(d.Files) != 1 || d.Files[0].Content != "a map" {
		t.Errorf("files %+v", d.Files)
	}
	if all := h.exportAndParseArchive(memory.ExportOptions{Contents: memory.ExportAll}); len(all.Memories) != 6 ||
		!all.History {
		t.Errorf("everything has %d memories", len(all.Memories))
	}
	bare := h.exportAndParseArchive(
		memory.ExportOptions{Contents: memory.ExportAll, WithoutHistory: true, WithoutReceipts: true},
	)
	if len(bare.Memories) != 5 || bare.History || bare.Chats[0].Messages[2].Receipt != nil {
		t.Errorf("without history and receipts: %+v", bare)
	}
	if m := h.exportAndParseArchive(memory.ExportOptions{Contents: memory.ExportMemories}); len(m.Chats) != 0 ||
		len(m.Memories) != 5 {
		t.Errorf("memories alone: %+v", m)
	}
}

func TestATemporaryChatIsExportedOnlyByItself(t *testing.T) {
	h := newHarness(t)
	h.addChat("Kept", "Stays here")
	id := h.addChat("For now", "Goes soon")
	chat, err := h.db.ChatStore().Get(t.Context(), 1, id)
	h.failOnError(err)
	chat.Temporary = true
	h.failOnError(h.db.ChatStore().Update(t.Context(), chat))
	all := h.export(memory.ExportOptions{Format: memory.FormatMarkdown, Contents: memory.ExportAll})
	if !strings.Contains(all, "Stays here") || strings.Contains(all, "Goes soon") {
		t.Errorf("everything is\n%s", all)
	}
	alone := h.export(memory.ExportOptions{
		Format: memory.FormatMarkdown, Contents: memory.ExportChats, ChatIDs: []memory.ID{id},
	})
	if !strings.Contains(alone, "Goes soon") {
		t.Errorf("alone it is\n%s", alone)
	}
}

func TestChatThatIsNotThereIsNotExported(t *testing.T) {
	h := newHarness(t)
	var b bytes.Buffer
	x := export.Exporter{Store: h.db, Profile: 1, Now: time.Now}
	_, err := x.Write(t.Context(), &b, memory.ExportOptions{
		Format: memory.FormatJSON, Contents: memory.ExportChats, ChatIDs: []memory.ID{7},
	}, nil)
	if err == nil || b.Len() != 0 {
		t.Errorf("wrote %d bytes, err %v", b.Len(), err)
	}
}
