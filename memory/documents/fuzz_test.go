package documents

import (
	"path/filepath"
	"strings"
	"testing"
)

// The targets look for data that panics, hangs or yields what is no text. Those for archives change a part inside, so
// that the archive itself stays whole.

// FuzzToMarkdown changes whole files of every kind.
func FuzzToMarkdown(f *testing.F) {
	for _, name := range sampleDocumentNames() {
		f.Add(name, readTestFile(f, name))
	}
	f.Add("mail.eml", nestedMail(3))
	f.Fuzz(func(t *testing.T, name string, data []byte) { assertTextOrDocumentError(t, name, data) })
}

// contentsOfPartsWithSuffix returns the contents of the parts whose names have an end, of some documents of testdata.
func contentsOfPartsWithSuffix(f *testing.F, end string, names ...string) []string {
	f.Helper()
	var out []string
	for _, name := range names {
		a, err := openZipArchive(readTestFile(f, name))
		if err != nil {
			f.Fatal(err)
		}
		for part := range a.files {
			if strings.HasSuffix(part, end) {
				data, err := a.unpackFile(part)
				if err != nil {
					f.Fatal(err)
				}
				out = append(out, string(data))
			}
		}
	}
	return out
}

func FuzzWordDocument(f *testing.F) {
	for _, part := range contentsOfPartsWithSuffix(f, "word/document.xml", "garden-plan.docx") {
		f.Add(part, `<styles><style w:styleId="a"><name w:val="heading 1"/></style></styles>`, wordNumbering)
	}
	f.Fuzz(func(t *testing.T, document, styles, numbering string) {
		assertTextOrDocumentError(t, "a.docx", zipOf(t, "word/document.xml", document, "word/styles.xml", styles,
			"word/footnotes.xml", document, "word/numbering.xml", numbering))
	})
}

func FuzzOpenDocument(f *testing.F) {
	for i, part := range contentsOfPartsWithSuffix(f, "content.xml", "garden-plan.odt", "harvest.ods", "slides.odp") {
		f.Add(part, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, content string, isSheet bool) {
		kind := "application/vnd.oasis.opendocument.text"
		if isSheet {
			kind = "application/vnd.oasis.opendocument.spreadsheet"
		}
		assertTextOrDocumentError(t, "a.odt", zipOf(t, "mimetype", kind, "content.xml", content))
	})
}

func FuzzSlide(f *testing.F) {
	for _, part := range contentsOfPartsWithSuffix(f, "slides/slide1.xml", "slides.pptx") {
		f.Add(part, chart)
	}
	f.Add(`<s xmlns:a="a" xmlns:r="r"><a:chart r:id="c"/><a:relIds r:dm="c"/></s>`, chart)
	f.Fuzz(func(t *testing.T, slide, chart string) {
		assertTextOrDocumentError(t, "a.pptx", zipOf(t, "ppt/presentation.xml",
			`<p xmlns:r="r"><sldIdLst><sldId r:id="x"/></sldIdLst></p>`,
			"ppt/_rels/presentation.xml.rels", `<R><Relationship Id="x" Target="1.xml"/></R>`, "ppt/1.xml", slide,
			"ppt/_rels/1.xml.rels", `<R><Relationship Id="c" Target="c.xml"/></R>`, "ppt/c.xml", chart))
	})
}

func FuzzSheet(f *testing.F) {
	for _, part := range contentsOfPartsWithSuffix(f, "worksheets/sheet1.xml", "harvest.xlsx") {
		f.Add(part, "<sst><si><t>a</t></si></sst>")
	}
	f.Fuzz(func(t *testing.T, sheet, texts string) {
		assertTextOrDocumentError(t, "a.xlsx", zipOf(t, "xl/workbook.xml",
			`<workbook xmlns:r="r"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels",
			`<Relationships><Relationship Id="r1" Type="worksheet" Target="worksheets/sheet1.xml"/>`+
				`<Relationship Id="r2" Type="sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
			"xl/worksheets/sheet1.xml", sheet, "xl/sharedStrings.xml", texts, "[Content_Types].xml", "<Types/>"))
	})
}

func FuzzBook(f *testing.F) {
	pages := contentsOfPartsWithSuffix(f, ".xhtml", "garden-plan.epub")
	f.Add(`<package><manifest><item id="p" href="p.xhtml"/></manifest><spine><itemref idref="p"/></spine></package>`,
		pages[len(pages)-1])
	f.Fuzz(func(t *testing.T, book, page string) {
		assertTextOrDocumentError(t, "a.epub", zipOf(t, "mimetype", "application/epub+zip", "META-INF/container.xml",
			`<c><rootfiles><rootfile full-path="b.opf"/></rootfiles></c>`, "b.opf", book, "p.xhtml", page))
	})
}

// FuzzText changes the kinds that are text: pages, e-mails and RTF.
func FuzzText(f *testing.F) {
	for _, name := range []string{"garden-plan.html", "mail.eml", "garden-plan.rtf"} {
		f.Add(filepath.Ext(name), readTestFile(f, name))
	}
	f.Add(".eml", nestedMail(5))
	f.Add(".rtf", []byte(`{\rtf1{\*\footnote a\u-3 \'e9\bin3 abc}{\fonttbl\cell\row}\trowd\cell\row}`))
	f.Fuzz(func(t *testing.T, ext string, data []byte) {
		switch ext {
		case ".html", ".eml":
			assertTextOrDocumentError(t, "a"+ext, data)
		default:
			assertTextOrDocumentError(t, "a.rtf", append([]byte(`{\rtf`), data...))
		}
	})
}

// FuzzPDFPage changes the content of a page, a font, its table of characters and a field of a form, in a file that is
// otherwise whole.
func FuzzPDFPage(f *testing.F) {
	const field = "<</Subtype/Widget/FT/Tx/Rect[100 698 200 712]/V(text)/AP<</N 5 0 R>>>>"
	f.Add("BT /F 12 Tf 1 0 0 1 72 720 Tm (Words) Tj [(a) -300 (b)] TJ T* (c) ' ET /F Do q 1 0 0 1 5 5 cm Q",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 34/Widths[250 300 400]/ToUnicode 7 0 R>>",
		"beginbfchar <20> <0066> endbfchar beginbfrange <22> <24> <0061> <25> <26> [<0062> <0063>] endbfrange", field)
	f.Add("BT /F 9 Tf <00410042> Tj ET",
		"<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[1 [500] 2 9 600]/DW 9>>]>>", "", field)
	f.Add("BT /F 9 Tf (abc) Tj ET",
		"<</Type/Font/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/f_i/uni0041 200/a.b]>>>>",
		"", "<</Subtype/FreeText/Rect[1 2 3 4]/Contents(x)>>")
	page := strings.Replace(pdfPage, "<<", "<</Annots[8 0 R]", 1)
	f.Fuzz(func(t *testing.T, content, font, toUnicode, annotation string) {
		assertTextOrDocumentError(t, "a.pdf", pdfOf(pdfCatalog, pdfPages, page, pdfStream(content),
			strings.Replace(pdfStream(content), "<<", "<</Subtype/Form", 1), font, pdfStream(toUnicode), annotation))
	})
}
