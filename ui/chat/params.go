package chat

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// openParameters opens the sheet with the chat's instructions and parameters.
func (p *Pane) params() {
	instructions := parts.NewField(parts.FieldOptions{
		Place: "For example: answer in German, in at most three sentences.", Lines: 5,
	})
	instructions.SetText(string(p.thread.SystemPrompt))
	temperature := parts.NewField(parts.FieldOptions{Place: "the model's own"})
	if t := p.thread.Temperature; t != nil {
		temperature.SetText(strconv.FormatFloat(*t, 'g', -1, 64))
	}
	limit := parts.NewField(parts.FieldOptions{Place: "the model's own"})
	if p.thread.MaxTokens > 0 {
		limit.SetText(strconv.Itoa(p.thread.MaxTokens))
	}
	problem := parts.NewPara("", theme.RoleMeta, theme.Error, 0)
	label := func(s string) fyne.CanvasObject { return kit.NewLabel(s, theme.RoleLabel, theme.Text2) }
	var sheet *parts.Sheet
	save := func() {
		c, bad := readParams(instructions.Text(), temperature.Text(), limit.Text())
		if bad != "" {
			problem.SetText(bad)
			sheet.Refresh()
			return
		}
		sheet.Close()
		p.patch(c)
	}
	body := parts.Column(theme.Space8,
		parts.Pad(0, 0, 4, 0, kit.NewLabel("Instructions and parameters", theme.RoleTitle, theme.Text)),
		label("Instructions for this chat"), instructions,
		parts.Row(theme.Space16,
			parts.Flex(parts.Column(theme.Space6, label("Temperature, 0 to 2"), temperature)),
			parts.Flex(parts.Column(theme.Space6, label("Longest answer in tokens"), limit))),
		problem,
		parts.Row(theme.Space8, parts.Space(),
			parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Cancel"}, func() { sheet.Close() }),
			parts.NewButton(parts.ButtonOptions{Kind: parts.Primary, Label: "Save"}, save)))
	sheet = parts.OpenSheet(p, 520, body)
	instructions.Focus()
}

// parseParameters parses the fields of the sheet; invalid says what is wrong with them.
func readParams(instructions, temperature, limit string) (c memory.ThreadPatch, bad string) {
	prompt := memory.Text(strings.TrimSpace(instructions))
	c.SystemPrompt = &prompt
	var heat *float64
	if s := strings.TrimSpace(temperature); s != "" {
		v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
		if err != nil || !(v >= 0 && v <= 2) {
			return c, "The temperature is a number from 0 to 2."
		}
		heat = &v
	}
	c.Temperature = &heat
	tokens := 0
	if s := strings.TrimSpace(limit); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return c, "The longest answer is a whole number of tokens."
		}
		tokens = n
	}
	c.MaxTokens = &tokens
	return c, ""
}
