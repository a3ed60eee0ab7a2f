package api_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/memory"
)

func TestTheFolderIsReachedOverHTTP(t *testing.T) {
	h := newHarness(t)
	if s := requestJSON[memory.FolderStatus](h, 200, "GET", "/api/folder", ""); s.State != memory.FolderOff {
		t.Errorf("without a folder: %+v", s)
	}
	dir := filepath.Join(t.TempDir(), "notes")
	value, err := json.Marshal(map[string]string{"folder.path": dir})
	if err != nil {
		t.Fatal(err)
	}
	requestJSON[any](h, 200, "PATCH", "/api/config", string(value))
	for i := range 3 {
		requestJSON[any](h, 201, "POST", "/api/memory", fmt.Sprintf(`{"content":"The user knows %d songs"}`, i+1))
	}
	s := requestJSON[memory.FolderStatus](h, 200, "GET", "/api/folder", "")
	if s.State != memory.FolderUpToDate || s.Path != dir || s.Files != 3 {
		t.Fatalf("status %+v", s)
	}
	files, err := filepath.Glob(filepath.Join(dir, "entries/global/facts/*.md"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, f := range files[:2] {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(files[2], []byte("---\ntags: [\n---\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = requestJSON[memory.FolderStatus](h, 200, "GET", "/api/folder", "")
	if s.State != memory.FolderAsks || len(s.Gone) != 2 || len(s.Attention) != 1 ||
		!strings.HasSuffix(files[2], s.Attention[0].File) {
		t.Fatalf("status %+v", s)
	}
	h.expectRefusal("POST", "/api/folder/answer", `{"answer":"forget","files":3}`, 409, "conflict", "files")
	h.expectRefusal("POST", "/api/folder/answer", `{"answer":"perhaps","files":2}`, 422, "invalid", "answer")
	s = requestJSON[memory.FolderStatus](h, 200, "POST", "/api/folder/answer", `{"answer":"forget","files":2}`)
	if s.State != memory.FolderUpToDate || len(requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory", "")) != 1 {
		t.Errorf("status %+v", s)
	}
	h.expectRefusal("POST", "/api/folder/answer", `{"answer":"forget","files":2}`, 409, "conflict", "files")
}
