#!/bin/sh
# Judges how documents are read. Makes documents of this project's pages and of made-up tables by pandoc, LibreOffice and
# Python's e-mail package, at least 30 of each kind; reads each with Memoir and with pandoc, pdftotext or catdoc; prints
# the shares of words that Memoir read as well and of words in the same order (tools/judgedocuments), and fails below
# 98 %. Needs pandoc, LibreOffice, poppler-utils, catdoc and Python. Takes some minutes.
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
for n in $(seq 30); do
	awk -v seed="$n" 'BEGIN { srand(seed); print "day,name,amount"
		for (i = 0; i < 10 + 5 * seed; i++)
			printf "2026-%02d-%02d,item %d of %d,%.2f\n", 1 + rand() * 12, 1 + rand() * 28, i, seed, rand() * 900 }' \
		>"$dir/table$n.csv"
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

office() { soffice -env:UserInstallation="file://$dir/profile" --headless "$@" >/dev/null 2>&1; }
office --convert-to pdf pandoc*.docx
mkdir office
office --convert-to odt --outdir office pandoc1*.docx
office --convert-to docx --outdir office pandoc1*.odt
office --convert-to rtf --outdir office pandoc1*.docx
office --convert-to html:HTML --outdir office pandoc1*.docx
office --convert-to epub --outdir office pandoc1*.odt
office --convert-to odp pandoc*.pptx
office --convert-to xlsx table*.csv
office --convert-to ods table*.csv

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
for f in table*.xlsx table*.ods; do set -- "$@" "$f" "${f%.*}.csv"; done
./judge "$@"
