package chat

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// openChatParametersSheet opens the sheet with the chat's instructions and parameters over parent.
// onSave gets the change.
func openChatParametersSheet(parent fyne.CanvasObject, chat memory.Chat, onSave func(memory.ChatPatch)) {
	instructions := widgets.NewTextField(widgets.FieldOptions{
		Placeholder: translate.Text("For example: Answer in German, in at most three sentences."), Lines: 5,
	})
	instructions.SetText(string(chat.SystemPrompt))
	temperature := widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("The model's default")})
	if t := chat.Temperature; t != nil {
		temperature.SetText(strconv.FormatFloat(*t, 'g', -1, 64))
	}
	limit := widgets.NewTextField(widgets.FieldOptions{Placeholder: translate.Text("The model's default")})
	if chat.MaxTokens > 0 {
		limit.SetText(strconv.Itoa(chat.MaxTokens))
	}
	problem := widgets.NewWrappedText("", theme.RoleMeta, theme.Error, 0)
	label := func(s string) fyne.CanvasObject { return widgets.NewWrappedText(s, theme.RoleLabel, theme.Text2, 0) }
	var sheet *widgets.Sheet
	save := func() {
		c, invalid := parseChatParameters(instructions.Text(), temperature.Text(), limit.Text())
		if invalid != "" {
			problem.SetText(invalid)
			sheet.Refresh()
			return
		}
		sheet.Close()
		onSave(c)
	}
	body := widgets.Column(theme.Space8,
		widgets.Pad(0, 0, theme.Space4, 0, draw.NewLabel(translate.Text("Instructions and parameters"), theme.RoleTitle,
			theme.Text)),
		label(translate.Text("Instructions for this chat")), instructions,
		widgets.Row(theme.Space16,
			widgets.Flex(widgets.Column(theme.Space6, label(translate.Text("Temperature, 0 to 2")), temperature)),
			widgets.Flex(widgets.Column(theme.Space6, label(translate.Text("Maximum answer length, in tokens")), limit))),
		problem)
	buttons := widgets.Row(theme.Space8, widgets.Spacer(),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Cancel")},
			func() { sheet.Close() }),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: translate.Text("Save")}, save))
	sheet = widgets.OpenDialogSizedToContent(parent, 520, body, buttons)
	instructions.RequestFocus()
}

// parseChatParameters parses the fields of the sheet; invalid says what is wrong with them.
func parseChatParameters(instructions, temperature, limit string) (c memory.ChatPatch, invalid string) {
	prompt := memory.NullText(strings.TrimSpace(instructions))
	c.SystemPrompt = &prompt
	var degree *float64
	if s := strings.TrimSpace(temperature); s != "" {
		v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
		if err != nil || !(v >= 0 && v <= 2) {
			return c, translate.Text("Enter a temperature from 0 to 2.")
		}
		degree = &v
	}
	c.Temperature = &degree
	tokens := 0
	if s := strings.TrimSpace(limit); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return c, translate.Text("Enter the maximum length as a whole number of tokens.")
		}
		tokens = n
	}
	c.MaxTokens = &tokens
	return c, ""
}
