package documents

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// assertDocumentMarkdown reads a document and compares the whole text.
func assertDocumentMarkdown(t *testing.T, name string, data []byte, want string) {
	t.Helper()
	got, isDocument, err := ToMarkdown(name, data)
	if err != nil || !isDocument {
		t.Fatalf("%s: %v", name, err)
	}
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s is read as\n%s\nwant\n%s", name, got, want)
	}
}

// wordDocumentOfParagraphs returns a Word document whose paragraphs are given, with other parts; names and contents
// alternate.
func wordDocumentOfParagraphs(t *testing.T, paragraphs string, parts ...string) []byte {
	t.Helper()
	return zipOf(t, append([]string{
		"word/document.xml", `<w:document xmlns:w="w" xmlns:r="r">` + paragraphs + `</w:document>`,
	}, parts...)...)
}

// wordListParagraph returns a paragraph of a list.
func wordListParagraph(list, level, text string) string {
	return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr></w:pPr>` +
		`<w:r><w:t>` + text + `</w:t></w:r></w:p>`
}

const wordNumbering = `<numbering><abstractNum abstractNumId="7">
	<lvl ilvl="0"><start val="1"/><numFmt val="decimal"/><lvlText val="%1."/></lvl>
	<lvl ilvl="1"><start val="1"/><numFmt val="lowerLetter"/><lvlText val="%1.%2)"/></lvl></abstractNum>
	<abstractNum abstractNumId="8">
	<lvl ilvl="0"><start val="4"/><numFmt val="upperRoman"/><lvlText val="§ %1"/></lvl></abstractNum>
	<abstractNum abstractNumId="9"><lvl ilvl="0"><numFmt val="bullet"/><lvlText val="o"/></lvl></abstractNum>
	<num numId="1"><abstractNumId val="7"/></num>
	<num numId="2"><abstractNumId val="7"/><lvlOverride ilvl="0"><startOverride val="1"/></lvlOverride></num>
	<num numId="3"><abstractNumId val="8"/></num><num numId="4"><abstractNumId val="9"/></num></numbering>`

func TestListsOfWordDocumentsHaveTheirNumbers(t *testing.T) {
	styles := `<styles><style styleId="clause"><name val="heading 2"/>` +
		`<pPr><numPr><numId val="3"/></numPr></pPr></style></styles>`
	clause := func(text string) string {
		return `<w:p><w:pPr><w:pStyle w:val="clause"/></w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
	}
	data := wordDocumentOfParagraphs(t, clause("Rent")+wordListParagraph("1", "0", "due monthly")+wordListParagraph(
		"1", "1", "by the third",
	)+
		wordListParagraph(
			"1", "1", "in francs",
		)+clause("Garden")+wordListParagraph("1", "0", "goes on")+wordListParagraph("1", "1", "anew")+
		wordListParagraph("2", "0", "begins again")+wordListParagraph("4", "0", "a bullet")+
		`<w:tbl><w:tr><w:tc>`+wordListParagraph("2", "0", "")+`</w:tc>`+
		`<w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
		"word/numbering.xml", wordNumbering, "word/styles.xml", styles)
	assertDocumentMarkdown(t, "a.docx", data, `## § IV Rent

1. due monthly
  1.a) by the third
  1.b) in francs

## § V Garden

2. goes on
  2.a) anew
1. begins again
- a bullet

| 2. | cell |
|---|---|`)
}

func TestNotesOfWordDocumentsAreNumberedWhereTheyBelong(t *testing.T) {
	note := func(id, text string) string {
		return `<w:footnote w:id="` + id + `"><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:footnote>`
	}
	ref := func(id string) string { return `<w:r><w:footnoteReference w:id="` + id + `"/></w:r>` }
	text := `<w:p><w:r><w:t>Beans</w:t></w:r>` + ref("5") + `<w:r><w:t> and peas</w:t></w:r>` + ref("3") + `</w:p>`
	assertDocumentMarkdown(t, "a.docx", wordDocumentOfParagraphs(t, text,
		"word/footnotes.xml", `<w:footnotes xmlns:w="w">`+note("3", "green")+note("5", "dry")+`</w:footnotes>`),
		"Beans[1] and peas[2]\n\n[2] green\n\n[1] dry")
}

func TestWordDocumentsAreReadAsTheyAreShown(t *testing.T) {
	hidden := `<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>not seen</w:t></w:r>` +
		`<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> again</w:t></w:r></w:p>`
	capital := `<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>O</w:t></w:r></w:p>` +
		`<w:p><w:r><w:t>nce</w:t></w:r></w:p>`
	picture := `<w:p><w:r><w:drawing><wp:docPr descr="A red barn"/></w:drawing></w:r></w:p>` +
		`<w:p><w:r><w:drawing><wp:docPr descr="IMG_4711.JPG"/></w:drawing></w:r></w:p>`
	assertDocumentMarkdown(
		t, "a.docx", wordDocumentOfParagraphs(t, hidden+capital+picture), "Seen again\n\nOnce\n\nA red barn",
	)
}

func TestAWordDocumentIsFoundUnderAnotherName(t *testing.T) {
	assertDocumentMarkdown(t, "a.docx", zipOf(t, "_rels/.rels",
		`<R><Relationship Id="x" Type="a/officeDocument" Target="/word/document2.xml"/></R>`,
		"word/document2.xml", `<d>`+wordListParagraph("1", "0", "Words")+`</d>`, "word/_rels/document2.xml.rels",
		`<R><Relationship Id="n" Type="a/numbering" Target="lists.xml"/></R>`, "word/lists.xml", wordNumbering), "1. Words")
}

const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich>
	<a:p><a:r><a:t>Harvest</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>
	<c:ser><c:tx><c:strCache><c:pt idx="0"><c:v>Beans</c:v></c:pt></c:strCache></c:tx>
	<c:cat><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:cat>
	<c:val><c:pt idx="0"><c:v>4.5</c:v></c:pt><c:pt idx="1"><c:v>6</c:v></c:pt></c:val></c:ser>
	<c:ser><c:tx><c:v>Peas</c:v></c:tx><c:val><c:pt idx="1"><c:v>7</c:v></c:pt></c:val></c:ser>
	</c:plotArea></c:chart></c:chartSpace>`

func TestChartsAndDiagramsAreReadAsTablesAndParagraphs(t *testing.T) {
	const table = "Harvest\n\n|  | Beans | Peas |\n|---|---|---|\n| May | 4.5 |  |\n| June | 6 | 7 |"
	const rels = `<R><Relationship Id="c" Type="a/chart" Target="chart.xml"/>` +
		`<Relationship Id="d" Type="a/data" Target="data.xml"/></R>`
	const diagram = `<d xmlns:a="a"><a:p><a:t>Sow</a:t></a:p><a:p><a:t>Water</a:t></a:p></d>`
	assertDocumentMarkdown(t, "a.docx", wordDocumentOfParagraphs(t,
		`<w:p><w:r><w:t>See:</w:t></w:r><c:chart r:id="c"/></w:p><w:p><w:r><w:t>After</w:t></w:r></w:p>`,
		"word/_rels/document.xml.rels", rels, "word/chart.xml", chart), "See:\n\n"+table+"\n\nAfter")
	assertDocumentMarkdown(t, "a.pptx", zipOf(t, "ppt/presentation.xml",
		`<p xmlns:r="r"><sldIdLst><sldId r:id="x"/></sldIdLst></p>`,
		"ppt/_rels/presentation.xml.rels", `<R><Relationship Id="x" Target="1.xml"/></R>`, "ppt/1.xml",
		`<s xmlns:a="a" xmlns:r="r"><a:cNvPr descr="Three steps"/><a:chart r:id="c"/><a:relIds r:dm="d"/></s>`,
		"ppt/_rels/1.xml.rels", rels, "ppt/chart.xml", chart, "ppt/data.xml", diagram),
		"## Slide 1\n\nThree steps\n\n"+table+"\n\nSow\n\nWater")
}

func TestListsOfOpenDocumentsHaveTheirNumbers(t *testing.T) {
	style := func(name, levels string) string {
		return `<text:list-style style:name="` + name + `">` + levels + `</text:list-style>`
	}
	number := `<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>`
	item := func(attribute, inside string) string {
		return `<text:list-item` + attribute + `>` + inside + `</text:list-item>`
	}
	p := func(text string) string { return `<text:p>` + text + `</text:p>` }
	content := `<d xmlns:text="t" xmlns:style="s"><styles>` + style("own", number+
		`<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/>`) +
		`</styles><text:list text:style-name="own"><text:list-header>` + p("Steps") + `</text:list-header>` +
		item("", p("Dig")+p("deep")+`<text:list>`+item("", p("beans"))+item("", p("peas"))+`</text:list>`) +
		item("", p("Sow")) + `</text:list>` + p("Then:") +
		`<text:list text:style-name="own" text:continue-numbering="true">` + item("", p("Water")) +
		item(` text:start-value="9"`, p("Wait")) + `</text:list><text:list text:style-name="own">` + item("", p("Anew")) +
		`</text:list><text:list text:style-name="dots">` + item("", p("A bullet")) + `</text:list></d>`
	styles := `<s xmlns:text="t" xmlns:style="s">` +
		style("dots", `<text:list-level-style-bullet text:level="1"/>`) + `</s>`
	assertDocumentMarkdown(t, "a.odt", zipOf(
		t, "mimetype", odtType, "content.xml", content, "styles.xml", styles,
	), `- Steps
1. Dig
- deep
  1.a) beans
  1.b) peas
2. Sow

Then:

3. Water
9. Wait
1. Anew
- A bullet`)
}

func TestRTFIsReadAsItIsShown(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"numbers of a list": {
			`{\rtf1\pard\ls1\ilvl0{\listtext\pard\plain 3.\tab}Dig\par{\listtext\'b7\tab}Sow\par{\pntext iv)\tab}Wait\par}`,
			"3. Dig\n- Sow\niv) Wait",
		},
		"a backslash at the end of a line": {"{\\rtf1 One\\\nTwo\\\r\nThree}", "One\n\nTwo\n\nThree"},
		"a code page":                      {`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2}`, "Привет"},
		"hidden text":                      {`{\rtf1 Seen{\v  not} again}`, "Seen again"},
		"an old word inside a group":       {`{\rtf1{\i0\*\cs7 Words}{\*\unknown not}}`, "Words"},
		"a character and a word for it":    {`{\rtf1 {\u8226\tab}First \u1087\'ef.}`, "•First п."},
		"a pair of surrogates":             {`{\rtf1 A \u55357?\u56834? \uc0\u-10179\u-8702  b \uc1\u55357?c}`, "A 😂 😂 b c"},
		"a character before a group":       {`{\rtf1 \u8226{\b A}}`, "•A"},
		"a row without its end":            {`{\rtf1\intbl A\cell B\cell }`, "| A | B |\n|---|---|"},
	} {
		t.Run(name, func(t *testing.T) { assertDocumentMarkdown(t, "a.rtf", []byte(c.data), c.want) })
	}
}

func TestFontsOfPDFsNameTheirGlyphs(t *testing.T) {
	const widths = "/FirstChar 0/LastChar 255"
	encoding := func(base, differences string) string {
		return "<</Type/Font/Subtype/Type1" + widths + "/Encoding<<" + base + "/Differences[" + differences + "]>>>>"
	}
	page := func(text, font string, more ...string) []byte {
		content := pdfStream("BT /F 9 Tf " + text + " Tj ET")
		return pdfOf(append([]string{pdfCatalog, pdfPages, pdfPage, content, "null", font}, more...)...)
	}
	toUnicode := pdfStream("begincmap 1 beginbfchar <02> <00740065> endbfchar 2 beginbfrange <0003> <04> <0061> " +
		"<05> <06> [<2019> <0078>] endbfrange endcmap")
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"ligatures of other names": {page(`(a\002\003e)`, encoding("", "2/f_f_i/uni00E9")), "affiée"},
		"a base with differences": {
			page(`(you\222ll \002t)`, encoding("/BaseEncoding/WinAnsiEncoding", "2/fi")), "you’ll fit",
		},
		"a base of the Macintosh": {page(`(\212)`, encoding("/BaseEncoding/MacRomanEncoding", "2/fi")), "ä"},
		"the standard encoding":   {page(`(\252it\047s\272)`, "<</Type/Font/Subtype/Type1>>"), "“it’s”"},
		"a table of characters": {
			page(`(\002\003\004\005\006)`, "<</Type/Font/Subtype/Type1/Encoding/WinAnsiEncoding/ToUnicode 7 0 R>>", toUnicode),
			"teab’x",
		},
	} {
		t.Run(name, func(t *testing.T) { assertDocumentMarkdown(t, "a.pdf", c.data, "## Page 1\n\n"+c.want) })
	}
}

func TestFilledFormsOfPDFsAreReadBesideTheirLabels(t *testing.T) {
	page := strings.Replace(pdfPage, "<<", "<</Annots[7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]", 1)
	content := "BT /F 10 Tf 1 0 0 1 50 700 Tm (Name:) Tj 1 0 0 1 300 700 Tm (or nickname) Tj " +
		"1 0 0 1 50 650 Tm (Member:) Tj 1 0 0 1 50 600 Tm (Town:) Tj ET"
	appearance := strings.Replace(pdfStream("BT /F 10 Tf 2 3 Td (Ada Byron) Tj ET"), "<<",
		"<</Subtype/Form/BBox[0 0 90 12]", 1)
	data := pdfOf(pdfCatalog, pdfPages, page, pdfStream(content), "null", "<</Type/Font/Subtype/Type1>>",
		"<</Subtype/Widget/FT/Tx/Rect[100 698 200 712]/V(other)/AP<</N 12 0 R>>>>",
		"<</Subtype/Widget/FT/Btn/Rect[100 650 110 660]/AS/Yes>>", "<</Subtype/Widget/FT/Btn/Rect[130 650 140 660]/AS/Off>>",
		"<</Subtype/Widget/FT/Tx/Rect[100 600 200 612]/V(Bern)>>",
		"<</Subtype/FreeText/Rect[50 100 200 112]/Contents(A note)>>", appearance)
	assertDocumentMarkdown(
		t, "a.pdf", data, "## Page 1\n\nName: Ada Byron or nickname\n\nMember: [x]\n\nTown: Bern\n\nA note",
	)
}

func TestNumbersAndDaysOfExcelAreReadInFull(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for cell, value := range map[string]any{
		"A1": "Account", "A2": int64(123456789012345), "B1": "Day", "B2": time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC),
		"C1": "Tiny", "C2": 198356388,
	} {
		if err := f.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	for cell, format := range map[string]int{"A2": 0, "B2": 14, "C2": 11} {
		style, err := f.NewStyle(&excelize.Style{NumFmt: format, Font: &excelize.Font{Bold: true}})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellStyle("Sheet1", cell, cell, style); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	assertDocumentMarkdown(t, "a.xlsx", b.Bytes(),
		"## Sheet Sheet1\n\n| Account | Day | Tiny |\n|---|---|---|\n| 123456789012345 | 2026-03-09 | 1.98E+08 |")
}

func TestAPageInUnicodeNeedsNoNameOfIt(t *testing.T) {
	page := "<p>" + strings.Repeat("plain words ", 200) + "</p><p>трудовой стаж</p>"
	got, _, err := ToMarkdown("a.html", []byte(page))
	if err != nil || !strings.Contains(got, "трудовой стаж") {
		t.Errorf("%v: %s", err, got[max(0, len(got)-100):])
	}
}
