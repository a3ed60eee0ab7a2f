package settings

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

// programSetup is what a program needs to use Memoir, as text to copy. address is that of the HTTP
// interface, without a path.
type programSetup struct {
	program string
	format  func(address, token string) string
}

// formatBaseURLAndKey is what most programs ask for.
func formatBaseURLAndKey(address, token string) string {
	return fmt.Sprintf("Base URL: %s/v1\nAPI key: %s\n", address, token)
}

// programSetups lists the programs for which a setup can be copied, in the order of the menu.
func programSetups() []programSetup {
	return []programSetup{
		{"curl", func(address, token string) string {
			return fmt.Sprintf("curl %s/v1/models -H 'Authorization: Bearer %s'\n", address, token)
		}},
		{"Open WebUI", formatBaseURLAndKey},
		{"LibreChat", func(address, token string) string {
			return fmt.Sprintf("endpoints:\n  custom:\n    - name: Memoir\n      apiKey: %s\n      baseURL: %s/v1\n"+
				"      models:\n        default: []\n        fetch: true\n", token, address)
		}},
		{"aider", func(address, token string) string {
			return fmt.Sprintf("export OPENAI_API_BASE=%s/v1\nexport OPENAI_API_KEY=%s\n"+
				"# aider --model openai/PROVIDER/MODEL\n", address, token)
		}},
		{"Continue", func(address, token string) string {
			return fmt.Sprintf("models:\n  - name: Memoir\n    provider: openai\n    model: AUTODETECT\n"+
				"    apiBase: %s/v1\n    apiKey: %s\n", address, token)
		}},
		{translate.Text("another app"), formatBaseURLAndKey},
	}
}

// newProgramSetupRow offers to copy what a program needs.
func (n *httpInterfaceGroup) newProgramSetupRow(address string) fyne.CanvasObject {
	var button *widgets.Button
	button = widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Outline, Label: translate.Text("Copy for…")}, func() {
		var items []widgets.MenuItem
		for _, s := range programSetups() {
			items = append(items, widgets.MenuItem{
				Label: translate.Text("Copy for {{.Program}}", "Program", s.program),
				OnChosen: func() {
					n.copyProgramSetupCreatingToken(s, address)
				},
			})
		}
		widgets.ShowMenuBelow(button, items)
	})
	return newSettingRow(translate.Text("Set up an app"),
		translate.Text("Copies the base URL and the token in the format the app expects."),
		button)
}

func (n *httpInterfaceGroup) copyProgramSetupCreatingToken(s programSetup, address string) {
	app.RunInBackground(n.dialog.env.Tasks, n.dialog.env.Host.ReadOrCreateAPIToken, func(token string, err error) {
		n.dialog.env.ShowErrorToast(err)
		if err == nil {
			n.dialog.env.CopyText(s.format(address, token))
			n.dialog.env.ShowToast(app.Toast{Text: translate.Text("Copied for {{.Program}}", "Program", s.program)})
		}
	})
}

// httpInterfaceState is what the group shows.
type httpInterfaceState struct {
	network  app.Network
	programs []memory.ProgramUse
}

func (n *httpInterfaceGroup) loadState(ctx context.Context) (httpInterfaceState, error) {
	var s httpInterfaceState
	var err error
	if s.network, err = n.dialog.env.Host.HTTPInterfaceStatus(ctx); err != nil {
		return s, err
	}
	s.programs, err = n.dialog.env.Session.ListProgramsSeen(ctx)
	return s, err
}

// newProgramUseRow shows a program that sent requests, with its last use.
func newProgramUseRow(p memory.ProgramUse, now time.Time) fyne.CanvasObject {
	return newSettingRow(p.Name, translate.Text("Chats from this app are listed under its name."),
		draw.NewLabel(humanize.FormatAsTodayYesterdayOrDate(p.LastUsedAt, now), theme.RoleControl, theme.Text2))
}
