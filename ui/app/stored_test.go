package app_test

import (
	"context"
	"errors"
	"testing"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
)

// fakeHost is a host that only has settings.
type fakeHost struct {
	app.Host
	settings map[string]string
	err      error
	saveErr  error // of SaveSetting
}

func (d *fakeHost) LoadSettingOrEmpty(_ context.Context, key string) (string, error) {
	return d.settings[key], d.err
}

func (d *fakeHost) SaveSetting(_ context.Context, key, value string) error {
	if d.saveErr != nil {
		return d.saveErr
	}
	d.settings[key] = value
	return nil
}

// callWithStoredReturningToasts calls each function on the Stored of a profile and waits for the work it queued
// before it calls the next one. It returns the toasts.
func (d *fakeHost) callWithStoredReturningToasts(
	t *testing.T, profile memory.ID, fs ...func(k *app.Stored[[]string]),
) (said []string) {
	t.Helper()
	queue := make(chan func(), 100)
	tasks := app.NewBackgroundTasks(t.Context(), func(f func()) { queue <- f })
	env := &app.Env{
		Host: d, Tasks: tasks, Session: new(engine.Service).Session(profile, memory.ActorUser),
		ShowToast: func(n app.Toast) { said = append(said, n.Text) },
	}
	k := app.NewProfileStoredValue[[]string](env, "ui.test")
	for _, f := range fs {
		f(k)
		done := false
		app.RunInBackgroundInOrder(
			tasks,
			func(context.Context) (bool, error) { return true, nil },
			func(bool, error) { done = true },
		)
		for !done {
			(<-queue)()
		}
	}
	tasks.Close()
	return said
}

// noCleanup leaves the loaded value unchanged.
func noCleanup(context.Context, *[]string) error { return nil }

func TestStoredValueBelongsToItsProfile(t *testing.T) {
	d := &fakeHost{settings: map[string]string{"ui.test": `["a"]`}}
	d.callWithStoredReturningToasts(t, 2, func(k *app.Stored[[]string]) {
		k.SaveAsyncIfLoadedAndChanged([]string{"too early"}, false)
		k.LoadAsync(noCleanup, func(v []string) {
			if len(v) != 0 || !k.IsLoaded() {
				t.Errorf("the second profile begins with %q", v)
			}
			k.SaveAsyncIfLoadedAndChanged([]string{"b"}, false)
		})
	})
	if d.settings["ui.test"] != `["a"]` || d.settings["ui.test.2"] != `["b"]` {
		t.Errorf("kept: %v", d.settings)
	}
	d.callWithStoredReturningToasts(t, 1, func(k *app.Stored[[]string]) {
		k.LoadAsync(func(_ context.Context, v *[]string) error {
			*v = append(*v, "c")
			return nil
		}, func(v []string) {
			if len(v) != 2 {
				t.Errorf("read: %q", v)
			}
			k.SaveAsyncIfLoadedAndChanged(nil, true)
		})
	})
	if d.settings["ui.test"] != "" || d.settings["ui.test.2"] != `["b"]` {
		t.Errorf("kept: %v", d.settings)
	}
}

func TestUnreadableStoredValueIsNotOverwritten(t *testing.T) {
	for _, d := range []*fakeHost{
		{settings: map[string]string{"ui.test": `["a"]`}, err: errors.New("the disk is gone")},
		{settings: map[string]string{"ui.test": `{"from": "a newer program"}`}},
	} {
		before := d.settings["ui.test"]
		said := d.callWithStoredReturningToasts(t, 1, func(k *app.Stored[[]string]) {
			k.LoadAsync(noCleanup, func([]string) { t.Error("read what cannot be read") })
		}, func(k *app.Stored[[]string]) { k.SaveAsyncIfLoadedAndChanged([]string{"new"}, false) })
		if d.settings["ui.test"] != before || len(said) != 1 {
			t.Errorf("kept: %v; said: %q", d.settings, said)
		}
	}
}

func TestValueThatWasNotSavedIsSavedAgain(t *testing.T) {
	d := &fakeHost{settings: map[string]string{}, saveErr: memory.ErrDiskFull}
	save := func(k *app.Stored[[]string]) { k.SaveAsyncIfLoadedAndChanged([]string{"draft"}, false) }
	d.callWithStoredReturningToasts(t, 1, func(k *app.Stored[[]string]) {
		k.LoadAsync(noCleanup, func([]string) {})
	}, save,
		func(k *app.Stored[[]string]) {
			d.saveErr = nil // there is space again
			save(k)
		})
	if d.settings["ui.test"] != `["draft"]` {
		t.Errorf("kept: %v", d.settings)
	}
}
