package window

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// profileMenu offers the profiles, and adds, renames or asks to delete one. The window shows and
// deletes them. It must be used on the UI goroutine; switching profiles replaces it.
type profileMenu struct {
	env           *app.Env
	root          *widgets.Root // of its dialogs
	service       *engine.Service
	current       memory.Profile // the one shown
	onRenamed     func(current memory.Profile)
	switchTo      func(memory.Profile)
	deleteProfile func(memory.Profile)
}

// loadAndShowProfileMenu loads the profiles and shows them in a menu at the footer of the sidebar.
func (m *profileMenu) loadAndShowProfileMenu(at fyne.CanvasObject) {
	app.RunInBackground(m.env.Tasks, func(ctx context.Context) ([]memory.Profile, error) {
		return m.service.ListProfiles(ctx)
	}, func(ps []memory.Profile, err error) {
		if err != nil {
			m.env.ShowErrorToast(err)
			return
		}
		widgets.ShowMenuBelow(at, m.profileMenuItems(ps))
	})
}

func (m *profileMenu) profileMenuItems(ps []memory.Profile) []widgets.MenuItem {
	items := []widgets.MenuItem{{Label: translate.Text("Profile")}}
	now := m.current
	for _, p := range ps {
		if p.ID == now.ID {
			now = p
		}
		items = append(items, widgets.MenuItem{
			Label: sidebar.ProfileDisplayName(p.Name), Checked: p.ID == m.env.Session.ProfileID(),
			OnChosen: func() { m.switchTo(p) },
		})
	}
	items = append(items, widgets.MenuItem{},
		widgets.MenuItem{
			Icon: theme.IconPlus, Label: translate.Text("Add profile"), OnChosen: m.promptAndAddProfileAndSwitch,
		},
		widgets.MenuItem{
			Icon: theme.IconEdit, Label: translate.Text("Rename profile"),
			OnChosen: func() { m.promptAndRenameProfile(now) },
		})
	if now.ExternalID != "" {
		items = append(items, widgets.MenuItem{
			Icon: theme.IconCopy, Label: translate.Text("Copy profile ID"),
			OnChosen: func() {
				m.env.CopyText(string(now.ExternalID))
				m.env.ShowToast(app.Toast{Text: translate.Text("“{{.ID}}” copied", "ID", string(now.ExternalID))})
			},
		})
	}
	if now.ID != 1 {
		items = append(items, widgets.MenuItem{
			Icon: theme.IconTrash, Label: translate.Text("Delete profile"), Destructive: true,
			OnChosen: func() { m.askThenEraseProfileForever(now) },
		})
	}
	return items
}

func (m *profileMenu) promptAndAddProfileAndSwitch() {
	widgets.ShowTextPrompt(m.root, translate.Text("Add profile"), "", translate.Text("Add"), func(name string) {
		app.RunInBackgroundInOrder(m.env.Tasks, func(ctx context.Context) (memory.Profile, error) {
			return m.service.CreateProfile(ctx, name)
		}, func(p memory.Profile, err error) {
			if err != nil {
				m.env.ShowErrorToast(err)
				return
			}
			m.switchTo(p)
		})
	})
}

func (m *profileMenu) promptAndRenameProfile(p memory.Profile) {
	widgets.ShowTextPrompt(m.root, translate.Text("Rename profile"), sidebar.ProfileDisplayName(p.Name),
		translate.Text("Rename"), func(name string) {
			app.RunInBackgroundInOrder(m.env.Tasks, func(ctx context.Context) (memory.Profile, error) {
				if err := m.service.RenameProfile(ctx, p.ID, name); err != nil {
					return p, err
				}
				ps, err := m.service.ListProfiles(ctx)
				for _, x := range ps {
					if x.ID == p.ID {
						return x, err
					}
				}
				return p, err
			}, func(p memory.Profile, err error) {
				m.env.ShowErrorToast(err)
				if err == nil && p.ID == m.env.Session.ProfileID() {
					m.current = p
					m.onRenamed(p)
				}
			})
		})
}

// askThenEraseProfileForever asks before the memories and chats of a profile are erased.
func (m *profileMenu) askThenEraseProfileForever(p memory.Profile) {
	type size struct{ chats, memories int }
	app.RunInBackground(m.env.Tasks, func(ctx context.Context) (size, error) {
		ts, err := m.service.Session(p.ID, memory.ActorUser).ListChats(ctx, memory.ChatFilter{AnyArchived: true})
		if err != nil {
			return size{}, err
		}
		ms, err := m.service.Session(p.ID, memory.ActorUser).ListOrSearchMemories(ctx, memory.MemoryQuery{
			MemoryFilter: memory.MemoryFilter{AnyScope: true},
		})
		return size{len(ts), len(ms)}, err
	}, func(n size, err error) {
		if err != nil {
			m.env.ShowErrorToast(err)
			return
		}
		widgets.ShowQuestionDialog(m.root, translate.Text("Delete “{{.Name}}”?", "Name",
			sidebar.ProfileDisplayName(p.Name)),
			translate.Text("{{.Chats}} and {{.Memories}} will be deleted forever. This can't be undone.", "Chats",
				translate.Count(n.chats, "{{.Count}} chat", "{{.Count}} chats"), "Memories",
				translate.Count(n.memories, "{{.Count}} memory", "{{.Count}} memories")),
			[]widgets.DialogButton{
				{Label: translate.Text("Cancel"), Primary: true},
				{Label: translate.Text("Delete profile"), Destructive: true, OnTapped: func() { m.deleteProfile(p) }},
			})
	})
}
