package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/theme"
)

const emptyAnswerText = "Send a message, and everything sent to the model will appear here"

// insertExchange stores a question and its answer, and returns the answer.
func (d *harness) insertExchange(chat, parent memory.ID, text string, r *memory.Receipt) memory.ID {
	d.Helper()
	question := memory.Message{
		ChatID: chat, ParentID: parent, Role: memory.RoleUser, Status: memory.MessageComplete, Content: text,
		CreatedAt: d.Now,
	}
	answer := question
	var err error
	if question.ID, err = d.DB.MessageStore().InsertAsHeadUpdatingChatTime(d.Context(), question); err != nil {
		d.Fatal(err)
	}
	if r != nil {
		r.HistoryIDs = []memory.ID{question.ID}
	}
	answer.ParentID, answer.Role, answer.Content = question.ID, memory.RoleAssistant, "Answer to "+text
	answer.Receipt, answer.Model, answer.Usage = r, "ollama/llama3.2", &memory.Usage{PromptTokens: 1650}
	if answer.ID, err = d.DB.MessageStore().InsertAsHeadUpdatingChatTime(d.Context(), answer); err != nil {
		d.Fatal(err)
	}
	return answer.ID
}

// showAnswerReceiptAndWait opens the page of an answer and waits until it is loaded.
func (d *harness) showAnswerReceiptAndWait(id memory.ID) {
	d.Helper()
	d.panel.ShowAnswerReceipt(id)
	d.WaitForLoad("the answer", &d.panel.answer.request)
}

// assertTextsShownOrNot fails for each text that the panel shows without need or does not show.
func (d *harness) assertTextsShownOrNot(shown bool, texts ...string) {
	d.Helper()
	for _, text := range texts {
		if d.ShowsText(text) != shown {
			d.Errorf("shows %q: %v; shown:\n%s", text, !shown, d.VisibleText())
		}
	}
}

// receiptWithEverySection has content in every section; its one memory is a stored one.
func (d *harness) receiptWithEverySection() *memory.Receipt {
	score := 0.42
	hit := memory.MemoryHit{
		Memory: d.AddMemoryAsUser("The user has a cat.").Memory, Lane: memory.LaneRelevant,
		ScoreParts: memory.ScoreParts{Cosine: &score, Words: &score, Recency: &score, Rerank: &score},
	}
	always := hit
	always.Content, always.Lane, always.ScoreParts = "The user is called Ann.", memory.LaneAlways, memory.ScoreParts{}
	near := hit
	near.Content = "The user has a dog."
	return &memory.Receipt{
		Retrieval: memory.Retrieval{
			Mode: memory.RetrievalRelevant, Memories: []memory.MemoryHit{hit, always}, NearMisses: []memory.MemoryHit{near},
		},
		SystemMessage: "You are Memoir.\n## Instructions for this chat\nBe brief.\n## Files\nThe file.",
		OmittedCount:  2,
		Files: []memory.FileShare{
			{FileID: 1, Name: "plan.md", Tokens: 120, Whole: true}, {FileID: 2, Name: "book.txt", Tokens: 900, Chunks: 3},
		},
		Sections: []memory.PromptSection{
			{Name: "system", Tokens: 500},
			{Name: "instructions", Tokens: 10},
			{Name: "relevant", Tokens: 80},
			{Name: "files", Tokens: 1020},
			{Name: "history", Tokens: 20},
		},
		PromptTokens: 1630, ContextWindow: 8000,
	}
}

func TestAnswerPageBeforeAnyAnswer(t *testing.T) {
	d := newHarness(t)
	d.panel.ShowTabClosingEditorAndOverlay(Answer)
	d.assertTextsShownOrNot(true, emptyAnswerText)
	d.TapControlNamed("Earlier answer", nil)
	d.TapControlNamed("Copy as text", nil)
	if len(d.CopiedTexts) != 0 || len(d.Toasts) != 0 {
		t.Errorf("copied %q, said %+v", d.CopiedTexts, d.Toasts)
	}
	d.showAnswerReceiptAndWait(d.insertExchange(d.CreateChat("Cats"), 0, "Hello", nil))
	d.assertTextsShownOrNot(true, "Nothing was sent for this answer.")
}

func TestAnswerPageShowsAllThatWasSent(t *testing.T) {
	d := newHarness(t)
	receipt := d.receiptWithEverySection()
	d.showAnswerReceiptAndWait(d.insertExchange(d.CreateChat("Cats"), 0, "What is my cat called?", receipt))
	d.assertTextsShownOrNot(true,
		"1,630 tokens", "20% of what this model can read", "word for word. llama3.2, just now.",
		"The server counted 1,650 tokens.", "System prompt", "Instructions", "1,020",
		"The user has a cat.", "Meaning", "Words", "Recency", "Reranking", "0.42",
		"The user is called Ann.", "sent in every chat", "plan.md", "in full", "book.txt", "only 3 parts",
		"1 memory almost matched but wasn't sent",
	)
	d.assertTextsShownOrNot(false, "Base memory", "You are Memoir.", "You: What is my cat called?", "The user has a dog.")

	for _, c := range []struct{ heading, content string }{
		{"System prompt", "You are Memoir."},
		{"Instructions", "Be brief."},
		{"History", "You: What is my cat called?\n2 older messages didn't fit."},
	} {
		d.TapControlNamed(c.heading, nil)
		d.assertTextsShownOrNot(true, c.content)
		d.TapControlNamed(c.heading, nil)
		d.assertTextsShownOrNot(false, c.content)
	}
	d.TapControlNamed("Files", d.panel.answer.body)
	d.assertTextsShownOrNot(false, "plan.md")
	d.TapControlNamed("Show", nil)
	d.assertTextsShownOrNot(true, "The user has a dog.")
	d.TapControlNamed("Hide", nil)
	d.assertTextsShownOrNot(false, "The user has a dog.")

	d.TapControlNamed("Memory: The user has a cat.", nil)
	d.RunUICallsUntil("the editor", func() bool { return d.panel.editor != nil })
	if got, want := d.panel.editor.memory.ID, receipt.Memories[0].ID; got != want {
		t.Errorf("the editor shows memory %d, want %d", got, want)
	}
	d.panel.ShowTabClosingEditorAndOverlay(Answer)
	d.TapControlNamed("Copy as text", nil)
	d.WaitForToastAndClearToasts("Copied")
	want := "[system]\n" + receipt.SystemMessage + "\n\n[user]\nWhat is my cat called?\n\n"
	if len(d.CopiedTexts) != 1 || d.CopiedTexts[0] != want {
		t.Errorf("copied %q, want %q", d.CopiedTexts, want)
	}
}

// A column that is wider than the narrowest panel loses its right edge, with the figures in it.
func TestAnswerPageFitsThePanelAtLargeText(t *testing.T) {
	d := newHarness(t)
	id := d.insertExchange(d.CreateChat("Cats"), 0, "What is my cat called?", d.receiptWithEverySection())
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Options{Zoom: 1.5}))
	d.showAnswerReceiptAndWait(id)
	const edges = 2 * theme.Space16
	for _, d.panel.answer.nearShown = range []bool{false, true} {
		d.panel.answer.showPreviewOrReceiptSections()
		if w := d.panel.answer.column.MinSize().Width; w > theme.PanelWidth-edges {
			t.Errorf("near misses shown %v: the column needs %.0f of %.0f", d.panel.answer.nearShown, w, theme.PanelWidth-edges)
		}
	}
}

func TestAnswerPageSaysHowMemoriesWereChosen(t *testing.T) {
	d := newHarness(t)
	chat := d.CreateChat("Cats")
	for _, c := range []struct {
		mode   memory.RetrievalMode
		reason memory.NullText
		want   string
	}{
		{memory.RetrievalFew, "", "You have no memories yet."},
		{memory.RetrievalOff, "", "Memory is off in this chat."},
		{memory.RetrievalRecent, memory.ReasonNoHit, "No memories matched your message, so the newest ones were sent."},
		{memory.RetrievalRecent, memory.ReasonTimeout, "The search took too long, so the newest memories were sent."},
		{memory.RetrievalRecent, memory.ReasonNoEmbedder, "The search wasn't ready yet, so the newest memories were sent."},
		{memory.RetrievalRecent, memory.ReasonError, "The search failed, so the newest memories were sent."},
	} {
		receipt := &memory.Receipt{
			Retrieval:     memory.Retrieval{Mode: c.mode, Reason: c.reason},
			SystemMessage: "You are Memoir.", Sections: []memory.PromptSection{{Name: "relevant", Tokens: 3}},
		}
		d.showAnswerReceiptAndWait(d.insertExchange(chat, 0, "Hello", receipt))
		d.assertTextsShownOrNot(true, c.want, "No memories.")
		d.assertTextsShownOrNot(false, "of what this model can read", "almost matched")
	}
}

func TestLaneIsNamedWhereThereIsNoScore(t *testing.T) {
	for lane, want := range map[memory.Lane]string{
		memory.LaneAlways: "sent in every chat", memory.LaneRecent: "one of the newest memories",
		memory.LaneSystem: "from system_memories.yaml", memory.LaneRelevant: "sent because you have only a few memories",
		memory.LaneKeys: "sent because it has the key “shoe size”",
	} {
		hit := memory.MemoryHit{Memory: memory.Memory{Key: "shoe size"}, Lane: lane}
		if got := retrievalLaneText(hit); got != want {
			t.Errorf("%s: %q, want %q", lane, got, want)
		}
	}
}

func TestFewMemoriesAreSaidToBeAllOfThem(t *testing.T) {
	d := newHarness(t)
	receipt := &memory.Receipt{
		Retrieval: memory.Retrieval{
			Mode:     memory.RetrievalFew,
			Memories: []memory.MemoryHit{{Memory: memory.Memory{ID: 1, Content: "The user has a cat."}}},
		},
		SystemMessage: "You are Memoir.",
	}
	d.showAnswerReceiptAndWait(d.insertExchange(d.CreateChat("Cats"), 0, "Hello", receipt))
	d.assertTextsShownOrNot(true, "You have only a few memories, so all were sent.")
}

func TestSectionsAreCutFromTheSystemMessage(t *testing.T) {
	system := "You are Memoir.\n\n## Instructions for every chat\nBe kind.\n\n## Long-term memory\nAnn.\n\n" +
		"## Earlier\nMonday.\n\n## From earlier messages\nTuesday.\n\n## Instructions for this chat\nBe brief."
	for name, want := range map[string]string{
		"system": "You are Memoir.", "long_term": "Ann.", "earlier": "Monday.", "chats": "Tuesday.",
		"instructions": "Be brief.", "all_instructions": "Be kind.",
	} {
		if got := systemMessageSectionOrWhole(system, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := systemMessageSectionOrWhole("You are Memoir.\n", "earlier"); got != "You are Memoir." {
		t.Errorf("without its heading: %q", got)
	}
}

func TestAnswerPageFollowsTheNewestAnswerUntilOneIsChosen(t *testing.T) {
	d := newHarness(t)
	receipt := func() *memory.Receipt { return &memory.Receipt{SystemMessage: "You are Memoir."} }
	cats, dogs := memory.Chat{ID: d.CreateChat("Cats")}, memory.Chat{ID: d.CreateChat("Dogs")}
	first := d.insertExchange(cats.ID, 0, "First", receipt())
	second := d.insertExchange(cats.ID, first, "Second", receipt())
	other := d.insertExchange(dogs.ID, 0, "Other", receipt())
	shows := func(text string) {
		t.Helper()
		d.RunUICallsUntil(text, func() bool { return d.panel.answer.data.message.Content == "Answer to "+text })
	}
	d.panel.SetChatAndNewestAnswer(cats, first)
	d.panel.ShowTabClosingEditorAndOverlay(Answer)
	shows("First")
	d.panel.SetChatAndNewestAnswer(cats, second)
	shows("Second")
	d.TapControlNamed("Earlier answer", nil)
	shows("First")
	d.panel.SetChatAndNewestAnswer(cats, second)
	if d.panel.answer.answerID != first {
		t.Error("the chosen answer is left for the newest one")
	}
	d.panel.HandleEvent(memory.Event{Kind: memory.EventDone, ProfileID: 1, ChatID: cats.ID})
	d.WaitForLoad("the answer again", &d.panel.answer.request)
	shows("First")
	d.panel.SetChatAndNewestAnswer(dogs, other)
	shows("Other")
}

func TestPageOfANewChatDropsTheAnswerThatIsStillLoading(t *testing.T) {
	d := newHarness(t)
	chat := memory.Chat{ID: d.CreateChat("Cats")}
	answer := d.insertExchange(chat.ID, 0, "Hello", d.receiptWithEverySection())
	d.panel.ShowTabClosingEditorAndOverlay(Answer)
	d.panel.SetChatAndNewestAnswer(chat, answer)
	d.panel.SetChatAndNewestAnswer(memory.Chat{}, 0)
	if d.panel.answer.request != (app.Request{}) {
		t.Error("the answer of the other chat is still being loaded")
	}
	d.assertTextsShownOrNot(true, emptyAnswerText)
}

func TestAnswerThatCannotBeLoadedIsReported(t *testing.T) {
	d := newHarness(t)
	shown := d.insertExchange(d.CreateChat("Cats"), 0, "Hello", d.receiptWithEverySection())
	d.showAnswerReceiptAndWait(shown)
	d.panel.ShowAnswerReceipt(shown + 100)
	if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
		t.Errorf("said %+v", toast)
	}
	d.assertTextsShownOrNot(true, "1,630 tokens")
	nothingSent := d.insertExchange(d.CreateChat("Dogs"), 0, "Hello", &memory.Receipt{})
	d.panel.ShowAnswerReceipt(nothingSent)
	if toast := d.WaitForToastAndClearToasts(""); !toast.IsError {
		t.Errorf("said %+v", toast)
	}
}

func TestEverySectionOfThePromptIsVisibleInTheBar(t *testing.T) {
	bar := newPromptTokensBar(&memory.Receipt{Sections: []memory.PromptSection{
		{Name: "system", Tokens: 1}, {Name: "chats", Tokens: 0}, {Name: "history", Tokens: 9999},
	}})
	if len(bar.boxes) != 2 {
		t.Fatalf("%d sections are drawn", len(bar.boxes))
	}
	promptBarLayout{bar}.Layout(bar.boxes, fyne.NewSize(312, 8))
	first, last := bar.boxes[0], bar.boxes[1]
	if first.Size().Width != 4 || last.Position().X != 6 || last.Position().X+last.Size().Width != 310 {
		t.Errorf("%v at %v, %v at %v", first.Size(), first.Position(), last.Size(), last.Position())
	}
}

func TestHistoryNamesWhoSaidWhat(t *testing.T) {
	page := &answerPage{data: answerData{prompt: []memory.PromptMessage{
		{Role: memory.RoleSystem, Content: "You are Memoir."},
		{Role: memory.RoleUser, Content: "Hello\n"},
		{Role: memory.RoleAssistant, Content: "Hi."},
	}}}
	if got := page.sentHistoryText(&memory.Receipt{}); got != "You: Hello\nModel: Hi." {
		t.Errorf("got %q", got)
	}
	got := page.sentHistoryText(&memory.Receipt{OmittedCount: 1})
	if !strings.HasSuffix(got, "\n1 older message didn't fit.") {
		t.Errorf("got %q", got)
	}
}
