package app_test

import (
	"context"
	"errors"
	"testing"

	"memoir/memory"
	"memoir/ui/app"
)

// fakeHost is a host that only has settings.
type drawer struct {
	app.Host
	held map[string]string
	err  error
}

func (d *drawer) Setting(_ context.Context, key string) (string, error) { return d.held[key], d.err }

func (d *drawer) Keep(_ context.Context, key, value string) error {
	d.held[key] = value
	return nil
}

// runWithStored calls each function on the Stored of a profile and waits for the work it queued
// before it calls the next one. It returns the toasts.
func (d *drawer) run(t *testing.T, profile memory.ID, fs ...func(k *app.Kept[[]string])) (said []string) {
	t.Helper()
	queue := make(chan func(), 100)
	tasks := app.NewTasks(t.Context(), func(f func()) { queue <- f })
	env := &app.Env{
		Host: d, Tasks: tasks, Profile: profile, Notify: func(n app.Note) { said = append(said, n.Text) },
	}
	k := app.NewKept[[]string](env, "ui.test")
	for _, f := range fs {
		f(k)
		done := false
		app.InOrder(tasks, func(context.Context) (bool, error) { return true, nil }, func(bool, error) { done = true })
		for !done {
			(<-queue)()
		}
	}
	tasks.Close()
	return said
}

// noCleanup leaves the loaded value unchanged.
func same(context.Context, *[]string) error { return nil }

func TestKeptComesBackForItsProfileOnly(t *testing.T) {
	d := &drawer{held: map[string]string{"ui.test": `["a"]`}}
	d.run(t, 2, func(k *app.Kept[[]string]) {
		k.Keep([]string{"too early"}, false)
		k.Read(same, func(v []string) {
			if len(v) != 0 || !k.Known() {
				t.Errorf("the second profile begins with %q", v)
			}
			k.Keep([]string{"b"}, false)
		})
	})
	if d.held["ui.test"] != `["a"]` || d.held["ui.test.2"] != `["b"]` {
		t.Errorf("kept: %v", d.held)
	}
	d.run(t, 1, func(k *app.Kept[[]string]) {
		k.Read(func(_ context.Context, v *[]string) error {
			*v = append(*v, "c")
			return nil
		}, func(v []string) {
			if len(v) != 2 {
				t.Errorf("read: %q", v)
			}
			k.Keep(nil, true)
		})
	})
	if d.held["ui.test"] != "" || d.held["ui.test.2"] != `["b"]` {
		t.Errorf("kept: %v", d.held)
	}
}

func TestWhatCannotBeReadIsNotReplaced(t *testing.T) {
	for _, d := range []*drawer{
		{held: map[string]string{"ui.test": `["a"]`}, err: errors.New("the disk is gone")},
		{held: map[string]string{"ui.test": `{"from": "a newer program"}`}},
	} {
		before := d.held["ui.test"]
		said := d.run(t, 1, func(k *app.Kept[[]string]) {
			k.Read(same, func([]string) { t.Error("read what cannot be read") })
		}, func(k *app.Kept[[]string]) { k.Keep([]string{"new"}, false) })
		if d.held["ui.test"] != before || len(said) != 1 {
			t.Errorf("kept: %v; said: %q", d.held, said)
		}
	}
}
