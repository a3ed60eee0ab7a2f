package settings

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// promptsPage is the page of the instructions for all chats and of the prompts.
type promptsPage struct {
	dialog       *Dialog
	scroll       *widgets.Scroll
	column       *fyne.Container
	instructions *widgets.Field
	saveDelay    *app.Debounce
	form         fyne.CanvasObject // of a new prompt, or of the one being edited; nil while closed
}

// instructionsSaveDelay is the time from the last key to saving the instructions.
const instructionsSaveDelay = 400 * time.Millisecond

func newPromptsPage(d *Dialog) *promptsPage {
	p := &promptsPage{dialog: d, column: widgets.Column(theme.Space8)}
	p.scroll = newScrollablePage(p.column)
	p.saveDelay = d.env.NewDebounce(instructionsSaveDelay, p.saveInstructions)
	return p
}

// buildPageFromStored shows the instructions as they are stored, and the prompts.
func (p *promptsPage) buildPageFromStored() fyne.CanvasObject {
	p.form = nil
	p.instructions = widgets.NewTextField(widgets.FieldOptions{
		Placeholder: translate.Text("For example: Answer in short sentences. I'm a nurse."), Lines: 4,
	})
	p.instructions.SetText(p.dialog.env.Session.Config().Instructions)
	p.instructions.OnChanged = func(string) { p.saveDelay.Restart() }
	p.dialog.env.Prompts.OnChanged = p.rebuildPageKeepingInstructionsField
	p.dialog.env.Prompts.LoadPromptsOnce()
	p.rebuildPageKeepingInstructionsField()
	return p.scroll
}

// saveInstructionsIfPending saves what is typed before the page is left.
func (p *promptsPage) saveInstructionsIfPending() {
	if p.saveDelay.IsPending() {
		p.saveDelay.Cancel()
		p.saveInstructions()
	}
}

func (p *promptsPage) saveInstructions() {
	env, text := p.dialog.env, strings.TrimSpace(p.instructions.Text())
	app.RunInBackgroundInOrder(env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, env.Session.SetAndStoreSetting(ctx, "instructions", text)
	}, func(_ struct{}, err error) { env.ShowErrorToast(err) })
}

func (p *promptsPage) rebuildPageKeepingInstructionsField() {
	add := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Icon: theme.IconPlus,
		Label: translate.Text("Add prompt"),
	},
		func() { p.openPromptForm(app.Prompt{}) })
	o := []fyne.CanvasObject{
		sectionHeading(translate.Text("Instructions for all chats"), nil),
		widgets.NewWrappedText(translate.Text(
			"These instructions are sent with every message, before the chat's own. You can see them under “This answer”."),
			theme.RoleMeta, theme.Text3, 0),
		p.instructions,
		widgets.PadTop(theme.Space10, sectionHeading(translate.Text("Prompts"), add)),
		widgets.NewWrappedText(translate.Text(
			"Type / in an empty message to insert a prompt. Memoir asks you to fill in anything in double braces, such as "+
				"{{language}}."), theme.RoleMeta, theme.Text3, 0),
	}
	if p.form != nil {
		o = append(o, p.form)
	}
	var rows []fyne.CanvasObject
	for _, prompt := range p.dialog.env.Prompts.Prompts() {
		rows = append(rows, p.newPromptRow(prompt))
	}
	if len(rows) > 0 {
		o = append(o, newCardOfRows(rows...))
	}
	widgets.RebuildKeepingFocus(p.column, func() {
		p.column.Objects = o
		p.column.Refresh()
		p.scroll.Refresh()
	})
}

func (p *promptsPage) newPromptRow(prompt app.Prompt) fyne.CanvasObject {
	edit := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Edit"),
		Name: translate.Text("Edit {{.Name}}", "Name", prompt.Name),
	},
		func() { p.openPromptForm(prompt) })
	remove := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Delete"),
		Name: translate.Text("Delete {{.Name}}", "Name", prompt.Name),
	},
		func() { p.deletePromptWithUndoToast(prompt.ID) })
	return newSettingRow(prompt.Name, humanize.CollapseToOneLine(prompt.Text), widgets.Row(theme.Space4, edit, remove))
}

func (p *promptsPage) deletePromptWithUndoToast(id int64) {
	library := p.dialog.env.Prompts
	if deleted, ok := library.RemovePromptForUndo(id); ok {
		p.dialog.env.ShowToast(app.Toast{
			Text: translate.Text("Prompt deleted"), ActionLabel: translate.Text("Undo"),
			Action: func() { library.InsertOrReplacePrompt(deleted) },
		})
	}
}

// openPromptForm opens the form for a prompt; one with ID 0 is new.
func (p *promptsPage) openPromptForm(prompt app.Prompt) {
	name := widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("Translate")})
	text := widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text(
		"Translate this into {{language}}: {{text}}"), Lines: 4})
	name.SetText(prompt.Name)
	text.SetText(prompt.Text)
	problem := widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	closeForm := func() {
		p.form = nil
		p.rebuildPageKeepingInstructionsField()
	}
	save := func() {
		prompt.Name, prompt.Text = name.Text(), text.Text()
		if !p.dialog.env.Prompts.InsertOrReplacePrompt(prompt) {
			problem.SetText(translate.Text("Enter a name and the prompt text."))
			p.scroll.Refresh()
			return
		}
		closeForm()
	}
	text.OnSubmit = save
	title := translate.Text("Edit prompt")
	if prompt.ID == 0 {
		title = translate.Text("Add a prompt")
	}
	button := func(k widgets.ButtonKind, label string, do func()) fyne.CanvasObject {
		return widgets.NewButton(widgets.ButtonOptions{Kind: k, Label: label, Height: 32}, do)
	}
	p.form = widgets.Stack(draw.NewBox(theme.Panel, theme.Border, theme.RadiusGroup),
		widgets.PadVerticalAndSides(theme.Space12, cardPadding, widgets.Column(theme.Space10,
			draw.NewLabel(title, theme.RoleStrong, theme.Text), controlBelowLabel(translate.Text("Name"), name),
			controlBelowLabel(translate.Text("Text"), text), problem,
			widgets.Row(theme.Space8, widgets.Spacer(), button(widgets.Outline, translate.Text("Cancel"), closeForm),
				button(widgets.Primary, translate.Text("Save"), save)))))
	p.rebuildPageKeepingInstructionsField()
	name.RequestFocus()
}
