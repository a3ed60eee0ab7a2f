#!/usr/bin/env bash
# Writes THIRD_PARTY_LICENSES.md: every module and asset that is in the program, its version and its licence.
# The kind of licence is read from the licence file that each module ships. With --check nothing is written: the list
# that is there must be the one that would be. --texts FOLDER copies the texts there.
set -euo pipefail
cd "$(dirname "$0")/.."

tags=${TAGS:-x11,migrated_fynedo,no_animations}

# kind names a licence by the words that only it has.
kind() {
	local text
	text=$(tr -s '[:space:]' ' ' <"$1")
	case $text in
	*'Apache License'*'Version 2.0'*) echo Apache-2.0 ;;
	*'Mozilla Public License'*'2.0'*) echo MPL-2.0 ;;
	*'GNU LESSER'*) echo LGPL ;;
	*'GNU GENERAL'*) echo GPL ;;
	*'Permission to use, copy, modify, and/or distribute'* | *'Permission to use, copy, modify, and distribute this software for any purpose'*) echo ISC ;;
	*'Permission is hereby granted, free of charge'*) echo MIT ;;
	*'Redistribution and use in source and binary forms'*'Neither'* | *'Redistribution and use in source and binary forms'*'may not be used to endorse'*) echo BSD-3-Clause ;;
	*'Redistribution and use in source and binary forms'*) echo BSD-2-Clause ;;
	*'This is free and unencumbered software'*) echo Unlicense ;;
	*) echo unknown ;;
	esac
}

# text prints the licence file in a module's folder.
text() {
	find "$1" -maxdepth 1 -type f \( -iname 'licen[sc]e*' -o -iname 'copying*' -o -iname 'unlicense*' \) | sort | head -n 1
}

# licence prints the kind and the file name for the folder of a module.
licence() {
	local file
	file=$(text "$1")
	if [ -z "$file" ]; then
		echo "unknown|"
		return
	fi
	echo "$(kind "$file")|$(basename "$file")"
}

# modules prints path, version and folder of every module that the program links.
modules() {
	local os
	for os in linux darwin windows; do
		GOOS=$os CGO_ENABLED=1 go list -deps -tags "$tags" \
			-f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' .
	done | LC_ALL=C sort -u
}

if [ "${1:-}" = --texts ]; then
	mkdir -p "${2:?folder}"
	modules | while read -r path version dir; do
		install -m 644 "$(text "$dir")" "$2/$(printf '%s' "$path" | tr / _)-$version.txt"
	done
	exit 0
fi

out=THIRD_PARTY_LICENSES.md
{
	cat <<'TEXT'
# Third-party licences

Memoir itself is under the MIT licence (LICENSE). The program contains the following works of others, each under its
own licence. This list is written by `make licences` from the modules that the program links on Linux, macOS and
Windows; the full texts are in the modules (`go mod download`) and, for the assets, in the folders named below.

## Assets

| Work | Version | Licence | Text |
|---|---|---|---|
| bge-small-en-v1.5 (Beijing Academy of Artificial Intelligence), int8 weights | 1.5 | MIT | `assets/model/LICENSE` |
| Inter (The Inter Project Authors) | 4.1 | OFL-1.1 | `assets/fonts/Inter-OFL.txt` |
| JetBrains Mono (The JetBrains Mono Project Authors) | 2.242 | OFL-1.1 | `assets/fonts/JetBrainsMono-OFL.txt` |
| Latin Modern Math (GUST e-foundry), a part of it named Memoir Math | 1.959 | GUST Font License (LPPL-1.3c) | `assets/fonts/MemoirMath-GFL.txt` |
| Twemoji graphics (Twitter, Inc and other contributors), made into a font | 15.0.0 | CC-BY-4.0 | `assets/fonts/Twemoji-CC-BY.txt` |
| WordNet (Princeton University), opposites, synonyms, kinds and irregular forms of words | 3.0 | WordNet 3.0 | `tools/wordnet/LICENSE` |
| gitleaks rules for keys and tokens (Zachary Rice), as a table | 8.28.0 | MIT | `tools/secretrules/LICENSE-gitleaks` |
| BIP-39 word list (Marek Palatinus, Pavol Rusnak and others) | english.txt | MIT | `memory/lang/secrets/LICENSE-bip39` |
| Unicode confusables (Unicode, Inc), as a table of letters | in confusable-homoglyphs 3.3.1 | Unicode-DFS-2016 | `tools/confusables/LICENSE-unicode` |

## Go

The Go standard library and runtime: BSD-3-Clause, © The Go Authors.

## Modules

| Module | Version | Licence | Text |
|---|---|---|---|
TEXT
	modules | while read -r path version dir; do
		[ -n "$path" ] || continue
		IFS='|' read -r what file < <(licence "$dir")
		printf '| %s | %s | %s | `%s` |\n' "$path" "$version" "$what" "${file:-none}"
	done
} >"$out.new"
if [ "${1:-}" = --check ]; then
	diff -u "$out" "$out.new" || { rm -f "$out.new"; echo "the list of licences is not current: run make licences" >&2; exit 1; }
	rm -f "$out.new"
	exit 0
fi
mv "$out.new" "$out"
if grep -E '\| (unknown|GPL|LGPL) \|' "$out"; then
	echo "these need a look: a licence that is not known here, or one that a single binary cannot meet" >&2
	exit 1
fi
