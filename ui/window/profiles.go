package window

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// profileKey is the setting that holds the profile shown last.
const profileKey = "ui.profile"

// LoadProfile returns the profile shown last. It returns given when there is none, when it no
// longer exists, or when given is not the first profile.
func LoadProfile(ctx context.Context, s *engine.Service, h app.Host, given memory.Profile) memory.Profile {
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
	app.Go(w.tasks, func(ctx context.Context) ([]memory.Profile, error) {
		return w.options.Service.Profiles(ctx)
	}, func(ps []memory.Profile, err error) {
		if err != nil {
			w.env.ShowError(err)
			return
		}
		widgets.ShowMenu(at, w.profileItems(ps))
	})
}

func (w *Window) profileItems(ps []memory.Profile) []widgets.MenuItem {
	items := []widgets.MenuItem{{Label: "Profile"}}
	now := w.options.Profile
	for _, p := range ps {
		if p.ID == now.ID {
			now = p
		}
		items = append(items, widgets.MenuItem{
			Label: sidebar.ProfileDisplayName(p.Name), Checked: p.ID == w.env.Session.ProfileID(),
			OnChosen: func() { w.switchProfile(p) },
		})
	}
	items = append(items, widgets.MenuItem{},
		widgets.MenuItem{Icon: theme.IconPlus, Label: "Add profile", OnChosen: w.addProfile},
		widgets.MenuItem{Icon: theme.IconEdit, Label: "Rename profile", OnChosen: func() { w.renameProfile(now) }})
	if now.ExternalID != "" {
		items = append(items, widgets.MenuItem{Icon: theme.IconCopy, Label: "Copy profile ID", OnChosen: func() {
			w.env.CopyText(string(now.ExternalID))
			w.showToast(app.Toast{Text: "“" + string(now.ExternalID) + "” copied"})
		}})
	}
	if now.ID != 1 {
		items = append(items, widgets.MenuItem{
			Icon: theme.IconTrash, Label: "Delete profile", Destructive: true, OnChosen: func() { w.askDeleteProfile(now) },
		})
	}
	return items
}

func (w *Window) addProfile() {
	widgets.ShowTextPrompt(w.root, "Add profile", "", "Add", func(name string) {
		app.Queue(w.tasks, func(ctx context.Context) (memory.Profile, error) {
			return w.options.Service.CreateProfile(ctx, name)
		}, func(p memory.Profile, err error) {
			if err != nil {
				w.env.ShowError(err)
				return
			}
			w.switchProfile(p)
		})
	})
}

func (w *Window) renameProfile(p memory.Profile) {
	widgets.ShowTextPrompt(w.root, "Rename profile", sidebar.ProfileDisplayName(p.Name), "Rename", func(name string) {
		app.Queue(w.tasks, func(ctx context.Context) (memory.Profile, error) {
			if err := w.options.Service.RenameProfile(ctx, p.ID, name); err != nil {
				return p, err
			}
			ps, err := w.options.Service.Profiles(ctx)
			for _, x := range ps {
				if x.ID == p.ID {
					return x, err
				}
			}
			return p, err
		}, func(p memory.Profile, err error) {
			w.env.ShowError(err)
			if err == nil && p.ID == w.env.Session.ProfileID() {
				w.options.Profile = p
				w.sidebar.SetProfile(p.Name, w.locationNote())
			}
		})
	})
}

// askDeleteProfile asks before the memories and chats of a profile are erased.
func (w *Window) askDeleteProfile(p memory.Profile) {
	type size struct{ chats, memories int }
	app.Go(w.tasks, func(ctx context.Context) (size, error) {
		ts, err := w.options.Service.For(p.ID, memory.ActorUser).Chats(ctx, memory.ChatFilter{})
		if err != nil {
			return size{}, err
		}
		ms, err := w.options.Service.For(p.ID, memory.ActorUser).Memories(ctx, memory.MemoryQuery{
			MemoryFilter: memory.MemoryFilter{AnyScope: true},
		})
		return size{len(ts), len(ms)}, err
	}, func(n size, err error) {
		if err != nil {
			w.env.ShowError(err)
			return
		}
		widgets.ShowQuestion(w.root, "Delete “"+sidebar.ProfileDisplayName(p.Name)+"”?",
			fmt.Sprintf("%s and %s will be deleted forever. This can't be undone.",
				humanize.CountNoun(n.chats, "chat", "chats"), humanize.CountNoun(n.memories, "memory", "memories")),
			[]widgets.DialogButton{
				{Label: "Cancel", Primary: true},
				{Label: "Delete profile", Destructive: true, OnTapped: func() { w.deleteProfile(p) }},
			})
	})
}

// deleteProfile switches to the first profile before it deletes p, so that nothing of p is on
// screen or in progress.
func (w *Window) deleteProfile(p memory.Profile) {
	app.Queue(w.tasks, func(ctx context.Context) (memory.Profile, error) {
		ps, err := w.options.Service.Profiles(ctx)
		for _, x := range ps {
			if x.ID == 1 {
				return x, err
			}
		}
		return memory.Profile{ID: 1}, err
	}, func(first memory.Profile, err error) {
		if err != nil {
			w.env.ShowError(err)
			return
		}
		w.switchProfile(first)
		app.Queue(w.tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, w.options.Service.DeleteProfile(ctx, p.ID)
		}, func(_ struct{}, err error) {
			w.env.ShowError(err)
			if err == nil {
				w.showToast(app.Toast{Text: "“" + sidebar.ProfileDisplayName(p.Name) + "” deleted"})
			}
		})
	})
}

// switchProfile shows another profile. All work for the previous profile is finished and every pane
// is rebuilt, so that none of its data can still arrive.
func (w *Window) switchProfile(p memory.Profile) {
	if p.ID == w.env.Session.ProfileID() {
		return
	}
	w.chat.NewChat(false) // saves the draft, erases a temporary chat
	w.panel.SaveDraft()
	w.sidebar.StopSpinner()
	w.tasks.Close()
	sidebar, panel := w.frame.sidebarWanted, w.frame.panelWanted
	w.options.Profile = p
	w.buildProfileView()
	w.frame.sidebarWanted, w.frame.panelWanted = sidebar, panel
	w.bindKeys()
	w.win.SetContent(w.root)
	w.reloadPanes()
	w.OnStarted()
	app.Queue(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.options.Host.SaveSetting(ctx, profileKey, p.ID.String())
	}, func(_ struct{}, err error) { w.env.ShowError(err) })
}
