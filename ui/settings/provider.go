package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// providerForm adds a provider, or sets the key of an existing one.
type providerForm struct {
	m       *models
	old     memory.ProviderInfo
	service *parts.Choice
	address *parts.Field
	secret  *parts.Field
	said    *parts.Para
	ask     app.Latest
	body    fyne.CanvasObject
}

const ownService = "own"

func newProviderForm(m *models, old memory.ProviderInfo) *providerForm {
	f := &providerForm{m: m, old: old}
	options := []parts.Option{}
	for _, s := range m.d.env.Host.Presets() {
		options = append(options, parts.Option{Value: s.Name, Label: s.Title})
	}
	options = append(options, parts.Option{Value: ownService, Label: "Another compatible server"})
	f.service = parts.NewChoice("Service", options, options[0].Value, func(string) { f.preset() })
	f.address = parts.NewField(parts.FieldOptions{Place: "https://example.com/v1"})
	f.secret = parts.NewField(parts.FieldOptions{Place: "API key", Secret: true, Icon: theme.IconKey})
	f.secret.OnEnter = func(string) { f.save() }
	f.said = parts.NewPara("", theme.RoleMeta, theme.Text3, 0)
	title := "Add a provider"
	col := parts.Column(theme.Space8)
	if old.Name != "" {
		title = "Key of " + old.Title
		f.address.SetText(old.BaseURL)
	}
	col.Add(kit.NewLabel(title, theme.RoleStrong, theme.Text))
	if old.Name == "" {
		col.Add(f.service.Button)
		col.Add(f.address)
		f.preset()
	}
	col.Add(f.secret)
	col.Add(f.said)
	button := func(k parts.Kind, label string, do func()) fyne.CanvasObject {
		return parts.NewButton(parts.ButtonOptions{Kind: k, Label: label, Height: 32}, do)
	}
	col.Add(parts.Row(theme.Space8, parts.Space(), button(parts.Outline, "Cancel", f.close),
		button(parts.Outline, "Test", f.test), button(parts.Primary, "Save", f.save)))
	f.body = parts.On(kit.NewBox(theme.Panel, theme.Border, theme.RadiusGroup), parts.Pad(12, 14, 12, 14, col))
	return f
}

func (f *providerForm) preset() {
	for _, s := range f.m.d.env.Host.Presets() {
		if s.Name == f.service.Value() {
			f.address.SetText(s.BaseURL)
			return
		}
	}
	f.address.SetText("")
}

func (f *providerForm) close() {
	f.m.form = nil
	f.m.show()
}

func (f *providerForm) say(text string, tone theme.Token) {
	f.said.SetTone(tone)
	f.said.SetText(text)
	f.m.col.Refresh()
	f.m.body.Refresh()
}

func (f *providerForm) sayErr(err error) {
	title, hint := memory.Explain(err)
	f.say(title+" "+hint, theme.Error)
}

func (f *providerForm) test() {
	address, key := f.address.Text(), strings.TrimSpace(f.secret.Text())
	f.say("Asking …", theme.Text3)
	app.Newest(f.m.d.env.Tasks, &f.ask, func(ctx context.Context) (int, error) {
		return f.m.d.env.Host.Test(ctx, address, key)
	}, func(n int, err error) {
		if err != nil {
			f.sayErr(err)
			return
		}
		f.say("It works: "+when.Count(n, "model", "models")+".", theme.Ok)
	})
}

func (f *providerForm) save() {
	env, key := f.m.d.env, strings.TrimSpace(f.secret.Text())
	p := app.Provider{Name: f.service.Value(), BaseURL: strings.TrimSpace(f.address.Text()), Key: key}
	if p.Name == ownService {
		p.Name = hostName(p.BaseURL)
	}
	old := f.old.Name
	app.InOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		if old == "" {
			return struct{}{}, env.Host.AddProvider(ctx, p)
		}
		_, err := env.Host.SetKey(ctx, old, key)
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		if err != nil {
			f.sayErr(err)
			return
		}
		f.m.form = nil
		f.m.changed(nil)
	})
}

// providerNameFromURL derives a provider's name from its address: letters, digits, dots and hyphens
// of host and port.
func hostName(address string) string {
	host := address
	if _, after, ok := strings.Cut(host, "://"); ok {
		host = after
	}
	host, _, _ = strings.Cut(host, "/")
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		case r == ':':
			return '-'
		}
		return -1
	}, strings.ToLower(host))
	if name = strings.Trim(name, ".-"); name == "" {
		return "server"
	}
	return name
}
