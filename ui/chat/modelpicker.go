package chat

import (
	"context"
	"slices"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// favoriteModelsKey is the setting, one per profile, that holds the IDs of the favorite models.
const favoriteModelsKey = "ui.favorite_models"

// favoriteModels are the models that the picker lists first.
type favoriteModels struct {
	stored *app.Stored[[]string]
	ids    []string
}

func newUnloadedFavoriteModels(env *app.Env) *favoriteModels {
	return &favoriteModels{stored: app.NewProfileStoredValue[[]string](env, favoriteModelsKey)}
}

// loadOnce loads the favorites unless that has been done.
func (f *favoriteModels) loadOnce() {
	if !f.stored.IsLoaded() {
		f.stored.LoadAsync(func(context.Context, *[]string) error { return nil }, func(ids []string) { f.ids = ids })
	}
}

// setStarredAndSave adds a model behind the others, or removes it.
func (f *favoriteModels) setStarredAndSave(id string, on bool) {
	f.ids = slices.DeleteFunc(slices.Clone(f.ids), func(other string) bool { return other == id })
	if on {
		f.ids = append(f.ids, id)
	}
	f.stored.SaveAsyncIfLoadedAndChanged(f.ids, len(f.ids) == 0)
}

// openModelPicker opens the list of models with its filter.
func (h *header) openModelPicker() {
	var p *widgets.Picker
	p = widgets.ShowPickerBelow(h.modelButton, widgets.PickerOptions{
		Placeholder: translate.Text("Find a model (Ctrl+D adds it to favorites)"),
		Items:       h.modelPickerItems(),
		NoneText:    translate.Text("No matching models"),
		OnPicked: func(key string) {
			id := memory.NullText(key)
			h.on.changeChat(memory.ChatPatch{Model: &id})
		},
		OnStarred: func(key string, on bool) {
			h.favorites.setStarredAndSave(key, on)
			p.SetItems(h.modelPickerItems())
		},
		Actions: []widgets.MenuItem{
			{Icon: theme.IconRefresh, Label: translate.Text("Refresh"), OnChosen: h.on.refreshModels},
			{
				Icon: theme.IconSliders, Label: translate.Text("Models and providers"),
				OnChosen: h.newNavigateWithOpenChatFunc(app.ScreenModels),
			},
		},
	})
}

// modelPickerItems returns the models that can chat: the favorites first, then the others by
// provider.
func (h *header) modelPickerItems() []widgets.PickerItem {
	models := h.state.Models
	now := h.state.Models.CurrentModel()
	var items []widgets.PickerItem
	for _, m := range models.All {
		if !m.CanChat {
			continue
		}
		place := models.ProviderTitle(m.Provider)
		if m.Local {
			place += " · " + models.ModelLocationText(m)
		}
		item := widgets.PickerItem{
			Key: m.ID, Group: place, Label: humanize.ReadableServerModelName(m.Name), Words: m.ID,
			Checked:  now != nil && now.ID == m.ID,
			Disabled: !m.Available, Starred: slices.Contains(h.favorites.ids, m.ID),
		}
		if m.ContextWindow > 0 {
			item.Detail = composer.AbbreviateTokenCount(m.ContextWindow)
		}
		if !m.Available {
			item.Detail = translate.Text("can't be reached")
		}
		if item.Starred {
			item.Group, item.Words = translate.Text("Favorites"), m.ID+" "+place
		}
		items = append(items, item)
	}
	rank := func(it widgets.PickerItem) int {
		if i := slices.Index(h.favorites.ids, it.Key); i >= 0 {
			return i
		}
		return len(h.favorites.ids)
	}
	slices.SortStableFunc(items, func(a, b widgets.PickerItem) int { return rank(a) - rank(b) })
	return items
}
