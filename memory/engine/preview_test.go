package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"memoir/memory"
)

func memoryIDs(ms []memory.Memory) []memory.ID {
	out := make([]memory.ID, len(ms))
	for i, m := range ms {
		out[i] = m.ID
	}
	return out
}

// previewPrompt is what would be sent for a text in a chat now.
func (h *harness) previewPrompt(p memory.PreviewParams) memory.PromptPreview {
	h.t.Helper()
	preview, err := h.Session(1, memory.ActorUser).PreviewPrompt(h.ctx(), p)
	if err != nil {
		h.t.Fatal(err)
	}
	return preview
}

func TestPreviewIsExactlyWhatIsSent(t *testing.T) {
	h := newHarness(t)
	ids := memoryIDs(h.addMemories("The user lives in Lisbon.", "The user has two cats."))
	chat := h.newChat()
	f := h.addFile("notes.txt", beesFile)
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	h.waitForAnswer(h.sendMessage(chat, "Hello").Answer.ID)
	for _, without := range []memory.Exclusions{
		{}, {Memories: ids[:1]}, {Memories: ids, Files: []memory.ID{f.ID}},
	} {
		preview := h.previewPrompt(memory.PreviewParams{Chat: chat, Text: "Where do I live?", Without: without})
		turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
			ChatID: chat.ID, Text: "Where do I live?", Without: without,
		})
		if err != nil {
			t.Fatal(err)
		}
		answer := h.waitForAnswer(turn.Answer.ID)
		sent, err := h.Session(1, memory.ActorUser).LoadPromptSentForAnswer(h.ctx(), answer.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(preview.Messages, sent) {
			t.Errorf("without %+v: previewed\n%+v\nsent\n%+v", without, preview.Messages, sent)
		}
		system := sent[0].Content
		for i, text := range []string{"lives in Lisbon", "two cats"} {
			if got, want := strings.Contains(system, text), i >= len(without.Memories); got != want {
				t.Errorf("without %+v: %q is sent: %t", without, text, got)
			}
		}
		if strings.Contains(system, "notes.txt") != (len(without.Files) == 0) {
			t.Errorf("without %+v: the system message is %s", without, system)
		}
		want := answer.Receipt
		want.TookMS, preview.Receipt.TookMS = 0, 0
		preview.Receipt.HistoryIDs = want.HistoryIDs // the message had no ID yet
		if !reflect.DeepEqual(&preview.Receipt, want) {
			t.Errorf("without %+v: receipt\n%+v\nof the answer\n%+v", without, preview.Receipt, *want)
		}
	}
}

func TestRegeneratedAnswerLeavesOutTheSame(t *testing.T) {
	h := newHarness(t)
	ids := memoryIDs(h.addMemories("The user lives in Lisbon.", "The user has two cats."))
	chat := h.newChat()
	s := h.Session(1, memory.ActorUser)
	without := memory.Exclusions{Memories: ids[1:]}
	turn, err := s.StoreMessageAndStartAnswer(
		h.ctx(), memory.SendParams{ChatID: chat.ID, Text: "Where do I live?", Without: without},
	)
	if err != nil {
		t.Fatal(err)
	}
	h.waitForAnswer(turn.Answer.ID)
	if turn, err = s.StartRegeneratedAnswer(h.ctx(), chat.ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	r := h.waitForAnswer(turn.Answer.ID).Receipt
	if len(r.Memories) != 1 || r.Excluded == nil || !reflect.DeepEqual(*r.Excluded, without) {
		t.Errorf("sent %+v, left out %+v", r.Memories, r.Excluded)
	}
	r = h.waitForAnswer(h.sendMessage(chat, "And what do I have?").Answer.ID).Receipt
	if len(r.Memories) != 2 || r.Excluded != nil {
		t.Errorf("the next message was sent with %+v, left out %+v", r.Memories, r.Excluded)
	}
}

func TestPreviewOfAnUnstoredChatStoresNothing(t *testing.T) {
	h := newHarness(t)
	h.addMemories("The user lives in Lisbon.")
	chat := memory.Chat{Memory: memory.MemoryOn, SystemPrompt: "Answer in verse."}
	preview := h.previewPrompt(memory.PreviewParams{Chat: chat, Text: "Hello"})
	system := preview.Messages[0].Content
	if len(preview.Messages) != 2 || preview.Messages[1].Content != "Hello" ||
		!strings.Contains(system, "Answer in verse.") || !strings.Contains(system, "Lisbon") {
		t.Errorf("previewed %+v", preview.Messages)
	}
	chat.Memory = memory.MemoryOff
	preview = h.previewPrompt(memory.PreviewParams{Chat: chat, Text: "Hello"})
	if strings.Contains(preview.Messages[0].Content, "Lisbon") {
		t.Errorf("without memory: %+v", preview.Messages)
	}
	h.catalog.setModels(nil)
	if preview = h.previewPrompt(memory.PreviewParams{Chat: chat, Text: "Hello"}); preview.Model != "" {
		t.Errorf("without a model: %+v", preview)
	}
	stored := h.newChat()
	h.waitForAnswer(h.sendMessage(stored, "One").Answer.ID)
	none := memory.ID(0)
	preview = h.previewPrompt(memory.PreviewParams{Chat: stored, Text: "One, changed", ParentID: &none})
	if len(preview.Messages) != 2 || preview.Messages[1].Content != "One, changed" {
		t.Errorf("an edit of the first message: %+v", preview.Messages)
	}
	s := h.Session(1, memory.ActorUser)
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), stored.ID, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PreviewPrompt(h.ctx(), memory.PreviewParams{Chat: stored, Text: "x"}); !errors.Is(
		err, memory.ErrNotFound) {
		t.Errorf("in the trash: %v", err)
	}
}

// The user's instructions for every chat precede those of the chat, and the receipt counts both.
func TestInstructionsForEveryChatAreSent(t *testing.T) {
	h := newHarness(t, func(c *memory.Config) { c.Instructions = " Answer in short sentences. \n" })
	s, chat := h.Session(1, memory.ActorUser), h.newChat()
	own := memory.NullText("Answer in verse.")
	if _, err := s.UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{SystemPrompt: &own}); err != nil {
		t.Fatal(err)
	}
	answer := h.waitForAnswer(h.sendMessage(chat, "Hello").Answer.ID)
	sent, err := s.LoadPromptSentForAnswer(h.ctx(), answer.ID)
	if err != nil {
		t.Fatal(err)
	}
	const want = "## Instructions for every chat\nAnswer in short sentences.\n\n" +
		"## Instructions for this chat\nAnswer in verse."
	if !strings.Contains(sent[0].Content, want) {
		t.Errorf("the system message is %q", sent[0].Content)
	}
	var names []string
	for _, section := range answer.Receipt.Sections {
		names = append(names, section.Name)
	}
	if got := strings.Join(names, " "); !strings.HasPrefix(got, "system all_instructions instructions") {
		t.Errorf("sections: %s", got)
	}
}
