package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

func TestSource000_FactIsLearnedStoredAndIndexedAfterAReply(t *testing.T) {
	h := newHarness(t)
	h.model.setFact("The user moved to Lisbon.")
	answer, ds := h.sendAndLearn(h.newChat(), "I moved to Lisbon")
	if len(ds) != 1 || ds[0].Action != memory.ActionAdd || ds[0].MessageID != answer.ID {
		t.Fatalf("decisions = %+v", ds)
	}
	m, err := h.Session(1, memory.ActorUser).LoadMemory(h.ctx(), ds[0].MemoryID)
	if err != nil {
		t.Fatal(err)
	}
	if m.Content != "The user moved to Lisbon." || len(m.Tags) != 0 || m.Origin != memory.OriginExtracted {
		t.Errorf("memory = %+v", m)
	}
	c := memory.VectorCollection{ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory}
	if hashes, err := h.db.VectorIndex().ContentHashes(h.ctx(), c); err != nil || len(hashes) != 1 {
		t.Errorf("index holds %v, %v", hashes, err)
	}
	if len(answer.Learned) != 1 {
		t.Errorf("the answer shows %d learned facts", len(answer.Learned))
	}
}

func TestSource000_TheExtractorReadsTheWholeExchange(t *testing.T) {
	h := newHarness(t)
	long := strings.Repeat("word ", 3000) + "END-OF-USER-TEXT"
	h.sendAndLearn(h.newChat(), long)
	r := h.model.lastLearnRequest()
	if len(r.Messages) != 2 || r.Messages[0].Role != memory.RoleSystem || r.Messages[1].Role != memory.RoleUser {
		t.Fatalf("messages = %d", len(r.Messages))
	}
	if !strings.Contains(systemMessage(r), long) {
		t.Error("the user's text was cut")
	}
	if !strings.Contains(systemMessage(r), "<assistant_reply>\nok\n</assistant_reply>") {
		t.Error("the reply is missing")
	}
	if r.Model != "test/small" {
		t.Errorf("extracted by %s, want the smallest model", r.Model)
	}
}

func TestSource000_ExtractorSeesTheEightNearestMemories(t *testing.T) {
	h := newHarness(t)
	for i := range 12 {
		h.embedder.setCosine("hello there", fmt.Sprintf("Known fact number %d.", i), 0.95-0.05*float64(i))
	}
	for i := range 12 {
		h.addMemories(fmt.Sprintf("Known fact number %d.", 11-i))
	}
	h.sendAndLearn(h.newChat(), "hello there")
	s := systemMessage(h.model.lastLearnRequest())
	for i := range 12 {
		if got := strings.Contains(s, fmt.Sprintf("- Known fact number %d.", i)); got != (i < 8) {
			t.Errorf("fact %d shown: %v", i, got)
		}
	}
}

func TestSource000_ExtractorSeesAttachedFilesInFullAndNoOthers(t *testing.T) {
	h := newHarness(t)
	chat := h.newChat()
	mine := h.addFile("mine.md", strings.Repeat("a line of the attached file\n", 300)+"LAST LINE")
	h.addFile("other.md", "a file that is attached to no chat")
	if err := h.Session(1, memory.ActorUser).AttachStoredFileToChat(h.ctx(), chat.ID, mine.ID); err != nil {
		t.Fatal(err)
	}
	h.sendAndLearn(chat, "hello there")
	s := systemMessage(h.model.lastLearnRequest())
	if !strings.Contains(s, "LAST LINE") || strings.Contains(s, "attached to no chat") {
		t.Error("the extractor must see exactly the files of its chat")
	}
}

func TestSource000_LearningWaitsForAModelAndTheReplyIsUnaffected(t *testing.T) {
	h := newHarness(t)
	h.model.setFact("The user moved to Lisbon.")
	chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{Model: "test/chat"})
	if err != nil {
		t.Fatal(err)
	}
	h.catalog.models = nil
	turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(),
		memory.SendParams{ChatID: chat.ID, Text: "I moved to Lisbon"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID)
	wantErr(t, err, memory.ErrNoModel)
	if m, _ := h.Session(1, memory.ActorUser).LoadMessage(h.ctx(), turn.Answer.ID); m.Status != memory.MessageComplete ||
		m.Content != "ok" {
		t.Errorf("answer = %s %q", m.Status, m.Content)
	}
	if js, _ := h.Session(1, memory.ActorUser).ListUnfinishedJobs(h.ctx()); len(js) != 1 ||
		js[0].State != memory.JobQueued {
		t.Errorf("the exchange must wait for a model: %+v", js)
	}
}

func TestSource000_FailedExtractionDoesNotAffectTheAnswer(t *testing.T) {
	h := newHarness(t)
	h.model.extractReply = func(memory.ModelRequest) (string, error) {
		return "",
			&memory.ProviderError{Err: memory.ErrServer}
	}
	chat := h.newChat()
	turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(),
		memory.SendParams{ChatID: chat.ID, Text: "I moved to Lisbon"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(1, memory.ActorUser).WaitForLearningFromAnswer(h.ctx(), turn.Answer.ID)
	wantErr(t, err, memory.ErrServer)
	m, _ := h.Session(1, memory.ActorUser).LoadMessage(h.ctx(), turn.Answer.ID)
	if m.Status != memory.MessageComplete || m.Error != nil || len(h.activeContents()) != 0 {
		t.Errorf("answer = %+v, memories = %q", m.Status, h.activeContents())
	}
}

func TestSource000_InvalidExtractionsAreNotStored(t *testing.T) {
	for _, reply := range []string{
		"NOTHING", "nothing to store", "Yes", "No", "Has a cat",
		"Does the user live here?", "Here is my answer:\n\n" + strings.Repeat("- The user lives in Lisbon.\n", 20),
	} {
		t.Run(reply[:min(len(reply), 20)], func(t *testing.T) {
			h := newHarness(t)
			h.model.setFact(reply)
			if _, ds := h.sendAndLearn(h.newChat(), "I moved to Lisbon"); len(ds) != 0 || len(h.activeContents()) != 0 {
				t.Errorf("stored %q, decisions %+v", h.activeContents(), ds)
			}
		})
	}
}

func TestSource000_CosineFrom090IsADuplicateOfAMemory(t *testing.T) {
	for _, c := range []struct {
		cosine float64
		stored bool
	}{{0.901, false}, {0.899, true}} {
		t.Run(fmt.Sprint(c.cosine), func(t *testing.T) {
			h := newHarness(t)
			h.embedder.setCosine("The user has a dog.", "A dog belongs to the user.", c.cosine)
			old := h.addMemories("The user has a dog.")[0]
			h.model.setFact("A dog belongs to the user.")
			_, ds := h.sendAndLearn(h.newChat(), "I have a dog")
			if got := len(h.activeContents()) == 2; got != c.stored {
				t.Errorf("at cosine %v stored: %v", c.cosine, got)
			}
			if !c.stored && (ds[0].Action != memory.ActionIgnore || ds[0].OldID != old.ID || ds[0].Reason == "") {
				t.Errorf("the ledger does not say why: %+v", ds[0])
			}
		})
	}
}

func TestSource000_FactsFromUnattachedFilesAreNotLearned(t *testing.T) {
	filler := strings.Repeat("Nothing of note stands in this line of the file.\n", 2000)
	for _, c := range []struct {
		name, file, fact string
		stored           bool
	}{
		{
			"word for word inside a file of 100 KB", filler + "By the way, THE USER  keeps bees in Tuscany, it says.\n" + filler,
			"The user keeps bees in Tuscany.", false,
		},
		{"a small file inside the fact", "keeps bees in Tuscany", "The user keeps bees in Tuscany.", false},
		{"a file under ten characters proves nothing", "bees", "The user keeps bees in Tuscany.", true},
		{"another fact", filler, "The user keeps bees in Tuscany.", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHarness(t)
			f := h.addFile("notes.txt", c.file)
			h.model.setFact(c.fact)
			_, ds := h.sendAndLearn(h.newChat(), "I keep bees in Tuscany")
			if got := len(h.activeContents()) == 1; got != c.stored {
				t.Fatalf("stored: %v", got)
			}
			if !c.stored && (ds[0].Action != memory.ActionIgnore || ds[0].FileID != f.ID) {
				t.Errorf("the ledger does not name the file: %+v", ds[0])
			}
		})
	}
}

func TestSource000_CosineFrom090IsADuplicateOfAnyFileChunk(t *testing.T) {
	for _, c := range []struct {
		cosine float64
		stored bool
	}{{0.901, false}, {0.899, true}} {
		t.Run(fmt.Sprint(c.cosine), func(t *testing.T) {
			h := newHarness(t)
			second := strings.Repeat("b", 200)
			h.embedder.setCosine(second, "The user keeps bees in Tuscany.", c.cosine)
			h.addFile("notes.txt", strings.Repeat("a", 200)+second+strings.Repeat("c", 77))
			h.model.setFact("The user keeps bees in Tuscany.")
			h.sendAndLearn(h.newChat(), "I keep bees in Tuscany")
			if got := len(h.activeContents()) == 1; got != c.stored {
				t.Errorf("at cosine %v stored: %v", c.cosine, got)
			}
		})
	}
}

func TestSource000_RegenerateKeepsVersionsAndLearnsAgain(t *testing.T) {
	h := newHarness(t)
	h.model.setFact("The user moved to Lisbon.")
	chat := h.newChat()
	first, _ := h.sendAndLearn(chat, "I moved to Lisbon")
	h.model.setFact("The user lives in Lisbon since May.")
	turn, err := h.Session(1, memory.ActorUser).StartRegeneratedAnswer(h.ctx(), chat.ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	second, _ := h.waitForAnswerAndLearning(turn)
	if h.model.countLearnRequests() != 2 {
		t.Errorf("learned %d times, want once an answer", h.model.countLearnRequests())
	}
	vs, err := h.Session(1, memory.ActorUser).ListMessageVersions(h.ctx(), second.ID)
	if err != nil || len(vs) != 2 || vs[0].ID != first.ID || vs[1].ID != second.ID {
		t.Errorf("versions = %v, %v", vs, err)
	}
	if got := h.activeContents(); !slices.Equal(got, []string{"The user lives in Lisbon since May."}) {
		t.Errorf("memories = %q: the replaced answer's fact is withdrawn", got)
	}
}

func TestSource000_UpToFiveMemoriesAreSentWithoutASearch(t *testing.T) {
	h := newHarness(t)
	h.addUnrelatedMemories(5)
	h.sendAndLearn(h.newChat(), "What is the weather?")
	s := systemMessage(h.model.lastChatRequest())
	if strings.Count(s, "- The user owns item") != 5 || h.embedder.wasEmbedded("What is the weather?") &&
		h.model.countLearnRequests() == 0 {
		t.Errorf("want all five:\n%s", s)
	}
	r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{Query: "Who am I?"})
	if err != nil || r.Mode != memory.RetrievalFew || len(r.Memories) != 5 {
		t.Fatalf("mode = %s, %d memories, %v", r.Mode, len(r.Memories), err)
	}
	if h.embedder.wasEmbedded(r.ExpandedQuery) {
		t.Error("a search was made for five memories")
	}
}

func TestSource000_FromSixMemoriesTheFiveNearestAtOrAbove050AreSent(t *testing.T) {
	h := newHarness(t)
	const q = "Where is home?"
	cosines := []float64{0.91, 0.81, 0.71, 0.61, 0.56, 0.55, 0.499}
	for i, c := range cosines {
		h.embedder.setCosine(q, fmt.Sprintf("Home fact %d.", i), c)
	}
	for i := range cosines {
		h.addMemories(fmt.Sprintf("Home fact %d.", len(cosines)-1-i))
	}
	r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{Query: q})
	if err != nil || r.Mode != memory.RetrievalRelevant {
		t.Fatalf("mode = %s, %v", r.Mode, err)
	}
	var got []string
	for _, m := range r.Memories {
		got = append(got, m.Content)
	}
	if want := []string{
		"Home fact 0.", "Home fact 1.", "Home fact 2.", "Home fact 3.",
		"Home fact 4.",
	}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	five := 0.60
	if r, _ := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
		memory.RetrieveParams{Query: q, Threshold: &five}); len(
		r.Memories) != 4 {
		t.Errorf("at threshold 0.60 %d are sent, want 4", len(r.Memories))
	}
	const edge = "Where is work?"
	h.embedder.setCosine(edge, "Work fact at the threshold.", 0.501)
	h.embedder.setCosine(edge, "Work fact below it.", 0.499)
	h.addMemories("Work fact at the threshold.", "Work fact below it.")
	r, err = h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{Query: edge})
	if err != nil || len(r.Memories) != 1 || r.Memories[0].Content != "Work fact at the threshold." {
		t.Errorf("sent %+v, %v", r.Memories, err)
	}
}

func TestSource000_PromptListsMemoriesUnderAHeadingMostRelevantFirst(t *testing.T) {
	h := newHarness(t)
	h.addUnrelatedMemories(6)
	h.embedder.setCosine("Where is home?", "The user lives in Lisbon.", 0.8)
	h.embedder.setCosine("Where is home?", "The user was born in Porto.", 0.6)
	h.addMemories("The user lives in Lisbon.", "The user was born in Porto.")
	h.sendAndLearn(h.newChat(), "Where is home?")
	const want = "\n\n## Relevant memory\n- The user lives in Lisbon.\n- The user was born in Porto."
	if s := systemMessage(h.model.lastChatRequest()); !strings.Contains(s, want) || strings.Contains(s, "item number") {
		t.Errorf("system message:\n%s", s)
	}
}

func TestSource000_TenNewestMemoriesAreTheFallbackForErrorTimeoutAndNoHit(t *testing.T) {
	for _, c := range []struct {
		name, because string
		breaks        func(*harness)
	}{
		{"no hit", "no_hit", func(*harness) {}},
		{"error", "error", func(h *harness) {
			h.embedder.changeUnderLock(func(p *angleEmbedder) { p.err = errors.New("boom") })
		}},
		{"timeout", "timeout", func(h *harness) {
			h.embedder.changeUnderLock(
				func(p *angleEmbedder) { p.stall = make(chan struct{}) })
		}},
		{"no embedder", "no_embedder", func(h *harness) {
			h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHarness(t, func(c *memory.Config) { c.RetrievalDeadline = 20 * time.Millisecond })
			all := h.addUnrelatedMemories(12)
			c.breaks(h)
			r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{Query: "Anything else?"})
			if err != nil || r.Mode != memory.RetrievalRecent || string(r.Reason) != c.because || len(r.Memories) != 10 {
				t.Fatalf("mode %s because %s with %d memories, %v", r.Mode, r.Reason, len(r.Memories), err)
			}
			if r.Memories[0].ID != all[11].ID || r.Memories[9].ID != all[2].ID {
				t.Error("not the newest, newest first")
			}
		})
	}
}

func TestFallbackMemoriesAreLabelledAsRecent(t *testing.T) {
	h := newHarness(t)
	h.addUnrelatedMemories(6)
	h.sendAndLearn(h.newChat(), "Something unrelated")
	s := systemMessage(h.model.lastChatRequest())
	if !strings.Contains(s, "## Relevant memory\nThe most recent notes") || strings.Count(s, "\n- The user owns") != 6 {
		t.Errorf("system message:\n%s", s)
	}
	if err := h.SetAndStoreSetting(h.ctx(), "retrieval.recent_on_no_hit", "false"); err != nil {
		t.Fatal(err)
	}
	h.sendAndLearn(h.newChat(), "Something unrelated")
	if s := systemMessage(h.model.lastChatRequest()); strings.Contains(s, "## Relevant memory") {
		t.Error("recent memories were sent though they are switched off for no hit")
	}
}

func TestSource000_ShortFirstPersonQuestionsAreExpandedForTheSearch(t *testing.T) {
	h := newHarness(t)
	h.addUnrelatedMemories(6)
	h.embedder.setCosine("How tall am I? height weight physical attributes user facts", "The user is 1.80 m.", 0.7)
	h.addMemories("The user is 1.80 m.")
	h.sendAndLearn(h.newChat(), "How tall am I?")
	if s := systemMessage(h.model.lastChatRequest()); !strings.Contains(s, "- The user is 1.80 m.") {
		t.Errorf("system message:\n%s", s)
	}
	if last := h.model.lastChatRequest().Messages; last[len(last)-1].Content != "How tall am I?" {
		t.Error("the expansion reached the model")
	}
}

func TestSource000_StartRepairsTheVectorIndexFromTheStore(t *testing.T) {
	h := newHarness(t)
	ms := h.addUnrelatedMemories(7)
	c := memory.VectorCollection{ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory}
	if err := h.db.VectorIndex().DropCollection(h.ctx(), c); err != nil {
		t.Fatal(err)
	}
	h.restart()
	waitForIndex(t, h, len(ms))
	r, err := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
		memory.RetrieveParams{Query: "The user owns item number 3."})
	if err != nil || r.Mode != memory.RetrievalRelevant || r.Memories[0].ID != ms[2].ID {
		t.Errorf("mode %s, %v", r.Mode, err)
	}
}

func waitForIndex(t *testing.T, h *harness, n int) {
	t.Helper()
	wake, drain, cancel := h.SubscribeToQueuedEvents()
	defer cancel()
	c := memory.VectorCollection{ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory}
	for h.db.VectorIndex().Count(t.Context(), c) != n {
		select {
		case <-wake:
			drain()
		case <-time.After(2 * time.Minute):
			t.Fatalf("index holds %d of %d", h.db.VectorIndex().Count(t.Context(), c), n)
		}
	}
}

func TestWaitForEmbedderWaitsForTheFirstIndexSync(t *testing.T) {
	h := newHarness(t)
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready = false })
	m := h.addMemories("The user lives in Lisbon.")[0]
	h.stopService()
	stall := make(chan struct{})
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.ready, p.stall = true, stall })
	h.startService(memory.ClassicPreset())
	over, cancel := context.WithCancel(h.ctx())
	cancel()
	wantErr(t, h.WaitForEmbedderAndFirstSync(over), context.Canceled)
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.stall = nil })
	close(stall)
	if err := h.WaitForEmbedderAndFirstSync(h.ctx()); err != nil {
		t.Fatal(err)
	}
	hashes, err := h.db.VectorIndex().ContentHashes(h.ctx(), memory.VectorCollection{
		ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory,
	})
	if err != nil || hashes[memory.VectorKey{Kind: memory.OwnerMemory, Owner: m.ID}] == "" {
		t.Errorf("the index holds %v, %v", hashes, err)
	}
}

func TestSource000_ReembedRebuildsEveryVectorAndDryRunOnlyCounts(t *testing.T) {
	h := newHarness(t)
	h.addUnrelatedMemories(7)
	h.addFile("notes.txt", strings.Repeat("x", 450))
	h.embedder.changeUnderLock(func(p *angleEmbedder) { p.embeddedTexts = nil })
	r, err := h.ReembedMemoriesFilesMessages(h.ctx(), memory.ReembedOptions{DryRun: true}, nil)
	if err != nil || r.Memories != 7 || r.Files != 1 || r.Embedded != 0 ||
		h.embedder.wasEmbedded("The user owns item number 1.") {
		t.Fatalf("dry run = %+v, %v", r, err)
	}
	var last memory.Progress
	r, err = h.ReembedMemoriesFilesMessages(h.ctx(), memory.ReembedOptions{}, func(p memory.Progress) { last = p })
	if err != nil || r.Embedded != 8 || last != (memory.Progress{Done: 8, Total: 8}) {
		t.Fatalf("re-embed = %+v, %v, %v", r, last, err)
	}
	for i := range 7 {
		if text := fmt.Sprintf("The user owns item number %d.", i+1); !h.embedder.wasEmbedded(text) {
			t.Errorf("%q was not embedded anew", text)
		}
	}
	c := memory.VectorCollection{ProfileID: 1, Embedder: h.embedder.ID(), Kind: memory.OwnerMemory}
	if n := h.db.VectorIndex().Count(t.Context(), c); n != 7 {
		t.Errorf("index holds %d memories", n)
	}
}

func TestSource000_ManualMemoriesAreListedFilteredEditedAndForgotten(t *testing.T) {
	h := newHarness(t)
	ms := h.addUnrelatedMemories(6)
	a, err := h.Session(1, memory.ActorUser).AddMemory(h.ctx(), memory.NewMemory{
		Content: "Likes tea.",
		Tags:    []string{"food"},
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(),
		memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{}})
	if err != nil || len(list) != 7 || list[0].ID != a.ID && list[1].ID != a.ID || list[6].ID != ms[0].ID {
		t.Fatalf("list = %v, %v", list, err)
	}
	tagged, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(),
		memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{Tag: "food"}})
	if err != nil || len(tagged) != 1 || tagged[0].ID != a.ID {
		t.Fatalf("tagged = %v, %v", tagged, err)
	}
	text := "Likes coffee."
	if _, err := h.Session(1, memory.ActorUser).UpdateMemory(h.ctx(), a.ID,
		memory.MemoryPatch{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if r, _ := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
		memory.RetrieveParams{Query: "Likes coffee."}); r.Memories[0].ID != a.ID {
		t.Error("the edited text is not found")
	}
	if r, _ := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(),
		memory.RetrieveParams{Query: "Likes tea."}); r.Mode != memory.RetrievalRecent {
		t.Error("the old text is still found")
	}
	if _, err := h.Session(1, memory.ActorUser).ForgetMemory(h.ctx(), a.ID); err != nil {
		t.Fatal(err)
	}
	if r, _ := h.Session(1, memory.ActorUser).RetrieveMemories(h.ctx(), memory.RetrieveParams{
		Query: "Likes coffee.",
	}); r.Mode != memory.RetrievalRecent {
		t.Error("a forgotten memory is found")
	}
	if slices.Contains(h.activeContents(), text) {
		t.Error("a forgotten memory is listed")
	}
}
