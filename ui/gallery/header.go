//go:build gallery

package main

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// headerState is a chat whose header is shown.
type headerState struct {
	caption   string
	title     string
	width     float32
	mode      memory.MemoryMode
	temporary bool
	panel     bool
	models    []memory.ModelInfo
}

func headerStates() []headerState {
	local := memory.ModelInfo{
		ID: "ollama/llama3.1:8b", Provider: "ollama", Name: "llama3.1:8b", Local: true, CanChat: true, Available: true,
	}
	cloud := memory.ModelInfo{ID: "openai/gpt-5", Provider: "openai", Name: "gpt-5", CanChat: true, Available: true}
	gone := local
	gone.Available = false
	long := "A chat about three weeknight dinners whose title is much too long for the room that is left for it"
	return []headerState{
		{"Memory on, a model on this computer", "Weeknight dinners", 900, memory.MemoryOn, false, true, list(local)},
		{"Memory read only, a model elsewhere", "Letter to the landlord", 900, memory.MemoryReadOnly, false, false,
			list(cloud)},
		{"Memory off, the server is not reachable", "Tax return checklist", 900, memory.MemoryOff, false, false, list(gone)},
		{"A temporary chat, no model yet", "", 900, memory.MemoryOff, true, false, nil},
		{"A long title", long, 900, memory.MemoryOn, false, false, list(local)},
		{"As narrow as the smallest window", long, 560, memory.MemoryOn, false, false, list(local)},
	}
}

func list(m ...memory.ModelInfo) []memory.ModelInfo { return m }

// headerPage shows the line above a chat in its states.
func headerPage(g *gallery) fyne.CanvasObject {
	col := container.NewVBox()
	for _, s := range headerStates() {
		col.Add(titled(s.caption, container.NewHBox(
			widgets.FixedSize(s.width, theme.HeaderHeight+1, container.NewClip(container.New(topOf{s.width}, g.header(s)))))))
	}
	return container.NewPadded(container.NewHBox(layout.NewSpacer(), col, layout.NewSpacer()))
}

func (g *gallery) header(s headerState) fyne.CanvasObject {
	stock := &shelf{models: s.models}
	if len(s.models) > 0 {
		stock.model = s.models[0].ID
	}
	core, err := service(stock)
	if err != nil {
		panic(err) // a sample is wrong; there is no one to tell
	}
	env := &app.Env{
		Session: core.For(1, memory.ActorUser), Tasks: g.tasks, Now: today, After: g.after, Host: host{mode: s.mode},
		ShowToast: func(app.Toast) {},
	}
	p := chat.New(env, chat.Actions{OnChatChanged: func(memory.Chat) {}})
	p.SyncTitleAndPin(memory.Chat{Title: s.title})
	if s.temporary {
		p.NewChat(true)
	}
	p.SetPanelShown(s.panel)
	p.SetSidebarShown(s.width > 600)
	p.LoadModels()
	return p
}

// topOf gives a chat its width and shows its header alone.
type topOf struct{ width float32 }

func (l topOf) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width, theme.Current().ScaleWithText(theme.HeaderHeight)+theme.Hairline)
}

func (l topOf) Layout(o []fyne.CanvasObject, _ fyne.Size) { o[0].Resize(fyne.NewSize(l.width, 600)) }

// host knows what new chats do with the memory, and nothing else.
type host struct {
	app.Host
	mode memory.MemoryMode
}

// Setting implements app.Host.
func (h host) Setting(_ context.Context, key string) (string, error) {
	if key == app.NewChatModeKey {
		return string(h.mode), nil
	}
	return "", nil
}

// Keep implements app.Host.
func (host) SaveSetting(context.Context, string, string) error { return nil }

// Presets implements app.Host.
func (host) ProviderPresets() []app.Provider { return nil }

// shelfCatalog knows the models of a shelf.
type shelfCatalog struct {
	memory.Catalog
	s *shelf
}

func (c shelfCatalog) Models(context.Context) ([]memory.ModelInfo, error) { return c.s.models, nil }

func (shelfCatalog) Providers(context.Context) ([]memory.ProviderInfo, error) {
	return []memory.ProviderInfo{{Name: "ollama", Title: "Ollama"}, {Name: "openai", Title: "OpenAI"}}, nil
}

// answerPage shows what an answer was given, and the parts of the panel that are open beside it.
func answerPage(g *gallery) fyne.CanvasObject {
	s := &shelf{threads: sampleThreads(), memories: sampleMemories()[1:]}
	a, b := g.newPanes(s), g.newPanes(&shelf{memories: sampleMemories()[2:]})
	g.panes = []*panes{a, b}
	a.panel.ShowAnswer(answerID)
	field := widgets.NewField(widgets.FieldOptions{Icon: theme.IconSearch, Placeholder: "Search memories"})
	bad := widgets.Column(theme.Space6, widgets.NewField(widgets.FieldOptions{}),
		widgets.Row(theme.Space8, widgets.Flex(widgets.NewWrappedText("The key was refused. Enter a new one.", theme.RoleMeta,
			theme.Error, 0)), widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: "Get a key", Height: 26}, nil)))
	return container.NewHBox(layout.NewSpacer(), hold(theme.PanelWidth, a.panel), layout.NewSpacer(),
		hold(theme.PanelWidth, b.panel), layout.NewSpacer(),
		container.NewVBox(titled("A field", widgets.FixedSize(316, 0, field)),
			titled("A field with an error", widgets.FixedSize(316, 0, bad))),
		layout.NewSpacer())
}

const answerID = 9

type shelfMessages struct{ memory.MessageStore }

func (shelfMessages) Get(_ context.Context, _, id memory.ID) (memory.Message, error) {
	m := memory.Message{ID: id, ChatID: 2, Role: memory.RoleUser, Content: question, CreatedAt: today()}
	if id != answerID {
		return m, nil
	}
	all := sampleMemories()
	hit := func(m memory.Memory, meaning, words, recency float64) memory.MemoryHit {
		return memory.MemoryHit{Memory: m, ScoreParts: memory.ScoreParts{Cosine: &meaning, Words: &words, Recency: &recency}}
	}
	m.Role, m.ParentID, m.Content, m.Model = memory.RoleAssistant, 8, dinners, "ollama/llama3.1:8b"
	m.Receipt = &memory.Receipt{
		Retrieval: memory.Retrieval{
			Mode: memory.RetrievalRelevant, Memories: []memory.MemoryHit{hit(all[2], 0.82, 0.6, 0.9),
				hit(all[3], 0.71, 0.2, 0.95)},
			NearMisses: []memory.MemoryHit{hit(all[0], 0.34, 0, 0.99)},
		},
		SystemMessage: "You are Memoir.\n\n## Long-term memory\nThe user cooks for two.", HistoryIDs: []memory.ID{8},
		Files: []memory.FileShare{{Name: "pantry.csv", Tokens: 1200, TotalTokens: 1200, Whole: true}},
		Sections: []memory.PromptSection{
			{Name: "system", Tokens: 240},
			{Name: "long_term", Tokens: 96},
			{Name: "relevant", Tokens: 130},
			{Name: "files", Tokens: 1200},
			{Name: "history", Tokens: 410},
		},
		PromptTokens: 2076, ContextWindow: 32_768,
	}
	return m, nil
}

func (shelfMessages) ListBranch(context.Context, memory.ID, memory.ID, memory.ID, int) ([]memory.Message, error) {
	return nil, nil
}
