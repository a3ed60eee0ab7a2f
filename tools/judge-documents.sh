#!/bin/sh
# Judges how documents are read. Makes documents of this project's pages and of made-up tables by pandoc, LibreOffice and
# Python's e-mail package, at least 30 of each kind; reads each with Memoir and with pandoc, pdftotext, catdoc or
# LibreOffice; prints the shares of words that Memoir read as well and of words in the same order (tools/judgedocuments),
# and fails when a document has less than 98 %. Needs pandoc, LibreOffice, poppler-utils, catdoc and Python. Takes some minutes.
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
go build -o "$dir/judge" ./tools/judgedocuments

n=0
for page in README.md CHANGELOG.md docs/*.md docs/guide/*.md docs/decisions/*.md; do
	n=$((n + 1))
	sed 's/!\[[^]]*\]([^)]*)//g' "$page" >"$dir/source" # without pictures, which would have to be found
	page=$dir/source
	for kind in docx odt epub html rtf; do
		pandoc -s -f gfm --metadata title="Page $n" -o "$dir/pandoc$n.$kind" "$page"
	done
	pandoc -f gfm -t pptx --slide-level=2 -o "$dir/pandoc$n.pptx" "$page"
	pandoc -f gfm -t plain --wrap=none -o "$dir/page$n.txt" "$page"
	pandoc -f gfm -t html -o "$dir/page$n.page" "$page"
done
cd "$dir"

# Mails in turn as plain text in base64, plain text in quoted-printable, page alone, and both with a file.
python3 - <<'PYTHON'
import email.message, email.policy, glob
for i, name in enumerate(sorted(glob.glob("page*.txt"))):
    text, page = open(name).read(), open(name[:-3] + "page").read()
    m = email.message.EmailMessage()
    m["Subject"], m["From"], m["To"] = "Page ünd more", "a@example.org", "b@example.org"
    if i % 4 == 2:
        m.set_content(page, subtype="html")
    else:
        m.set_content(text, cte="base64" if i % 4 == 0 else "quoted-printable")
    if i % 4 == 3:
        m.add_alternative(page, subtype="html")
        m.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="a.png")
    open(name[:-3] + "eml", "wb").write(m.as_bytes(policy=email.policy.SMTP))
PYTHON

# Workbooks of two sheets, with dates, times, money, shares, large numbers, merged cells and formulas, each shown in a
# format of its own.
python3 - <<'PYTHON'
import random
from xml.sax.saxutils import escape
names = "office style text table number meta".split()
head = "<?xml version='1.0' encoding='UTF-8'?><office:document office:version='1.3' " \
    "office:mimetype='application/vnd.oasis.opendocument.spreadsheet' " + " ".join(
        f"xmlns:{n}='urn:oasis:names:tc:opendocument:xmlns:{'datastyle' if n == 'number' else n}:1.0'" for n in names) + " xmlns:of='urn:oasis:names:tc:opendocument:xmlns:of:1.2'>"
two, date = "number:decimal-places='2' number:min-decimal-places='2' number:min-integer-digits='1'", "number:style='long'"
formats = {
    "day": f"<number:date-style style:name='F'><number:year {date}/><number:text>-</number:text><number:month {date}/>"
           f"<number:text>-</number:text><number:day {date}/></number:date-style>",
    "german": f"<number:date-style style:name='F'><number:day {date}/><number:text>.</number:text><number:month {date}/>"
              f"<number:text>.</number:text><number:year {date}/></number:date-style>",
    "time": f"<number:time-style style:name='F'><number:hours {date}/><number:text>:</number:text>"
            f"<number:minutes {date}/></number:time-style>",
    "money": f"<number:number-style style:name='F'><number:text>€ </number:text><number:number {two} "
             "number:grouping='true'/></number:number-style>",
    "two": f"<number:number-style style:name='F'><number:number {two}/></number:number-style>",
    "share": f"<number:percentage-style style:name='F'><number:number {two}/><number:text>%</number:text>"
             "</number:percentage-style>",
    "small": f"<number:number-style style:name='F'><number:scientific-number {two} number:min-exponent-digits='2'/>"
             "</number:number-style>",
}
styles = "".join(f.replace("'F'", f"'F{n}'") + f"<style:style style:name='{n}' style:family='table-cell' "
                 f"style:data-style-name='F{n}'/>" for n, f in formats.items())
def cell(kind, value):
    if kind == "text":
        return f"<table:table-cell office:value-type='string'><text:p>{escape(value)}</text:p></table:table-cell>"
    if kind == "whole":
        return f"<table:table-cell office:value-type='float' office:value='{value}'/>"
    if kind == "sum":
        return f"<table:table-cell table:style-name='two' table:formula='of:={value}' office:value-type='float'/>"
    of = {"day": "date", "german": "date", "time": "time", "share": "percentage"}.get(kind, "float")
    name = {"date": "date-value", "time": "time-value"}.get(of, "value")
    return f"<table:table-cell table:style-name='{kind}' office:value-type='{of}' office:{name}='{value}'/>"
for n in range(1, 31):
    r, sheets = random.Random(n), ""
    for sheet in ("Orders", "Pläne & more"):
        rows = "<table:table-row><table:table-cell table:number-columns-spanned='3' office:value-type='string'>" \
            f"<text:p>Report {n} of the garden</text:p></table:table-cell><table:covered-table-cell " \
            "table:number-columns-repeated='2'/>" + cell("text", "Unit price") + "</table:table-row>"
        for i in range(10 + 5 * n):
            rows += "<table:table-row>" + "".join(cell(*c) for c in (
                ("day", f"2026-{r.randint(1, 12):02}-{r.randint(1, 28):02}"), ("text", f"Item {i}, crate | {r.randint(2, 99)}"),
                ("german", f"19{r.randint(50, 99)}-0{r.randint(1, 9)}-1{r.randint(0, 9)}"),
                ("time", f"PT{r.randint(0, 23)}H{r.randint(0, 59)}M00S"), ("money", round(r.uniform(-9e4, 9e6), 3)),
                ("two", round(r.uniform(-900, 900), 4)), ("share", round(r.random(), 5)), ("small", r.uniform(0, 1e-6)),
                ("whole", r.randint(10**9, 10**10)), ("sum", f"{i}*2.5"))) + "</table:table-row>"
        sheets += f"<table:table table:name='{escape(sheet)}'>{rows}</table:table>"
    open(f"table{n}.fods", "w").write(head + f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>"
                                      f"<office:spreadsheet>{sheets}</office:spreadsheet></office:body></office:document>")
PYTHON

office() { soffice -env:UserInstallation="file://$dir/profile" --headless "$@" >/dev/null 2>&1; }
office --convert-to pdf pandoc*.docx
mkdir office
office --convert-to odt --outdir office pandoc1*.docx
office --convert-to docx --outdir office pandoc1*.odt
office --convert-to rtf --outdir office pandoc1*.docx
office --convert-to html:HTML --outdir office pandoc1*.docx
office --convert-to epub --outdir office pandoc1*.odt
office --convert-to odp pandoc*.pptx
office --infilter="OpenDocument Spreadsheet Flat XML" --convert-to xlsx table*.fods
office --infilter="OpenDocument Spreadsheet Flat XML" --convert-to ods table*.fods
# Every sheet as it is shown, which a table's source does not say.
for kind in xlsx ods; do
	office --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1' --outdir $kind table*.$kind
	for f in table*.$kind; do cat "$kind/${f%.*}"-*.csv >"$f.txt"; done
done

set --
for f in pandoc*.docx pandoc*.odt pandoc*.epub pandoc*.html pandoc*.rtf office/*.docx office/*.odt office/*.epub office/*.html; do
	pandoc -t plain --wrap=none -o "$f.txt" "$f"
	set -- "$@" "$f" "$f.txt"
done
for f in office/*.rtf; do
	catdoc -d utf-8 -w "$f" >"$f.txt"
	set -- "$@" "$f" "$f.txt"
done
for f in *.pdf; do
	pdftotext -raw "$f" "$f.txt" # in the order of the file: it takes the columns of a wide table for those of a page
	set -- "$@" "$f" "$f.txt"
done
for f in pandoc*.pptx pandoc*.odp; do
	n=${f%.*}
	set -- "$@" "$f" "page${n#pandoc}.txt"
done
for f in page*.eml; do set -- "$@" "$f" "${f%.*}.txt"; done
for f in table*.xlsx table*.ods; do set -- "$@" "$f" "$f.txt"; done
./judge "$@"
