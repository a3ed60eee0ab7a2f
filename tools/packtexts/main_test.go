package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// What the program has of each text is the text as it is. The bytes are not compared: another version of Go may pack
// them in another way.
func TestTextsArePackedAsTheyAre(t *testing.T) {
	for _, path := range textsToPack() {
		path = filepath.Join("..", "..", path)
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := os.Open(packedPath(path))
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		zip, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatalf("%s: %v", packedPath(path), err)
		}
		have, err := io.ReadAll(zip)
		if err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s has changed: run go run ./tools/packtexts", path)
		}
	}
}
