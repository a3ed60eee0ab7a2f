package markdown

import (
	"html"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// spanBuilder collects the spans of one block.
type inliner struct {
	src   []byte
	spans []Span
}

// inlineSpans returns the spans of a node's children, without white space at the edges.
func (w *builder) inline(n ast.Node) []Span {
	in := &inliner{src: w.src}
	in.children(n, 0, "")
	return in.spans
}

func (in *inliner) add(s string, st Style, link string) {
	if s == "" {
		return
	}
	if k := len(in.spans); k > 0 && in.spans[k-1].Style == st && in.spans[k-1].Link == link && st&Image == 0 {
		in.spans[k-1].Text += s
		return
	}
	in.spans = append(in.spans, Span{Text: s, Style: st, Link: link})
}

func (in *inliner) children(n ast.Node, st Style, link string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		in.node(c, st, link)
	}
}

func (in *inliner) node(n ast.Node, st Style, link string) {
	switch n := n.(type) {
	case *ast.Text:
		in.text(n, st, link)
	case *ast.String:
		in.add(string(n.Value), st, link)
	case *ast.CodeSpan:
		in.add(in.code(n), st|Mono, link)
	case *tex:
		in.add(string(n.source), st|TeX, link)
	case *ast.Emphasis:
		if n.Level >= 2 {
			in.children(n, st|Bold, link)
		} else {
			in.children(n, st|Italic, link)
		}
	case *extast.Strikethrough:
		in.children(n, st|Strike, link)
	case *ast.Link:
		in.children(n, st, unescape(n.Destination))
	case *ast.AutoLink:
		in.autolink(n, st)
	case *ast.Image:
		in.image(n, st)
	case *ast.RawHTML:
		in.html(n, st, link)
	case *extast.TaskCheckBox:
	default:
		in.children(n, st, link)
	}
}

func (in *inliner) text(n *ast.Text, st Style, link string) {
	v := n.Segment.Value(in.src)
	if n.IsRaw() {
		in.add(string(v), st, link)
	} else {
		in.add(unescape(v), st, link)
	}
	switch {
	case n.HardLineBreak():
		in.add("\n", st, link)
	case n.SoftLineBreak():
		in.add(" ", st, link)
	}
}

func (in *inliner) code(n ast.Node) string {
	var s strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			s.Write(t.Segment.Value(in.src))
		}
	}
	return strings.ReplaceAll(s.String(), "\n", " ")
}

func (in *inliner) autolink(n *ast.AutoLink, st Style) {
	label := string(n.Label(in.src))
	url := string(n.URL(in.src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
		url = "mailto:" + url
	}
	in.add(label, st, url)
}

func (in *inliner) image(n *ast.Image, st Style) {
	alt := &inliner{src: in.src}
	alt.children(n, 0, "")
	url := unescape(n.Destination)
	label := strings.ReplaceAll(plain(alt.spans), "\n", " ")
	if label == "" {
		if label = path.Base(url); label == "." || label == "/" {
			label = "Image"
		}
	}
	in.add(label, st|Image, url)
}

// addRawHTML shows a tag as source, except that <br>, which models write in table cells, is a line
// break.
func (in *inliner) html(n *ast.RawHTML, st Style, link string) {
	var s strings.Builder
	for i := range n.Segments.Len() {
		seg := n.Segments.At(i)
		s.Write(seg.Value(in.src))
	}
	switch strings.ToLower(strings.ReplaceAll(s.String(), " ", "")) {
	case "<br>", "<br/>":
		in.add("\n", st, link)
	default:
		in.add(s.String(), st, link)
	}
}

// resolveEscapes resolves backslash escapes and character references (CommonMark 0.31 §2.4 and
// §2.5).
func unescape(b []byte) string {
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
			if ref, n := reference(b[i:]); n > 0 {
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
const longestReference = 40

// parseCharReference parses a character reference at the start of b and returns its text and
// length, or length 0.
func reference(b []byte) (string, int) {
	end := strings.IndexByte(string(b[:min(len(b), longestReference)]), ';')
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
