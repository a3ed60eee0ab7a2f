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

func (d *markdownDocument) begin(p plan) error {
	d.plan = p
	if d.isOneChat() {
		return nil
	}
	return d.w.printf("# %s\n\nExported from Memoir on %s.\n", documentTitle(p),
		d.exporter.localTime(d.exporter.Now(), timeFormat))
}

// isOneChat reports whether the document is one chat, whose title is then that of the document.
func (d *markdownDocument) isOneChat() bool {
	return d.plan.options.Contents == memory.ExportChats && len(d.plan.chats) == 1
}

func (d *markdownDocument) file(memory.File) error { return nil }

func (d *markdownDocument) picture(memory.Picture) error { return nil }

func (d *markdownDocument) memory(m memory.Memory) error {
	if !d.inList {
		d.inList = true
		if err := d.w.printf("\n## Memories\n\n"); err != nil {
			return err
		}
	}
	return d.w.printf("- %s  \n  %s\n", strings.Join(strings.Fields(m.Content), " "), d.exporter.memoryFacts(m))
}

func (d *markdownDocument) chat(c exportedChat) error {
	level := "#"
	if !d.isOneChat() {
		level = "##"
		_ = d.w.printf("\n---\n\n")
	}
	_ = d.w.printf("%s %s\n\n%s\n", level, titleOf(c.Chat), d.exporter.chatFacts(c.Chat, len(c.messages)))
	for _, m := range c.messages {
		_ = d.w.printf("\n%s# %s", level, authorOf(m))
		if at := d.exporter.localTime(m.CreatedAt, timeFormat); at != "" {
			_ = d.w.printf(" · %s", at)
		}
		_ = d.w.printf("\n\n")
		for _, p := range m.Pictures {
			_ = d.w.printf("*[picture: %s]*\n\n", p.Name)
		}
		if text := strings.TrimSpace(m.Content); text != "" {
			_ = d.w.printf("%s\n", text)
		}
		if end := endOf(m); end != "" {
			_ = d.w.printf("\n*%s*\n", end)
		}
	}
	return d.w.err
}

func (d *markdownDocument) base(versions []memory.BaseMemory) error {
	if len(versions) == 0 || strings.TrimSpace(versions[0].Content) == "" {
		return nil
	}
	return d.w.printf("\n---\n\n## Text about you\n\n%s\n", strings.TrimSpace(versions[0].Content))
}

func (d *markdownDocument) decision(memory.Decision) error { return nil }

func (d *markdownDocument) end() error { return d.w.flush() }
