#!/bin/sh
# Judges how documents are read: makes DOCX, ODT, EPUB, HTML, RTF and PDF of this project's pages by pandoc and
# LibreOffice, and XLSX and ODS of made-up tables; reads each with Memoir and with pandoc or pdftotext; prints the share
# of words that Memoir read as well (tools/judgedocuments). Needs pandoc, LibreOffice and poppler-utils.
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
go build -o "$dir/judge" ./tools/judgedocuments

n=0
for page in README.md CHANGELOG.md docs/*.md docs/guide/*.md docs/decisions/*.md; do
	n=$((n + 1))
	for kind in docx odt epub html rtf; do
		pandoc -s -f gfm --metadata title="Page $n" -o "$dir/page$n.$kind" "$page"
	done
done
for n in $(seq 30); do
	awk -v seed="$n" 'BEGIN { srand(seed); print "day,name,amount"
		for (i = 0; i < 10 + 5 * seed; i++)
			printf "2026-%02d-%02d,item %d of %d,%.2f\n", 1 + rand() * 12, 1 + rand() * 28, i, seed, rand() * 900 }' \
		>"$dir/table$n.csv"
done
cd "$dir"
office() { soffice -env:UserInstallation="file://$dir/profile" --headless "$@" >/dev/null 2>&1; }
office --convert-to pdf page*.docx
office --convert-to xlsx table*.csv
office --convert-to ods table*.csv

set --
for f in page*.docx page*.odt page*.epub page*.html page*.rtf; do
	pandoc -t plain --wrap=none -o "$f.txt" "$f"
	set -- "$@" "$f" "$f.txt"
done
for f in page*.pdf; do
	pdftotext "$f" "$f.txt"
	set -- "$@" "$f" "$f.txt"
done
for f in table*.xlsx table*.ods; do set -- "$@" "$f" "${f%.*}.csv"; done
./judge "$@"
