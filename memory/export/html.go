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

// htmlDocument writes one page that needs nothing from outside. What comes from chats and memories
// is escaped; the policy in the head keeps a browser from loading anything even so.
type htmlDocument struct {
	w        *textWriter
	exporter Exporter
	markdown goldmark.Markdown
	plan     plan
	inList   bool // memories were begun
}

func newHTMLDocument(w io.Writer, x Exporter) *htmlDocument {
	return &htmlDocument{w: newTextWriter(w), exporter: x, markdown: newSafeMarkdownToHTMLConverter()}
}

func (d *htmlDocument) beginDocument(p plan) error {
	d.plan = p
	title := html.EscapeString(documentTitle(p))
	_ = d.w.printfUnlessFailed(`<!DOCTYPE html>
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
	if d.isSingleChat() {
		return d.w.err
	}
	_ = d.w.printfUnlessFailed("<h1>%s</h1>\n<p class=\"facts\">Exported from Memoir on %s.</p>\n", title,
		html.EscapeString(d.exporter.formatLocalTime(d.exporter.Now(), timeFormat)))
	if len(p.chats) > 0 {
		_ = d.w.printfUnlessFailed("<nav><ul>\n")
		for _, c := range p.chats {
			_ = d.w.printfUnlessFailed("<li><a href=\"#chat-%d\">%s</a><span class=\"facts\">%s</span></li>\n", c.ID,
				html.EscapeString(chatTitleOrDefault(c)), html.EscapeString(d.exporter.formatLocalTime(c.UpdatedAt, dayFormat)))
		}
		_ = d.w.printfUnlessFailed("</ul></nav>\n")
	}
	return d.w.err
}

func (d *htmlDocument) isSingleChat() bool {
	return d.plan.options.Contents == memory.ExportChats && len(d.plan.chats) == 1
}

func (d *htmlDocument) addFileIfSupported(memory.File) error { return nil }

func (d *htmlDocument) addPictureIfSupported(memory.Picture) error { return nil }

func (d *htmlDocument) addMemory(m memory.Memory) error {
	if !d.inList {
		d.inList = true
		_ = d.w.printfUnlessFailed("<h2>Memories</h2>\n<ul class=\"memories\">\n")
	}
	return d.w.printfUnlessFailed("<li>%s<div class=\"facts\">%s</div></li>\n", html.EscapeString(m.Content),
		html.EscapeString(d.exporter.formatMemoryMetadata(m)))
}

// endMemoryListIfOpen ends the list of memories, which stands before the chats.
func (d *htmlDocument) endMemoryListIfOpen() {
	if d.inList {
		_ = d.w.printfUnlessFailed("</ul>\n")
	}
	d.inList = false
}

func (d *htmlDocument) addChat(c exportedChat) error {
	d.endMemoryListIfOpen()
	level := "h2"
	if d.isSingleChat() {
		level = "h1"
	}
	_ = d.w.printfUnlessFailed("<section id=\"chat-%d\">\n<%s>%s</%s>\n<p class=\"facts\">%s</p>\n", c.ID, level,
		html.EscapeString(chatTitleOrDefault(c.Chat)), level,
		html.EscapeString(d.exporter.formatChatDatesLengthAndSource(c.Chat,
			len(c.messages))))
	for _, m := range c.messages {
		if err := d.writeMessage(m); err != nil {
			return err
		}
	}
	return d.w.printfUnlessFailed("</section>\n")
}

func (d *htmlDocument) writeMessage(m memory.Message) error {
	class, text := "message you", html.EscapeString(strings.TrimSpace(m.Content))
	if m.Role == memory.RoleAssistant {
		var err error
		if text, err = d.convertMarkdownToHTML(m.Content); err != nil {
			return err
		}
		class = "message"
	}
	_ = d.w.printfUnlessFailed("<article class=\"%s\">\n<p class=\"who\"><b>%s</b> %s</p>\n", class,
		html.EscapeString(authorName(m)), html.EscapeString(d.exporter.formatLocalTime(m.CreatedAt, timeFormat)))
	for _, p := range m.Pictures {
		_ = d.w.printfUnlessFailed("<p class=\"facts\">[picture: %s]</p>\n", html.EscapeString(p.Name))
	}
	if text != "" {
		_ = d.w.printfUnlessFailed("<div class=\"text\">%s</div>\n", text)
	}
	if end := sentenceAboutUnfinishedEnd(m); end != "" {
		_ = d.w.printfUnlessFailed("<p class=\"end\">%s</p>\n", end)
	}
	return d.w.printfUnlessFailed("</article>\n")
}

// convertMarkdownToHTML converts the Markdown of an answer.
func (d *htmlDocument) convertMarkdownToHTML(text string) (string, error) {
	var b bytes.Buffer
	err := d.markdown.Convert([]byte(strings.TrimSpace(text)), &b)
	return b.String(), err
}

func (d *htmlDocument) addBaseVersions(versions []memory.BaseMemory) error {
	d.endMemoryListIfOpen()
	if len(versions) == 0 || strings.TrimSpace(versions[0].Content) == "" {
		return nil
	}
	text, err := d.convertMarkdownToHTML(versions[0].Content)
	if err != nil {
		return err
	}
	return d.w.printfUnlessFailed("<h2>Text about you</h2>\n<div class=\"text\">%s</div>\n", text)
}

func (d *htmlDocument) addDecisionIfSupported(memory.Decision) error { return nil }

func (d *htmlDocument) endDocument() error {
	d.endMemoryListIfOpen()
	_ = d.w.printfUnlessFailed("</main>\n</body>\n</html>\n")
	return d.w.flushUnlessFailed()
}
