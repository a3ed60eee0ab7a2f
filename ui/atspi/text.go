package atspi

import (
	"unicode"

	"github.com/godbus/dbus/v5"
)

// The parts that a text is read in, by AtspiTextGranularity. AtspiTextBoundaryType, which older
// readers use, counts characters as 0, words as 1 and 2, sentences as 3 and 4, lines as 5 and 6.
const (
	byCharacter = iota
	byWord
	bySentence
	byLine
)

// granularityOfBoundary converts an AtspiTextBoundaryType.
func granularityOfBoundary(boundary uint32) uint32 { return (boundary + 1) / 2 }

// textPartBoundsAt returns the part of a text around an offset and where it starts and ends, in
// runes. A line ends with its line break; a sentence is taken for its line.
func textPartBoundsAt(text []rune, offset int, granularity uint32) (start, end int) {
	if len(text) == 0 {
		return 0, 0
	}
	offset = min(max(offset, 0), len(text)-1)
	isEnd := func(r rune) bool { return r == '\n' }
	switch granularity {
	case byCharacter:
		return offset, offset + 1
	case byWord:
		isEnd = unicode.IsSpace
	}
	for start = offset; start > 0 && !isEnd(text[start-1]); {
		start--
	}
	for end = offset; end < len(text) && !isEnd(text[end]); {
		end++
	}
	return start, min(end+1, len(text))
}

// cutRunes returns text[start:end] in runes; an end of -1 is the end of the text.
func cutRunes(text string, start, end int32) string {
	r := []rune(text)
	from := min(max(int(start), 0), len(r))
	to := len(r)
	if end >= 0 {
		to = max(min(int(end), len(r)), from)
	}
	return string(r[from:to])
}

// moveCaret puts the caret of an entry somewhere; a negative offset is the end of its text.
func (b *Bridge) moveCaret(m dbus.Message, offset int32) (bool, *dbus.Error) {
	o, err := b.objectOfCall(m)
	if err != nil || !o.element.isTextEntryOrPassword() || o.element.IsDisabled {
		return false, err
	}
	b.window.MoveCaret(o.element.Key, clampedOffsetOrEndIfNegative(offset, len([]rune(o.element.Text))))
	return true, nil
}

func (b *Bridge) textMethods() map[string]any {
	part := func(m dbus.Message, offset int32, granularity uint32) (string, int32, int32, *dbus.Error) {
		o, err := b.objectOfCall(m)
		text := []rune(o.element.entryTextOrName())
		start, end := textPartBoundsAt(text, int(offset), granularity)
		return string(text[start:end]), clampedInt32ForDBus(start), clampedInt32ForDBus(end), err
	}
	none := func(dbus.Message, int32) (start, end int32, _ *dbus.Error) { return 0, 0, nil }
	refuse := func() (bool, *dbus.Error) { return false, nil }
	return map[string]any{
		"GetText": func(m dbus.Message, start, end int32) (string, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return cutRunes(o.element.entryTextOrName(), start, end), err
		},
		"GetStringAtOffset": part,
		"GetTextAtOffset": func(m dbus.Message, offset int32, boundary uint32) (string, int32, int32, *dbus.Error) {
			return part(m, offset, granularityOfBoundary(boundary))
		},
		"GetCharacterAtOffset": func(m dbus.Message, offset int32) (int32, *dbus.Error) {
			o, err := b.objectOfCall(m)
			text := []rune(o.element.entryTextOrName())
			if offset < 0 || int(offset) >= len(text) {
				return 0, err
			}
			return text[offset], err
		},
		"GetAttributes": func(m dbus.Message, _ int32) (map[string]string, int32, int32, *dbus.Error) {
			o, err := b.objectOfCall(m)
			return map[string]string{}, 0, clampedInt32ForDBus(len([]rune(o.element.entryTextOrName()))), err
		},
		"GetDefaultAttributes": func() (map[string]string, *dbus.Error) { return map[string]string{}, nil },
		"GetCharacterExtents": func(m dbus.Message, _ int32, _ uint32) (x, y, w, h int32, _ *dbus.Error) {
			o, err := b.objectOfCall(m)
			r := o.boundsInWindow()
			return r.X, r.Y, r.Width, r.Height, err
		},
		"GetNSelections":  func() (int32, *dbus.Error) { return 0, nil },
		"GetSelection":    none,
		"SetCaretOffset":  b.moveCaret,
		"AddSelection":    func(int32, int32) (bool, *dbus.Error) { return refuse() },
		"RemoveSelection": func(int32) (bool, *dbus.Error) { return refuse() },
	}
}
