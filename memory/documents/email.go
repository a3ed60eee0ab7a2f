package documents

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"

	"golang.org/x/net/html/charset"
)

// maxEmailDepth is how many messages and parts of an e-mail may stand in each other.
const maxEmailDepth = 20

// writeEmailAsMarkdown reads an e-mail (RFC 5322, MIME): subject, sender, recipients and date, its
// text, and the names of what is attached. Of several forms of the same text the plain one is
// taken.
func writeEmailAsMarkdown(data []byte, w *writer) error {
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return err
	}
	words := &mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	var lines []string
	for _, name := range []string{"From", "To", "Cc", "Date"} {
		if v, err := words.DecodeHeader(m.Header.Get(name)); err == nil && v != "" {
			lines = append(lines, name+": "+collapseToOneLine(v))
		}
	}
	subject, err := words.DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		subject = m.Header.Get("Subject")
	}
	w.addHeading(1, subject)
	w.addParagraph(strings.Join(lines, "\n"))
	e := emailReader{w: w, words: words}
	if err := e.addTextOrAttachmentName(textproto.MIMEHeader(m.Header), m.Body, 0); err != nil {
		return err
	}
	if len(e.attached) > 0 {
		w.addParagraph("Attachments: " + strings.Join(e.attached, ", "))
	}
	return nil
}

type emailReader struct {
	w        *writer
	words    *mime.WordDecoder
	attached []string
}

// addTextOrAttachmentName adds the text of a part, or the name of an attachment.
func (e *emailReader) addTextOrAttachmentName(header textproto.MIMEHeader, body io.Reader, depth int) error {
	if depth > maxEmailDepth {
		return &Error{"has too many levels of nesting"}
	}
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		kind, params = "text/plain", nil
	}
	if strings.HasPrefix(kind, "multipart/") {
		return e.addFirstAlternativeOrAll(kind, multipart.NewReader(body, params["boundary"]), depth)
	}
	_, disposition, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	name := disposition["filename"]
	if name == "" {
		name = params["name"]
	}
	if name != "" || !strings.HasPrefix(kind, "text/") {
		if decoded, err := e.words.DecodeHeader(name); err == nil && decoded != "" {
			e.attached = append(e.attached, collapseToOneLine(decoded))
		}
		return nil
	}
	text, err := decodeEmailText(header, params["charset"], body)
	if err != nil {
		return err
	}
	if kind == "text/html" {
		converted, err := convertHTMLToMarkdown([]byte(text))
		if err != nil {
			return err
		}
		text = converted
	}
	e.w.addParagraph(strings.ReplaceAll(text, "\r\n", "\n"))
	return nil
}

// addFirstAlternativeOrAll adds the parts of a multipart: of alternatives the first, which is the
// plainest.
func (e *emailReader) addFirstAlternativeOrAll(kind string, parts *multipart.Reader, depth int) error {
	for n := 0; ; n++ {
		part, err := parts.NextRawPart()
		if err != nil {
			return nil //nolint:nilerr // the end, or a mail that was cut off: what came is kept
		}
		if kind == "multipart/alternative" && n > 0 {
			continue
		}
		if err := e.addTextOrAttachmentName(part.Header, part, depth+1); err != nil {
			return err
		}
	}
}

// decodeEmailText returns the text of a part in UTF-8.
func decodeEmailText(header textproto.MIMEHeader, label string, body io.Reader) (string, error) {
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	if label != "" {
		if r, err := charset.NewReaderLabel(label, body); err == nil {
			body = r
		}
	}
	text, err := io.ReadAll(io.LimitReader(body, maxTextBytes))
	return strings.ToValidUTF8(string(text), "\uFFFD"), err
}
