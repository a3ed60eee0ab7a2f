package settings

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// modelsPage is the page of providers, models and memory.
type modelsPage struct {
	dialog      *Dialog
	scroll      *widgets.Scroll
	column      *fyne.Container
	loadRequest app.Request
	state       modelsState
	download    *modelDownload // open form or running download, else nil
	form        *providerForm  // open form for a new provider or a key, else nil
	loaded      bool
}

// modelsState is the data the page shows.
type modelsState struct {
	providers       []memory.ProviderInfo
	models          []memory.ModelInfo
	health          memory.Health
	deadJobs        []memory.Job
	extractor       memory.ModelInfo
	extractorReason memory.ExtractorReason // empty when no model can learn
	newChatMode     memory.MemoryMode
	newChatModel    string // chosen last, "" = none yet
}

func newModelsPage(d *Dialog) *modelsPage {
	m := &modelsPage{dialog: d, column: widgets.Column(theme.Space8)}
	m.scroll = newScrollablePage(m.column)
	return m
}

func (m *modelsPage) reloadAndShowState() {
	env := m.dialog.env
	app.RunCancellingPrevious(env.Tasks, &m.loadRequest, func(ctx context.Context) (modelsState, error) {
		return m.loadState(ctx)
	}, func(s modelsState, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		m.state, m.loaded = s, true
		if m.dialog.keyProvider != "" {
			m.openProviderKeyForm(m.dialog.keyProvider)
			m.dialog.keyProvider = ""
		}
		m.rebuildPageFromState()
	})
}

func (m *modelsPage) loadState(ctx context.Context) (modelsState, error) {
	env := m.dialog.env
	s := modelsState{newChatMode: memory.MemoryOn}
	var err error
	if s.providers, err = env.Session.ListProviders(ctx); err != nil {
		return s, err
	}
	if s.models, err = env.Session.ListModels(ctx); err != nil {
		return s, err
	}
	if s.health, err = env.Session.LoadHealth(ctx); err != nil {
		return s, err
	}
	if s.deadJobs, err = app.ListDeadJobs(ctx, env.Session); err != nil {
		return s, err
	}
	chat := env.Session.Config().DefaultModel
	s.extractor, s.extractorReason, err = env.Session.ChooseExtractorModel(ctx, chat)
	if err != nil && !errors.Is(err, memory.ErrNoModel) {
		return s, err
	}
	if v, err := env.Host.LoadSettingOrEmpty(ctx, app.NewChatModeKey); err == nil && v != "" {
		s.newChatMode = memory.MemoryMode(v)
	}
	if v, err := env.Host.LoadSettingOrEmpty(ctx, env.ProfileSettingKey(app.NewChatModelKey)); err == nil && v != "" {
		_ = json.Unmarshal([]byte(v), &s.newChatModel) // an invalid value is none
	}
	return s, nil
}

// saveConfigAndReload changes a setting of the core and shows the new state.
func (m *modelsPage) saveConfigAndReload(key, value string) {
	env := m.dialog.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Session.SetAndStoreSetting(ctx, key, value)
	}, func(_ struct{}, err error) {
		env.ShowErrorToast(err)
		m.reloadAndShowState()
	})
}

func (m *modelsPage) rebuildPageFromState() {
	add := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Icon: theme.IconPlus,
		Label: translate.Text("Add provider"),
	},
		func() {
			m.form = newAddProviderForm(m)
			m.rebuildPageFromState()
			m.form.addressField.RequestFocus()
		})
	o := []fyne.CanvasObject{sectionHeading(translate.Text("Providers"), add)}
	if m.form != nil {
		o = append(o, m.form.body)
	}
	if m.download != nil {
		o = append(o, m.download.body)
	}
	rows := []fyne.CanvasObject{}
	for _, p := range m.state.providers {
		rows = append(rows, m.newProviderRow(p))
	}
	if len(rows) == 0 && m.loaded {
		rows = append(rows, newSettingRow(translate.Text("No providers yet"),
			translate.Text("Start a model server on this computer, or add a provider with an API key."),
			widgets.NewButton(
				widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Refresh")}, m.clearModelCachesAndReload,
			)))
	}
	if len(rows) > 0 {
		o = append(o, newCardOfRows(rows...))
	}
	o = append(o, widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Memory"), nil)), m.newMemorySettingsCard(),
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("How Memoir learns"), nil)), m.newLearningSettingsCard(),
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Summaries and the text about you"), nil)),
		m.newSummaryAndAboutYouSettingsCard(),
		widgets.PadTop(
			theme.Space10, sectionHeading(translate.Text("Earlier messages"), nil),
		), m.newMessageQuotesSettingsCard())
	widgets.RebuildKeepingFocus(m.column, func() {
		m.column.Objects = o
		m.column.Refresh()
		m.scroll.Refresh()
	})
}

func (m *modelsPage) clearModelCachesAndReload() {
	m.dialog.env.Host.ClearModelAndKeyCaches()
	m.reloadAndShowState()
}

// newProviderRow shows the state of a provider, as a dot and in words, and a button to manage it.
func (m *modelsPage) newProviderRow(p memory.ProviderInfo) fyne.CanvasObject {
	title := providerTitleOrName(p)
	state := providerStateTextAndColors(p)
	action := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Manage"),
		Name: translate.Text("Manage {{.Title}}", "Title", title),
	}, nil)
	action.OnTapped = func() { widgets.ShowMenuBelow(action, m.providerMenuItems(p)) }
	text := widgets.Column(0, draw.NewShrinkingLabel(title, theme.RoleButton, theme.Text),
		widgets.NewWrappedText(state.text, theme.RoleMeta, state.textColor, 2))
	dot := widgets.FixedSize(8, 8, draw.NewBox(state.dotColor, theme.None, 4))
	return widgets.PadVerticalAndSides(
		9,
		0,
		widgets.Row(theme.Space12, dot, widgets.Flex(widgets.CenterVertically(text)), action),
	)
}

func (m *modelsPage) providerMenuItems(p memory.ProviderInfo) []widgets.MenuItem {
	env := m.dialog.env
	var items []widgets.MenuItem
	if p.CanPull && p.Reachable {
		items = append(items, widgets.MenuItem{
			Icon: theme.IconArrowDown, Label: translate.Text("Download a model"),
			OnChosen: func() {
				if m.download == nil || !m.download.isRunning {
					m.download = newModelDownload(m, p)
				}
				m.rebuildPageFromState()
				m.download.nameField.RequestFocus()
			},
		})
	}
	return append(items, []widgets.MenuItem{
		{Icon: theme.IconRefresh, Label: translate.Text("Refresh"), OnChosen: m.clearModelCachesAndReload},
		{Icon: theme.IconEdit, Label: translate.Text("Edit name and address"), OnChosen: func() {
			m.form = newEditProviderForm(m, p)
			m.rebuildPageFromState()
			m.form.nameField.RequestFocus()
		}},
		{Icon: theme.IconKey, Label: translate.Text("Enter API key"), OnChosen: func() { m.openProviderKeyForm(p.Name) }},
		{},
		{Icon: theme.IconTrash, Label: translate.Text("Remove"), OnChosen: func() {
			widgets.ShowQuestionDialog(m.scroll, translate.Text("Remove {{.Provider}}?", "Provider",
				providerTitleOrName(p)),
				translate.Text("This removes the provider from models.yaml and deletes its key. Your chats are kept."),
				[]widgets.DialogButton{
					{Label: translate.Text("Cancel")},
					{Label: translate.Text("Remove provider"), Destructive: true, OnTapped: func() {
						app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
							return struct{}{}, env.Host.RemoveProviderAndKey(ctx, p.Name)
						}, func(_ struct{}, err error) { m.showErrorNotifyProvidersAndReload(err) })
					}},
				})
		}},
	}...)
}

func (m *modelsPage) showErrorNotifyProvidersAndReload(err error) {
	m.dialog.env.ShowErrorToast(err)
	m.dialog.actions.OnProvidersChange()
	m.reloadAndShowState()
}

// openProviderKeyForm opens the form for the key of an existing provider.
func (m *modelsPage) openProviderKeyForm(name string) {
	for _, p := range m.state.providers {
		if p.Name == name {
			m.form = newProviderKeyForm(m, p)
			m.rebuildPageFromState()
			m.form.keyField.RequestFocus()
			return
		}
	}
}

// sliderSaveDelay is the time between the last movement of the slider and saving its value.
const sliderSaveDelay = 400 * time.Millisecond

func (m *modelsPage) newMemorySettingsCard() fyne.CanvasObject {
	cfg := m.dialog.env.Session.Config()
	top := draw.NewLabel(memoriesPerAnswerText(cfg.RetrievalTopK), theme.RoleControl, theme.Text2)
	var value float64
	save := m.dialog.env.NewDebounce(
		sliderSaveDelay,
		func() { m.saveConfigAndReload("retrieval.top_k", strconv.Itoa(int(value))) },
	)
	slider := widgets.NewSlider(translate.Text("Memories per answer"), 0, 20, 1, float64(cfg.RetrievalTopK),
		func(v float64) {
			top.SetText(memoriesPerAnswerText(int(v)))
			value = v
			save.Restart()
		})
	rows := []fyne.CanvasObject{
		newSettingRow(translate.Text("Model for new chats"), translate.Text("The model you chose last, here or in a chat."),
			widgets.FixedSize(220, 34, m.newModelForNewChatsDropdown())),
		newSettingRow(translate.Text("Learning model"), extractorChoiceReasonText(m.state.extractorReason),
			widgets.FixedSize(220, 34, m.newExtractorModelDropdown())),
		newSettingRow(translate.Text("Before saving a memory"), translate.Text("You can undo anything Memoir learns."),
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: "never", Label: translate.Text("Don't ask")},
				{Value: "sensitive", Label: translate.Text("Ask if sensitive")},
				{Value: "always", Label: translate.Text("Always ask")},
			}, string(cfg.AskFirst), func(v string) { m.saveConfigAndReload("extraction.ask_first", v) })),
		newSettingRow(translate.Text("Memory in new chats"), translate.Text(
			"“On” uses memories and learns new ones. You can change this in each chat."),
			widgets.NewSegmentedControl([]widgets.Option{
				{Value: string(memory.MemoryOn), Label: translate.Text("On")},
				{Value: string(memory.MemoryReadOnly), Label: translate.Text("Read-only")},
				{Value: string(memory.MemoryOff), Label: translate.Text("Off")},
			}, string(m.state.newChatMode), m.saveNewChatModeNotifyAndReload)),
		newSettingRow(translate.Text("Name chats automatically"),
			translate.Text(
				"When a model is idle, it names each new chat. Until then, the title is the start of your first message."),
			widgets.NewSwitch(translate.Text("Name chats automatically"), cfg.GenerateTitles, func(on bool) {
				m.saveConfigAndReload("chats.titles", strconv.FormatBool(on))
			})),
		newSettingRow(translate.Text("Memories per answer"), translate.Text("The most relevant memories are sent."),
			widgets.Row(theme.Space10, widgets.FixedSize(120, 0,
				slider), widgets.FixedSize(96, 0, widgets.Row(0, widgets.Spacer(), top)))),
		newSettingRow(translate.Text("Facts with a key"), translate.Text(
			"The newest facts with a key, such as “shoe size: 42”, are sent with every message."),
			m.newNumberSettingDropdown(translate.Text("Facts with a key"), "keys.inject", cfg.InjectedKeys,
				translate.Text("None"),
				formatFactCount, 1, 3, 5, 8)),
		m.newSearchIndexRow(),
	}
	if n := len(m.state.deadJobs); n > 0 {
		rows = append(rows, newSettingRow(translate.Count(n, "Memoir couldn't learn from {{.Count}} exchange",
			"Memoir couldn't learn from {{.Count}} exchanges"),
			translate.Text("The learning model failed too often: {{.LastError}}", "LastError",
				humanize.CollapseToOneLine(string(m.state.deadJobs[0].LastError))),
			widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Try again")},
				func() { m.dialog.env.RequeueDeadJobs(m.state.deadJobs, m.reloadAndShowState) })))
	}
	return newCardOfRows(rows...)
}

func (m *modelsPage) newModelForNewChatsDropdown() fyne.CanvasObject {
	options, now := m.state.newChatModelOptions(m.dialog.env.Session.Config().DefaultModel)
	return widgets.NewDropdown(translate.Text("Model for new chats"), options, now, func(v string) {
		m.dialog.actions.SetNewChatModel(v)
		m.saveConfigAndReload("model", v)
	}).Button
}

func (m *modelsPage) newExtractorModelDropdown() fyne.CanvasObject {
	options, now := m.state.extractorModelOptions()
	return widgets.NewDropdown(translate.Text("Learning model"), options, now, func(v string) {
		env := m.dialog.env
		app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, env.Host.SaveMemoryExtractorModel(ctx, v)
		}, func(_ struct{}, err error) { m.showErrorNotifyProvidersAndReload(err) })
	}).Button
}

func (m *modelsPage) saveNewChatModeNotifyAndReload(v string) {
	env := m.dialog.env
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Host.SaveSetting(ctx, app.NewChatModeKey, v)
	}, func(_ struct{}, err error) { m.showErrorNotifyProvidersAndReload(err) })
}

// newSearchIndexRow shows the state of the embedder and the index.
func (m *modelsPage) newSearchIndexRow() fyne.CanvasObject {
	status := m.dialog.actions.Reembed.ProgressText()
	if status == "" {
		status = searchIndexStatusText(m.state.health)
	}
	return newSettingRow(translate.Text("Search index"), status, widgets.NewButton(widgets.ButtonOptions{
		Kind:  widgets.Outline,
		Label: translate.Text("Rebuild"),
	},
		m.dialog.actions.Reembed.StartReembedding))
}
