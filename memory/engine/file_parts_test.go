package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
)

// newHarnessWithFileOverBudget has a chat with a file of 26 parts that does not fit; the name Brevik stands in the
// 20th alone, and no part is near to any question.
func newHarnessWithFileOverBudget(t *testing.T) (h *harness, send func(string) (system string)) {
	t.Helper()
	h = newHarness(t)
	for i := range h.catalog.models {
		h.catalog.models[i].ContextWindow = 2500
	}
	var b strings.Builder
	for i := range 26 {
		text := fmt.Sprintf("Part %d tells of the weather, rain and wind. ", i+1)
		if i == 19 {
			text += "The ferry to Brevik leaves at nine. "
		}
		b.WriteString(text + strings.Repeat(".", 200-len(text)))
	}
	f := h.addFile("diary.txt", b.String())
	chat := h.newChat()
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	waitForFileVectors(t, h, f.ID, 26)
	return h, func(text string) string {
		h.sendAndLearn(chat, text)
		return systemMessage(h.model.lastChatRequest())
	}
}

func TestPartsOfAFileAreFoundByWords(t *testing.T) {
	_, send := newHarnessWithFileOverBudget(t)
	if system := send("When does the Brevik ferry leave?"); !strings.Contains(system, "leaves at nine") {
		t.Error("the part that names Brevik is missing")
	}
}

func TestPartsOfAFileAreFoundByWordsWithoutTheEmbedder(t *testing.T) {
	h, send := newHarnessWithFileOverBudget(t)
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false })
	if system := send("When does the Brevik ferry leave?"); !strings.Contains(system, "leaves at nine") {
		t.Error("the part that names Brevik is missing")
	}
	system := send("Tell me a joke, please!")
	if !strings.Contains(system, "Part 1 tells") || strings.Contains(system, "leaves at nine") {
		t.Error("without a word in common it is not the beginning that is sent")
	}
}

// The parts of a document say, in the prompt and in the receipt, which page they are from.
func TestPartsOfADocumentNameTheirPages(t *testing.T) {
	h := newHarness(t)
	for i := range h.catalog.models {
		h.catalog.models[i].ContextWindow = 2500
	}
	var b strings.Builder
	for i := range 13 {
		page := fmt.Sprintf("## Page %d\n\n", i+1)
		b.WriteString(page + strings.Repeat("Wind. ", 30) + strings.Repeat(".", 20-len(page)))
		text := "Rain and rain. "
		if i == 9 {
			text = "The ferry to Brevik leaves at nine. "
		}
		b.WriteString(text + strings.Repeat(".", 199-len(text)) + "\n")
	}
	f := h.addFile("timetable.md", b.String())
	chat := h.newChat()
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, f.ID); err != nil {
		t.Fatal(err)
	}
	waitForFileVectors(t, h, f.ID, 26)
	answer, _ := h.sendAndLearn(chat, "When does the Brevik ferry leave?")
	system := systemMessage(h.model.lastChatRequest())
	if !strings.Contains(system, "[… Page 10]\nThe ferry to Brevik leaves at nine.") {
		t.Errorf("the prompt is %q", system)
	}
	share := answer.Receipt.Files[0]
	if share.Whole || !slices.Contains(share.Places, "Page 10") || len(share.Places) > share.Chunks {
		t.Errorf("the receipt says %+v", share)
	}
}
