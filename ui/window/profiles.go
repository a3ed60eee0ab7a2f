package window

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/parts"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// profileKey is the setting that holds the profile shown last.
const profileKey = "ui.profile"

// LoadProfile returns the profile shown last. It returns given when there is none, when it no
// longer exists, or when given is not the first profile.
func LoadProfile(ctx context.Context, s *memory.Service, h app.Host, given memory.Profile) memory.Profile {
	if given.ID != 1 {
		return given
	}
	v, err := h.Setting(ctx, profileKey)
	if err != nil || v == "" {
		return given
	}
	ps, err := s.Profiles(ctx)
	if err != nil {
		return given
	}
	for _, p := range ps {
		if p.ID.String() == v {
			return p
		}
	}
	return given
}

// profileMenu lists the profiles above the footer of the sidebar.
func (w *Window) profileMenu(at fyne.CanvasObject) {
	app.Do(w.tasks, func(ctx context.Context) ([]memory.Profile, error) {
		return w.o.Service.Profiles(ctx)
	}, func(ps []memory.Profile, err error) {
		if err != nil {
			w.env.Fail(err)
			return
		}
		parts.ShowMenu(at, w.profileItems(ps))
	})
}

func (w *Window) profileItems(ps []memory.Profile) []parts.Item {
	items := []parts.Item{{Label: "Whose memory"}}
	now := w.o.Profile
	for _, p := range ps {
		if p.ID == now.ID {
			now = p
		}
		items = append(items, parts.Item{
			Label: sidebar.ProfileName(p.Name), Chosen: p.ID == w.env.Profile, Do: func() { w.switchTo(p) },
		})
	}
	items = append(items, parts.Item{},
		parts.Item{Icon: theme.IconPlus, Label: "Add a profile", Do: w.addProfile},
		parts.Item{Icon: theme.IconEdit, Label: "Rename this profile", Do: func() { w.renameProfile(now) }})
	if now.ID != 1 {
		items = append(items, parts.Item{
			Icon: theme.IconTrash, Label: "Delete this profile", Bad: true, Do: func() { w.askDeleteProfile(now) },
		})
	}
	return items
}

func (w *Window) addProfile() {
	parts.AskText(w.root, "Add a profile", "", "Add", func(name string) {
		app.InOrder(w.tasks, func(ctx context.Context) (memory.Profile, error) {
			return w.o.Service.CreateProfile(ctx, name)
		}, func(p memory.Profile, err error) {
			if err != nil {
				w.env.Fail(err)
				return
			}
			w.switchTo(p)
		})
	})
}

func (w *Window) renameProfile(p memory.Profile) {
	parts.AskText(w.root, "Rename the profile", sidebar.ProfileName(p.Name), "Rename", func(name string) {
		app.InOrder(w.tasks, func(ctx context.Context) (memory.Profile, error) {
			if err := w.o.Service.RenameProfile(ctx, p.ID, name); err != nil {
				return p, err
			}
			ps, err := w.o.Service.Profiles(ctx)
			for _, x := range ps {
				if x.ID == p.ID {
					return x, err
				}
			}
			return p, err
		}, func(p memory.Profile, err error) {
			w.env.Fail(err)
			if err == nil && p.ID == w.env.Profile {
				w.o.Profile = p
				w.sidebar.SetProfile(p.Name, w.placeNote())
			}
		})
	})
}

// askDeleteProfile asks before the memories and chats of a profile are erased.
func (w *Window) askDeleteProfile(p memory.Profile) {
	type size struct{ chats, memories int }
	app.Do(w.tasks, func(ctx context.Context) (size, error) {
		ts, err := w.o.Service.Threads(ctx, memory.ThreadFilter{ProfileID: p.ID})
		if err != nil {
			return size{}, err
		}
		ms, err := w.o.Service.Memories(ctx, memory.MemoryQuery{
			MemoryFilter: memory.MemoryFilter{ProfileID: p.ID, AnyScope: true},
		})
		return size{len(ts), len(ms)}, err
	}, func(n size, err error) {
		if err != nil {
			w.env.Fail(err)
			return
		}
		parts.Ask(w.root, "Delete “"+sidebar.ProfileName(p.Name)+"”?",
			fmt.Sprintf("%s and %s are erased for good. This cannot be undone.",
				when.Count(n.chats, "chat", "chats"), when.Count(n.memories, "memory", "memories")),
			[]parts.Answer{
				{Label: "Cancel", Main: true},
				{Label: "Delete the profile", Bad: true, Do: func() { w.deleteProfile(p) }},
			})
	})
}

// deleteProfile switches to the first profile before it deletes p, so that nothing of p is on
// screen or in progress.
func (w *Window) deleteProfile(p memory.Profile) {
	app.InOrder(w.tasks, func(ctx context.Context) (memory.Profile, error) {
		ps, err := w.o.Service.Profiles(ctx)
		for _, x := range ps {
			if x.ID == 1 {
				return x, err
			}
		}
		return memory.Profile{ID: 1}, err
	}, func(first memory.Profile, err error) {
		if err != nil {
			w.env.Fail(err)
			return
		}
		w.switchTo(first)
		app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, w.o.Service.DeleteProfile(ctx, p.ID)
		}, func(_ struct{}, err error) {
			w.env.Fail(err)
			if err == nil {
				w.notify(app.Note{Text: "“" + sidebar.ProfileName(p.Name) + "” was deleted"})
			}
		})
	})
}

// switchProfile shows another profile. All work for the previous profile is finished and every pane
// is rebuilt, so that none of its data can still arrive.
func (w *Window) switchTo(p memory.Profile) {
	if p.ID == w.env.Profile {
		return
	}
	w.chat.New(false) // saves the draft, erases a temporary chat
	w.panel.KeepDraft()
	w.sidebar.Close()
	w.tasks.Close()
	sidebar, panel := w.frame.wantSidebar, w.frame.wantPanel
	w.o.Profile = p
	w.furnish()
	w.frame.wantSidebar, w.frame.wantPanel = sidebar, panel
	w.keys()
	w.win.SetContent(w.root)
	w.load()
	w.Started()
	app.InOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.o.Host.Keep(ctx, profileKey, p.ID.String())
	}, func(_ struct{}, err error) { w.env.Fail(err) })
}
