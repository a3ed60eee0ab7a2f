package api

import (
	"compress/gzip"
	_ "embed"
	"io"
	"net/http"
	"strings"
)

// openapiYAML is openapi.yaml as tools/packtexts packs it.
//
//go:embed zz_openapi.yaml.gz
var openapiYAML string

func registerOpenAPIRoute(m *Mux) {
	m.Handle("GET", "/api/openapi.yaml", func(c *call) error {
		unpacked, err := gzip.NewReader(strings.NewReader(openapiYAML))
		if err != nil {
			return err
		}
		text, err := io.ReadAll(unpacked)
		if err != nil {
			return err
		}
		c.Header().Set("Content-Type", "application/yaml; charset=utf-8")
		c.WriteHeader(http.StatusOK)
		_, _ = c.Write(text) // a client that disconnected is not an error
		return nil
	})
}
