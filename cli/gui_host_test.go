//go:build !headless

package cli

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"memoir/memory"
)

func TestRefusedKeyNamesTheHost(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer srv.Close()
	h := openTestHost(t, t.TempDir())
	defer h.shutDown(t)
	_, err := h.TestConnection(t.Context(), srv.URL+"/v1", "key-of-many-letters")
	if title, _ := memory.Explain(err); !strings.HasPrefix(title, "127.0.0.1 refused the key") {
		t.Errorf("said %q", title)
	}
}
