package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"os"
	"path/filepath"
)

// packCatalogues writes the catalogues that the program embeds into one archive beside them. Files
// have no date, so that the same texts give the same archive.
func packCatalogues(dir string) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, code := range catalogueCodesBesidesEnglish() {
		content, err := os.ReadFile(filepath.Join(dir, code+".json"))
		if err != nil {
			return err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: code + ".json", Method: zip.Deflate})
		if err != nil {
			return err
		}
		if _, err := w.Write(content); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "zz_catalogues.zip"), b.Bytes(), 0o644)
}
