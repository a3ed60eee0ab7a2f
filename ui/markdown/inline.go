package markdown

import (
	"html"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"memoir/ui/translate"
)

// spanBuilder collects the spans of one block.
type spanBuilder struct {
	src   []byte
	spans []Span
}

// inlineSpans returns the spans of a node's children, without white space at the edges.
func (w *blockBuilder) inlineSpans(n ast.Node) []Span {
	in := &spanBuilder{src: w.src}
	in.addChildNodes(n, 0, "")
	return in.spans
}

func (in *spanBuilder) appendOrMergeSpan(s string, st Style, link string) {
	if s == "" {
		return
	}
	if k := len(in.spans); k > 0 && in.spans[k-1].Style == st && in.spans[k-1].Link == link &&
		st&(Image|TeX) == 0 {
		in.spans[k-1].Text += s
		return
	}
	in.spans = append(in.spans, Span{Text: s, Style: st, Link: link})
}

func (in *spanBuilder) addChildNodes(n ast.Node, st Style, link string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		in.addInlineNode(c, st, link)
	}
}

func (in *spanBuilder) addInlineNode(n ast.Node, st Style, link string) {
	switch n := n.(type) {
	case *ast.Text:
		in.addTextNode(n, st, link)
	case *ast.String:
		in.appendOrMergeSpan(string(n.Value), st, link)
	case *ast.CodeSpan:
		in.appendOrMergeSpan(in.codeSpanText(n), st|Mono, link)
	case *texNode:
		if n.isAlone {
			st |= Display
		}
		in.appendOrMergeSpan(string(n.source), st|TeX, link)
	case *ast.Emphasis:
		if n.Level >= 2 {
			in.addChildNodes(n, st|Bold, link)
		} else {
			in.addChildNodes(n, st|Italic, link)
		}
	case *extast.Strikethrough:
		in.addChildNodes(n, st|Strike, link)
	case *ast.Link:
		in.addChildNodes(n, st, resolveEscapesAndCharReferences(n.Destination))
	case *ast.AutoLink:
		in.addAutolink(n, st)
	case *ast.Image:
		in.addImagePlaceholder(n, st)
	case *ast.RawHTML:
		in.addRawHTML(n, st, link)
	case *extast.TaskCheckBox:
	default:
		in.addChildNodes(n, st, link)
	}
}

func (in *spanBuilder) addTextNode(n *ast.Text, st Style, link string) {
	v := n.Segment.Value(in.src)
	if n.IsRaw() {
		in.appendOrMergeSpan(string(v), st, link)
	} else {
		in.appendOrMergeSpan(resolveEscapesAndCharReferences(v), st, link)
	}
	switch {
	case n.HardLineBreak():
		in.appendOrMergeSpan("\n", st, link)
	case n.SoftLineBreak():
		in.appendOrMergeSpan(" ", st, link)
	}
}

func (in *spanBuilder) codeSpanText(n ast.Node) string {
	var s strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			s.Write(t.Segment.Value(in.src))
		}
	}
	return strings.ReplaceAll(s.String(), "\n", " ")
}

func (in *spanBuilder) addAutolink(n *ast.AutoLink, st Style) {
	label := string(n.Label(in.src))
	url := string(n.URL(in.src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
		url = "mailto:" + url
	}
	in.appendOrMergeSpan(label, st, url)
}

func (in *spanBuilder) addImagePlaceholder(n *ast.Image, st Style) {
	alt := &spanBuilder{src: in.src}
	alt.addChildNodes(n, 0, "")
	url := resolveEscapesAndCharReferences(n.Destination)
	label := strings.ReplaceAll(joinedSpansText(alt.spans), "\n", " ")
	if label == "" {
		if label = path.Base(url); label == "." || label == "/" {
			label = translate.Text("Image")
		}
	}
	in.appendOrMergeSpan(label, st|Image, url)
}

// addRawHTML shows a tag as source, except that <br>, which models write in table cells, is a line
// break.
func (in *spanBuilder) addRawHTML(n *ast.RawHTML, st Style, link string) {
	var s strings.Builder
	for i := range n.Segments.Len() {
		seg := n.Segments.At(i)
		s.Write(seg.Value(in.src))
	}
	switch strings.ToLower(strings.ReplaceAll(s.String(), " ", "")) {
	case "<br>", "<br/>":
		in.appendOrMergeSpan("\n", st, link)
	default:
		in.appendOrMergeSpan(s.String(), st, link)
	}
}

// resolveEscapesAndCharReferences resolves backslash escapes and character references (CommonMark
// 0.31 §2.4 and §2.5).
func resolveEscapesAndCharReferences(b []byte) string {
	var s strings.Builder
	start := 0
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == 0:
			s.Write(b[start:i])
			s.WriteString("\uFFFD")
			start = i + 1
		case b[i] == '\\' && i+1 < len(b) && util.IsPunct(b[i+1]):
			s.Write(b[start:i])
			start = i + 1
			i++
		case b[i] == '&':
			if ref, n := parseCharReference(b[i:]); n > 0 {
				s.Write(b[start:i])
				s.WriteString(ref)
				i += n - 1
				start = i + 1
			}
		}
	}
	s.Write(b[start:])
	return s.String()
}

// maxCharReferenceBytes exceeds the longest name of an HTML5 entity.
const maxCharReferenceBytes = 40

// parseCharReference parses a character reference at the start of b and returns its text and
// length, or length 0.
func parseCharReference(b []byte) (string, int) {
	end := strings.IndexByte(string(b[:min(len(b), maxCharReferenceBytes)]), ';')
	if end < 2 {
		return "", 0
	}
	raw := string(b[:end+1])
	digits := raw[1:end]
	switch {
	case strings.HasPrefix(digits, "#x"), strings.HasPrefix(digits, "#X"):
		if len(digits) > 8 || len(digits) < 3 {
			return "", 0
		}
	case digits[0] == '#':
		if len(digits) > 8 || len(digits) < 2 {
			return "", 0
		}
	default:
		e, ok := util.LookUpHTML5EntityByName(digits)
		if !ok {
			return "", 0
		}
		return string(e.Characters), end + 1
	}
	out := html.UnescapeString(raw)
	if out == raw {
		return "", 0
	}
	return out, end + 1
}
