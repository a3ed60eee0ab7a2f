// Package markdown shows CommonMark with the GitHub extensions as text that can be read while it
// streams, selected and copied.
//
// Parse turns Markdown, and BlocksOfTypedTextWithCodeAndTeX a text as it was typed, into flat
// blocks: each paragraph, heading, code block or table is one block, however deeply it is nested in
// lists and quotes; a block carries its nesting as a list of containers. A View does its own
// layout: it measures words and needs no widgets for it, so that a height is known before anything
// is drawn, and it creates one small widget for each block near the visible range.
//
// While a reply streams, finished blocks are frozen: only the source after the last block boundary
// that can still change is parsed again, and only blocks whose content changed are rebuilt. Nothing
// is ever fetched: images are placeholder chips until the application supplies their pixels. No
// text is lost: inline HTML is shown as source.
//
// TeX between dollars or \( and \) is set by ui/formula while a text is laid out, once for each
// formula, and drawn as an image in device pixels. A formula is selected as a whole and copied as
// its source, which is also shown while its end has not arrived and where it cannot be set.
//
// Parse and IncrementalParser start no goroutines and may be used on any one; everything else
// belongs to the UI goroutine.
package markdown
