package humanize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/ui/translate"
)

// ClauseToSentence turns a clause such as the text of an error into a sentence: a capital at its
// beginning and a full stop at its end. An empty one stays empty.
func ClauseToSentence(clause string) string {
	if clause == "" {
		return ""
	}
	return AppendFullStop(Capitalize(clause))
}

// AppendFullStop appends the full stop of the language.
func AppendFullStop(s string) string { return translate.Text("{{.Sentence}}.", "Sentence", s) }

// Capitalize makes the first letter a capital.
func Capitalize(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// ReadableModelName returns a model id (provider/model) as people read it: without the provider's
// name in models.yaml, which is a key and spelled otherwise in lists.
func ReadableModelName(id string) string {
	if _, name, ok := strings.Cut(id, "/"); ok {
		return ReadableServerModelName(name)
	}
	return id
}

// ReadableServerModelName returns a server's name of a model as people read it. llama.cpp's server
// names a model by the path of its file; people read the file's name.
func ReadableServerModelName(name string) string {
	file, ok := strings.CutSuffix(name, ".gguf")
	if at := strings.LastIndexAny(file, `/\`); ok && at >= 0 {
		return file[at+1:]
	}
	return name
}

// CollapseToOneLine replaces every run of white space, line breaks included, by one space and trims
// the ends.
func CollapseToOneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
