package panel

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// editor is the page of one memory, which may be a new one.
type editor struct {
	p     *Pane
	m     memory.Memory
	ask   app.Latest
	toWhy bool // scroll to the reason once it is loaded
	uses  uses
	known past

	head fyne.CanvasObject
	body fyne.CanvasObject
	text *parts.Field
	kind *parts.Choice
	key  *parts.Field
	tags []string
	tag  *parts.Field
	flow *parts.Flow
	from *parts.Field
	to   *parts.Field
	pin  *parts.Button
	save *parts.Button
	bad  *parts.Para
	past *fyne.Container
	page *parts.Scroll

	again  *parts.Para // says that the content is an unsaved draft
	filled bool        // changes are recorded as a draft
}

func newEditor(p *Pane, m memory.Memory, why bool) *editor {
	e := &editor{p: p, m: m, toWhy: why, tags: append([]string{}, m.Tags...)}
	e.build()
	e.fill()
	e.reload()
	return e
}

// inInbox reports whether the memory waits in the inbox.
func (e *editor) waits() bool { return e.m.Status == memory.StatusInbox }

// saveLabel names what saving does: it accepts a memory from the inbox, and replaces another one if
// the memory proposes that.
func (e *editor) saveLabel() string {
	switch {
	case e.waits() && e.p.memories.waiting.replaces[e.m.ID] != "":
		return "Replace"
	case e.waits():
		return "Keep"
	}
	return "Save"
}

func (e *editor) isNew() bool { return e.m.ID == 0 }

func (e *editor) build() {
	e.text = parts.NewField(parts.FieldOptions{
		Lines: 3, Place: "For example: The user is allergic to peanuts.",
	})
	e.text.SetText(e.m.Content)
	e.text.OnChanged = func(string) { e.changed() }
	e.kind = parts.NewChoice("Type", types(), string(e.m.Type), func(string) { e.changed() })
	e.key = parts.NewField(parts.FieldOptions{Place: "None"})
	e.key.SetText(string(e.m.Key))
	e.key.OnChanged = func(string) { e.changed() }
	e.tag = parts.NewField(parts.FieldOptions{Icon: theme.IconPlus, Place: "Add tag", Height: 26})
	e.tag.OnEnter = func(s string) { e.addTag(s) }
	e.tag.OnChanged = func(string) { e.changed() }
	e.flow = parts.NewFlow(6, 6)
	e.showTags()
	e.from = parts.NewField(parts.FieldOptions{Place: "No start"})
	e.from.SetText(string(e.m.ValidFrom))
	e.to = parts.NewField(parts.FieldOptions{Place: "No end"})
	e.to.SetText(string(e.m.ValidTo))
	e.from.OnChanged = func(string) { e.changed() }
	e.to.OnChanged = func(string) { e.changed() }
	for _, f := range []*parts.Field{e.key, e.from, e.to} {
		f.OnEnter = func(string) { e.submit() }
	}
	for _, f := range []*parts.Field{e.text, e.key, e.tag, e.from, e.to} {
		f.OnSubmit = e.submit
	}
	e.bad = parts.NewPara("", theme.RoleMeta, theme.Error, 0)
	e.bad.Hide()
	e.again = parts.NewPara("You wrote this before and did not save it.", theme.RoleMeta, theme.Text2, 0)
	e.again.Hide()
	e.past = parts.Column(theme.Space12)
	e.save = parts.NewButton(parts.ButtonOptions{Kind: parts.Primary, Label: e.saveLabel(), Height: 34, Pad: 16}, e.store)
	e.buildHead()
	fields := parts.Column(theme.Space12, e.again,
		labelled("What Memoir remembers", e.text),
		pair(labelled("Type", e.kind.Button), labelled("Key", e.key)),
		labelled("Tags", e.flow),
		pair(labelled("True from", e.from), labelled("True until", e.to)),
		e.bad, e.past)
	if old := e.p.memories.waiting.replaces[e.m.ID]; old != "" {
		fields.Objects = slices.Insert(fields.Objects, 2, fyne.CanvasObject(parts.On(
			kit.NewBox(theme.WarnTint, theme.None, theme.RadiusCard), parts.Pad(8, 12, 8, 12,
				parts.NewPara("Replaces “"+old+"”?", theme.RoleControl, theme.Text, 0)))))
	}
	e.page = parts.NewScroll(parts.Pad(16, 16, 16, 16, fields))
	e.body = page(e.page, e.foot())
	e.changed()
}

func (e *editor) buildHead() {
	title := "Memory"
	if e.isNew() {
		title = "New memory"
	}
	e.pin = parts.NewButton(parts.ButtonOptions{Kind: parts.Pill, Icon: theme.IconPin, Label: "Pin", Height: 28}, func() {
		on := !e.m.Pinned
		said := "Memory pinned"
		if !on {
			said = "Memory unpinned"
		}
		e.p.memories.change(e.m.ID, said, memory.MemoryPatch{Pinned: &on})
	})
	e.pin.Hidden = e.isNew()
	e.showPin()
	more := parts.NewIcon(theme.IconMore, "More about this memory", nil)
	more.Hidden = e.isNew()
	more.OnTapped = func() { parts.ShowMenu(more, e.menu()) }
	e.head = parts.Pad(0, 10, 0, 10, parts.Row(theme.Space8,
		parts.NewIcon(theme.IconLeft, "Back (Esc)", e.p.closeEditor), kit.NewLabel(title, theme.RoleTitle, theme.Text),
		parts.Space(), e.pin, more, parts.NewIcon(theme.IconClose, "Close the panel (Ctrl+J)", func() { e.p.on.Close() })))
}

func (e *editor) showPin() {
	e.pin.Set(func(o *parts.ButtonOptions) {
		o.Kind, o.Label = parts.Pill, "Pin"
		if e.m.Pinned {
			o.Kind, o.Label = parts.PillOn, "Pinned"
		}
	})
}

func (e *editor) menu() []parts.Item {
	items := []parts.Item{
		{Icon: theme.IconCopy, Label: "Copy the text", Do: func() { e.p.on.CopyText(e.m.Content) }},
		{},
		{Icon: theme.IconTrash, Label: "Erase for good", Do: func() { e.p.askErase(e.m) }},
	}
	return items
}

func (e *editor) foot() fyne.CanvasObject {
	label, said, gone := "Forget", "Forgotten", memory.StatusForgotten
	if e.waits() {
		label, said = "Discard", "Discarded"
	}
	forget := parts.NewButton(parts.ButtonOptions{
		Kind: parts.Danger, Icon: theme.IconTrash, Label: label, Height: 34,
	}, func() {
		e.cancel()
		e.p.memories.change(e.m.ID, said, memory.MemoryPatch{Status: &gone})
	})
	forget.Hidden = e.isNew() || e.m.Status == memory.StatusForgotten
	cancel := parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Cancel", Height: 34}, e.cancel)
	return parts.Fix(0, 58, parts.Pad(0, 16, 0, 16, parts.Row(theme.Space8, forget, parts.Space(), cancel, e.save)))
}

// halvesLayout splits the width evenly between two objects.
type halves struct{}

func pair(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.New(halves{}, left, right)
}

func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	l, r := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(2*max(l.Width, r.Width)+theme.Space12, max(l.Height, r.Height))
}

func (halves) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := theme.Round((s.Width - theme.Space12) / 2)
	o[0].Resize(fyne.NewSize(w, s.Height))
	o[1].Move(fyne.NewPos(w+theme.Space12, 0))
	o[1].Resize(fyne.NewSize(s.Width-w-theme.Space12, s.Height))
}

func labelled(text string, o fyne.CanvasObject) fyne.CanvasObject {
	return parts.Column(theme.Space6, kit.NewLabel(text, theme.RoleLabel, theme.Text2), o)
}

func (e *editor) showTags() {
	o := []fyne.CanvasObject{}
	for i, t := range e.tags {
		o = append(o, parts.NewButton(parts.ButtonOptions{
			Kind: parts.Outline, Label: t, Tail: theme.IconClose, Height: 26, Pad: 8, Name: "Remove the tag " + t,
		}, func() {
			e.tags = append(append([]string{}, e.tags[:i]...), e.tags[i+1:]...)
			e.showTags()
			e.changed()
		}))
	}
	o = append(o, parts.Fix(theme.Current().Scaled(112), 26, e.tag))
	e.flow.Set(o...)
}

func (e *editor) addTag(s string) {
	if s = strings.TrimSpace(s); s != "" {
		e.tags = append(e.tags, s)
		e.tag.SetText("")
		e.showTags()
		e.changed()
	}
}

// pendingPatch returns the difference from the stored memory; nil when there is none.
func (e *editor) patch() *memory.MemoryPatch {
	var c memory.MemoryPatch
	differs := false
	if s := strings.TrimSpace(e.text.Text()); s != e.m.Content {
		c.Content, differs = &s, true
	}
	if t := memory.Type(e.kind.Value()); t != e.m.Type {
		c.Type, differs = &t, true
	}
	if s := memory.Text(strings.TrimSpace(e.key.Text())); s != e.m.Key {
		c.Key, differs = &s, true
	}
	if strings.Join(e.tags, "\x00") != strings.Join(e.m.Tags, "\x00") {
		tags := e.tags
		c.Tags, differs = &tags, true
	}
	if s := memory.Text(strings.TrimSpace(e.from.Text())); s != e.m.ValidFrom {
		c.ValidFrom, differs = &s, true
	}
	if s := memory.Text(strings.TrimSpace(e.to.Text())); s != e.m.ValidTo {
		c.ValidTo, differs = &s, true
	}
	if !differs {
		return nil
	}
	return &c
}

func (e *editor) changed() {
	if e.save != nil {
		e.save.SetEnabled(strings.TrimSpace(e.text.Text()) != "" && (e.isNew() || e.waits() || e.patch() != nil))
	}
	e.noteDraft()
}

// saveFromKeyboard saves unless the text is blank.
func (e *editor) submit() {
	if strings.TrimSpace(e.text.Text()) != "" {
		e.store()
	}
}

// saveMemory saves the content; an error is shown in the editor, which keeps its content.
func (e *editor) store() {
	e.addTag(e.tag.Text())
	env := e.p.env
	if e.isNew() {
		n := memory.NewMemory{
			Content: e.text.Text(), Tags: e.tags, Type: memory.Type(e.kind.Value()),
			Key: memory.Text(strings.TrimSpace(e.key.Text())),
		}
		from, to := memory.Text(strings.TrimSpace(e.from.Text())), memory.Text(strings.TrimSpace(e.to.Text()))
		app.InOrder(env.Tasks, func(ctx context.Context) (memory.ID, error) {
			a, err := env.Service.AddMemory(ctx, env.Profile, memory.ActorUser, n)
			if err != nil {
				return 0, err
			}
			if from != "" || to != "" {
				_, err = env.Service.UpdateMemory(ctx, env.Profile, memory.ActorUser, a.ID,
					memory.MemoryPatch{ValidFrom: &from, ValidTo: &to})
			}
			return a.ID, err
		}, func(id memory.ID, err error) { e.stored("Memory added", id, err) })
		return
	}
	c, id := e.patch(), e.m.ID
	said := "Memory changed"
	if e.waits() { // saving accepts a memory from the inbox
		active := memory.StatusActive
		if c == nil {
			c = &memory.MemoryPatch{}
		}
		c.Status, said = &active, "Kept"
	}
	if c == nil {
		return
	}
	app.InOrder(env.Tasks, func(ctx context.Context) (memory.ID, error) {
		m, err := env.Service.UpdateMemory(ctx, env.Profile, memory.ActorUser, id, *c)
		return m.ID, err
	}, func(id memory.ID, err error) { e.stored(said, id, err) })
}

func (e *editor) stored(said string, id memory.ID, err error) {
	if err != nil {
		title, hint := memory.Explain(err)
		e.bad.SetText(title + " " + hint)
		e.bad.Show()
		e.p.inner.Refresh()
		return
	}
	if e.p.editor == e {
		e.cancel()
	} else if d := e.p.drafts.Texts[e.m.ID]; d.Content == e.text.Text() { // closed, no newer draft
		e.p.forgetDraft(e.m.ID)
	}
	m := e.p.memories
	m.chosen = id
	app.Do(e.p.env.Tasks, func(ctx context.Context) (memory.ID, error) { return m.lastDecision(ctx, id) },
		func(d memory.ID, err error) { m.offerUndo(said, err, d) })
}

// askErase asks before a memory is erased, which cannot be undone.
func (p *Pane) askErase(x memory.Memory) {
	parts.Ask(p, "Erase this memory for good?",
		"Its words are taken out of the list, the history and the records of answers. "+
			"What you wrote in the chat stays, and so do older backups. This cannot be undone.", []parts.Answer{
			{Label: "Cancel"},
			{Label: "Erase", Bad: true, Do: func() {
				p.forgetDraft(x.ID)
				p.closeEditor()
				app.InOrder(p.env.Tasks, func(ctx context.Context) (memory.Erased, error) {
					return p.env.Service.EraseMemory(ctx, p.env.Profile, memory.ActorUser, x.ID)
				}, func(gone memory.Erased, err error) {
					if err != nil {
						p.env.Fail(err)
						return
					}
					p.memories.reload()
					p.showCopies(gone.Copies)
				})
			}},
		})
}

// showCopies lists where the text of an erased memory still exists.
func (p *Pane) showCopies(copies []string) {
	if len(copies) == 0 {
		p.Say(app.Note{Text: "Erased"})
		return
	}
	parts.Ask(p, "Erased", "Its words still stand in: "+strings.Join(copies, "; ")+".",
		[]parts.Answer{{Label: "Close", Main: true}})
}
