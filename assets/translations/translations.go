// Package translations embeds the texts of the window in other languages: one JSON file each, in the
// format of go-i18n, from the English text to its translation. ui/translate reads them,
// tools/translations keeps their keys in step with the code and packs them into the archive that is
// embedded, which is a quarter of their size. en.json lists the English texts, which are in the
// code; it is the file to copy for a new language and is not part of the program.
package translations

import _ "embed"

// Archive is a zip archive with a file for each language but English, such as de.json. Its bytes
// must not be changed.
//
//go:embed zz_catalogues.zip
var Archive []byte
