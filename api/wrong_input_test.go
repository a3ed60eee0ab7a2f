package api_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// operation is one documented call.
type operation struct {
	method, pattern string
	query           []map[string]any          // parameters of the query
	fields          map[string]map[string]any // of a JSON body; nil without one
}

// operations lists every documented call in a fixed order.
func (c *contract) operations() []operation {
	var out []operation
	for _, pattern := range slices.Sorted(maps.Keys(c.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(c.Paths[pattern])) {
			o := operation{method: strings.ToUpper(method), pattern: pattern}
			for _, p := range c.Paths[pattern][method].Parameters {
				if p["in"] == "query" {
					o.query = append(o.query, p)
				}
			}
			schema := nestedMapAt(c.Paths[pattern][method].RequestBody, "content", "application/json", "schema")
			if schema != nil {
				o.fields = map[string]map[string]any{}
				for name, field := range nestedMapAt(schema, "properties") {
					o.fields[name] = field.(map[string]any)
				}
			}
			out = append(out, o)
		}
	}
	return out
}

// pathWithID fills the parameters of the path.
func (o operation) pathWithID(id string) string {
	return strings.NewReplacer("{id}", id, "{ctx}", "1", "{name}", "test").Replace(o.pattern)
}

// createMemoryChatFileAndMessage gives profile 1 a memory, a chat, a message and a file, each with the id 1.
func (h *harness) createMemoryChatFileAndMessage() {
	h.t.Helper()
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	requestJSON[any](h, 201, "POST", "/api/chats", `{"title":"Tea"}`)
	requestJSON[any](h, 201, "POST", "/api/contexts", `{"name":"a.txt","content":"leaves"}`)
	h.sendRequest("POST", "/api/chats/1/messages", `{"content":"hello"}`, "Accept", "application/json")
}

// expectRefusal checks status, code, field and the words of a refusal.
func (h *harness) expectRefusal(method, path, body string, status int, code, field string, headers ...string) {
	h.t.Helper()
	w := h.sendRequest(method, path, body, headers...)
	if w.Code != status {
		h.t.Errorf("%s %s %s: status %d, want %d: %s", method, path, body, w.Code, status, w.Body)
		return
	}
	p := decodeJSON[errorBody](h.t, w.Body.String())
	got := ""
	if p.Error.Field != nil {
		got = *p.Error.Field
	}
	if p.Error.Code != code || got != field || p.Error.Message == "" || p.Error.Hint == "" {
		h.t.Errorf("%s %s %s: %s with field %q, want %s with %q: %s", method, path, body, p.Error.Code, got, code, field,
			w.Body)
	}
}

// valueOfWrongType returns JSON that is of none of the documented types, and whether there is any.
func valueOfWrongType(schema map[string]any) (string, bool) {
	for _, candidate := range []struct {
		json  string
		value any
	}{{`{"x":1}`, map[string]any{}}, {`"text"`, "text"}, {`true`, true}} {
		if schema["type"] != nil && !isOfType(candidate.value, schema["type"]) {
			return candidate.json, true
		}
	}
	return "", false
}

func TestEveryCallRefusesWrongInputOfEachKind(t *testing.T) {
	h := newHarness(t)
	h.createMemoryChatFileAndMessage()
	for _, o := range h.contract.operations() {
		path := o.pathWithID("1")
		if strings.Contains(o.pattern, "{id}") {
			h.expectRefusal(o.method, o.pathWithID("tea"), `{}`, 404, "not_found", "id")
		}
		if o.fields != nil && !strings.HasPrefix(o.pattern, "/v1/chat") {
			h.expectRefusal(o.method, path, `{"broken`, 400, "bad_json", "")
			h.expectRefusal(o.method, path, `x`, 415, "unsupported_media_type", "Content-Type", "Content-Type", "text/plain")
			h.expectRefusal(o.method, path, `{"no_such_field":1}`, 422, "invalid", "no_such_field")
		}
		for name, schema := range o.fields {
			// The bodies of OpenAI's calls have rules and tests of their own.
			if wrong, ok := valueOfWrongType(schema); ok && !strings.HasPrefix(o.pattern, "/v1/") {
				h.expectRefusal(o.method, path, fmt.Sprintf(`{%q:%s}`, name, wrong), 422, "invalid", name)
			}
		}
		for _, q := range o.query {
			wrong := map[string]string{"integer": "-1", "boolean": "perhaps"}[fmt.Sprint(nestedMapAt(q, "schema")["type"])]
			if nestedMapAt(q, "schema")["enum"] != nil {
				wrong = "none-of-them"
			}
			if nestedMapAt(q, "schema")["format"] == "date-time" {
				wrong = "yesterday"
			}
			if wrong != "" {
				name := fmt.Sprint(q["name"])
				h.expectRefusal(o.method, path+"?"+name+"="+wrong, "", 422, "invalid", name)
			}
		}
	}
}

// TestEveryCallOnWhatDoesNotExistSaysSo calls everything that takes an id with one that nothing has. A picture
// is looked at before its chat.
func TestEveryCallOnWhatDoesNotExistSaysSo(t *testing.T) {
	h := newHarness(t)
	h.createMemoryChatFileAndMessage()
	for _, o := range h.contract.operations() {
		path := strings.NewReplacer("{id}", "99999", "{ctx}", "99999", "{name}", "nobody").Replace(o.pattern)
		if path == o.pattern || o.pattern == "/api/chats/{id}/pictures" && o.method == "POST" {
			continue
		}
		body := `{}`
		for _, name := range []string{"content", "title", "name", "key", "never_learn"} {
			if field := o.fields[name]; field != nil && body == `{}` {
				body = fmt.Sprintf(`{%q:%s}`, name, map[bool]string{true: `true`, false: `"x"`}[isOfType(true, field["type"])])
			}
		}
		w := h.sendRequest(o.method, path, body, "Accept", "application/json")
		if e := decodeJSON[errorBody](t, w.Body.String()).Error; w.Code != 404 || e.Code != "not_found" || e.Hint == "" {
			t.Errorf("%s %s %s: status %d, %+v", o.method, path, body, w.Code, e)
		}
	}
}

// TestEveryBodyHasALimit sends every call with a body one that is larger than 8 MiB. Files and pictures have
// limits and tests of their own.
func TestEveryBodyHasALimit(t *testing.T) {
	h := newHarness(t)
	h.createMemoryChatFileAndMessage()
	body := `{"content":"` + strings.Repeat("x", 8<<20) + `"}`
	for _, o := range h.contract.operations() {
		if o.fields == nil || o.pattern == "/api/contexts" || o.pattern == "/api/chats/{id}/pictures" {
			continue
		}
		w := h.sendRequest(o.method, o.pathWithID("1"), body)
		if e := decodeJSON[errorBody](t, w.Body.String()).Error; w.Code != 413 || e.Code != "too_large" || e.Hint == "" {
			t.Errorf("%s %s: status %d, %+v", o.method, o.pattern, w.Code, e)
		}
	}
}

// TestListsOfAProjectThatDoesNotExistAreRefused keeps a mistyped number from listing what is in no project.
func TestListsOfAProjectThatDoesNotExistAreRefused(t *testing.T) {
	h := newHarness(t)
	h.createMemoryChatFileAndMessage()
	for _, path := range []string{"/api/memory?project_id=9", "/api/chats?project_id=9"} {
		h.expectRefusal("GET", path, "", 404, "not_found", "")
	}
}

// randomHostileBody makes a body of what the call takes and of what it does not.
func randomHostileBody(r *rand.Rand, o operation) string {
	values := []string{
		`null`, `true`, `-1`, `0`, `1e309`, `9007199254740993`, `"x"`, `""`, `"\u0000\ud800"`, `[]`, `{}`, `[[[]]]`, `[null]`,
		`"2026-13-99"`, `"0001-01-01T00:00:00Z"`, `"` + strings.Repeat("ä", 5000) + `"`, strings.Repeat(`[`, 500),
		`"{{.}} %s ' OR 1=1 --"`, `{"role":"user"}`, `[{"role":"user","content":[{"type":"text"}]}]`,
		`["tag","` + "\x7f" + `"]`,
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(o.fields)) {
		if r.IntN(3) == 0 {
			continue
		}
		if i > 0 && b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", name, values[r.IntN(len(values))])
	}
	b.WriteByte('}')
	body := []byte(b.String())
	switch r.IntN(6) {
	case 0:
		body = body[:r.IntN(len(body))]
	case 1:
		body[r.IntN(len(body))] = byte(r.IntN(256))
	}
	return string(body)
}

func TestHostileBodiesNeitherCrashNorHang(t *testing.T) {
	h := newProxyHarness(t)
	h.createMemoryChatFileAndMessage()
	r := rand.New(rand.NewPCG(18, 2026))
	for _, o := range h.contract.operations() {
		if o.fields == nil || o.pattern == "/api/backup" {
			continue // a backup would write where the body says
		}
		for range 60 {
			body := randomHostileBody(r, o)
			start := time.Now()
			w := h.sendRequest(o.method, o.pathWithID("1"), body, "Accept", "application/json")
			if took := time.Since(start); w.Code >= 500 && !strings.Contains(w.Body.String(), "model_not_found") ||
				took > time.Minute {
				t.Errorf("%s %s %.300q: status %d after %v: %.300s", o.method, o.pattern, body, w.Code, took, w.Body)
			}
		}
	}
	requestJSON[any](h.harness, 200, "GET", "/api/memory", "")
}
