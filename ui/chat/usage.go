package chat

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// usageDialog shows what a chat and a month used.
type usageDialog struct {
	*parts
	usageRequest app.Request
}

// usageTotals is what a chat and a month used.
type usageTotals struct{ chat, month []memory.ModelUsage }

// OpenUsage opens the dialog with the tokens and the cost of the open chat and of the current
// month.
func (ud *usageDialog) OpenUsage() {
	chat, now := ud.state.Chat, ud.env.Now()
	app.RunCancellingPrevious(ud.env.Tasks, &ud.usageRequest, func(ctx context.Context) (usageTotals, error) {
		var t usageTotals
		var err error
		if chat.ID != 0 {
			if t.chat, err = ud.env.Session.SumUsageByModel(ctx, chat.ID, time.Time{}); err != nil {
				return t, err
			}
		}
		month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
		t.month, err = ud.env.Session.SumUsageByModel(ctx, 0, month)
		return t, err
	}, func(t usageTotals, err error) {
		if err != nil {
			ud.env.ShowErrorToast(err)
			return
		}
		ud.showUsageDialog(t, now)
	})
}

func (ud *usageDialog) showUsageDialog(t usageTotals, now time.Time) {
	var sheet *widgets.Sheet
	column := widgets.Column(theme.Space10, draw.NewLabel(translate.Text("Tokens and cost"), theme.RoleTitle, theme.Text))
	for _, group := range []struct {
		title string
		used  []memory.ModelUsage
	}{{translate.Text("This chat"), t.chat}, {humanize.FormatMonthAndYear(now), t.month}} {
		column.Add(draw.NewLabel(group.title, theme.RoleLabel, theme.Text2))
		column.Add(ud.newUsageCard(group.used))
	}
	column.Add(widgets.NewWrappedText(
		translate.Text("Token counts come from the servers. Costs are estimates based on the prices in models.yaml or the "+
			"provider's list. Deleted chats count until they leave the trash; tokens used for learning are shown in Memory "+
			"health."),
		theme.RoleMeta, theme.Text3, 0))
	done := widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Primary, Label: translate.Text("Close"), Height: 32},
		func() { sheet.Close() })
	sheet = widgets.OpenDialogSizedToContent(ud.owner, 480, column, widgets.Row(0, widgets.Spacer(), done))
	widgets.FocusWidget(done)
}

func (ud *usageDialog) newUsageCard(used []memory.ModelUsage) fyne.CanvasObject {
	rows := []fyne.CanvasObject{}
	for _, u := range used {
		name := ud.state.Models.AnswerModelName(memory.Message{Model: u.Model})
		rows = append(rows, widgets.TitleRowWithControl(draw.NewShrinkingLabel(name, theme.RoleButton, theme.Text),
			translate.Count(u.Answers, "{{.Count}} answer · {{.PromptTokens}} tokens read, {{.CompletionTokens}} written",
				"{{.Count}} answers · {{.PromptTokens}} tokens read, {{.CompletionTokens}} written", "PromptTokens",
				u.PromptTokens, "CompletionTokens", u.CompletionTokens),
			draw.NewLabel(ud.costText(string(u.Model), u.Usage), theme.RoleControl, theme.Text2)))
	}
	if len(rows) == 0 {
		rows = append(rows, widgets.PadVerticalAndSides(theme.Space10, 0,
			widgets.NewWrappedText(translate.Text("No tokens have been counted yet."), theme.RoleMeta, theme.Text3, 0)))
	}
	return widgets.CardOfSeparatedRows(theme.RadiusGroup, theme.Space4, 14, rows...)
}

// costText is the estimated cost of tokens of a model, "price unknown" without one, "" for a model
// on this computer.
func (ud *usageDialog) costText(model string, u memory.Usage) string {
	for _, m := range ud.state.Models.All {
		if m.ID != model {
			continue
		}
		if dollars, ok := m.EstimateCost(u); ok {
			return formatEstimatedDollars(dollars)
		}
		if m.Local {
			return ""
		}
	}
	return translate.Text("price unknown")
}

// formatEstimatedDollars formats an estimate: two digits after the point, or two that mean
// something below a cent.
func formatEstimatedDollars(v float64) string {
	if v >= 0.01 || v == 0 {
		return translate.Text("≈ ${{.Dollars}}", "Dollars", translate.FormatDecimal(v, 2))
	}
	return translate.Text("≈ ${{.Dollars}}", "Dollars", fmt.Sprintf("%.2g", v))
}
