package export

import (
	"html"
	"net/url"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// newSafeMarkdownToHTMLConverter returns a converter for the Markdown of models: GitHub's dialect,
// in which HTML is shown as text, pictures become their description and address, and only links to
// web pages and e-mail addresses are links.
func newSafeMarkdownToHTMLConverter() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify,
		extension.TaskList), goldmark.WithRendererOptions(renderer.WithNodeRenderers(
		util.Prioritized(harmlessNodes{}, 1))))
}

// harmlessNodes renders what could act on a reader, or load something, as text.
type harmlessNodes struct{}

// RegisterFuncs takes over the nodes from goldmark's own renderer, which comes later.
func (harmlessNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, renderHTMLBlockAsText)
	r.Register(ast.KindRawHTML, renderRawHTMLAsText)
	r.Register(ast.KindImage, renderImageAsText)
	r.Register(ast.KindLink, renderLinkOrTextWithAddress)
	r.Register(ast.KindAutoLink, renderAutoLinkOrItsText)
}

func renderHTMLBlockAsText(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	block, ok := n.(*ast.HTMLBlock)
	if !entering || !ok {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString("<pre>")
	for i := range block.Lines().Len() {
		line := block.Lines().At(i)
		_, _ = w.WriteString(html.EscapeString(string(line.Value(src))))
	}
	if block.HasClosure() {
		_, _ = w.WriteString(html.EscapeString(string(block.ClosureLine.Value(src))))
	}
	_, _ = w.WriteString("</pre>\n")
	return ast.WalkSkipChildren, nil
}

func renderRawHTMLAsText(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	raw, ok := n.(*ast.RawHTML)
	if !entering || !ok {
		return ast.WalkContinue, nil
	}
	for i := range raw.Segments.Len() {
		s := raw.Segments.At(i)
		_, _ = w.WriteString(html.EscapeString(string(s.Value(src))))
	}
	return ast.WalkSkipChildren, nil
}

// renderImageAsText writes a picture as its description, followed by its address.
func renderImageAsText(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	image, ok := n.(*ast.Image)
	if !ok {
		return ast.WalkContinue, nil
	}
	if entering {
		_, _ = w.WriteString("[picture: ")
	} else {
		_, _ = w.WriteString("] (" + html.EscapeString(string(image.Destination)) + ")")
	}
	return ast.WalkContinue, nil
}

func renderLinkOrTextWithAddress(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	link, ok := n.(*ast.Link)
	if !ok {
		return ast.WalkContinue, nil
	}
	address := string(link.Destination)
	switch {
	case !isOpenableAddress(address) && !entering:
		_, _ = w.WriteString(" (" + html.EscapeString(address) + ")")
	case isOpenableAddress(address) && entering:
		_, _ = w.WriteString(openingAnchorTag(address))
	case isOpenableAddress(address):
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

func renderAutoLinkOrItsText(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	link, ok := n.(*ast.AutoLink)
	if !entering || !ok {
		return ast.WalkContinue, nil
	}
	address, label := string(link.URL(src)), html.EscapeString(string(link.Label(src)))
	if link.AutoLinkType == ast.AutoLinkEmail {
		address = "mailto:" + address
	}
	if isOpenableAddress(address) {
		label = openingAnchorTag(address) + label + "</a>"
	}
	_, _ = w.WriteString(label)
	return ast.WalkContinue, nil
}

func openingAnchorTag(address string) string {
	return `<a rel="noopener noreferrer" href="` + html.EscapeString(address) + `">`
}

// isOpenableAddress reports whether an address may be a link.
func isOpenableAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "http", "https", "mailto":
		return true
	}
	return false
}
