package aboutyou

import (
	"context"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// model is what the page shows, without its widgets.
type model struct {
	stored memory.BaseMemory
	typed  string // what is in the field
	loaded bool
}

// pageData is what one load of the page brings.
type pageData struct {
	stored   memory.BaseMemory
	versions []version
	hasOlder bool
}

// loadPageData reads the newest versions and compares them; it may be called off the UI goroutine.
func loadPageData(ctx context.Context, s *engine.Session, versions int) (pageData, error) {
	all, err := s.ListBaseMemoryVersions(ctx, versions+1)
	if err != nil {
		return pageData{}, err
	}
	var d pageData
	if len(all) > 0 {
		d.stored = all[0]
	}
	d.versions, d.hasOlder = compareBaseMemoryVersions(all, versions)
	return d, nil
}

// hasUnsavedText reports whether the field differs from what is stored.
func (m *model) hasUnsavedText() bool {
	return m.loaded && m.isTypedOverStoredText()
}

// isTypedOverStoredText reports whether something was typed over the stored text, which is empty
// until it is loaded.
func (m *model) isTypedOverStoredText() bool {
	return strings.TrimSpace(m.typed) != strings.TrimSpace(m.stored.Content)
}

// updateStoredKeepingTyped takes up what is stored now and returns the text for the field: what the
// user typed stays.
func (m *model) updateStoredKeepingTyped(b memory.BaseMemory) string {
	if !m.isTypedOverStoredText() {
		m.typed = b.Content
	}
	m.stored, m.loaded = b, true
	return m.typed
}

// restoreDraftUnlessTyped takes up what an earlier run left unsaved, unless something was typed
// since, and returns the text for the field.
func (m *model) restoreDraftUnlessTyped(draft string) string {
	if draft != "" && !m.isTypedOverStoredText() {
		m.typed = draft
	}
	return m.typed
}

// unsavedTextToKeep is what has to be kept for the next run: the text while it is not saved.
func (m *model) unsavedTextToKeep() string {
	if !m.hasUnsavedText() {
		return ""
	}
	return m.typed
}

// sourceAndPlannedRewriteText says where the stored text comes from and whether it is going to
// change. From trigger new summaries the core writes it, 0 = never.
func (m *model) sourceAndPlannedRewriteText(now time.Time, trigger int) string {
	b := m.stored
	switch {
	case b.Content == "" && b.ID == 0 && trigger == 0:
		return translate.Text("Nothing here yet. You can write the text yourself, or have Memoir write it now.")
	case b.Content == "" && b.ID == 0:
		return translate.Count(trigger,
			"Nothing here yet. Memoir will write this text once you have {{.Count}} chat summary, or you can write it yourself.",
			"Nothing here yet. Memoir will write this text once you have {{.Count}} chat summaries, or you can write it "+
				"yourself.")
	case b.Content == "":
		return translate.Text("The text is empty, so it isn't sent.")
	case b.Stale && trigger == 0:
		return translate.Text(
			"The text uses something that has since been forgotten or replaced. You can have it rewritten now.")
	case b.Stale:
		return translate.Text(
			"The text uses something that has since been forgotten or replaced. It will be rewritten after the next answer.")
	}
	who := translate.Text("You wrote it")
	if b.Actor == memory.ActorExtractor {
		who = translate.Text("Memoir wrote it")
	}
	status := who + " " + humanize.FormatAsTodayYesterdayOrDate(b.CreatedAt, now) + "."
	if n := len(b.OwnLines); n > 0 {
		status += " " + translate.Count(n, "{{.Count}} line is yours and will stay.",
			"{{.Count}} lines are yours and will stay.")
	}
	return status
}
