package api_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// contract is openapi.yaml, against which the harness checks every answer of every test.
type contract struct {
	Paths map[string]map[string]struct {
		Parameters  []map[string]any
		RequestBody map[string]any `yaml:"requestBody"`
		Responses   map[string]map[string]any
	}
	Components struct {
		Schemas   map[string]map[string]any
		Responses map[string]map[string]any
	}
}

func readContract(t *testing.T) *contract {
	t.Helper()
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var c contract
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return &c
}

// patternOfPath returns the documented path that a request's path belongs to: the one with the fewest
// parameters.
func (c *contract) patternOfPath(path string) string {
	best, fewest := "", 100
	for pattern := range c.Paths {
		want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
		if len(want) != len(got) {
			continue
		}
		n := 0
		for i := range want {
			switch {
			case strings.HasPrefix(want[i], "{"):
				n++
			case want[i] != got[i]:
				n = 100
			}
		}
		if n < fewest {
			best, fewest = pattern, n
		}
	}
	return best
}

// checkAnswer reports where an answer differs from the document: its status, the name of a field, the
// type of a value.
func (c *contract) checkAnswer(method, path string, w *httptest.ResponseRecorder) error {
	path, _, _ = strings.Cut(path, "?")
	operation, known := c.Paths[c.patternOfPath(path)][strings.ToLower(method)]
	if !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		return nil
	}
	var v any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	response := c.Components.Responses["error"]
	if w.Code < 400 {
		if !known {
			return fmt.Errorf("status %d of a call that is not documented", w.Code)
		}
		found, documented := operation.Responses[fmt.Sprint(w.Code)]
		if !documented {
			return fmt.Errorf("status %d is not documented", w.Code)
		}
		response = found
	} else if strings.HasPrefix(path, "/v1/chat") {
		return nil // an upstream's error is relayed as it is
	}
	schema := nestedMapAt(response, "content", "application/json", "schema")
	if schema == nil {
		return fmt.Errorf("status %d is documented without its shape", w.Code)
	}
	return c.checkValue("answer", v, schema)
}

// nestedMapAt follows names through nested maps; nil when one is missing.
func nestedMapAt(m map[string]any, names ...string) map[string]any {
	for _, name := range names {
		next, ok := m[name].(map[string]any)
		if !ok {
			return nil
		}
		m = next
	}
	return m
}

// resolveSchema replaces a reference by what it names, and allOf by one schema with all properties.
func (c *contract) resolveSchema(schema map[string]any) map[string]any {
	if name, ok := schema["$ref"].(string); ok {
		return c.resolveSchema(c.Components.Schemas[name[strings.LastIndexByte(name, '/')+1:]])
	}
	parts, ok := schema["allOf"].([]any)
	if !ok {
		return schema
	}
	properties := map[string]any{}
	for _, p := range parts {
		for k, v := range nestedMapAt(c.resolveSchema(p.(map[string]any)), "properties") {
			properties[k] = v
		}
	}
	return map[string]any{"type": "object", "properties": properties}
}

func (c *contract) checkValue(where string, v any, schema map[string]any) error {
	schema = c.resolveSchema(schema)
	if choices, ok := schema["oneOf"].([]any); ok {
		var err error
		for _, choice := range choices {
			if err = c.checkValue(where, v, choice.(map[string]any)); err == nil {
				return nil
			}
		}
		return err
	}
	if !isOfType(v, schema["type"]) {
		return fmt.Errorf("%s is %T, documented as %v", where, v, schema["type"])
	}
	if allowed, ok := schema["enum"].([]any); ok && v != nil && !slices.Contains(allowed, v) {
		return fmt.Errorf("%s is %v, documented as one of %v", where, v, allowed)
	}
	switch v := v.(type) {
	case []any:
		items := nestedMapAt(schema, "items")
		for i, item := range v {
			if items == nil {
				return fmt.Errorf("%s has items that are not documented", where)
			}
			if err := c.checkValue(fmt.Sprintf("%s[%d]", where, i), item, items); err != nil {
				return err
			}
		}
	case map[string]any:
		return c.checkFields(where, v, schema)
	}
	return nil
}

func (c *contract) checkFields(where string, v, schema map[string]any) error {
	properties, closed := schema["properties"].(map[string]any)
	for name, field := range v {
		property, ok := properties[name].(map[string]any)
		if !ok {
			if property = nestedMapAt(schema, "additionalProperties"); property == nil && closed &&
				schema["additionalProperties"] != true {
				return fmt.Errorf("%s.%s is not documented", where, name)
			}
		}
		if property == nil {
			continue
		}
		if err := c.checkValue(where+"."+name, field, property); err != nil {
			return err
		}
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			return fmt.Errorf("%s.%v is missing", where, name)
		}
	}
	return nil
}

// isOfType reports whether a decoded JSON value is of a documented type, or of one of several.
func isOfType(v, documented any) bool {
	switch d := documented.(type) {
	case nil:
		return true
	case []any:
		return slices.ContainsFunc(d, func(one any) bool { return isOfType(v, one) })
	case string:
		switch v := v.(type) {
		case nil:
			return d == "null"
		case bool:
			return d == "boolean"
		case float64:
			return d == "number" || d == "integer" && v == float64(int64(v))
		case string:
			return d == "string"
		case []any:
			return d == "array"
		case map[string]any:
			return d == "object"
		}
	}
	return false
}
