package window

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// trash shows the deleted chats of a profile, restores them and deletes them for good. It must be used
// on the UI goroutine.
type trash struct {
	env         *app.Env
	root        *widgets.Root // of the sheet
	restore     func(chat memory.ID)
	reloadChats func() // of the sidebar
}

// loadAndShowDeletedChats shows the deleted chats, which can be restored.
func (d *trash) loadAndShowDeletedChats() {
	app.RunInBackground(d.env.Tasks, func(ctx context.Context) ([]memory.Chat, error) {
		return d.env.Session.ListChats(ctx, memory.ChatFilter{InTrash: true})
	}, func(ts []memory.Chat, err error) {
		if err != nil {
			d.env.ShowErrorToast(err)
			return
		}
		d.openDeletedChatsSheet(ts)
	})
}

// loadAndShowArchivedChats shows the archived chats, which can be opened and restored.
func (d *trash) loadAndShowArchivedChats() {
	app.RunInBackground(d.env.Tasks, func(ctx context.Context) ([]memory.Chat, error) {
		return d.env.Session.ListChats(ctx, memory.ChatFilter{Archived: true})
	}, func(ts []memory.Chat, err error) {
		if err != nil {
			d.env.ShowErrorToast(err)
			return
		}
		d.openArchivedChatsSheet(ts)
	})
}

func (d *trash) openArchivedChatsSheet(ts []memory.Chat) {
	var sheet *widgets.Sheet
	rows := make([]widgets.ListRow, len(ts))
	for i, t := range ts {
		rows[i] = widgets.ListRow{
			Key: t.ID.String(), MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(44) },
			Build: func() fyne.CanvasObject {
				return widgets.Row(theme.Space8,
					widgets.Flex(widgets.CenterVertically(
						draw.NewShrinkingLabel(sidebar.ChatDisplayTitle(t), theme.RoleControl, theme.Text))),
					widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Open"), Height: 28}, func() {
						sheet.Close()
						d.env.NavigateTo(app.ChatRoute(t.ID, 0))
					}),
					widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Restore"), Height: 28}, func() {
						sheet.Close()
						d.restore(t.ID)
					}))
			},
		}
	}
	list := widgets.NewVirtualList(0, 0, 0, 0, 0)
	list.SetRows(rows)
	height := float32(min(len(ts), 7)) * theme.Current().ScaleUpWithTextZoom(44)
	sheet = widgets.OpenDialogSizedToContent(d.root, 520, widgets.Column(theme.Space10,
		draw.NewLabel(translate.Text("Archived chats"), theme.RoleTitle, theme.Text),
		widgets.NewWrappedText(translate.Text("Search still finds them. A message takes a chat back into the list."),
			theme.RoleControl,
			theme.Text2, 0),
		widgets.FixedSize(0, height, list),
		widgets.Row(0, widgets.Spacer(), widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: translate.Text("Close"), Height: 32,
		}, func() { sheet.Close() }))))
}

func (d *trash) openDeletedChatsSheet(ts []memory.Chat) {
	var sheet *widgets.Sheet
	list := widgets.NewVirtualList(0, 0, 0, 0, 0)
	entries := make([]widgets.ListRow, 0, len(ts))
	for _, t := range ts {
		entries = append(entries, widgets.ListRow{
			Key: t.ID.String(), MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(44) },
			Build: func() fyne.CanvasObject {
				return widgets.Row(theme.Space8,
					widgets.Flex(widgets.PadVerticalAndSides(theme.Space4, 0, widgets.Column(
						0,
						draw.NewShrinkingLabel(sidebar.ChatDisplayTitle(t), theme.RoleControl, theme.Text),
						draw.NewShrinkingLabel(
							translate.Text("deleted {{.Time}}", "Time", humanize.FormatRelativeTime(t.DeletedAt, d.env.Now())),
							theme.RoleMeta,
							theme.Text3,
						),
					))),
					widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Restore"), Height: 28}, func() {
						sheet.Close()
						d.restore(t.ID)
					}),
					widgets.NewButton(widgets.ButtonOptions{
						Kind: widgets.Danger, Label: translate.Text("Delete forever"),
						Height: 28,
					}, func() {
						sheet.Close()
						d.askToDeleteChatForever(t)
					}))
			},
		})
	}
	list.SetRows(entries)
	height := float32(min(len(ts), 7)) * theme.Current().ScaleUpWithTextZoom(44)
	sheet = widgets.OpenDialogSizedToContent(d.root, 520, widgets.Column(theme.Space10,
		draw.NewLabel(translate.Text("Trash"), theme.RoleTitle, theme.Text),
		widgets.NewWrappedText(translate.Text("Deleted chats stay here for 30 days."), theme.RoleControl, theme.Text2, 0),
		widgets.FixedSize(0, height, list),
		widgets.Row(0, widgets.Spacer(), widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: translate.Text("Close"),
			Height: 32,
		},
			func() { sheet.Close() }))))
}

func (d *trash) askToDeleteChatForever(t memory.Chat) {
	widgets.ShowQuestionDialog(d.root, translate.Text("Delete “{{.Title}}” forever?", "Title",
		sidebar.ChatDisplayTitle(t)),
		translate.Text("This can't be undone. What Memoir learned in it stays."),
		[]widgets.DialogButton{
			{Label: translate.Text("Cancel")},
			{Label: translate.Text("Delete forever"), Destructive: true, OnTapped: func() {
				app.RunInBackgroundInOrder(d.env.Tasks, func(ctx context.Context) (struct{}, error) {
					return struct{}{}, d.env.Session.DeleteChat(ctx, t.ID, memory.DeleteChatOptions{Purge: true})
				}, func(_ struct{}, err error) {
					d.env.ShowErrorToast(err)
					d.reloadChats()
				})
			}},
		})
}
