package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxFileNameRunes is the longest file name; file systems take 255 bytes or UTF-16 units.
const MaxFileNameRunes = 255

// ValidateFileName refuses names that no file has: empty ones, those of folders, those with control
// characters or line breaks, and long ones. Errors are *FieldError.
func ValidateFileName(name string) error {
	bad := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	switch trimmed := strings.TrimSpace(name); {
	case strings.ContainsFunc(name, bad) || !utf8.ValidString(name):
		return &FieldError{"name", "a file name can't contain control characters or line breaks"}
	case trimmed == "" || trimmed == "." || trimmed == ".." || trimmed == "/":
		return &FieldError{"name", "a file needs a name"}
	case utf8.RuneCountInString(trimmed) > MaxFileNameRunes:
		return &FieldError{"name", "a file name can have at most 255 characters"}
	}
	return nil
}

// FileNameWithoutInvisibleRunes returns a file name without the characters that a reader does not
// see, such as marks of direction: with them the name of a program can look like that of a picture.
// Joiners stay where scripts and emoji need them.
func FileNameWithoutInvisibleRunes(name string) string {
	if !strings.ContainsFunc(name, isInvisible) {
		return name
	}
	var b strings.Builder
	before := rune(0) // ASCII letters are never joined
	for _, r := range name {
		isJoiner := r == '\u200c' || r == '\u200d'
		if isInvisible(r) && (!isJoiner || before < utf8.RuneSelf) {
			continue
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// isInvisible reports format characters and fillers. The signs of the Arabic and Syriac scripts
// that Unicode also calls format characters are drawn.
func isInvisible(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}
