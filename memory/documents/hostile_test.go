package documents

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostileDocument is a document that must be refused, and what is said of it.
type hostileDocument struct {
	name    string
	data    []byte
	problem string
}

// zipWithFileOfZeros returns an archive with a file of that many zero bytes, which takes a thousandth of them.
func zipWithFileOfZeros(t testing.TB, megabytes int, name string, before ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(before); i += 2 {
		f, err := z.Create(before[i])
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(f, before[i+1])
	}
	f, err := z.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for range megabytes {
		_, _ = f.Write(make([]byte, 1<<20))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// deflatedPDFStream returns a PDF stream of that many megabytes of one byte, compressed.
func deflatedPDFStream(megabytes int, content byte) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	for range megabytes {
		_, _ = z.Write(bytes.Repeat([]byte{content}, 1<<20))
	}
	_ = z.Close()
	return fmt.Sprintf("<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", b.Len(), b.String())
}

// withEncryptionFlagsSet sets the flag of encryption of every file of an archive.
func withEncryptionFlagsSet(data []byte) []byte {
	out := bytes.Clone(data)
	for _, header := range []struct {
		mark string
		at   int
	}{{"PK\x03\x04", 6}, {"PK\x01\x02", 8}} {
		for i := 0; ; {
			n := bytes.Index(out[i:], []byte(header.mark))
			if n < 0 {
				break
			}
			out[i+n+header.at] |= 1
			i += n + 4
		}
	}
	return out
}

const (
	pdfCatalog, pdfPages = "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	pdfPage              = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>/Font<</F 6 0 R>>>>>>"
	odtType              = "application/vnd.oasis.opendocument.text"
	odsType              = "application/vnd.oasis.opendocument.spreadsheet"
	epubType             = "application/epub+zip"
)

// hostilePDFs are PDF documents that are encrypted, damaged, without end or without text.
func hostilePDFs(t testing.TB) []hostileDocument {
	t.Helper()
	form := func(content string) string {
		return strings.Replace(pdfStream(content), "<<", "<</Subtype/Form/Resources<</XObject<</F 5 0 R>>>>", 1)
	}
	plan := readTestFile(t, "garden-plan.pdf")
	deepKids := []string{pdfCatalog}
	for i := range 20000 {
		deepKids = append(deepKids, fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", i+3))
	}
	return []hostileDocument{
		{"encrypted.pdf", readTestFile(t, "encrypted.pdf"), "password-protected"},
		{
			"scan.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("q 100 0 0 100 0 0 cm Q"), pdfStream("")),
			"contains no text",
		},
		{
			"form in itself.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("/F Do"), form("/F Do /F Do")),
			"contains no text",
		},
		{"pages in pages.pdf", pdfOf(pdfCatalog, "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 900000000>>"), "limit is 5000"},
		{"pages in themselves.pdf", pdfOf(pdfCatalog, "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 5000>>"), "contains no text"},
		{"deep pages.pdf", pdfOf(append(deepKids, "null")...), "contains no text"},
		{"no catalog.pdf", pdfOf("<<>>"), "contains no text"},
		{"catalog of itself.pdf", pdfOf("<</Type/Catalog/Pages 1 0 R>>"), "contains no text"},
		{"half.pdf", plan[:20000], "is damaged"},
		{"only a header.pdf", []byte("%PDF-1.7\n"), "is damaged"},
		{"no objects.pdf", []byte("%PDF-1.7\nstartxref\n9\n%%EOF\n"), "is damaged"},
		{"table elsewhere.pdf", []byte("%PDF-1.7\nstartxref\n99999999999\n%%EOF\n"), "is damaged"},
		{
			"table of itself.pdf",
			[]byte("%PDF-1.7\nxref\n0 0\ntrailer\n<</Prev 9/Size 1/Root 1 0 R>>\nstartxref\n9\n%%EOF\n"), "",
		},
		{"deep array.pdf", pdfOf(pdfCatalog, pdfPages, strings.Repeat("[", 2_000_000)), ""},
		{"deep dictionary.pdf", pdfOf(strings.Repeat("<</A", 1_000_000)), ""},
		{"deep content.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream(strings.Repeat("[", 1_000_000)+" TJ")), ""},
		{"bomb.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, deflatedPDFStream(100, ' ')), "too large when unpacked"},
		{"bomb of one word.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, deflatedPDFStream(60, 'q')), "too large when unpacked"},
		{"string of other letters.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("(<) Tj <0041804ET")), "is damaged"},
		{"string without end.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("BT <41 42")), "is damaged"},
		{"text without end.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("BT (41 42")), "contains no text"},
		{"bomb of objects.pdf", bytes.Replace(pdfOf(pdfCatalog, pdfPages, pdfPage, "null", deflatedPDFStream(60, '(')),
			[]byte("<</Filter"), []byte("<</Type/ObjStm/N 1/First 5/Filter"), 1), "too large when unpacked"},
		{"stream longer than the file.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage,
			"<</Length 99999999999>>\nstream\nx\nendstream"), "contains no text"},
		{
			"bomb in a font.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("BT /F 1 Tf (a) Tj ET"), "null",
				"<</Type/Font/Subtype/Type0/ToUnicode 7 0 R/DescendantFonts[8 0 R]>>", deflatedPDFStream(64, ' '), "<<>>"),
			"too large when unpacked",
		},
		{"widths without end.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("BT /F 1 Tf ( ) Tj ET"), "null",
			"<</Type/Font/Subtype/Type0/DescendantFonts[7 0 R]>>", "<</W[0 2000000000 500]>>"), ""},
		{"letters without end.pdf", pdfOf(pdfCatalog, pdfPages, pdfPage, pdfStream("BT /F 1 Tf ( ) Tj ET"), "null",
			"<</Type/Font/Subtype/Type1/FirstChar -2000000000/LastChar 2000000000/Widths[1 2 3]>>"), ""},
	}
}

// hostileArchives are documents in archives that are encrypted, damaged, nested, or larger than they look.
func hostileArchives(t testing.TB) []hostileDocument {
	t.Helper()
	word := func(body string) []byte {
		return zipOf(t, "word/document.xml", "<w:document xmlns:w=\"w\">"+body+"</w:document>")
	}
	odf := func(kind, content string) []byte { return zipOf(t, "mimetype", kind, "content.xml", content) }
	book := func(container, opf, page string) []byte {
		return zipOf(t, "mimetype", epubType, "META-INF/container.xml", container, "b.opf", opf, "p.xhtml", page)
	}
	const container = `<c><rootfiles><rootfile full-path="b.opf"/></rootfiles></c>`
	const entities = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`
	many := make([]string, 0, 2*(maxEntries+2))
	for i := range maxEntries + 1 {
		many = append(many, fmt.Sprintf("f%d", i), "")
	}
	spine := `<package><manifest><item id="p" href="p.xhtml"/></manifest><spine>` +
		strings.Repeat(`<itemref idref="p"/>`, 200_000) + `</spine></package>`
	return []hostileDocument{
		{"encrypted.docx", []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0}, "password-protected"},
		{"encrypted files.docx", withEncryptionFlagsSet(word("x")), "password-protected"},
		{"encrypted.odt", zipOf(t, "mimetype", odtType, "META-INF/manifest.xml", "<m><encryption-data/></m>",
			"content.xml", "garbage"), "password-protected"},
		{"bomb.docx", zipWithFileOfZeros(t, 100, "word/document.xml"), "too large when unpacked"},
		{"bomb.odt", zipWithFileOfZeros(t, 100, "content.xml", "mimetype", odtType), "too large when unpacked"},
		{"bomb.pptx", zipWithFileOfZeros(t, 100, "ppt/slides/1.xml", "ppt/presentation.xml",
			`<p xmlns:r="r"><sldIdLst><sldId r:id="x"/></sldIdLst></p>`, "ppt/_rels/presentation.xml.rels",
			`<R><Relationship Id="x" Target="slides/1.xml"/></R>`), "too large when unpacked"},
		{"bomb.xlsx", zipWithFileOfZeros(t, 200, "xl/worksheets/sheet1.xml", "xl/workbook.xml", "<workbook/>"), ""},
		{
			"bomb.epub", zipWithFileOfZeros(
				t, 100, "p.xhtml", "mimetype", epubType, "META-INF/container.xml", container, "b.opf",
				`<package><manifest><item id="p" href="p.xhtml"/></manifest><spine><itemref idref="p"/></spine></package>`,
			),
			"too large when unpacked",
		},
		{"bomb in its type.odt", zipWithFileOfZeros(t, 100, "mimetype"), ""},
		{"files without end.docx", zipOf(t, append(many, "word/document.xml", "x")...), "is too large"},
		{"deep.docx", word(strings.Repeat("<w:p>", 100_000)), "levels of nesting"},
		{"deep.odt", odf(odtType, "<c>"+strings.Repeat("<text:list xmlns:text=\"t\">", 100_000)), "levels of nesting"},
		{"deep tables.docx", word(strings.Repeat("<w:tbl><w:tr><w:tc>", 50_000)), "levels of nesting"},
		{"deep.pptx", zipOf(t, "ppt/presentation.xml", `<p xmlns:r="r"><sldIdLst><sldId r:id="x"/></sldIdLst></p>`,
			"ppt/_rels/presentation.xml.rels", `<R><Relationship Id="x" Target="1.xml"/></R>`, "ppt/1.xml",
			strings.Repeat("<a>", 100_000)), "levels of nesting"},
		{"deep presentation.pptx", zipOf(t, "ppt/presentation.xml", strings.Repeat("<a>", 100_000)), "is damaged"},
		{"deep.epub", book(container, strings.Repeat("<a>", 100_000), "x"), "is damaged"},
		{"deep page.epub", book(container,
			`<package><manifest><item id="p" href="p.xhtml"/></manifest><spine><itemref idref="p"/>`+
				`</spine></package>`, strings.Repeat("<div>", 200_000)), ""},
		{"one page 200,000 times.epub", book(container, spine, strings.Repeat("words ", 20_000)), ""},
		{"entities.docx", zipOf(t, "word/document.xml", entities+`<d><p><t>&b;&b;</t></p></d>`), "is damaged"},
		{"entities.odt", odf(odtType, entities+`<d><p>&b;</p></d>`), "is damaged"},
		{"entities.xlsx", zipOf(t, "xl/workbook.xml", entities+"<workbook>&b;</workbook>"), ""},
		{
			"cells without end.ods", odf(odsType, `<d xmlns:t="t"><t:table t:name="x"><t:table-row>`+
				strings.Repeat(`<t:table-cell t:number-columns-repeated="2000000000"/>`, 50)+`</t:table-row></t:table></d>`),
			"read: ",
		},
		{"blanks without end.odt", odf(odtType, `<d xmlns:t="t"><t:p>`+strings.Repeat(`<t:s t:c="2000000000"/>`, 1000)+
			`</t:p></d>`), "contains no text"},
		{"half.docx", readTestFile(t, "garden-plan.docx")[:6000], "is damaged"},
		{"half.odt", readTestFile(t, "garden-plan.odt")[:6000], "is damaged"},
		{"half.epub", readTestFile(t, "garden-plan.epub")[:3000], "is damaged"},
		{"half.xlsx", readTestFile(t, "harvest.xlsx")[:3000], "is damaged"},
		{"half.pptx", readTestFile(t, "slides.pptx")[:9000], "is damaged"},
		{"empty.docx", word(""), "contains no text"},
		{"pictures only.odt", odf(odtType, `<d xmlns:t="t"><t:p/></d>`), "contains no text"},
		{"no xml.xlsx", zipOf(t, "xl/workbook.xml", "no"), "is damaged"},
		{"no xml.docx", zipOf(t, "word/document.xml", "\x00\x01\x02"), "is damaged"},
		{"no content.odt", zipOf(t, "mimetype", odtType), "part of it is missing"},
		{
			"no slide.pptx", zipOf(t, "ppt/presentation.xml", `<p xmlns:r="r"><sldIdLst><sldId r:id="x"/></sldIdLst></p>`),
			"part of it is missing",
		},
		{"no root.epub", zipOf(t, "mimetype", epubType, "META-INF/container.xml", "<c/>"), "is damaged"},
		{"root of itself.epub", zipOf(t, "mimetype", epubType, "META-INF/container.xml",
			`<c><rootfiles><rootfile full-path="META-INF/container.xml"/></rootfiles></c>`), "contains no text"},
		{
			"path upwards.epub", book(`<c><rootfiles><rootfile full-path="../../etc/passwd"/></rootfiles></c>`, "", ""),
			"is missing",
		},
		{"photos.zip", zipOf(t, "a.png", "x", "b.png", "y"), "is a zip archive"},
		{"program.docx", append([]byte("PK\x03\x04"), bytes.Repeat([]byte{0x7F}, 4000)...), "is damaged"},
		{"excel of before 2007.xls", append([]byte{0xD0, 0xCF, 0x11, 0xE0}, make([]byte, 4000)...), "Office 2003 or earlier"},
	}
}

// hostileTexts are documents in text forms that are nested, without end or without text.
func hostileTexts() []hostileDocument {
	return []hostileDocument{
		{"deep.rtf", []byte(`{\rtf1` + strings.Repeat("{", 100_000)), "levels of nesting"},
		{"empty.rtf", []byte(`{\rtf1{\*\x y}}`), "contains no text"},
		{"binary without end.rtf", []byte(`{\rtf1\bin2000000000 x`), "contains no text"},
		{"picture only.rtf", []byte(`{\rtf1{\pict ` + strings.Repeat("89504e47", 100_000) + `}}`), "contains no text"},
		{
			"longer than its limit.rtf", []byte(`{\rtf1 ` + strings.Repeat("words and words ", maxTextBytes/16+1) + `}`),
			"more text",
		},
		{"empty.html", []byte("<html><script>alert(1)</script></html>"), "contains no text"},
		{"deep.html", []byte(strings.Repeat("<div>", 3_000_000)), ""},
		{"deep lists.html", []byte(strings.Repeat("<ul><li>", 300_000)), ""},
		{"deep tables.html", []byte(strings.Repeat("<table><tr><td>", 200_000)), ""},
		{"deep formatting.html", []byte(strings.Repeat("<b><i>", 300_000)), ""},
		{"scripts only.html", []byte(strings.Repeat("<script>x</script><style>y</style>", 100_000)), "contains no text"},
		{"deep.eml", nestedMail(40), "levels of nesting"},
		{"no mail.eml", []byte("\x00\x01"), "is damaged"},
		{"nothing.eml", nil, "is damaged"},
		{"header of one line.eml", []byte("Subject"), "is damaged"},
		{"header without end.eml", append([]byte("Subject: "), bytes.Repeat([]byte("a"), 20<<20)...), ""},
	}
}

func allHostileDocuments(t testing.TB) []hostileDocument {
	t.Helper()
	return append(append(hostilePDFs(t), hostileArchives(t)...), hostileTexts()...)
}

// hostileFileVariable names the file that a process of the test reads in place of the tests.
const hostileFileVariable = "MEMOIR_TEST_HOSTILE_DOCUMENT"

// maxHostileMemory is how much a process may take from the system to refuse a document of 64 MB at most.
const maxHostileMemory = 300 << 20

// Each document is read by a process of its own, so that one that ends the process fails alone, and its memory is
// known. A document is refused in a sentence, or what can be read of it is.
func TestHostileDocumentsAreRefusedInLittleMemory(t *testing.T) {
	if file := os.Getenv(hostileFileVariable); file != "" {
		readHostileFileAndPrintResult(t, file)
		return
	}
	dir := t.TempDir()
	all := allHostileDocuments(t)
	if len(all) < 60 {
		t.Errorf("there are %d documents, want 60", len(all))
	}
	for _, d := range all {
		t.Run(d.name, func(t *testing.T) {
			file := filepath.Join(dir, d.name)
			if err := os.WriteFile(file, d.data, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestHostileDocumentsAreRefusedInLittleMemory$")
			cmd.Env = append(os.Environ(), hostileFileVariable+"="+file)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out[:min(len(out), 2000)])
			}
			if !strings.Contains(string(out), d.problem) {
				t.Errorf("it says %q, want %q", out, d.problem)
			}
			if d.problem == "" && !strings.Contains(string(out), "refused: ") {
				t.Errorf("it is read: %s", out)
			}
			t.Logf("%v: %s", cmd.ProcessState.SystemTime()+cmd.ProcessState.UserTime(), out[:min(len(out), 150)])
		})
	}
}

// readHostileFileAndPrintResult reads a file and prints what is said of it.
func readHostileFileAndPrintResult(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, isDocument, err := toMarkdownWithin(5*time.Minute, filepath.Base(file), data)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var refused *Error
	switch {
	case !isDocument:
		t.Fatal("it is taken for no document")
	case err != nil && (!errors.As(err, &refused) || text != ""):
		t.Fatalf("%v with %d bytes of text", err, len(text))
	case m.Sys > maxHostileMemory:
		t.Fatalf("it takes %d MB", m.Sys>>20)
	case err != nil:
		fmt.Printf("refused: %s (%d MB)\n", refused.Problem, m.Sys>>20)
	default:
		fmt.Printf("read: %d bytes of text (%d MB)\n", len(text), m.Sys>>20)
	}
}

func TestADocumentThatTakesTooLongIsRefused(t *testing.T) {
	text, isDocument, err := toMarkdownWithin(0, "page.html", []byte("<!DOCTYPE html><p>Words.</p>"))
	var refused *Error
	if text != "" || !isDocument || !errors.As(err, &refused) ||
		refused.Error() != errTooSlow().Error() {
		t.Errorf("got %q, %v, %v", text, isDocument, err)
	}
}
