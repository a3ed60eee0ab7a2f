package settings

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
)

// appearancePage returns the page of colors, text size and motion.
func (d *Dialog) appearance() fyne.CanvasObject {
	l := d.on.Look()
	change := func(f func(l *Look)) {
		now := d.on.Look()
		f(&now)
		d.on.SetLook(now)
	}
	zoom := kit.NewLabel(percent(l.Zoom), theme.RoleControl, theme.Text2)
	slider := parts.NewSlider("Text size", 0.8, 2, 0.1, l.Zoom, func(v float64) {
		zoom.SetText(percent(v))
		change(func(l *Look) { l.Zoom = v })
	})
	return scroll(parts.Column(theme.Space8, head("Appearance", nil), group(
		row("Colours", "", parts.NewSegment([]parts.Option{
			{Value: "system", Label: "As the system"}, {Value: "light", Label: "Light"}, {Value: "dark", Label: "Dark"},
		}, l.Mode, func(v string) { change(func(l *Look) { l.Mode = v }) })),
		row("High contrast", "Stronger lines and text.", parts.NewSwitch("High contrast", l.Contrast, func(on bool) {
			change(func(l *Look) { l.Contrast = on })
		})),
		row("Text size", "From 80 to 200 %.", parts.Row(theme.Space10, parts.Fix(140, 0, slider), parts.Fix(44, 0, zoom))),
		row("Reduced motion", "Nothing slides or fades.", parts.NewSwitch("Reduced motion", l.Still, func(on bool) {
			change(func(l *Look) { l.Still = on })
		}))),
		parts.Pad(10, 0, 0, 0, head("Writing", nil)), group(
			row("Send with Ctrl+Enter", "Enter then breaks the line, as input methods need it.",
				parts.NewSwitch("Send with Ctrl+Enter", l.CtrlEnter,
					func(on bool) { change(func(l *Look) { l.CtrlEnter = on }) })))))
}

func percent(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) }

// dataPage is the page of the data folder.
type data struct {
	d    *Dialog
	net  *network
	said *parts.Para
	ask  app.Latest
	body *parts.Scroll
}

func newData(d *Dialog) *data {
	return &data{d: d, net: newNetwork(d), said: parts.NewPara("", theme.RoleControl, theme.Text2, 0)}
}

func (p *data) say(text string, tone theme.Token) {
	p.said.SetTone(tone)
	p.said.SetText(text)
	p.body.Refresh()
}

func (p *data) show() fyne.CanvasObject {
	a := p.d.env.Host.About()
	button := func(label string, do func()) fyne.CanvasObject {
		return parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: label}, do)
	}
	p.said.SetText("")
	p.body = scroll(parts.Column(theme.Space8, head("Where everything is", nil), group(
		row("Data folder", a.DataDir, button("Copy path", func() { p.d.on.CopyText(a.DataDir) })),
		row("Providers and models", a.Models, button("Copy path", func() { p.d.on.CopyText(a.Models) })),
		row("Log", a.LogFile+". Your words are not in it.", button("Copy path", func() { p.d.on.CopyText(a.LogFile) }))),
		parts.Pad(10, 0, 0, 0, head("Other programs", nil)), p.net.box,
		parts.Pad(10, 0, 0, 0, head("Care", nil)), group(
			row("Backup", "A verified copy of everything but keys, in the data folder.", button("Back up now", p.backup)),
			row("Check", "Looks whether database, full text and vectors are whole.", button("Check", p.check)),
			row("Diagnostics", "State and versions for a report, without any of your words.", button("Copy diagnostics",
				p.diagnostics))),
		p.said))
	p.net.changed = p.body.Refresh
	p.net.reload()
	return p.body
}

func (p *data) run(doing string, work func(ctx context.Context) (string, error)) {
	p.say(doing, theme.Text2)
	app.Newest(p.d.env.Tasks, &p.ask, work, func(said string, err error) {
		if err != nil {
			p.d.env.Fail(err)
			p.say("That did not work. Nothing was changed.", theme.Error)
			return
		}
		p.say(said, theme.Ok)
	})
}

func (p *data) backup() {
	p.run("Backing up …", func(ctx context.Context) (string, error) {
		path, err := p.d.env.Host.Backup(ctx)
		return "Saved as " + path + ".", err
	})
}

func (p *data) check() {
	p.run("Checking …", func(ctx context.Context) (string, error) {
		problems, err := p.d.env.Host.Check(ctx)
		if len(problems) == 0 {
			return "All is well.", err
		}
		return strings.Join(problems, " "), err
	})
}

func (p *data) diagnostics() {
	env := p.d.env
	app.Newest(env.Tasks, &p.ask, func(ctx context.Context) (string, error) {
		return env.Host.Diagnostics(ctx, env.Profile)
	}, func(s string, err error) {
		env.Fail(err)
		if err == nil {
			p.d.on.CopyText(s)
			p.say("Copied.", theme.Ok)
		}
	})
}

// shortcutsPage returns the list of keyboard shortcuts, which F1 opens.
func (d *Dialog) shortcuts() fyne.CanvasObject {
	rows := []fyne.CanvasObject{}
	for _, r := range d.on.Shortcuts() {
		rows = append(rows, parts.Pad(6, 0, 6, 0, parts.Beside(theme.Space8, 150,
			parts.NewPara(r.What, theme.RoleControl, theme.Text, 0), keyCap(r.Keys))))
	}
	return scroll(parts.Column(theme.Space8, head("Shortcuts", nil), group(rows...)))
}

func keyCap(text string) fyne.CanvasObject {
	return parts.On(kit.NewBox(theme.Sunken, theme.Border, theme.RadiusInline), parts.Pad(2, 8, 2, 8,
		kit.NewLabel(text, theme.RoleHint, theme.Text2)))
}

func (d *Dialog) about() fyne.CanvasObject {
	a := d.env.Host.About()
	o := []fyne.CanvasObject{
		parts.Row(theme.Space12, sidebar.NewLogo(40), parts.Column(0, kit.NewLabel("Memoir", theme.RoleTitle, theme.Text),
			kit.NewLabel("Version "+a.Version, theme.RoleMeta, theme.Text3)), parts.Space()),
		parts.NewPara("A chat that remembers, in a memory you can read and change. Everything is kept on this computer; "+
			"text goes only to the model you choose.", theme.RoleControl, theme.Text2, 0),
		parts.Row(0, parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Show the first run again"}, func() {
			d.sheet.Close()
			d.on.FirstRun()
		}), parts.Space()),
		head("Licences", nil),
		parts.NewPara(a.Licences, theme.RoleMeta, theme.Text2, 0),
	}
	if a.CrashFile != "" {
		o = append(o, parts.NewPara("The traces of the last crash are in "+a.CrashFile+".", theme.RoleMeta, theme.Text3, 0))
	}
	return scroll(parts.Column(theme.Space12, o...))
}
