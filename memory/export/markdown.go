package export

import (
	"strings"

	"memoir/memory"
)

// markdownDocument writes the selected branch of each chat, and memories as a list.
type markdownDocument struct {
	w        *textWriter
	exporter Exporter
	plan     plan
	inList   bool // memories were begun
}

func (d *markdownDocument) beginDocument(p plan) error {
	d.plan = p
	if d.isSingleChat() {
		return nil
	}
	return d.w.printfUnlessFailed("# %s\n\nExported from Memoir on %s.\n", documentTitle(p),
		d.exporter.formatLocalTime(d.exporter.Now(), timeFormat))
}

// isSingleChat reports whether the document is one chat, whose title is then that of the document.
func (d *markdownDocument) isSingleChat() bool {
	return d.plan.options.Contents == memory.ExportChats && len(d.plan.chats) == 1
}

func (d *markdownDocument) addFileIfSupported(memory.File) error { return nil }

func (d *markdownDocument) addPictureIfSupported(memory.Picture) error { return nil }

func (d *markdownDocument) addMemory(m memory.Memory) error {
	if !d.inList {
		d.inList = true
		if err := d.w.printfUnlessFailed("\n## Memories\n\n"); err != nil {
			return err
		}
	}
	return d.w.printfUnlessFailed("- %s  \n  %s\n", strings.Join(strings.Fields(m.Content), " "),
		d.exporter.formatMemoryMetadata(m))
}

func (d *markdownDocument) addChat(c exportedChat) error {
	level := "#"
	if !d.isSingleChat() {
		level = "##"
		_ = d.w.printfUnlessFailed("\n---\n\n")
	}
	_ = d.w.printfUnlessFailed("%s %s\n\n%s\n", level, chatTitleOrDefault(c.Chat),
		d.exporter.formatChatDatesLengthAndSource(c.Chat, len(c.messages)))
	for _, m := range c.messages {
		_ = d.w.printfUnlessFailed("\n%s# %s", level, authorName(m))
		if at := d.exporter.formatLocalTime(m.CreatedAt, timeFormat); at != "" {
			_ = d.w.printfUnlessFailed(" · %s", at)
		}
		_ = d.w.printfUnlessFailed("\n\n")
		for _, p := range m.Pictures {
			_ = d.w.printfUnlessFailed("*[picture: %s]*\n\n", p.Name)
		}
		if text := strings.TrimSpace(m.Content); text != "" {
			_ = d.w.printfUnlessFailed("%s\n", text)
		}
		if end := sentenceAboutUnfinishedEnd(m); end != "" {
			_ = d.w.printfUnlessFailed("\n*%s*\n", end)
		}
	}
	return d.w.err
}

func (d *markdownDocument) addBaseVersions(versions []memory.BaseMemory) error {
	if len(versions) == 0 || strings.TrimSpace(versions[0].Content) == "" {
		return nil
	}
	return d.w.printfUnlessFailed("\n---\n\n## Text about you\n\n%s\n", strings.TrimSpace(versions[0].Content))
}

func (d *markdownDocument) addDecisionIfSupported(memory.Decision) error { return nil }

func (d *markdownDocument) endDocument() error { return d.w.flushUnlessFailed() }
