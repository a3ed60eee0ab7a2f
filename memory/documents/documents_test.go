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

// sampleDocumentNames are the documents of testdata, made by LibreOffice 7.4, pandoc 2.17 and Python's email package
// out of one text with headings, a nested list, a table, a footnote and four scripts.
func sampleDocumentNames() []string {
	return strings.Fields(`garden-plan.docx garden-plan.odt garden-plan.epub garden-plan.html garden-plan.pdf
		garden-plan.rtf slides.pptx slides.odp harvest.xlsx harvest.ods mail.eml`)
}

func TestDocumentsOfOtherProgramsAreReadAsMarkdown(t *testing.T) {
	for _, name := range sampleDocumentNames() {
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

// A document that was cut off is refused, or read as far as it goes; nothing else.
func TestDocumentsCutOffAnywhereDoNoHarm(t *testing.T) {
	for _, name := range sampleDocumentNames() {
		data := readTestFile(t, name)
		for i := 1; i < 12; i++ {
			assertTextOrDocumentError(t, name, data[:len(data)*i/12])
		}
	}
}

func assertTextOrDocumentError(t *testing.T, name string, data []byte) {
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

func TestCellsOfSheetsAreShownAsThePersonSeesThem(t *testing.T) {
	for _, name := range []string{"harvest.xlsx", "harvest.ods"} {
		got, _, err := ToMarkdown(name, readTestFile(t, name))
		if err != nil || !strings.Contains(got, "## Sheet sample") || !strings.Contains(got, `with a \| in it`) ||
			strings.Contains(got, "46") { // a date as the number of a day
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}
