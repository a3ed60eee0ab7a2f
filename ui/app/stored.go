package app

import (
	"context"
	"encoding/json"
)

// Stored persists a value across runs, as JSON in a setting that each profile has separately. It
// must be used on the UI goroutine.
type Stored[T any] struct {
	env    *Env
	key    string
	saved  string // JSON as last saved
	loaded bool   // loading has succeeded
	failed bool   // the last saving has failed
}

// NewProfileStoredValue binds a value to the setting key of the profile. It reads nothing yet.
func NewProfileStoredValue[T any](env *Env, key string) *Stored[T] {
	return &Stored[T]{env: env, key: env.ProfileSettingKey(key)}
}

// ProfileSettingKey returns the key of a setting that each profile has separately. The first
// profile uses the plain key, the others append their ID.
func (e *Env) ProfileSettingKey(key string) string {
	if e.Session.ProfileID() == 1 {
		return key
	}
	return key + "." + e.Session.ProfileID().String()
}

// IsLoaded reports whether LoadAsync has succeeded.
func (k *Stored[T]) IsLoaded() bool { return k.loaded }

// LoadAsync reads the saved value and passes it to then on the UI goroutine, the zero value when
// nothing was saved. Before that, off the UI goroutine, clean removes entries that are obsolete.
func (k *Stored[T]) LoadAsync(clean func(ctx context.Context, v *T) error, then func(v T)) {
	type found struct {
		v    T
		text string
	}
	RunInBackgroundInOrder(k.env.Tasks, func(ctx context.Context) (found, error) {
		var f found
		var err error
		if f.text, err = k.env.Host.LoadSettingOrEmpty(ctx, k.key); err != nil || f.text == "" {
			return f, err
		}
		if err := json.Unmarshal([]byte(f.text), &f.v); err != nil {
			return f, err
		}
		return f, clean(ctx, &f.v)
	}, func(f found, err error) {
		if err != nil {
			k.env.ShowErrorToast(err)
			return
		}
		k.saved, k.loaded = f.text, true
		then(f.v)
	})
}

// SaveAsyncIfLoadedAndChanged saves a value, or clears the setting when empty is set. Until
// LoadAsync has succeeded it does nothing, because it would overwrite what the last run saved.
func (k *Stored[T]) SaveAsyncIfLoadedAndChanged(v T, empty bool) {
	if !k.loaded {
		return
	}
	text := ""
	if !empty {
		b, err := json.Marshal(v)
		if err != nil {
			k.env.ShowErrorToast(err)
			return
		}
		text = string(b)
	}
	if text == k.saved && !k.failed {
		return
	}
	k.saved, k.failed = text, false
	RunInBackgroundInOrder(k.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, k.env.Host.SaveSetting(ctx, k.key, text)
	}, func(_ struct{}, err error) { k.failed = k.failed || err != nil })
}
