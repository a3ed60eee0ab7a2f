package firstrun

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// errNoKey is returned when there is no key to test.
var errNoKey = errors.New("no key given")

// keyForm asks for a service and its API key.
type keyForm struct {
	p       *Pane
	service *parts.Choice
	address *parts.Field
	secret  *parts.Field
	said    *parts.Para
	test    *parts.Button
	save    *parts.Button
	own     *fyne.Container
	holder  fyne.CanvasObject
}

const ownService = "own"

func newKeyForm(p *Pane) *keyForm {
	k := &keyForm{p: p}
	options := []parts.Option{}
	for _, s := range p.env.Host.Presets() {
		options = append(options, parts.Option{Value: s.Name, Label: s.Title})
	}
	options = append(options, parts.Option{Value: ownService, Label: "Another compatible service"})
	k.service = parts.NewChoice("Service", options, options[0].Value, func(string) { k.changed() })
	k.address = parts.NewField(parts.FieldOptions{Place: "https://example.com/v1"})
	k.secret = parts.NewField(parts.FieldOptions{Place: "API key", Secret: true, Icon: theme.IconKey})
	k.address.OnEnter = func(string) { k.secret.Focus() }
	k.secret.OnEnter = func(string) { k.keep() }
	k.said = parts.NewPara("", theme.RoleMeta, theme.Text3, 0)
	k.test = parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Test", Height: 34}, k.try)
	k.save = parts.NewButton(parts.ButtonOptions{Kind: parts.Primary, Label: "Use this key", Height: 34}, k.keep)
	k.own = container.NewStack(k.address)
	k.own.Hide()
	return k
}

func (k *keyForm) body() fyne.CanvasObject {
	if k.holder == nil {
		col := parts.Column(theme.Space10, kit.NewLabel("Use an API key", theme.RoleStrong, theme.Text), k.service.Button,
			k.own, k.secret, k.said, parts.Row(theme.Space8, parts.Space(), k.test, k.save))
		k.holder = parts.On(kit.NewBox(theme.Surface, theme.Border, theme.RadiusGroup), parts.Pad(14, 16, 14, 16, col))
	}
	return k.holder
}

func (k *keyForm) changed() {
	k.own.Hidden = k.service.Value() != ownService
	k.said.SetText("")
	k.p.inner.Refresh()
	if k.own.Hidden {
		k.secret.Focus()
	} else {
		k.address.Focus()
	}
}

// enteredProvider returns the provider that was entered.
func (k *keyForm) provider() app.Provider {
	for _, s := range k.p.env.Host.Presets() {
		if s.Name == k.service.Value() {
			s.Key = strings.TrimSpace(k.secret.Text())
			return s
		}
	}
	address := strings.TrimSpace(k.address.Text())
	return app.Provider{Name: nameOf(address), BaseURL: address, Key: strings.TrimSpace(k.secret.Text())}
}

// providerName derives a provider's name from its address: letters, digits, dots and hyphens of
// host and port.
func nameOf(address string) string {
	name := strings.Map(func(r rune) rune {
		if r == ':' {
			return '-'
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return -1
	}, strings.ToLower(hostOf(address)))
	if name = strings.Trim(name, ".-"); name == "" {
		return "service"
	}
	return name
}

func (k *keyForm) say(text string, tone theme.Token) {
	k.said.SetTone(tone)
	k.said.SetText(text)
	k.p.inner.Refresh()
}

func (k *keyForm) check(then func(p app.Provider, models int)) {
	p := k.provider()
	k.say("Asking "+hostOf(p.BaseURL)+" …", theme.Text3)
	app.Newest(k.p.env.Tasks, &app.Latest{}, func(ctx context.Context) (int, error) {
		if p.Key == "" && k.service.Value() != ownService {
			return 0, errNoKey
		}
		return k.p.env.Host.Test(ctx, p.BaseURL, p.Key)
	}, func(n int, err error) {
		if errors.Is(err, errNoKey) {
			k.say("Paste a key first.", theme.Error)
			return
		}
		if err != nil {
			title, hint := memory.Explain(err)
			k.say(title+" "+hint, theme.Error)
			return
		}
		then(p, n)
	})
}

func (k *keyForm) try() {
	k.check(func(_ app.Provider, n int) { k.say("It works: "+when.Count(n, "model", "models")+".", theme.Ok) })
}

func (k *keyForm) keep() {
	k.check(func(p app.Provider, _ int) {
		app.InOrder(k.p.env.Tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, k.p.env.Host.AddProvider(ctx, p)
		}, func(_ struct{}, err error) {
			if err != nil {
				title, hint := memory.Explain(err)
				k.say(title+" "+hint, theme.Error)
				return
			}
			k.p.on.Done("")
		})
	})
}
