package panel

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// filesPage lists the files: those of this chat and the others.
type files struct {
	p      *Pane
	body   fyne.CanvasObject
	list   *parts.List
	count  *kit.Label
	ask    app.Latest
	thread memory.Thread
	all    []memory.Context
	shares map[memory.ID]memory.FileShare // how they were sent for the newest answer
}

func newFiles(p *Pane) *files {
	f := &files{p: p, shares: map[memory.ID]memory.FileShare{}}
	f.list = parts.NewList(8, 16, 16, 16, 16)
	f.count = kit.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	add := parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Icon: theme.IconPlus, Label: "Add a file"},
		func() { p.on.PickFile() })
	f.body = page(container.NewStack(f.list), parts.Fix(0, 44, parts.Pad(0, 12, 0, 16,
		parts.Row(8, parts.Flex(parts.Pad(12, 0, 12, 0, f.count)), add))))
	return f
}

func (f *files) setThread(t memory.Thread) {
	changed := t.ID != f.thread.ID || fmt.Sprint(t.Contexts) != fmt.Sprint(f.thread.Contexts)
	f.thread = t
	if changed {
		f.reload()
	}
}

// reload loads the files and how they were sent for the newest answer.
func (f *files) reload() {
	env, thread := f.p.env, f.thread.ID
	f.list.Await(env.After, cardHeight)
	type answer struct {
		all    []memory.Context
		thread memory.Thread
		shares map[memory.ID]memory.FileShare
	}
	app.Newest(env.Tasks, &f.ask, func(ctx context.Context) (answer, error) {
		a := answer{shares: map[memory.ID]memory.FileShare{}}
		var err error
		if a.all, err = env.Service.Contexts(ctx, env.Profile); err != nil || thread == 0 {
			return a, err
		}
		if a.thread, err = env.Service.Thread(ctx, env.Profile, thread); err != nil {
			return a, nil //nolint:nilerr // the chat was deleted meanwhile
		}
		ms, err := env.Service.Messages(ctx, env.Profile, thread, 0, 4)
		for _, m := range ms {
			if m.Receipt != nil {
				for _, s := range m.Receipt.Files {
					a.shares[s.ContextID] = s
				}
			}
		}
		return a, err
	}, func(a answer, err error) {
		if err != nil {
			f.list.GiveUp()
			env.Fail(err)
			return
		}
		f.all, f.shares = a.all, a.shares
		if a.thread.ID == f.thread.ID && a.thread.ID != 0 {
			f.thread = a.thread
		}
		f.show()
	})
}

func (f *files) attached(id memory.ID) bool {
	for _, c := range f.thread.Contexts {
		if c == id {
			return true
		}
	}
	return false
}

func (f *files) show() {
	var here, other []memory.Context
	for _, c := range f.all {
		if f.attached(c.ID) {
			here = append(here, c)
		} else {
			other = append(other, c)
		}
	}
	entries := []parts.Entry{}
	group := func(title string, cs []memory.Context, on bool) {
		if len(cs) == 0 {
			return
		}
		entries = append(entries, heading(title))
		for _, c := range cs {
			entries = append(entries, f.entry(c, on))
		}
	}
	group("In this chat", here, true)
	group("Other files", other, false)
	if len(entries) == 0 {
		entries = append(entries, parts.Entry{
			Key: "none", Height: func(float32) float32 { return theme.Current().Scaled(90) },
			Make: func() fyne.CanvasObject {
				return parts.Pad(20, 8, 0, 8, parts.NewPara("No files yet. Add one, drop it on the window, or paste a long text: "+
					"text, Markdown, code, CSV and JSON.", theme.RoleControl, theme.Text3, 0).Centred())
			},
		})
	}
	f.list.Set(entries)
	f.count.SetText(when.Count(len(f.all), "file", "files"))
	if f.p.on.Settled != nil {
		f.p.on.Settled()
	}
}

func heading(title string) parts.Entry {
	return parts.Entry{
		Key: "h" + title, Height: func(float32) float32 { return theme.Current().Scaled(22) },
		Make: func() fyne.CanvasObject {
			return parts.Pad(4, 0, 0, 0, kit.NewShrinkingLabel(title, theme.RoleLabel, theme.Text3))
		},
	}
}

func (f *files) entry(c memory.Context, on bool) parts.Entry {
	share := f.shareText(c, on)
	e := parts.Entry{
		Key: "f" + c.ID.String(), Version: fmt.Sprint(on, c.Name, c.NeverLearn, share),
		Make: func() fyne.CanvasObject { return f.card(c, on, share) },
	}
	e.Height = func(w float32) float32 {
		o := e.Make()
		parts.Widen(o, w)
		return o.MinSize().Height
	}
	return e
}

// shareText says how a file is sent to the model: whole or in parts.
func (f *files) shareText(c memory.Context, on bool) string {
	s, ok := f.shares[c.ID]
	switch {
	case !on || !ok:
		return ""
	case s.Whole:
		return "sent whole"
	case s.Parts > 0:
		return "sent in parts: " + when.Count(s.Parts, "part", "parts") + " closest to the question"
	}
	return "sent in parts"
}

func (f *files) card(c memory.Context, on bool, share string) fyne.CanvasObject {
	said := size(c.Bytes) + " · " + composer.Tokens(c.Tokens) + " tokens · " + when.Said(c.CreatedAt, f.p.env.Now())
	label := "Attach"
	do := func() { f.attach(c.ID) }
	if on {
		label, do = "Detach", func() { f.detach(c.ID) }
	}
	more := parts.NewIcon(theme.IconMore, "More about this file", nil)
	more.OnTapped = func() { parts.ShowMenu(more, f.menu(c)) }
	col := parts.Column(theme.Space2, parts.Row(theme.Space8, kit.NewIcon(theme.IconFile, 15, theme.Text2),
		parts.Flex(parts.Pad(4, 0, 4, 0, kit.NewShrinkingLabel(c.Name, theme.RoleButton, theme.Text))), more),
		kit.NewShrinkingLabel(said, theme.RoleMeta, theme.Text3))
	if share != "" {
		col.Add(kit.NewShrinkingLabel(share, theme.RoleMeta, theme.AccentText))
	}
	never := parts.NewSwitch("Never learn from "+c.Name, c.NeverLearn, func(on bool) {
		f.update(c.ID, memory.ContextPatch{NeverLearn: &on})
	})
	col.Add(parts.Fix(0, 28, parts.Row(theme.Space8, parts.Flex(parts.Pad(5, 0, 5, 0,
		kit.NewShrinkingLabel("Never learn in chats that use it", theme.RoleMeta, theme.Text2))), never)))
	col.Add(parts.Row(0, parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Height: 26}, do),
		parts.Space()))
	return parts.On(kit.NewBox(theme.Surface, theme.Border, theme.RadiusCard), parts.Pad(6, 8, 4, 12, col))
}

func (f *files) menu(c memory.Context) []parts.Item {
	return []parts.Item{
		{Icon: theme.IconCopy, Label: "Copy the text", Do: func() { f.copyText(c.ID) }},
		{Icon: theme.IconEdit, Label: "Rename", Do: func() {
			parts.AskText(f.p, "Rename the file", c.Name, "Rename", func(s string) {
				f.update(c.ID,
					memory.ContextPatch{Name: &s})
			})
		}},
		{},
		{Icon: theme.IconTrash, Label: "Remove everywhere", Do: func() { f.remove(c) }},
	}
}

func (f *files) change(said string, do func(ctx context.Context) error) {
	app.InOrder(f.p.env.Tasks, func(ctx context.Context) (struct{}, error) { return struct{}{}, do(ctx) },
		func(_ struct{}, err error) {
			if err != nil {
				f.p.env.Fail(err)
				return
			}
			if said != "" {
				f.p.Say(app.Note{Text: said})
			}
			f.reload()
		})
}

func (f *files) attach(id memory.ID) {
	if f.thread.ID == 0 {
		f.p.Say(app.Note{Text: "Write a first message, then attach it.", Bad: true})
		return
	}
	thread := f.thread.ID
	f.change("", func(ctx context.Context) error {
		return f.p.env.Service.AttachContext(ctx, f.p.env.Profile, thread, id)
	})
}

func (f *files) detach(id memory.ID) {
	thread := f.thread.ID
	f.change("", func(ctx context.Context) error {
		return f.p.env.Service.DetachContext(ctx, f.p.env.Profile, thread, id)
	})
}

func (f *files) update(id memory.ID, c memory.ContextPatch) {
	f.change("", func(ctx context.Context) error {
		_, err := f.p.env.Service.UpdateContext(ctx, f.p.env.Profile, id, c)
		return err
	})
}

func (f *files) remove(c memory.Context) {
	parts.Ask(f.p, "Remove "+c.Name+"?", "It is taken out of every chat and out of Memoir. The file on your disk stays.",
		[]parts.Answer{{Label: "Cancel"}, {Label: "Remove", Bad: true, Do: func() {
			f.change("File removed", func(ctx context.Context) error {
				return f.p.env.Service.DeleteContext(ctx, f.p.env.Profile, c.ID)
			})
		}}})
}

func (f *files) copyText(id memory.ID) {
	env := f.p.env
	app.Do(env.Tasks, func(ctx context.Context) (memory.Context, error) {
		return env.Service.Context(ctx, env.Profile, id)
	}, func(c memory.Context, err error) {
		env.Fail(err)
		if err == nil {
			f.p.on.CopyText(c.Content)
			f.p.Say(app.Note{Text: "Copied"})
		}
	})
}

func size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.0f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
