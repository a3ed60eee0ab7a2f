package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// providerForm adds a provider, changes the name and address of one, or sets its key.
type providerForm struct {
	page            *modelsPage
	existing        memory.ProviderInfo
	serviceDropdown *widgets.Dropdown
	nameField       *widgets.Field
	addressField    *widgets.Field
	keyField        *widgets.Field
	status          *widgets.WrappedText
	statusRow       *fyne.Container // hidden while there is nothing to say
	testRequest     app.Request
	// enteredChange returns what Save does with what is entered; it runs off the UI goroutine.
	enteredChange func() func(ctx context.Context) error
	body          fyne.CanvasObject
}

const customService = "own"

// newAddProviderForm returns the form for a new provider.
func newAddProviderForm(m *modelsPage) *providerForm {
	f := newProviderFormWithoutBody(m, memory.ProviderInfo{})
	options := []widgets.Option{}
	for _, s := range m.dialog.env.Host.ProviderPresets() {
		options = append(options, widgets.Option{Value: s.Name, Label: s.Title})
	}
	options = append(options, widgets.Option{Value: customService, Label: translate.Text("Other compatible provider")})
	f.serviceDropdown = widgets.NewDropdown(translate.Text("Provider"), options, options[0].Value,
		func(string) { f.fillInPresetAddressAndName() })
	f.enteredChange = f.addEnteredProviderFunc
	f.buildBody(translate.Text("Add a provider"), controlBelowLabel(translate.Text("Provider"), f.serviceDropdown.Button),
		controlBelowLabel(translate.Text("Address"), f.addressField),
		controlBelowLabel(translate.Text("Name"), f.nameField), controlBelowLabel(translate.Text("API key"), f.keyField))
	f.fillInPresetAddressAndName()
	return f
}

// newEditProviderForm returns the form for the display name and the address of a provider.
func newEditProviderForm(m *modelsPage, p memory.ProviderInfo) *providerForm {
	f := newProviderFormWithoutBody(m, p)
	f.nameField.SetText(providerTitleOrName(p))
	f.enteredChange = f.updateEnteredProviderFunc
	f.buildBody(translate.Text("Edit {{.Provider}}", "Provider", providerTitleOrName(p)),
		controlBelowLabel(translate.Text("Name"), f.nameField), controlBelowLabel(translate.Text("Address"), f.addressField))
	return f
}

// newProviderKeyForm returns the form for the key of a provider.
func newProviderKeyForm(m *modelsPage, p memory.ProviderInfo) *providerForm {
	f := newProviderFormWithoutBody(m, p)
	f.enteredChange = f.storeEnteredKeyFunc
	f.buildBody(translate.Text("API key for {{.Provider}}", "Provider", providerTitleOrName(p)),
		f.keyField)
	return f
}

// newProviderFormWithoutBody returns a form without a body.
func newProviderFormWithoutBody(m *modelsPage, old memory.ProviderInfo) *providerForm {
	f := &providerForm{page: m, existing: old}
	f.nameField = widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("Name shown in lists")})
	f.addressField = widgets.NewTextField(widgets.FieldOptions{Placeholder: "https://example.com/v1"})
	f.keyField = widgets.NewTextField(widgets.FieldOptions{
		Placeholder: translate.Text("API key"), Secret: true,
		Icon: theme.IconKey,
	})
	for _, field := range []*widgets.Field{f.nameField, f.addressField, f.keyField} {
		field.OnEnter = func(string) { f.saveAndClose() }
	}
	f.addressField.SetText(old.BaseURL)
	f.status = widgets.NewWrappedText("", theme.RoleMeta, theme.Text3, 0)
	f.statusRow = widgets.Column(0, f.status)
	f.statusRow.Hide()
	return f
}

// controlBelowLabel returns a control with its name above it.
func controlBelowLabel(name string, control fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Column(theme.Space4, draw.NewLabel(name, theme.RoleLabel, theme.Text2), control)
}

func (f *providerForm) buildBody(title string, rows ...fyne.CanvasObject) {
	col := widgets.Column(theme.Space10, draw.NewLabel(title, theme.RoleStrong, theme.Text))
	for _, r := range rows {
		col.Add(r)
	}
	button := func(k widgets.ButtonKind, label string, do func()) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: k, Label: label, Height: 32}, do)
	}
	col.Add(f.statusRow)
	col.Add(widgets.Row(theme.Space8, widgets.Spacer(), button(widgets.Outline, translate.Text("Cancel"), f.closeForm),
		button(widgets.Outline, translate.Text("Test"), f.testConnectionShowingStatus),
		button(widgets.Primary, translate.Text("Save"), f.saveAndClose)))
	f.body = widgets.Stack(draw.NewBox(theme.Panel, theme.Border, theme.RadiusGroup),
		widgets.PadVerticalAndSides(theme.Space12, 14, col))
}

// selectedPreset returns the service that is chosen; ok is false for another one.
func (f *providerForm) selectedPreset() (p app.Provider, ok bool) {
	for _, s := range f.page.dialog.env.Host.ProviderPresets() {
		if s.Name == f.serviceDropdown.Value() {
			return s, true
		}
	}
	return app.Provider{}, false
}

// fillInPresetAddressAndName fills in the address and name of the chosen service.
func (f *providerForm) fillInPresetAddressAndName() {
	s, _ := f.selectedPreset()
	f.addressField.SetText(s.BaseURL)
	f.nameField.SetText(s.Title)
}

func (f *providerForm) closeForm() {
	f.testRequest.Cancel()
	f.page.form = nil
	f.page.rebuildPageFromState()
}

func (f *providerForm) showStatus(text string, token theme.Token) {
	f.status.SetColor(token)
	f.status.SetText(text)
	f.statusRow.Hidden = text == ""
	f.page.column.Refresh()
	f.page.scroll.Refresh()
}

func (f *providerForm) showError(err error) {
	title, hint := app.Explain(err)
	f.showStatus(title+" "+hint, theme.Error)
}

func (f *providerForm) testConnectionShowingStatus() {
	address, key := f.addressField.Text(), strings.TrimSpace(f.keyField.Text())
	f.showStatus(translate.Text("Testing…"), theme.Text3)
	app.RunCancellingPrevious(f.page.dialog.env.Tasks, &f.testRequest, func(ctx context.Context) (int, error) {
		return f.page.dialog.env.Host.TestConnectionAndCountModels(ctx, address, key)
	}, func(n int, err error) {
		if err != nil {
			f.showError(err)
			return
		}
		f.showStatus(translate.Count(n, "Connected: {{.Count}} model.", "Connected: {{.Count}} models."), theme.Success)
	})
}

func (f *providerForm) addEnteredProviderFunc() func(ctx context.Context) error {
	host := f.page.dialog.env.Host
	p, ok := f.selectedPreset()
	p.BaseURL = strings.TrimSpace(f.addressField.Text())
	p.Title, p.Key = strings.TrimSpace(f.nameField.Text()), strings.TrimSpace(f.keyField.Text())
	if !ok {
		p.Name = app.ProviderNameFromAddress(p.BaseURL)
	}
	return func(ctx context.Context) error { return host.AddOrReplaceProviderAndStoreKey(ctx, p) }
}

func (f *providerForm) updateEnteredProviderFunc() func(ctx context.Context) error {
	host := f.page.dialog.env.Host
	p := app.Provider{
		Name: f.existing.Name, Title: strings.TrimSpace(f.nameField.Text()),
		BaseURL: strings.TrimSpace(f.addressField.Text()),
	}
	return func(ctx context.Context) error { return host.UpdateProviderTitleAndAddress(ctx, p) }
}

func (f *providerForm) storeEnteredKeyFunc() func(ctx context.Context) error {
	host, name, key := f.page.dialog.env.Host, f.existing.Name, strings.TrimSpace(f.keyField.Text())
	return func(ctx context.Context) error {
		_, err := host.StoreProviderKey(ctx, name, key)
		return err
	}
}

// saveAndClose saves what was entered and closes the form; after an error it stays open and shows
// it.
func (f *providerForm) saveAndClose() {
	save := f.enteredChange()
	app.RunInBackgroundInOrder(f.page.dialog.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, save(ctx)
	}, func(_ struct{}, err error) {
		if err != nil {
			f.showError(err)
			return
		}
		f.page.form = nil
		f.page.showErrorNotifyProvidersAndReload(nil)
	})
}
