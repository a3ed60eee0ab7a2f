// Package markdown shows CommonMark with the GitHub extensions as text that can be read while it arrives, selected and
// copied.
//
// Parse turns a text into flat blocks: each paragraph, heading, code block or table is one, however deeply it lies in
// lists and quotes; the containers travel along as frames. A View lays blocks out by itself, measuring words and never
// building widgets for it, so that a height is known before anything is drawn, and it builds one small widget for each
// block near the window.
//
// While a reply streams, finished blocks are frozen: only the source behind the last one that can still change is
// parsed again, and only blocks whose content changed are built again. Nothing is ever fetched: images are chips until
// the application hands over their pixels. No text is lost: inline HTML is shown as it is.
//
// Parse and Reader are plain values without a goroutine of their own; everything else belongs to the UI goroutine.
package markdown
