// Package translations embeds the texts of the window in other languages: one JSON file each, in the
// format of go-i18n, from the English text to its translation. ui/translate reads them,
// tools/translations keeps their keys in step with the code. en.json lists the English texts, which
// are in the code; it is the file to copy for a new language and is not part of the program.
package translations

import "embed"

// Files holds a file for each language, such as de.json. Its bytes must not be changed.
//
//go:embed de.json es.json fr.json ja.json pt.json zh.json
var Files embed.FS
