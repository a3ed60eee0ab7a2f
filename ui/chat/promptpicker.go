package chat

import (
	"strconv"
	"strings"

	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// starters put into the composer what the user need not type: prompts, and suggestions for an empty
// chat.
type starters struct {
	*parts
	suggestionRequest app.Request // loads what an empty chat suggests
}

// promptTrigger is what opens the list of prompts when it is typed into an empty composer.
const promptTrigger = "/"

// openPromptPickerOnTrigger opens the list of prompts if text, which was before that, is the
// trigger and there are prompts to choose from.
func (st *starters) openPromptPickerOnTrigger(before, text string) {
	if before != "" || text != promptTrigger || len(st.env.Prompts.Prompts()) == 0 {
		return
	}
	st.OpenPromptPicker()
}

// OpenPromptPicker opens the list of prompts above the composer. What is typed filters it; when
// nothing matches, it closes and the typed text goes on in the composer.
func (st *starters) OpenPromptPicker() {
	var items []widgets.PickerItem
	for _, prompt := range st.env.Prompts.Prompts() {
		items = append(items, widgets.PickerItem{
			Key: strconv.FormatInt(prompt.ID, 10), Label: prompt.Name, Detail: shortPromptText(prompt.Text),
			Words: prompt.Text,
		})
	}
	widgets.ShowPickerBelow(st.composer.Composer, widgets.PickerOptions{
		Placeholder: translate.Text("Find a prompt"), NoneText: translate.Text("No prompts yet"), Items: items,
		OnPicked: st.insertPromptAskingForVariables,
		OnNoMatch: func(filter string) {
			st.FocusComposer()
			st.composer.TypeTextAtCaret(filter)
		},
		Actions: []widgets.MenuItem{{
			Icon: theme.IconEdit, Label: translate.Text("Edit prompts"), OnChosen: st.newNavigateToScreenFunc(app.ScreenPrompts),
		}},
	})
}

// maxPromptDetailRunes is how much of a prompt's text is shown beside its name.
const maxPromptDetailRunes = 28

func shortPromptText(text string) string {
	line := []rune(humanize.CollapseToOneLine(text))
	if len(line) <= maxPromptDetailRunes {
		return string(line)
	}
	return strings.TrimRight(string(line[:maxPromptDetailRunes-1]), " ") + "…"
}

// insertPromptAskingForVariables puts a prompt into the composer, after it has asked for its
// variables.
func (st *starters) insertPromptAskingForVariables(key string) {
	for _, prompt := range st.env.Prompts.Prompts() {
		if strconv.FormatInt(prompt.ID, 10) != key {
			continue
		}
		names := prompt.VariableNames()
		if len(names) == 0 {
			st.appendTextOrReplacePromptTrigger(prompt.Text)
			return
		}
		st.askForVariablesAndInsertPrompt(prompt, names)
		return
	}
}

// askForVariablesAndInsertPrompt asks for the values of a prompt's variables in one dialog.
func (st *starters) askForVariablesAndInsertPrompt(prompt app.Prompt, names []string) {
	var sheet *widgets.Sheet
	fields := make([]*widgets.Field, len(names))
	column := widgets.Column(theme.Space8, widgets.NewWrappedText(prompt.Name, theme.RoleTitle, theme.Text, 2))
	insert := func() {
		values := map[string]string{}
		for i, name := range names {
			values[name] = strings.TrimSpace(fields[i].Text())
		}
		sheet.Close()
		st.appendTextOrReplacePromptTrigger(prompt.FillVariables(values))
	}
	for i, name := range names {
		fields[i] = widgets.NewTextField(widgets.FieldOptions{Placeholder: name})
		fields[i].OnEnter = func(string) {
			if i+1 < len(names) {
				fields[i+1].RequestFocus()
				return
			}
			insert()
		}
		column.Add(widgets.Column(theme.Space4, draw.NewShrinkingLabel(name, theme.RoleLabel, theme.Text2), fields[i]))
	}
	buttons := widgets.Row(theme.Space8, widgets.Spacer(),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Cancel"), Height: 32},
			func() { sheet.Close() }),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: translate.Text("Insert"), Height: 32},
			insert))
	sheet = widgets.OpenDialogSizedToContent(st.owner, 440, column, buttons)
	fields[0].RequestFocus()
}

// appendTextOrReplacePromptTrigger replaces the trigger, or else adds the text behind what is
// typed.
func (st *starters) appendTextOrReplacePromptTrigger(text string) {
	if typed := st.composer.Text(); strings.TrimSpace(typed) != promptTrigger && strings.TrimSpace(typed) != "" {
		text = strings.TrimRight(typed, " \n") + "\n\n" + text
	}
	st.composer.SetText(text)
	st.FocusComposer()
}
