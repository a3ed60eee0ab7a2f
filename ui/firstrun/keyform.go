package firstrun

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// keyForm asks for a service and its API key.
type keyForm struct {
	pane            *Pane
	serviceDropdown *widgets.Dropdown
	addressField    *widgets.Field
	keyField        *widgets.Field
	status          *widgets.WrappedText
	customAddress   *fyne.Container
	card            fyne.CanvasObject
	checkRequest    app.Request
}

const customService = "own"

func newKeyForm(p *Pane) *keyForm {
	k := &keyForm{pane: p}
	options := []widgets.Option{}
	for _, s := range p.env.Host.ProviderPresets() {
		options = append(options, widgets.Option{Value: s.Name, Label: s.Title})
	}
	options = append(options, widgets.Option{Value: customService, Label: translate.Text("Other compatible provider")})
	k.serviceDropdown = widgets.NewDropdown(
		translate.Text("Provider"),
		options,
		options[0].Value,
		func(string) { k.showAddressIfCustomClearStatusMoveFocus() },
	)
	k.addressField = widgets.NewTextField(widgets.FieldOptions{Placeholder: "https://example.com/v1"})
	k.keyField = widgets.NewTextField(widgets.FieldOptions{
		Placeholder: translate.Text("API key"), Secret: true,
		Icon: theme.IconKey,
	})
	k.addressField.OnEnter = func(string) { k.keyField.RequestFocus() }
	k.keyField.OnEnter = func(string) { k.checkKeyAddProviderAndClose() }
	k.status = widgets.NewWrappedText("", theme.RoleMeta, theme.Text3, 0)
	k.customAddress = container.NewStack(k.addressField)
	k.customAddress.Hidden = k.serviceDropdown.Value() != customService
	button := func(kind widgets.ButtonKind, label string, tapped func()) *widgets.Button {
		return widgets.NewButton(widgets.ButtonOptions{Kind: kind, Label: label, Height: 34}, tapped)
	}
	col := widgets.Column(theme.Space10, draw.NewLabel(translate.Text("Use an API key"), theme.RoleStrong, theme.Text),
		k.serviceDropdown.Button, k.customAddress, k.keyField, k.status,
		widgets.Row(theme.Space8, widgets.Spacer(), button(widgets.Ghost, translate.Text("Cancel"), p.clearAndCloseKeyForm),
			button(widgets.Outline, translate.Text("Test"), k.testKeyAndShowModelCount),
			button(widgets.Primary, translate.Text("Use this key"), k.checkKeyAddProviderAndClose)))
	k.card = widgets.Stack(draw.NewBox(theme.Surface, theme.Border, theme.RadiusGroup),
		widgets.PadVerticalAndSides(14, theme.Space16, col))
	return k
}

// clearKeyAndCancelCheck forgets the key and cancels its check.
func (k *keyForm) clearKeyAndCancelCheck() {
	k.checkRequest.Cancel()
	k.keyField.SetText("")
	k.status.SetText("")
}

func (k *keyForm) showAddressIfCustomClearStatusMoveFocus() {
	k.customAddress.Hidden = k.serviceDropdown.Value() != customService
	k.status.SetText("")
	k.pane.content.Refresh()
	if k.customAddress.Hidden {
		k.keyField.RequestFocus()
	} else {
		k.addressField.RequestFocus()
	}
}

// enteredProvider returns the provider that was entered.
func (k *keyForm) enteredProvider() app.Provider {
	for _, s := range k.pane.env.Host.ProviderPresets() {
		if s.Name == k.serviceDropdown.Value() {
			s.Key = strings.TrimSpace(k.keyField.Text())
			return s
		}
	}
	address := strings.TrimSpace(k.addressField.Text())
	return app.Provider{
		Name:    app.ProviderNameFromAddress(address),
		BaseURL: address,
		Key:     strings.TrimSpace(k.keyField.Text()),
	}
}

func (k *keyForm) showStatus(text string, tone theme.Token) {
	k.status.SetColor(tone)
	k.status.SetText(text)
	k.pane.content.Refresh()
}

// checkKeyByListingModels asks the service for its models and passes their number to then. A new
// check replaces a running one.
func (k *keyForm) checkKeyByListingModels(then func(p app.Provider, models int)) {
	p := k.enteredProvider()
	k.checkRequest.Cancel()
	switch {
	case p.BaseURL == "":
		k.showStatus(translate.Text("Enter the provider's address first."), theme.Error)
		return
	case p.Key == "" && !p.Local && k.serviceDropdown.Value() != customService:
		k.showStatus(translate.Text("Enter a key first."), theme.Error)
		return
	}
	k.showStatus(translate.Text("Testing {{.Address}}…", "Address", app.HostAndPortOfURL(p.BaseURL)),
		theme.Text3)
	app.RunCancellingPrevious(k.pane.env.Tasks, &k.checkRequest, func(ctx context.Context) (int, error) {
		return k.pane.env.Host.TestConnectionAndCountModels(ctx, p.BaseURL, p.Key)
	}, func(n int, err error) {
		if err != nil {
			k.showError(err)
			return
		}
		then(p, n)
	})
}

func (k *keyForm) showError(err error) {
	title, hint := app.Explain(err)
	k.showStatus(title+" "+hint, theme.Error)
}

func (k *keyForm) testKeyAndShowModelCount() {
	k.checkKeyByListingModels(func(_ app.Provider, n int) {
		k.showStatus(translate.Count(n, "Connected: {{.Count}} model.", "Connected: {{.Count}} models."), theme.Success)
	})
}

func (k *keyForm) checkKeyAddProviderAndClose() {
	k.checkKeyByListingModels(func(p app.Provider, _ int) {
		app.RunInBackgroundInOrder(k.pane.env.Tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, k.pane.env.Host.AddOrReplaceProviderAndStoreKey(ctx, p)
		}, func(_ struct{}, err error) {
			if err != nil {
				k.showError(err)
				return
			}
			k.pane.actions.OnDone("")
		})
	})
}
