package settings

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// modelsPage is the page of providers, models and memory.
type models struct {
	d      *Dialog
	body   *parts.Scroll
	col    *fyne.Container
	ask    app.Latest
	now    state
	form   *providerForm // open form for a new provider or a key, else nil
	worked bool
}

// modelsState is the data the page shows.
type state struct {
	providers []memory.ProviderInfo
	models    []memory.ModelInfo
	health    memory.Health
	dead      []memory.Job
	extractor memory.ModelInfo
	why       string
	mode      memory.Mode
}

func newModels(d *Dialog) *models {
	m := &models{d: d, col: parts.Column(theme.Space8)}
	m.body = scroll(m.col)
	return m
}

func (m *models) reload() {
	env := m.d.env
	app.Newest(env.Tasks, &m.ask, func(ctx context.Context) (state, error) {
		return m.load(ctx)
	}, func(s state, err error) {
		if err != nil {
			env.Fail(err)
			return
		}
		m.now, m.worked = s, true
		if m.d.key != "" {
			m.askKey(m.d.key)
			m.d.key = ""
		}
		m.show()
	})
}

func (m *models) load(ctx context.Context) (state, error) {
	env := m.d.env
	s := state{mode: memory.ModeOn}
	var err error
	if s.providers, err = env.Service.Providers(ctx); err != nil {
		return s, err
	}
	if s.models, err = env.Service.Models(ctx); err != nil {
		return s, err
	}
	if s.health, err = env.Service.Health(ctx, env.Profile); err != nil {
		return s, err
	}
	js, err := env.Service.Jobs(ctx, env.Profile)
	for _, j := range js {
		if j.State == memory.JobDead {
			s.dead = append(s.dead, j)
		}
	}
	if err != nil {
		return s, err
	}
	chat := env.Service.Config().ModelDefault
	if s.extractor, s.why, err = env.Service.ExtractorFor(ctx, chat); err != nil {
		s.why = "No model is available, so nothing is learned for now."
	}
	if v, err := env.Host.Setting(ctx, app.NewChatMode); err == nil && v != "" {
		s.mode = memory.Mode(v)
	}
	return s, nil
}

// setConfig changes a setting of the core and shows the new state.
func (m *models) set(key, value string) {
	env := m.d.env
	app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Service.SetConfig(ctx, key, value)
	}, func(_ struct{}, err error) {
		env.Fail(err)
		m.reload()
	})
}

func (m *models) show() {
	add := parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Icon: theme.IconPlus, Label: "Add provider"}, func() {
		m.form = newProviderForm(m, memory.ProviderInfo{})
		m.show()
	})
	o := []fyne.CanvasObject{head("Providers", add)}
	if m.form != nil {
		o = append(o, m.form.body)
	}
	rows := []fyne.CanvasObject{}
	for _, p := range m.now.providers {
		rows = append(rows, m.provider(p))
	}
	if len(rows) == 0 && m.worked {
		rows = append(rows, row("No provider yet", "Start a model server on this computer, or add a service with its key.",
			parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Look again"}, m.again)))
	}
	if len(rows) > 0 {
		o = append(o, group(rows...))
	}
	o = append(o, parts.Pad(10, 0, 0, 0, head("Memory", nil)), m.memory(),
		parts.Pad(10, 0, 0, 0, head("How it learns", nil)), m.learning())
	m.col.Objects = o
	m.col.Refresh()
	m.body.Refresh()
}

func (m *models) again() {
	m.d.env.Host.Refresh()
	m.reload()
}

// providerRow shows the state of a provider, as a dot and in words, and a button to manage it.
func (m *models) provider(p memory.ProviderInfo) fyne.CanvasObject {
	title := p.Title
	if title == "" {
		title = p.Name
	}
	where := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(p.BaseURL, "http://"), "https://"), "/v1")
	tone, said, saidTone := theme.Ok, where+" · "+when.Count(p.Models, "model", "models"), theme.Text3
	if p.HasKey {
		said = keyPlace(p.KeyWhere) + " · " + when.Count(p.Models, "model", "models")
	}
	action := parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Manage", Name: "Manage " + title}, nil)
	action.OnTapped = func() { parts.ShowMenu(action, m.manage(p)) }
	if !p.Reachable {
		tone = theme.Disabled
		said = title + " is not running at " + where + ". Start it, then look again."
		if !p.Local {
			said = title + " cannot be reached."
		}
		if p.Fault != nil {
			said = p.Fault.Title + " " + p.Fault.Hint
			if p.Fault.Code == "unauthorized" {
				tone, saidTone = theme.Error, theme.Error
			}
		}
	}
	text := parts.Column(0, kit.NewShrinkingLabel(title, theme.RoleButton, theme.Text),
		parts.NewPara(said, theme.RoleMeta, saidTone, 2))
	return parts.Pad(9, 0, 9, 0, parts.Row(theme.Space12, parts.Fix(8, 8, kit.NewBox(tone, theme.None, 4)),
		parts.Flex(centred(text)), action))
}

func keyPlace(where string) string {
	switch {
	case where == "keychain":
		return "Key saved in the system keyring"
	case where == "file":
		return "Key saved in a file only you can read"
	case strings.HasPrefix(where, "env:"):
		return "Key taken from " + strings.TrimPrefix(where, "env:")
	}
	return "No key"
}

func (m *models) manage(p memory.ProviderInfo) []parts.Item {
	env := m.d.env
	return []parts.Item{
		{Icon: theme.IconRefresh, Label: "Look again", Do: m.again},
		{Icon: theme.IconKey, Label: "Enter a key", Do: func() { m.askKey(p.Name) }},
		{},
		{Icon: theme.IconTrash, Label: "Remove", Do: func() {
			parts.Ask(m.body, "Remove "+p.Name+"?", "It is taken out of models.yaml and its key is forgotten. Chats stay.",
				[]parts.Answer{{Label: "Cancel"}, {Label: "Remove", Bad: true, Do: func() {
					app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
						return struct{}{}, env.Host.RemoveProvider(ctx, p.Name)
					}, func(_ struct{}, err error) { m.changed(err) })
				}}})
		}},
	}
}

func (m *models) changed(err error) {
	m.d.env.Fail(err)
	m.d.on.Changed()
	m.reload()
}

// showKeyForm opens the form for the key of an existing provider.
func (m *models) askKey(name string) {
	for _, p := range m.now.providers {
		if p.Name == name {
			m.form = newProviderForm(m, p)
			m.show()
			m.form.secret.Focus()
			return
		}
	}
}

func (m *models) memory() fyne.CanvasObject {
	cfg := m.d.env.Service.Config()
	top := kit.NewLabel(topText(cfg.RetrievalTopK), theme.RoleControl, theme.Text2)
	var off func()
	slider := parts.NewSlider("Room for memories per answer", 0, 20, 1, float64(cfg.RetrievalTopK), func(v float64) {
		top.SetText(topText(int(v)))
		if off != nil {
			off()
		}
		off = m.d.env.After(400e6, func() { m.set("retrieval.top_k", strconv.Itoa(int(v))) })
	})
	rows := []fyne.CanvasObject{
		row("Model that writes memories", sentence(m.now.why), parts.Fix(220, 34, m.extractor())),
		row("Before saving a memory", "You can undo anything it learns.", parts.NewSegment([]parts.Option{
			{Value: "never", Label: "Just save"},
			{Value: "sensitive", Label: "Ask for sensitive topics"},
			{Value: "always", Label: "Always ask"},
		}, cfg.AskFirst, func(v string) { m.set("extraction.ask_first", v) })),
		row("Memory in new chats", "On uses and learns; each chat can change this.", parts.NewSegment([]parts.Option{
			{Value: string(memory.ModeOn), Label: "On"},
			{Value: string(memory.ModeRead), Label: "Read only"},
			{Value: string(memory.ModeOff), Label: "Off"},
		}, string(m.now.mode), m.setMode)),
		row("Names of new chats", "A model names a chat once nothing else is to do. Until then it has your first words.",
			parts.NewSwitch("Let a model name new chats", cfg.Titles, func(on bool) {
				m.set("chats.titles", strconv.FormatBool(on))
			})),
		row("Room for memories per answer", "The closest ones are sent.", parts.Row(theme.Space10, parts.Fix(120, 0,
			slider), parts.Fix(96, 0, top))),
		m.search(),
	}
	if n := len(m.now.dead); n > 0 {
		rows = append(rows, row(when.Count(n, "exchange was", "exchanges were")+" not learned from",
			"The model that writes memories failed too often: "+oneLine(string(m.now.dead[0].LastError)),
			parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Try again"}, m.retryJobs)))
	}
	return group(rows...)
}

// asSentence capitalizes a reason and ends it with a period.
func sentence(reason string) string {
	if reason == "" || strings.HasSuffix(reason, ".") {
		return reason
	}
	return strings.ToUpper(reason[:1]) + reason[1:] + "."
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func topText(n int) string {
	if n == 0 {
		return "none"
	}
	return when.Count(n, "memory", "memories")
}

func (m *models) extractor() fyne.CanvasObject {
	options := []parts.Option{{Value: "", Label: "Chosen by Memoir"}}
	for _, x := range m.now.models {
		if x.Chat {
			options = append(options, parts.Option{Value: x.ID, Label: x.Name + " · " + x.Provider})
		}
	}
	now := ""
	if m.now.why == "named in models.yaml" {
		now = m.now.extractor.ID
	}
	if now == "" && m.now.extractor.ID != "" {
		options[0].Label = "Chosen: " + m.now.extractor.Name
	}
	return parts.NewChoice("Model that writes memories", options, now, func(v string) {
		env := m.d.env
		app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, env.Host.SetExtractor(ctx, v)
		}, func(_ struct{}, err error) { m.changed(err) })
	}).Button
}

func (m *models) setMode(v string) {
	env := m.d.env
	app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Host.Keep(ctx, app.NewChatMode, v)
	}, func(_ struct{}, err error) { m.changed(err) })
}

// searchRow shows the state of the embedder and the index.
func (m *models) search() fyne.CanvasObject {
	said := m.d.on.Embedding.Progress()
	if said == "" {
		said = searchText(m.now.health)
	}
	return row("Memory search", said, parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Embed anew"},
		m.d.on.Embedding.Start))
}

// searchStatus describes how memories are found. The index also reports that it is behind while
// only files are being indexed; that is not shown.
func searchText(h memory.Health) string {
	name, _, _ := strings.Cut(h.Embedder.ID, "@") // size and version mean nothing to users
	said := fmt.Sprintf("%s · %s", name, when.Count(h.Index.Vectors, "vector", "vectors"))
	switch {
	case !h.Embedder.Ready:
		return "Loading " + name + ". Until then memories are found by date."
	case h.Index.State == "syncing" && h.Index.Vectors < h.Memories:
		return said + " · catching up"
	case h.Index.Error != "":
		return "Limited: " + h.Index.Error
	}
	return said
}

func (m *models) retryJobs() {
	env, jobs := m.d.env, m.now.dead
	app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		for _, j := range jobs {
			if err := env.Service.RetryJob(ctx, env.Profile, j.ID); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, nil
	}, func(_ struct{}, err error) {
		env.Fail(err)
		m.reload()
	})
}
