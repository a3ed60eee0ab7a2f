// Command packtexts packs texts that are embedded in the program, each into a file zz_….gz beside it,
// so that the text stays readable in the repository and takes half of its size, or less, in the
// program. It is run after one of them was changed: go run ./tools/packtexts
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	for _, path := range textsToPack() {
		if err := packText(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// textsToPack are the texts, by their paths in the project.
func textsToPack() []string {
	return []string{
		"api/openapi.yaml",
		"memory/lang/synonyms.txt",
		"memory/lang/classifier/telling_vocabulary.txt",
		"memory/lang/secrets/secret_rules.txt",
		"memory/lang/secrets/wallet_words.txt",
		"memory/search/calibration_pairs.txt",
		"storage/migrations/0001_schema.sql",
	}
}

// packText packs a text into the file that packedPath names.
func packText(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := zip.Write(text); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	return os.WriteFile(packedPath(path), out.Bytes(), 0o644)
}

func packedPath(path string) string {
	return filepath.Join(filepath.Dir(path), "zz_"+filepath.Base(path)+".gz")
}
