package export

import (
	"bytes"
	_ "embed"
	"html"
	"io"
	"strings"

	"github.com/yuin/goldmark"

	"memoir/memory"
)

// pageStyle is the look of the page, light or dark as the browser is.
//
//go:embed page.css
var pageStyle string

// htmlDocument writes one page that needs nothing from outside. What comes from chats and memories is
// escaped; the policy in the head keeps a browser from loading anything even so.
type htmlDocument struct {
	w        *textWriter
	exporter Exporter
	markdown goldmark.Markdown
	plan     plan
	inList   bool // memories were begun
}

func newHTMLDocument(w io.Writer, x Exporter) *htmlDocument {
	return &htmlDocument{w: newTextWriter(w), exporter: x, markdown: newMarkdownConverter()}
}

func (d *htmlDocument) begin(p plan) error {
	d.plan = p
	title := html.EscapeString(documentTitle(p))
	_ = d.w.printf(`<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<main>
`, title, pageStyle)
	if d.isOneChat() {
		return d.w.err
	}
	_ = d.w.printf("<h1>%s</h1>\n<p class=\"facts\">Exported from Memoir on %s.</p>\n", title,
		html.EscapeString(d.exporter.localTime(d.exporter.Now(), timeFormat)))
	if len(p.chats) > 0 {
		_ = d.w.printf("<nav><ul>\n")
		for _, c := range p.chats {
			_ = d.w.printf("<li><a href=\"#chat-%d\">%s</a><span class=\"facts\">%s</span></li>\n", c.ID,
				html.EscapeString(titleOf(c)), html.EscapeString(d.exporter.localTime(c.UpdatedAt, dayFormat)))
		}
		_ = d.w.printf("</ul></nav>\n")
	}
	return d.w.err
}

func (d *htmlDocument) isOneChat() bool {
	return d.plan.options.Contents == memory.ExportChats && len(d.plan.chats) == 1
}

func (d *htmlDocument) file(memory.File) error { return nil }

func (d *htmlDocument) picture(memory.Picture) error { return nil }

func (d *htmlDocument) memory(m memory.Memory) error {
	if !d.inList {
		d.inList = true
		_ = d.w.printf("<h2>Memories</h2>\n<ul class=\"memories\">\n")
	}
	return d.w.printf("<li>%s<div class=\"facts\">%s</div></li>\n", html.EscapeString(m.Content),
		html.EscapeString(d.exporter.memoryFacts(m)))
}

// endMemories ends the list of memories, which stands before the chats.
func (d *htmlDocument) endMemories() {
	if d.inList {
		_ = d.w.printf("</ul>\n")
	}
	d.inList = false
}

func (d *htmlDocument) chat(c exportedChat) error {
	d.endMemories()
	level := "h2"
	if d.isOneChat() {
		level = "h1"
	}
	_ = d.w.printf("<section id=\"chat-%d\">\n<%s>%s</%s>\n<p class=\"facts\">%s</p>\n", c.ID, level,
		html.EscapeString(titleOf(c.Chat)), level, html.EscapeString(d.exporter.chatFacts(c.Chat, len(c.messages))))
	for _, m := range c.messages {
		if err := d.message(m); err != nil {
			return err
		}
	}
	return d.w.printf("</section>\n")
}

func (d *htmlDocument) message(m memory.Message) error {
	class, text := "message you", html.EscapeString(strings.TrimSpace(m.Content))
	if m.Role == memory.RoleAssistant {
		var err error
		if text, err = d.toHTML(m.Content); err != nil {
			return err
		}
		class = "message"
	}
	_ = d.w.printf("<article class=\"%s\">\n<p class=\"who\"><b>%s</b> %s</p>\n", class,
		html.EscapeString(authorOf(m)), html.EscapeString(d.exporter.localTime(m.CreatedAt, timeFormat)))
	for _, p := range m.Pictures {
		_ = d.w.printf("<p class=\"facts\">[picture: %s]</p>\n", html.EscapeString(p.Name))
	}
	if text != "" {
		_ = d.w.printf("<div class=\"text\">%s</div>\n", text)
	}
	if end := endOf(m); end != "" {
		_ = d.w.printf("<p class=\"end\">%s</p>\n", end)
	}
	return d.w.printf("</article>\n")
}

// toHTML converts the Markdown of an answer.
func (d *htmlDocument) toHTML(text string) (string, error) {
	var b bytes.Buffer
	err := d.markdown.Convert([]byte(strings.TrimSpace(text)), &b)
	return b.String(), err
}

func (d *htmlDocument) base(versions []memory.BaseMemory) error {
	d.endMemories()
	if len(versions) == 0 || strings.TrimSpace(versions[0].Content) == "" {
		return nil
	}
	text, err := d.toHTML(versions[0].Content)
	if err != nil {
		return err
	}
	return d.w.printf("<h2>Text about you</h2>\n<div class=\"text\">%s</div>\n", text)
}

func (d *htmlDocument) decision(memory.Decision) error { return nil }

func (d *htmlDocument) end() error {
	d.endMemories()
	_ = d.w.printf("</main>\n</body>\n</html>\n")
	return d.w.flush()
}
