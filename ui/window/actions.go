package window

import (
	"context"
	"fmt"
	"io"
	"os"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

func (w *Window) sidebarActions() sidebar.Actions {
	return sidebar.Actions{
		CollapseSidebar: func() { w.frame.showSidebar(false) },
		RenameChat:      w.renameChat, DeleteChat: w.askDeleteChat, TogglePin: w.togglePin,
		ChooseProfile: w.profileMenu,
	}
}

func (w *Window) chatActions() chat.Actions {
	return chat.Actions{
		OnChatStored: func(t memory.Chat) { w.sidebar.SetCurrent(t.ID) },
		OnChatChanged: func(t memory.Chat) {
			w.sidebar.SetCurrent(t.ID)
			w.panel.SetChat(t, w.chat.LastAnswer())
		},
		OnBusyChanged: func(id memory.ID, on bool) { w.sidebar.SetBusy(id, on) },
		RenameChat:    w.renameChat, DeleteChat: w.askDeleteChat, TogglePin: w.togglePin,
		CopyDiagnostics:   w.copyDiagnostics,
		ToggleSidebar:     func() { w.frame.showSidebar(!w.frame.sidebarShown()) },
		TogglePanel:       func() { w.frame.showPanel(!w.frame.panelShown()) },
		OnUnhandledEscape: w.handleEscape,
		OnFunctionKey:     w.handleFunctionKey,
	}
}

func (w *Window) renameChat(t memory.Chat) {
	if t.ID == 0 {
		return
	}
	widgets.ShowTextPrompt(w.root, "Rename chat", t.Title, "Rename", func(s string) {
		w.updateChat(t.ID, memory.ChatPatch{Title: &s})
	})
}

func (w *Window) togglePin(t memory.Chat) {
	on := !t.Pinned
	w.updateChat(t.ID, memory.ChatPatch{Pinned: &on})
}

// askDeleteChat deletes a chat. If memories were extracted there, it asks first whether they stay.
func (w *Window) askDeleteChat(t memory.Chat) {
	if t.ID == 0 {
		return
	}
	app.Go(w.tasks, func(ctx context.Context) (int, error) {
		return w.env.Session.LearnedIn(ctx, t.ID)
	}, func(n int, err error) {
		switch {
		case err != nil:
			w.env.ShowError(err)
		case n == 0 || t.Temporary:
			w.deleteChat(t, false)
		default:
			widgets.ShowQuestion(w.root, "Delete “"+sidebar.ChatTitle(t)+"”?",
				fmt.Sprintf("Memoir learned %s in this chat. The chat stays in the trash for 30 days.",
					humanize.CountNoun(n, "thing", "things")),
				[]widgets.DialogButton{
					{Label: "Cancel"},
					{Label: deleteWithMemoriesLabel(n), Destructive: true, OnTapped: func() { w.deleteChat(t, true) }},
					{Label: "Delete chat only", Primary: true, OnTapped: func() { w.deleteChat(t, false) }},
				})
		}
	})
}

// deleteWithMemoriesLabel labels the button that deletes a chat and the n memories learned in it.
func deleteWithMemoriesLabel(n int) string {
	if n == 1 {
		return "Delete chat and its memory"
	}
	return "Delete chat and its " + humanize.CountNoun(n, "memory", "memories")
}

func (w *Window) deleteChat(t memory.Chat, unlearn bool) {
	if t.ID == w.chat.Chat().ID {
		w.chat.NewChat(false)
	}
	app.Queue(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.env.Session.DeleteChat(ctx, t.ID, memory.DeleteChatOptions{Unlearn: unlearn})
	}, func(_ struct{}, err error) {
		if err != nil {
			w.env.ShowError(err)
			return
		}
		if t.Temporary {
			return
		}
		w.showToast(app.Toast{
			Text: "Chat moved to the trash", ActionLabel: "Undo",
			Action: func() { w.restoreChat(t.ID, true) },
		})
	})
}

func (w *Window) restoreChat(id memory.ID, show bool) {
	app.Queue(w.tasks, func(ctx context.Context) (memory.Chat, error) {
		return w.env.Session.RestoreChat(ctx, id)
	}, func(t memory.Chat, err error) {
		w.env.ShowError(err)
		if err == nil && show {
			w.navigateTo(app.ChatRoute(t.ID, 0))
		}
	})
}

// openTrash lists the deleted chats, which can be restored.
func (w *Window) openTrash() {
	app.Go(w.tasks, func(ctx context.Context) ([]memory.Chat, error) {
		return w.env.Session.Chats(ctx, memory.ChatFilter{InTrash: true})
	}, func(ts []memory.Chat, err error) {
		if err != nil {
			w.env.ShowError(err)
			return
		}
		w.showTrash(ts)
	})
}

func (w *Window) showTrash(ts []memory.Chat) {
	var sheet *widgets.Sheet
	list := widgets.NewList(0, 0, 0, 0, 0)
	entries := make([]widgets.ListRow, 0, len(ts))
	for _, t := range ts {
		entries = append(entries, widgets.ListRow{
			Key: t.ID.String(), MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(44) },
			Build: func() fyne.CanvasObject {
				return widgets.Row(theme.Space8,
					widgets.Flex(widgets.Inset(theme.Space4, 0, widgets.Column(0,
						draw.NewShrinkingLabel(sidebar.ChatTitle(t), theme.RoleControl, theme.Text),
						draw.NewShrinkingLabel("deleted "+humanize.FormatTime(t.DeletedAt, w.env.Now()), theme.RoleMeta, theme.Text3)))),
					widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: "Restore", Height: 28}, func() {
						sheet.Close()
						w.restoreChat(t.ID, true)
					}),
					widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Danger, Label: "Delete forever", Height: 28}, func() {
						sheet.Close()
						w.askPurgeChat(t)
					}))
			},
		})
	}
	list.SetRows(entries)
	height := float32(min(len(ts), 7)) * theme.Current().ScaleWithText(44)
	sheet = widgets.OpenSheet(w.root, 520, widgets.Column(theme.Space10,
		draw.NewLabel("Trash", theme.RoleTitle, theme.Text),
		widgets.NewWrappedText("Deleted chats stay here for 30 days.", theme.RoleControl, theme.Text2, 0),
		widgets.FixedSize(0, height, list),
		widgets.Row(0, widgets.Spacer(), widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: "Close",
			Height: 32,
		},
			func() { sheet.Close() }))))
}

func (w *Window) askPurgeChat(t memory.Chat) {
	widgets.ShowQuestion(w.root, "Delete “"+sidebar.ChatTitle(t)+"” forever?",
		"This can't be undone. What Memoir learned in it stays.",
		[]widgets.DialogButton{{Label: "Cancel"}, {Label: "Delete forever", Destructive: true, OnTapped: func() {
			app.Queue(w.tasks, func(ctx context.Context) (struct{}, error) {
				return struct{}{}, w.env.Session.DeleteChat(ctx, t.ID, memory.DeleteChatOptions{Purge: true})
			}, func(_ struct{}, err error) {
				w.env.ShowError(err)
				w.sidebar.ReloadChats()
			})
		}}})
}

func (w *Window) attachPath(path string) {
	w.chat.AttachURI(path, func() (io.ReadCloser, error) { return os.Open(path) })
}

func (w *Window) onFilesDropped(_ fyne.Position, files []fyne.URI) {
	for _, u := range files {
		if u.Scheme() == "file" {
			w.attachPath(u.Path())
		}
	}
}

// copyReport copies a report about the shown profile.
func (w *Window) copyReport(report func(context.Context, memory.ID) (string, error), toastText string) {
	profile := w.env.Session.ProfileID()
	app.Go(w.tasks, func(ctx context.Context) (string, error) { return report(ctx, profile) },
		func(s string, err error) {
			if err != nil {
				w.env.ShowError(err)
				return
			}
			w.env.CopyText(s)
			w.showToast(app.Toast{Text: toastText})
		})
}

// copyDiagnostics copies a report about the state of the program, without content.
func (w *Window) copyDiagnostics() {
	w.copyReport(w.options.Host.Diagnostics, "Diagnostics copied. Your messages aren't included.")
}
