package documents

import (
	"bytes"
	"io"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// writeHTMLAsMarkdown appends a web page to w. Scripts and styles are left out, a picture is
// replaced by its description, and nothing is fetched.
func writeHTMLAsMarkdown(data []byte, w *writer) error {
	page := data
	if !utf8.Valid(data) { // the library looks at the first kilobyte alone
		r, err := charset.NewReader(bytes.NewReader(data), "text/html")
		if err != nil {
			return err
		}
		if page, err = io.ReadAll(r); err != nil {
			return err
		}
	}
	text, err := convertHTMLToMarkdown(page)
	if err != nil {
		return err
	}
	w.addParagraph(text)
	return nil
}

// convertHTMLToMarkdown returns a page in UTF-8 as Markdown.
func convertHTMLToMarkdown(page []byte) (string, error) {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
	), converter.WithEscapeMode(converter.EscapeModeDisabled))
	c.Register.RendererFor("img", converter.TagTypeInline, writeImageAltText, converter.PriorityEarly)
	for _, tag := range []string{"svg", "noscript", "template"} {
		c.Register.TagType(tag, converter.TagTypeRemove, converter.PriorityEarly)
	}
	out, err := c.ConvertReader(bytes.NewReader(page))
	return strings.TrimSpace(string(out)), err
}

// writeImageAltText writes what a picture is described by.
func writeImageAltText(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	for _, a := range n.Attr {
		if a.Key == "alt" {
			_, _ = w.WriteString(a.Val)
		}
	}
	return converter.RenderSuccess
}

// writeEPUBAsMarkdown reads the chapters of a book in the order of its spine (EPUB 3.3).
func writeEPUBAsMarkdown(data []byte, w *writer) error {
	a, err := openZipArchive(data)
	if err != nil {
		return err
	}
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	if err := unmarshalArchiveFile(a, "META-INF/container.xml", &container); err != nil {
		return err
	}
	if len(container.Roots) == 0 {
		return errDamaged("EPUB")
	}
	root := container.Roots[0].Path
	var book struct {
		Items []struct {
			ID   string `xml:"id,attr"`
			Href string `xml:"href,attr"`
		} `xml:"manifest>item"`
		Spine []struct {
			ID string `xml:"idref,attr"`
		} `xml:"spine>itemref"`
	}
	if err := unmarshalArchiveFile(a, root, &book); err != nil {
		return err
	}
	hrefs := map[string]string{}
	for _, item := range book.Items {
		hrefs[item.ID] = item.Href
	}
	for _, chapter := range book.Spine {
		href, err := url.PathUnescape(hrefs[chapter.ID])
		if err != nil {
			return err
		}
		page, err := a.unpackFile(path.Join(path.Dir(root), href))
		if err != nil {
			return err
		}
		text, err := convertHTMLToMarkdown(page)
		if err != nil {
			return err
		}
		if w.addParagraph(text); w.err != nil {
			return w.err
		}
	}
	return nil
}
