// Command translations keeps the catalogues of assets/translations in step with the code. It writes
// the English texts that the code uses to en.json, and to the other languages those that they lack,
// with an empty translation; texts that nothing uses are removed. With -where it writes every text
// with the files and lines that use it to the standard output instead.
//
// Run it in the root of the repository, as make translations does.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	where := flag.Bool("where", false, "list the texts with the lines that use them; write nothing")
	flag.Parse()
	if err := updateCataloguesOrListTexts(*where, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "translations:", err)
		os.Exit(1)
	}
}

func updateCataloguesOrListTexts(where bool, out io.Writer) error {
	texts, problems, err := collectTexts(".")
	if err != nil {
		return err
	}
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if where {
		for _, t := range texts {
			fmt.Fprintf(out, "%s\n", t.key)
			for _, u := range t.uses {
				fmt.Fprintf(out, "\t%s:%d\n", u.file, u.line)
			}
		}
		return nil
	}
	if err := os.WriteFile(filepath.Join(cataloguesDir, "en.json"), encodeEnglishCatalogue(texts), 0o644); err != nil {
		return err
	}
	for _, code := range catalogueCodesBesidesEnglish() {
		path := filepath.Join(cataloguesDir, code+".json")
		old, err := readCatalogue(path)
		if err != nil {
			return err
		}
		updated, missing := encodeUpdatedCatalogue(code, texts, old)
		if err := os.WriteFile(path, updated, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d texts, %d without a translation\n", code, len(texts), missing)
	}
	return packCatalogues(cataloguesDir)
}
