package api

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.yaml
var openapiYAML []byte

func registerOpenAPIRoute(m *Mux) {
	m.Handle("GET", "/api/openapi.yaml", func(c *call) error {
		c.Header().Set("Content-Type", "application/yaml; charset=utf-8")
		c.WriteHeader(http.StatusOK)
		_, _ = c.Write(openapiYAML)
		return nil
	})
}
