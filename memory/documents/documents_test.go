package documents

import (
	"archive/zip"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the texts of testdata anew")

// readTestFile returns a file of testdata.
func readTestFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// documentNames are the documents of testdata, made by LibreOffice 7.4, pandoc 2.17 and Python's email package out of
// one text with headings, a nested list, a table, a footnote and four scripts.
func documentNames() []string {
	return strings.Fields(`garden-plan.docx garden-plan.odt garden-plan.epub garden-plan.html garden-plan.pdf
		garden-plan.rtf slides.pptx slides.odp harvest.xlsx harvest.ods mail.eml`)
}

func TestDocumentsOfOtherProgramsAreReadAsMarkdown(t *testing.T) {
	for _, name := range documentNames() {
		got, isDocument, err := ToMarkdown(name, readTestFile(t, name))
		if err != nil || !isDocument {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden := filepath.Join("testdata", name+".md")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(readTestFile(t, name+".md")); got != want {
			t.Errorf("%s is read as\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestEveryDocumentKeepsHeadingsListsAndTables(t *testing.T) {
	for _, name := range []string{"garden-plan.docx", "garden-plan.odt", "garden-plan.epub", "garden-plan.html"} {
		got, _, err := ToMarkdown(name, readTestFile(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"# Garden plan for 2027\n", "## Beds and crops\n", "### Watering\n", "Zürich", "Müller", "菜の花", "кабачок",
			"- First bed: tomatoes and basil\n", "  - under glass until May", "second shelf",
			"The rent is 180 francs a year, and the water 35.",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, got)
			}
		}
		if row := "| Bean | April 30 | 6 |"; !strings.Contains(strings.Join(strings.Fields(got), " "), row) {
			t.Errorf("%s lacks the row %q", name, row)
		}
	}
}

func TestOtherFilesAreNoDocuments(t *testing.T) {
	for name, data := range map[string]string{
		"notes.txt": "{not rtf}", "page.go": "<html>", "letter.txt": "From: a@b\n\nHi", "empty": "", "a.md": "# PDF-1.7",
	} {
		if text, isDocument, err := ToMarkdown(name, []byte(data)); isDocument || text != "" || err != nil {
			t.Errorf("%s: %v, %q, %v", name, isDocument, text, err)
		}
	}
}

// zipOf returns an archive; names and contents alternate.
func zipOf(t testing.TB, namesAndContents ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(namesAndContents); i += 2 {
		f, err := z.Create(namesAndContents[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(namesAndContents[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pdfOf returns a PDF whose objects, numbered from 1, are given; the first is the catalog.
func pdfOf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

func pdfStream(content string) string {
	return fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content)
}

// nestedMail returns an e-mail whose parts stand in each other.
func nestedMail(depth int) []byte {
	var b bytes.Buffer
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	return b.Bytes()
}

// hostileDocuments are documents that are encrypted, damaged, huge or without text, with what is said of them.
func hostileDocuments(t testing.TB) map[string]struct {
	data    []byte
	problem string
} {
	t.Helper()
	word := func(body string) []byte {
		return zipOf(t, "word/document.xml", "<w:document xmlns:w=\"w\">"+body+"</w:document>")
	}
	const text = "application/vnd.oasis.opendocument.text"
	const page = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>"
	const catalog, pages = "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	const book = "application/epub+zip"
	zeros := strings.Repeat("\x00", 100<<20)
	return map[string]struct {
		data    []byte
		problem string
	}{
		"encrypted.pdf":  {readTestFile(t, "encrypted.pdf"), "protected by a password"},
		"encrypted.docx": {[]byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0}, "protected by a password"},
		"encrypted.odt": {zipOf(t, "mimetype", text, "META-INF/manifest.xml", "<m><encryption-data/></m>",
			"content.xml", "garbage"), "protected by a password"},
		"scan.pdf": {pdfOf(catalog, pages, page, pdfStream("q 100 0 0 100 0 0 cm Q"), pdfStream("")), "contains no text"},
		"form in form.pdf": {pdfOf(catalog, pages, page, pdfStream("/F Do"), strings.Replace(
			pdfStream("/F Do /F Do"), "<<", "<</Subtype/Form/Resources<</XObject<</F 5 0 R>>>>", 1)), "contains no text"},
		"pages in pages.pdf": {pdfOf(catalog, "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 900000000>>"), "limit is 5000"},
		"no catalog.pdf":     {pdfOf("<<>>"), "contains no text"},
		"half.pdf":           {readTestFile(t, "garden-plan.pdf")[:20000], "is damaged"},
		"bomb.docx":          {zipOf(t, "word/document.xml", zeros), "unpacks to too much"},
		"deep.docx":          {word(strings.Repeat("<w:p>", 100000)), "nested too deeply"},
		"entities.docx": {zipOf(t, "word/document.xml", `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`+
			`<d><p><t>&b;&b;</t></p></d>`), "is damaged"},
		"half.docx":   {readTestFile(t, "garden-plan.docx")[:6000], "is damaged"},
		"empty.docx":  {word(""), "contains no text"},
		"half.xlsx":   {readTestFile(t, "harvest.xlsx")[:3000], "is damaged"},
		"no xml.xlsx": {zipOf(t, "xl/workbook.xml", "no"), "is damaged"},
		"slides.pptx": {
			zipOf(t, "ppt/presentation.xml", `<p xmlns:r="r"><sldIdLst><sldId r:id="x"/></sldIdLst></p>`),
			"a part of it is missing",
		},
		"loop.epub":   {zipOf(t, "mimetype", book, "META-INF/container.xml", "<c/>"), "is damaged"},
		"photos.zip":  {zipOf(t, "a.png", "x", "b.png", "y"), "archive of 2 files"},
		"deep.rtf":    {[]byte(`{\rtf1` + strings.Repeat("{", 100000)), "nested too deeply"},
		"empty.rtf":   {[]byte(`{\rtf1{\*\x y}}`), "contains no text"},
		"empty.html":  {[]byte("<html><script>alert(1)</script></html>"), "contains no text"},
		"deep.eml":    {nestedMail(40), "nested too deeply"},
		"no mail.eml": {[]byte("\x00\x01"), "is damaged"},
	}
}

func TestHostileDocumentsAreRefusedInASentence(t *testing.T) {
	for name, c := range hostileDocuments(t) {
		text, isDocument, err := ToMarkdown(name, c.data)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Problem, c.problem) || !isDocument || text != "" {
			t.Errorf("%s: %v, %q, want %q", name, err, text[:min(len(text), 80)], c.problem)
		}
	}
}

// A document that was cut off is refused, or read as far as it goes; nothing else.
func TestDocumentsCutOffAnywhereDoNoHarm(t *testing.T) {
	for _, name := range documentNames() {
		data := readTestFile(t, name)
		for i := 1; i < 12; i++ {
			checkResult(t, name, data[:len(data)*i/12])
		}
	}
}

func checkResult(t *testing.T, name string, data []byte) {
	t.Helper()
	text, _, err := ToMarkdown(name, data)
	var refused *Error
	switch {
	case err != nil && (!errors.As(err, &refused) || text != ""):
		t.Errorf("%s of %d bytes: %v with %q", name, len(data), err, text)
	case !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x01\r\x1b") || len(text) > maxTextBytes+1:
		t.Errorf("%s of %d bytes: %d bytes of text that is none", name, len(data), len(text))
	}
}

// FuzzToMarkdown looks for data that panics, hangs or yields what is no text.
func FuzzToMarkdown(f *testing.F) {
	for _, name := range documentNames() {
		f.Add(name, readTestFile(f, name))
	}
	f.Add("scan.pdf", pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page>>"))
	f.Add("mail.eml", nestedMail(3))
	f.Fuzz(func(t *testing.T, name string, data []byte) { checkResult(t, name, data) })
}

func TestTextOverTheLimitIsRefused(t *testing.T) {
	data := []byte(`{\rtf1 ` + strings.Repeat("words and words ", maxTextBytes/16+1) + `}`)
	_, _, err := ToMarkdown("long.rtf", data)
	var refused *Error
	if !errors.As(err, &refused) || !strings.Contains(refused.Problem, "more text") {
		t.Errorf("%v", err)
	}
}

func TestCellsOfSheetsAreShownAsThePersonSeesThem(t *testing.T) {
	for _, name := range []string{"harvest.xlsx", "harvest.ods"} {
		got, _, err := ToMarkdown(name, readTestFile(t, name))
		if err != nil || !strings.Contains(got, "## Sheet sample") || !strings.Contains(got, `with a \| in it`) ||
			strings.Contains(got, "46") { // a date as the number of a day
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}
