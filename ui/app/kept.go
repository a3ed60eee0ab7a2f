package app

import (
	"context"
	"encoding/json"
)

// Kept is what outlives the program: a value as JSON in a setting that every profile has for itself. It belongs to the
// UI goroutine.
type Kept[T any] struct {
	env  *Env
	key  string
	text string // as it is kept
	read bool   // what the last run kept was read
}

// NewKept names the setting; nothing is read yet.
func NewKept[T any](env *Env, key string) *Kept[T] { return &Kept[T]{env: env, key: env.Key(key)} }

// Key is the key of a setting that every profile has for itself. The first profile's is without a number.
func (e *Env) Key(key string) string {
	if e.Profile == 1 {
		return key
	}
	return key + "." + e.Profile.String()
}

// Known reports whether Read has ended.
func (k *Kept[T]) Known() bool { return k.read }

// Read calls then with what the last run kept, the zero value when that is nothing. Before, and away from the UI
// goroutine, clean takes out what is of no use any more.
func (k *Kept[T]) Read(clean func(ctx context.Context, v *T) error, then func(v T)) {
	type found struct {
		v    T
		text string
	}
	InOrder(k.env.Tasks, func(ctx context.Context) (found, error) {
		var f found
		var err error
		if f.text, err = k.env.Host.Setting(ctx, k.key); err != nil || f.text == "" {
			return f, err
		}
		if err := json.Unmarshal([]byte(f.text), &f.v); err != nil {
			return f, err
		}
		return f, clean(ctx, &f.v)
	}, func(f found, err error) {
		if err != nil {
			k.env.Fail(err)
			return
		}
		k.text, k.read = f.text, true
		then(f.v)
	})
}

// Keep keeps a value, or nothing when it is empty. Before Read has ended it does nothing: it would take the place of
// what the last run kept.
func (k *Kept[T]) Keep(v T, empty bool) {
	if !k.read {
		return
	}
	text := ""
	if !empty {
		b, err := json.Marshal(v)
		if err != nil {
			k.env.Fail(err)
			return
		}
		text = string(b)
	}
	if text == k.text {
		return
	}
	k.text = text
	InOrder(k.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, k.env.Host.Keep(ctx, k.key, text)
	}, nil)
}
