package translations

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestTheArchiveHasEveryCatalogueButEnglish(t *testing.T) {
	files, err := zip.NewReader(bytes.NewReader(Archive), int64(len(Archive)))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := fs.Glob(files, "*")
	if err != nil {
		t.Fatal(err)
	}
	want, err := filepath.Glob("*.json")
	if err != nil {
		t.Fatal(err)
	}
	want = slices.DeleteFunc(want, func(name string) bool { return name == "en.json" })
	if slices.Sort(packed); !slices.Equal(packed, want) || len(want) == 0 {
		t.Fatalf("packed are %q, want %q; run make translations", packed, want)
	}
	for _, name := range want {
		got, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, source) {
			t.Errorf("the packed %s is not the one beside it; run make translations", name)
		}
	}
}
