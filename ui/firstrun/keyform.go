package firstrun

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// errNoKey is returned when there is no key to test.
var errNoKey = errors.New("no key given")

// keyForm asks for a service and its API key.
type keyForm struct {
	pane            *Pane
	serviceDropdown *widgets.Dropdown
	addressField    *widgets.Field
	keyField        *widgets.Field
	status          *widgets.WrappedText
	testButton      *widgets.Button
	saveButton      *widgets.Button
	customAddress   *fyne.Container
	card            fyne.CanvasObject
}

const customService = "own"

func newKeyForm(p *Pane) *keyForm {
	k := &keyForm{pane: p}
	options := []widgets.Option{}
	for _, s := range p.env.Host.ProviderPresets() {
		options = append(options, widgets.Option{Value: s.Name, Label: s.Title})
	}
	options = append(options, widgets.Option{Value: customService, Label: "Another compatible service"})
	k.serviceDropdown = widgets.NewDropdown("Service", options, options[0].Value, func(string) { k.serviceChanged() })
	k.addressField = widgets.NewField(widgets.FieldOptions{Placeholder: "https://example.com/v1"})
	k.keyField = widgets.NewField(widgets.FieldOptions{Placeholder: "API key", Secret: true, Icon: theme.IconKey})
	k.addressField.OnEnter = func(string) { k.keyField.RequestFocus() }
	k.keyField.OnEnter = func(string) { k.saveKey() }
	k.status = widgets.NewWrappedText("", theme.RoleMeta, theme.Text3, 0)
	k.testButton = widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: "Test", Height: 34}, k.testKey)
	k.saveButton = widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: "Use this key", Height: 34},
		k.saveKey)
	k.customAddress = container.NewStack(k.addressField)
	k.customAddress.Hide()
	return k
}

func (k *keyForm) formCard() fyne.CanvasObject {
	if k.card == nil {
		col := widgets.Column(theme.Space10, draw.NewLabel("Use an API key", theme.RoleStrong, theme.Text),
			k.serviceDropdown.Button,
			k.customAddress, k.keyField, k.status, widgets.Row(theme.Space8, widgets.Spacer(), k.testButton, k.saveButton))
		k.card = widgets.Stack(draw.NewBox(theme.Surface, theme.Border, theme.RadiusGroup), widgets.Pad(14, 16, 14, 16, col))
	}
	return k.card
}

func (k *keyForm) serviceChanged() {
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
	return app.Provider{Name: providerName(address), BaseURL: address, Key: strings.TrimSpace(k.keyField.Text())}
}

// providerName derives a provider's name from its address: letters, digits, dots and hyphens of
// host and port.
func providerName(address string) string {
	name := strings.Map(func(r rune) rune {
		if r == ':' {
			return '-'
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return -1
	}, strings.ToLower(hostFromURL(address)))
	if name = strings.Trim(name, ".-"); name == "" {
		return "service"
	}
	return name
}

func (k *keyForm) showStatus(text string, tone theme.Token) {
	k.status.SetColor(tone)
	k.status.SetText(text)
	k.pane.content.Refresh()
}

func (k *keyForm) checkKey(then func(p app.Provider, models int)) {
	p := k.enteredProvider()
	k.showStatus("Asking "+hostFromURL(p.BaseURL)+" …", theme.Text3)
	app.Latest(k.pane.env.Tasks, &app.Request{}, func(ctx context.Context) (int, error) {
		if p.Key == "" && k.serviceDropdown.Value() != customService {
			return 0, errNoKey
		}
		return k.pane.env.Host.TestConnection(ctx, p.BaseURL, p.Key)
	}, func(n int, err error) {
		if errors.Is(err, errNoKey) {
			k.showStatus("Paste a key first.", theme.Error)
			return
		}
		if err != nil {
			title, hint := memory.Explain(err)
			k.showStatus(title+" "+hint, theme.Error)
			return
		}
		then(p, n)
	})
}

func (k *keyForm) testKey() {
	k.checkKey(func(_ app.Provider, n int) {
		k.showStatus("It works: "+humanize.CountNoun(n, "model", "models")+".", theme.Success)
	})
}

func (k *keyForm) saveKey() {
	k.checkKey(func(p app.Provider, _ int) {
		app.Queue(k.pane.env.Tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, k.pane.env.Host.AddProvider(ctx, p)
		}, func(_ struct{}, err error) {
			if err != nil {
				title, hint := memory.Explain(err)
				k.showStatus(title+" "+hint, theme.Error)
				return
			}
			k.pane.actions.OnDone("")
		})
	})
}
