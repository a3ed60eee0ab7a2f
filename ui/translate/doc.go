// Package translate gives the window's texts in the language of the person. The English text is in
// the code and is the key of its translation:
//
//	translate.Text("Saved")
//	translate.Text("Export “{{.Title}}”", "Title", chat.Title)
//	translate.Count(n, "{{.Count}} memory", "{{.Count}} memories")
//
// The catalogues are assets/translations; make translations adds the keys of new texts to them. Use sets
// the language before the first window; until then, as in tests, it is English. Every function may be
// called on any goroutine.
package translate
