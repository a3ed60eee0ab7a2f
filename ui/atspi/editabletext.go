package atspi

import (
	"slices"

	"github.com/godbus/dbus/v5"
)

// editableTextMethods lets readers write into entries. The clipboard stays with the keyboard: what
// copies, cuts and pastes is refused.
func (b *Bridge) editableTextMethods() map[string]any {
	edit := func(m dbus.Message, change func(text []rune) []rune) (bool, *dbus.Error) {
		o, err := b.objectOfCall(m)
		if err != nil || !o.element.isTextEntryOrPassword() || o.element.IsDisabled {
			return false, err
		}
		b.window.Edit(o.element.Key, change)
		return true, nil
	}
	refuse := func() (bool, *dbus.Error) { return false, nil }
	return map[string]any{
		"SetTextContents": func(m dbus.Message, text string) (bool, *dbus.Error) {
			return edit(m, func([]rune) []rune { return []rune(text) })
		},
		// The length is that of the part to insert, in runes.
		"InsertText": func(m dbus.Message, at int32, text string, length int32) (bool, *dbus.Error) {
			return edit(m, func(before []rune) []rune {
				part := []rune(text)
				part = part[:clampedOffsetOrEndIfNegative(length, len(part))]
				return slices.Insert(before, clampedOffsetOrEndIfNegative(at, len(before)), part...)
			})
		},
		"DeleteText": func(m dbus.Message, start, end int32) (bool, *dbus.Error) {
			return edit(m, func(before []rune) []rune {
				from, to := clampedOffsetOrEndIfNegative(start, len(before)), clampedOffsetOrEndIfNegative(end, len(before))
				return slices.Delete(before, min(from, to), to)
			})
		},
		"CopyText":  func(int32, int32) *dbus.Error { return nil },
		"CutText":   func(int32, int32) (bool, *dbus.Error) { return refuse() },
		"PasteText": func(int32) (bool, *dbus.Error) { return refuse() },
	}
}

// clampedOffsetOrEndIfNegative returns an offset into a text of n runes; a negative one is its end.
func clampedOffsetOrEndIfNegative(offset int32, n int) int {
	if offset < 0 {
		return n
	}
	return min(int(offset), n)
}
