package panel

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// editor is the page of one memory, which may be a new one.
type editor struct {
	pane           *Pane
	memory         memory.Memory
	request        app.Request
	scrollToReason bool // scroll to the reason once it is loaded
	usage          usageList
	details        memoryDetails

	header        fyne.CanvasObject
	body          fyne.CanvasObject
	textField     *widgets.Field
	typeChoice    *widgets.Dropdown
	keyField      *widgets.Field
	tags          []string
	tagField      *widgets.Field
	tagFlow       *widgets.Flow
	fromField     *widgets.Field
	untilField    *widgets.Field
	pinButton     *widgets.Button
	saveButton    *widgets.Button
	problem       *widgets.WrappedText
	detailsColumn *fyne.Container
	scroll        *widgets.Scroll

	restoredHint *widgets.WrappedText // says that the content is an unsaved draft
	recordsDraft bool                 // changes are recorded as a draft
}

func newEditor(p *Pane, m memory.Memory, why bool) *editor {
	e := &editor{pane: p, memory: m, scrollToReason: why, tags: append([]string{}, m.Tags...)}
	e.buildFields()
	e.restoreDraft()
	e.reload()
	return e
}

// inInbox reports whether the memory waits in the inbox.
func (e *editor) inInbox() bool { return e.memory.Status == memory.StatusInbox }

// saveLabel names what saving does: it accepts a memory from the inbox, and replaces another one if
// the memory proposes that.
func (e *editor) saveLabel() string {
	switch {
	case e.inInbox() && e.pane.memories.inboxDetails.replaces[e.memory.ID] != "":
		return "Replace"
	case e.inInbox():
		return "Keep"
	}
	return "Save"
}

func (e *editor) isNew() bool { return e.memory.ID == 0 }

func (e *editor) buildFields() {
	e.textField = widgets.NewField(widgets.FieldOptions{
		Lines: 3, Placeholder: "For example: The user is allergic to peanuts.",
	})
	e.textField.SetText(e.memory.Content)
	e.textField.OnChanged = func(string) { e.onChanged() }
	e.typeChoice = widgets.NewDropdown("Type", typeOptions(), string(e.memory.Type), func(string) { e.onChanged() })
	e.keyField = widgets.NewField(widgets.FieldOptions{Placeholder: "None"})
	e.keyField.SetText(string(e.memory.Key))
	e.keyField.OnChanged = func(string) { e.onChanged() }
	e.tagField = widgets.NewField(widgets.FieldOptions{Icon: theme.IconPlus, Placeholder: "Add tag", Height: 26})
	e.tagField.OnEnter = func(s string) { e.addTag(s) }
	e.tagField.OnChanged = func(string) { e.onChanged() }
	e.tagFlow = widgets.NewFlow(6, 6)
	e.showTags()
	e.fromField = widgets.NewField(widgets.FieldOptions{Placeholder: "No start"})
	e.fromField.SetText(string(e.memory.ValidFrom))
	e.untilField = widgets.NewField(widgets.FieldOptions{Placeholder: "No end"})
	e.untilField.SetText(string(e.memory.ValidTo))
	e.fromField.OnChanged = func(string) { e.onChanged() }
	e.untilField.OnChanged = func(string) { e.onChanged() }
	for _, f := range []*widgets.Field{e.keyField, e.fromField, e.untilField} {
		f.OnEnter = func(string) { e.saveFromKeyboard() }
	}
	for _, f := range []*widgets.Field{e.textField, e.keyField, e.tagField, e.fromField, e.untilField} {
		f.OnSubmit = e.saveFromKeyboard
	}
	e.problem = widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	e.problem.Hide()
	e.restoredHint = widgets.NewWrappedText("You wrote this before and did not save it.", theme.RoleMeta, theme.Text2, 0)
	e.restoredHint.Hide()
	e.detailsColumn = widgets.Column(theme.Space12)
	e.saveButton = widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: e.saveLabel(), Height: 34,
		Padding: 16}, e.saveMemory)
	e.buildHeader()
	fields := widgets.Column(theme.Space12, e.restoredHint,
		labelledField("What Memoir remembers", e.textField),
		sideBySide(labelledField("Type", e.typeChoice.Button), labelledField("Key", e.keyField)),
		labelledField("Tags", e.tagFlow),
		sideBySide(labelledField("True from", e.fromField), labelledField("True until", e.untilField)),
		e.problem, e.detailsColumn)
	if old := e.pane.memories.inboxDetails.replaces[e.memory.ID]; old != "" {
		fields.Objects = slices.Insert(fields.Objects, 2, fyne.CanvasObject(widgets.Stack(
			draw.NewBox(theme.WarningTint, theme.None, theme.RadiusCard), widgets.Pad(8, 12, 8, 12,
				widgets.NewWrappedText("Replaces “"+old+"”?", theme.RoleControl, theme.Text, 0)))))
	}
	e.scroll = widgets.NewScroll(widgets.Pad(16, 16, 16, 16, fields))
	e.body = withFooter(e.scroll, e.newFooter())
	e.onChanged()
}

func (e *editor) buildHeader() {
	title := "Memory"
	if e.isNew() {
		title = "New memory"
	}
	e.pinButton = widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Pill, Icon: theme.IconPin, Label: "Pin",
		Height: 28}, func() {
		on := !e.memory.Pinned
		text := "Memory pinned"
		if !on {
			text = "Memory unpinned"
		}
		e.pane.memories.updateMemory(e.memory.ID, text, memory.MemoryPatch{Pinned: &on})
	})
	e.pinButton.Hidden = e.isNew()
	e.showPin()
	more := widgets.NewIconButton(theme.IconMore, "More about this memory", nil)
	more.Hidden = e.isNew()
	more.OnTapped = func() { widgets.ShowMenu(more, e.menuItems()) }
	e.header = widgets.Pad(0, 10, 0, 10, widgets.Row(theme.Space8,
		widgets.NewIconButton(theme.IconLeft, "Back (Esc)", e.pane.closeEditor), draw.NewLabel(title, theme.RoleTitle,
			theme.Text),
		widgets.Spacer(), e.pinButton, more, widgets.NewIconButton(theme.IconClose, "Close the panel (Ctrl+J)",
			func() { e.pane.actions.ClosePanel() })))
}

func (e *editor) showPin() {
	e.pinButton.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Kind, o.Label = widgets.Pill, "Pin"
		if e.memory.Pinned {
			o.Kind, o.Label = widgets.SelectedPill, "Pinned"
		}
	})
}

func (e *editor) menuItems() []widgets.MenuItem {
	items := []widgets.MenuItem{
		{Icon: theme.IconCopy, Label: "Copy the text", OnChosen: func() { e.pane.actions.CopyText(e.memory.Content) }},
		{},
		{Icon: theme.IconTrash, Label: "Erase for good", OnChosen: func() { e.pane.askErase(e.memory) }},
	}
	return items
}

func (e *editor) newFooter() fyne.CanvasObject {
	label, text, gone := "Forget", "Forgotten", memory.StatusForgotten
	if e.inInbox() {
		label, text = "Discard", "Discarded"
	}
	forget := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Danger, Icon: theme.IconTrash, Label: label, Height: 34,
	}, func() {
		e.discardAndClose()
		e.pane.memories.updateMemory(e.memory.ID, text, memory.MemoryPatch{Status: &gone})
	})
	forget.Hidden = e.isNew() || e.memory.Status == memory.StatusForgotten
	cancel := widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: "Cancel", Height: 34},
		e.discardAndClose)
	return widgets.FixedSize(0, 58, widgets.Pad(0, 16, 0, 16, widgets.Row(theme.Space8, forget, widgets.Spacer(), cancel,
		e.saveButton)))
}

// halvesLayout splits the width evenly between two objects.
type halvesLayout struct{}

func sideBySide(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.New(halvesLayout{}, left, right)
}

func (halvesLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	l, r := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(2*max(l.Width, r.Width)+theme.Space12, max(l.Height, r.Height))
}

func (halvesLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := theme.Round((s.Width - theme.Space12) / 2)
	o[0].Resize(fyne.NewSize(w, s.Height))
	o[1].Move(fyne.NewPos(w+theme.Space12, 0))
	o[1].Resize(fyne.NewSize(s.Width-w-theme.Space12, s.Height))
}

func labelledField(text string, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Column(theme.Space6, draw.NewLabel(text, theme.RoleLabel, theme.Text2), o)
}

func (e *editor) showTags() {
	o := []fyne.CanvasObject{}
	for i, t := range e.tags {
		o = append(o, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: t, TrailingIcon: theme.IconClose, Height: 26, Padding: 8, Name: "Remove the tag " + t,
		}, func() {
			e.tags = append(append([]string{}, e.tags[:i]...), e.tags[i+1:]...)
			e.showTags()
			e.onChanged()
		}))
	}
	o = append(o, widgets.FixedSize(theme.Current().ScaleWithText(112), 26, e.tagField))
	e.tagFlow.SetObjects(o...)
}

func (e *editor) addTag(s string) {
	if s = strings.TrimSpace(s); s != "" {
		e.tags = append(e.tags, s)
		e.tagField.SetText("")
		e.showTags()
		e.onChanged()
	}
}

// pendingPatch returns the difference from the stored memory; nil when there is none.
func (e *editor) pendingPatch() *memory.MemoryPatch {
	var c memory.MemoryPatch
	differs := false
	if s := strings.TrimSpace(e.textField.Text()); s != e.memory.Content {
		c.Content, differs = &s, true
	}
	if t := memory.Type(e.typeChoice.Value()); t != e.memory.Type {
		c.Type, differs = &t, true
	}
	if s := memory.NullText(strings.TrimSpace(e.keyField.Text())); s != e.memory.Key {
		c.Key, differs = &s, true
	}
	if strings.Join(e.tags, "\x00") != strings.Join(e.memory.Tags, "\x00") {
		tags := e.tags
		c.Tags, differs = &tags, true
	}
	if s := memory.NullText(strings.TrimSpace(e.fromField.Text())); s != e.memory.ValidFrom {
		c.ValidFrom, differs = &s, true
	}
	if s := memory.NullText(strings.TrimSpace(e.untilField.Text())); s != e.memory.ValidTo {
		c.ValidTo, differs = &s, true
	}
	if !differs {
		return nil
	}
	return &c
}

func (e *editor) onChanged() {
	if e.saveButton != nil {
		e.saveButton.SetEnabled(strings.TrimSpace(e.textField.Text()) != "" &&
			(e.isNew() || e.inInbox() || e.pendingPatch() != nil))
	}
	e.recordDraft()
}

// saveFromKeyboard saves unless the text is blank.
func (e *editor) saveFromKeyboard() {
	if strings.TrimSpace(e.textField.Text()) != "" {
		e.saveMemory()
	}
}

// saveMemory saves the content; an error is shown in the editor, which keeps its content.
func (e *editor) saveMemory() {
	e.addTag(e.tagField.Text())
	env := e.pane.env
	if e.isNew() {
		n := memory.NewMemory{
			Content: e.textField.Text(), Tags: e.tags, Type: memory.Type(e.typeChoice.Value()),
			Key: memory.NullText(strings.TrimSpace(e.keyField.Text())),
		}
		from, to := memory.NullText(strings.TrimSpace(e.fromField.Text())),
			memory.NullText(strings.TrimSpace(e.untilField.Text()))
		app.Queue(env.Tasks, func(ctx context.Context) (memory.ID, error) {
			a, err := env.Session.AddMemory(ctx, n)
			if err != nil {
				return 0, err
			}
			if from != "" || to != "" {
				_, err = env.Session.UpdateMemory(ctx, a.ID,
					memory.MemoryPatch{ValidFrom: &from, ValidTo: &to})
			}
			return a.ID, err
		}, func(id memory.ID, err error) { e.onSaved("Memory added", id, err) })
		return
	}
	c, id := e.pendingPatch(), e.memory.ID
	said := "Memory changed"
	if e.inInbox() { // saving accepts a memory from the inbox
		active := memory.StatusActive
		if c == nil {
			c = &memory.MemoryPatch{}
		}
		c.Status, said = &active, "Kept"
	}
	if c == nil {
		return
	}
	app.Queue(env.Tasks, func(ctx context.Context) (memory.ID, error) {
		changed, err := env.Session.UpdateMemory(ctx, id, *c)
		return changed.Memory.ID, err
	}, func(id memory.ID, err error) { e.onSaved(said, id, err) })
}

func (e *editor) onSaved(said string, id memory.ID, err error) {
	if err != nil {
		title, hint := memory.Explain(err)
		e.problem.SetText(title + " " + hint)
		e.problem.Show()
		e.pane.content.Refresh()
		return
	}
	if e.pane.editor == e {
		e.discardAndClose()
	} else if d := e.pane.drafts.Texts[e.memory.ID]; d.Content == e.textField.Text() { // closed, no newer draft
		e.pane.discardDraft(e.memory.ID)
	}
	m := e.pane.memories
	m.selectedID = id
	app.Go(e.pane.env.Tasks, func(ctx context.Context) (memory.ID, error) { return m.lastDecision(ctx, id) },
		func(d memory.ID, err error) { m.offerUndo(said, err, d) })
}

// askErase asks before a memory is erased, which cannot be undone.
func (p *Pane) askErase(x memory.Memory) {
	widgets.ShowQuestion(p, "Erase this memory for good?",
		"Its words are taken out of the list, the history and the records of answers. "+
			"What you wrote in the chat stays, and so do older backups. This cannot be undone.", []widgets.DialogButton{
			{Label: "Cancel"},
			{Label: "Erase", Destructive: true, OnTapped: func() {
				p.discardDraft(x.ID)
				p.closeEditor()
				app.Queue(p.env.Tasks, func(ctx context.Context) (memory.EraseResult, error) {
					return p.env.Session.EraseMemory(ctx, x.ID)
				}, func(gone memory.EraseResult, err error) {
					if err != nil {
						p.env.ShowError(err)
						return
					}
					p.memories.reload()
					p.showCopies(gone.RemainingCopies)
				})
			}},
		})
}

// showCopies lists where the text of an erased memory still exists.
func (p *Pane) showCopies(copies []string) {
	if len(copies) == 0 {
		p.ShowToast(app.Toast{Text: "Erased"})
		return
	}
	widgets.ShowQuestion(p, "Erased", "Its words still stand in: "+strings.Join(copies, "; ")+".",
		[]widgets.DialogButton{{Label: "Close", Primary: true}})
}
