package window

import (
	"context"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/sidebar"
	"memoir/ui/translate"
)

// profileKey is the setting that holds the profile shown last.
const profileKey = "ui.profile"

// LoadLastShownProfileUnlessGiven returns the profile shown last. It returns given when there is
// none, when it no longer exists, or when given is not the first profile.
func LoadLastShownProfileUnlessGiven(
	ctx context.Context, s *engine.Service, h app.Host, given memory.Profile,
) memory.Profile {
	if given.ID != 1 {
		return given
	}
	v, err := h.LoadSettingOrEmpty(ctx, profileKey)
	if err != nil || v == "" {
		return given
	}
	ps, err := s.ListProfiles(ctx)
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

// showRenamedProfile shows the new name of the current profile.
func (w *Window) showRenamedProfile(p memory.Profile) {
	w.options.Profile = p
	w.sidebar.ShowProfileNameAndNote(p.Name, storageLocationOrDemoNote(w.options.Host))
}

// switchToFirstAndEraseProfile switches to the first profile before it deletes p, so that nothing
// of p is on screen or in progress.
func (w *Window) switchToFirstAndEraseProfile(p memory.Profile) {
	app.RunInBackgroundInOrder(w.tasks, func(ctx context.Context) (memory.Profile, error) {
		ps, err := w.options.Service.ListProfiles(ctx)
		for _, x := range ps {
			if x.ID == 1 {
				return x, err
			}
		}
		return memory.Profile{ID: 1}, err
	}, func(first memory.Profile, err error) {
		if err != nil {
			w.env.ShowErrorToast(err)
			return
		}
		w.switchProfileRebuildingPanes(first)
		app.RunInBackgroundInOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, w.options.Service.DeleteProfileAlsoFromSnapshots(ctx, p.ID)
		}, func(_ struct{}, err error) {
			w.env.ShowErrorToast(err)
			if err == nil {
				w.showToastInFittingPane(app.Toast{Text: translate.Text("“{{.Name}}” deleted", "Name",
					sidebar.ProfileDisplayName(p.Name))})
			}
		})
	})
}

// switchProfileRebuildingPanes shows another profile. All work for the previous profile is finished
// and every pane is rebuilt, so that none of its data can still arrive.
func (w *Window) switchProfileRebuildingPanes(p memory.Profile) {
	if p.ID == w.env.Session.ProfileID() {
		return
	}
	w.chat.LeaveAndOpenNewChat(false) // saves the draft, erases a temporary chat
	w.panel.SaveDraftsNow()
	w.sidebar.ClearBusyAndStopSpinner()
	w.tasks.Close()
	sidebar, panel := w.frame.sidebarWanted, w.frame.panelWanted
	w.options.Profile = p
	w.buildProfileEnvAndPanes(w.win)
	w.frame.sidebarWanted, w.frame.panelWanted = sidebar, panel
	w.keyboard.registerKeyHandlers()
	w.win.SetContent(w.root)
	w.reloadPanesWithNewChat()
	w.focusComposerUnlessFirstRun()
	app.RunInBackgroundInOrder(w.tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.options.Host.SaveSetting(ctx, profileKey, p.ID.String())
	}, func(_ struct{}, err error) { w.env.ShowErrorToast(err) })
}
