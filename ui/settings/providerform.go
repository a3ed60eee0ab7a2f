package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// providerForm adds a provider, or sets the key of an existing one.
type providerForm struct {
	page            *modelsPage
	existing        memory.ProviderInfo
	serviceDropdown *widgets.Dropdown
	addressField    *widgets.Field
	keyField        *widgets.Field
	status          *widgets.WrappedText
	testRequest     app.Request
	body            fyne.CanvasObject
}

const customService = "own"

func newProviderForm(m *modelsPage, old memory.ProviderInfo) *providerForm {
	f := &providerForm{page: m, existing: old}
	options := []widgets.Option{}
	for _, s := range m.dialog.env.Host.ProviderPresets() {
		options = append(options, widgets.Option{Value: s.Name, Label: s.Title})
	}
	options = append(options, widgets.Option{Value: customService, Label: "Other compatible service"})
	f.serviceDropdown = widgets.NewDropdown("Service", options, options[0].Value, func(string) { f.fillPresetAddress() })
	f.addressField = widgets.NewTextField(widgets.FieldOptions{Placeholder: "https://example.com/v1"})
	f.keyField = widgets.NewTextField(widgets.FieldOptions{Placeholder: "API key", Secret: true, Icon: theme.IconKey})
	f.keyField.OnEnter = func(string) { f.saveProviderOrKey() }
	f.status = widgets.NewWrappedText("", theme.RoleMeta, theme.Text3, 0)
	title := "Add a provider"
	col := widgets.Column(theme.Space8)
	if old.Name != "" {
		title = "API key for " + old.Title
		f.addressField.SetText(old.BaseURL)
	}
	col.Add(draw.NewLabel(title, theme.RoleStrong, theme.Text))
	if old.Name == "" {
		col.Add(f.serviceDropdown.Button)
		col.Add(f.addressField)
		f.fillPresetAddress()
	}
	col.Add(f.keyField)
	col.Add(f.status)
	button := func(k widgets.ButtonKind, label string, do func()) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: k, Label: label, Height: 32}, do)
	}
	col.Add(widgets.Row(theme.Space8, widgets.Spacer(), button(widgets.Outline, "Cancel", f.closeForm),
		button(widgets.Outline, "Test", f.testConnection), button(widgets.Primary, "Save", f.saveProviderOrKey)))
	f.body = widgets.Stack(draw.NewBox(theme.Panel, theme.Border, theme.RadiusGroup),
		widgets.PadVerticalAndSides(theme.Space12, 14, col))
	return f
}

func (f *providerForm) fillPresetAddress() {
	for _, s := range f.page.dialog.env.Host.ProviderPresets() {
		if s.Name == f.serviceDropdown.Value() {
			f.addressField.SetText(s.BaseURL)
			return
		}
	}
	f.addressField.SetText("")
}

func (f *providerForm) closeForm() {
	f.page.form = nil
	f.page.rebuildPageFromState()
}

func (f *providerForm) showStatus(text string, token theme.Token) {
	f.status.SetColor(token)
	f.status.SetText(text)
	f.page.column.Refresh()
	f.page.scroll.Refresh()
}

func (f *providerForm) showError(err error) {
	title, hint := memory.Explain(err)
	f.showStatus(title+" "+hint, theme.Error)
}

func (f *providerForm) testConnection() {
	address, key := f.addressField.Text(), strings.TrimSpace(f.keyField.Text())
	f.showStatus("Testing …", theme.Text3)
	app.RunCancellingPrevious(f.page.dialog.env.Tasks, &f.testRequest, func(ctx context.Context) (int, error) {
		return f.page.dialog.env.Host.TestConnectionAndCountModels(ctx, address, key)
	}, func(n int, err error) {
		if err != nil {
			f.showError(err)
			return
		}
		f.showStatus("Connected: "+humanize.CountNoun(n, "model", "models")+".", theme.Success)
	})
}

func (f *providerForm) saveProviderOrKey() {
	env, key := f.page.dialog.env, strings.TrimSpace(f.keyField.Text())
	p := app.Provider{Name: f.serviceDropdown.Value(), BaseURL: strings.TrimSpace(f.addressField.Text()), Key: key}
	if p.Name == customService {
		p.Name = app.ProviderNameFromAddress(p.BaseURL)
	}
	old := f.existing.Name
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		if old == "" {
			return struct{}{}, env.Host.AddOrReplaceProvider(ctx, p)
		}
		_, err := env.Host.StoreProviderKey(ctx, old, key)
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		if err != nil {
			f.showError(err)
			return
		}
		f.page.form = nil
		f.page.notifyProvidersChangeAndReload(nil)
	})
}
