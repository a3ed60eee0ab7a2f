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
	"memoir/ui/kit"
	"memoir/ui/panel"
	"memoir/ui/parts"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/when"
)

func (w *Window) sidebarActions() sidebar.Actions {
	return sidebar.Actions{
		Open: func(id memory.ID) {
			w.open(id, 0)
			w.frame.tuck()
		},
		New:      func() { w.newChat(false) },
		Search:   w.search,
		Settings: func() { w.settings.Open(w.win.Canvas(), "") },
		Collapse: func() { w.frame.showSidebar(false) },
		Rename:   w.rename, Delete: w.remove, Pin: w.pin, Trash: w.trash,
		Profiles: w.profileMenu,
	}
}

func (w *Window) chatActions() chat.Actions {
	return chat.Actions{
		Started: func(t memory.Thread) { w.sidebar.SetCurrent(t.ID) },
		Changed: func(t memory.Thread) {
			w.sidebar.SetCurrent(t.ID)
			w.panel.SetThread(t, w.chat.LastAnswer())
		},
		Busy:   func(id memory.ID, on bool) { w.sidebar.SetBusy(id, on) },
		Rename: w.rename, Delete: w.remove, Pin: w.pin,
		New: func() { w.newChat(false) },
		Receipt: func(id memory.ID) {
			w.panel.ShowAnswer(id)
			w.frame.showPanel(true)
		},
		Lesson:   w.openMemory,
		Files:    func() { w.showPanel(panel.Files) },
		Models:   func() { w.settings.Open(w.win.Canvas(), "") },
		Key:      func(provider string) { w.settings.Open(w.win.Canvas(), provider) },
		Setup:    w.showFirstRun,
		Report:   w.report,
		Sidebar:  func() { w.frame.showSidebar(!w.frame.sidebarShown()) },
		Panel:    func() { w.frame.showPanel(!w.frame.panelShown()) },
		PickFile: w.pickFile,
		OpenFile: func(memory.ID) { w.showPanel(panel.Files) },
		OpenURL:  w.o.OpenURL,
		Escape:   w.escape,
		Key1:     w.functionKey,
		CopyText: w.copyText,
	}
}

func (w *Window) showPanel(t panel.Tab) {
	w.panel.Turn(t)
	w.frame.showPanel(true)
}

// openChat shows a chat, and scrolls to one of its messages when at is not 0.
func (w *Window) open(thread, at memory.ID) { w.chat.Open(thread, at) }

func (w *Window) openMemory(id memory.ID) {
	w.panel.OpenMemory(id)
	w.frame.showPanel(true)
}

func (w *Window) newChat(temporary bool) {
	w.chat.New(temporary)
	w.frame.tuck()
}

func (w *Window) search() { w.palette.Open(w.win.Canvas(), w.sidebar.Threads()) }

func (w *Window) copyText(text string) { fyne.CurrentApp().Clipboard().SetContent(text) }

func (w *Window) rename(t memory.Thread) {
	if t.ID == 0 {
		return
	}
	parts.AskText(w.root, "Rename the chat", t.Title, "Rename", func(s string) {
		w.update(t.ID, memory.ThreadPatch{Title: &s})
	})
}

func (w *Window) pin(t memory.Thread) {
	on := !t.Pinned
	w.update(t.ID, memory.ThreadPatch{Pinned: &on})
}

// askDeleteChat deletes a chat. If memories were extracted there, it asks first whether they stay.
func (w *Window) remove(t memory.Thread) {
	if t.ID == 0 {
		return
	}
	app.Do(w.tasks, func(ctx context.Context) (int, error) {
		ds, err := w.env.Service.Decisions(ctx, memory.DecisionFilter{
			ProfileID: w.env.Profile, ThreadID: t.ID, Actor: memory.ActorExtractor,
		})
		n := 0
		for _, d := range ds {
			if len(d.Changes) > 0 && d.Action != memory.ActionIgnore && d.UndoOf == 0 && d.UndoneBy == 0 {
				n++
			}
		}
		return n, err
	}, func(n int, err error) {
		switch {
		case err != nil:
			w.env.Fail(err)
		case n == 0 || t.Temporary:
			w.doRemove(t, false)
		default:
			parts.Ask(w.root, "Delete “"+sidebar.Title(t)+"”?",
				fmt.Sprintf("Memoir learned %s in this chat. The chat goes to the trash for 30 days.",
					when.Count(n, "thing", "things")),
				[]parts.Answer{
					{Label: "Cancel"},
					{Label: "Also forget what was learned", Bad: true, Do: func() { w.doRemove(t, true) }},
					{Label: "Keep what was learned", Main: true, Do: func() { w.doRemove(t, false) }},
				})
		}
	})
}

func (w *Window) doRemove(t memory.Thread, unlearn bool) {
	if t.ID == w.chat.Thread().ID {
		w.chat.New(false)
	}
	app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.env.Service.DeleteThread(ctx, w.env.Profile, t.ID, memory.DeleteThread{Unlearn: unlearn})
	}, func(_ struct{}, err error) {
		if err != nil {
			w.env.Fail(err)
			return
		}
		if t.Temporary {
			return
		}
		w.notify(app.Note{Text: "Chat moved to the trash", Label: "Undo", Action: func() { w.restore(t.ID, true) }})
	})
}

func (w *Window) restore(id memory.ID, show bool) {
	app.InOrder(w.tasks, func(ctx context.Context) (memory.Thread, error) {
		return w.env.Service.RestoreThread(ctx, w.env.Profile, id)
	}, func(t memory.Thread, err error) {
		w.env.Fail(err)
		if err == nil && show {
			w.open(t.ID, 0)
		}
	})
}

// openTrash lists the deleted chats, which can be restored.
func (w *Window) trash() {
	app.Do(w.tasks, func(ctx context.Context) ([]memory.Thread, error) {
		return w.env.Service.Threads(ctx, memory.ThreadFilter{ProfileID: w.env.Profile, Trash: true})
	}, func(ts []memory.Thread, err error) {
		if err != nil {
			w.env.Fail(err)
			return
		}
		w.showTrash(ts)
	})
}

func (w *Window) showTrash(ts []memory.Thread) {
	var sheet *parts.Sheet
	list := parts.NewList(0, 0, 0, 0, 0)
	entries := make([]parts.Entry, 0, len(ts))
	for _, t := range ts {
		entries = append(entries, parts.Entry{
			Key: t.ID.String(), Height: func(float32) float32 { return theme.Current().Scaled(44) },
			Make: func() fyne.CanvasObject {
				return parts.Row(theme.Space8,
					parts.Flex(parts.Pad(4, 0, 4, 0, parts.Column(0,
						kit.NewShrinkingLabel(sidebar.Title(t), theme.RoleControl, theme.Text),
						kit.NewShrinkingLabel("deleted "+when.Said(t.DeletedAt, w.env.Now()), theme.RoleMeta, theme.Text3)))),
					parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: "Bring back", Height: 28}, func() {
						sheet.Close()
						w.restore(t.ID, true)
					}),
					parts.NewButton(parts.ButtonOptions{Kind: parts.Danger, Label: "Delete for good", Height: 28}, func() {
						sheet.Close()
						w.purge(t)
					}))
			},
		})
	}
	list.Set(entries)
	height := float32(min(len(ts), 7)) * theme.Current().Scaled(44)
	sheet = parts.OpenSheet(w.root, 520, parts.Column(theme.Space10,
		kit.NewLabel("Trash", theme.RoleTitle, theme.Text),
		parts.NewPara("Deleted chats stay here for 30 days.", theme.RoleControl, theme.Text2, 0),
		parts.Fix(0, height, list),
		parts.Row(0, parts.Space(), parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Close", Height: 32},
			func() { sheet.Close() }))))
}

func (w *Window) purge(t memory.Thread) {
	parts.Ask(w.root, "Delete “"+sidebar.Title(t)+"” for good?", "This cannot be undone. What was learned there stays.",
		[]parts.Answer{{Label: "Cancel"}, {Label: "Delete for good", Bad: true, Do: func() {
			app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
				return struct{}{}, w.env.Service.DeleteThread(ctx, w.env.Profile, t.ID, memory.DeleteThread{Purge: true})
			}, func(_ struct{}, err error) {
				w.env.Fail(err)
				w.sidebar.Reload()
			})
		}}})
}

// pickFile opens the file picker; the chosen file is attached.
func (w *Window) pickFile() { w.picker.Open(w.win.Canvas()) }

func (w *Window) attach(path string) {
	w.chat.AttachURI(path, func() (io.ReadCloser, error) { return os.Open(path) })
}

func (w *Window) dropped(_ fyne.Position, files []fyne.URI) {
	for _, u := range files {
		if u.Scheme() == "file" {
			w.attach(u.Path())
		}
	}
}

// copyReport copies a report about the shown profile.
func (w *Window) copyReport(report func(context.Context, memory.ID) (string, error), said string) {
	profile := w.env.Profile
	app.Do(w.tasks, func(ctx context.Context) (string, error) { return report(ctx, profile) },
		func(s string, err error) {
			if err != nil {
				w.env.Fail(err)
				return
			}
			w.copyText(s)
			w.notify(app.Note{Text: said})
		})
}

// copyDiagnostics copies a report about the state of the program, without content.
func (w *Window) report() {
	w.copyReport(w.o.Host.Diagnostics, "Diagnostics copied. They hold no text of yours.")
}
