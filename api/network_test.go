package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"memoir/api"
	"memoir/memory"
)

// testToken is as short as a token may be.
const testToken = "0123456789abcdefghijkl"

func TestNetworkHandlerRefusesAGuessableToken(t *testing.T) {
	h := newHarness(t)
	for _, token := range []string{"t", "12345", testToken[1:]} {
		var field *memory.FieldError
		_, err := h.api.NetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1", Token: token})
		if !errors.As(err, &field) || field.Field != "token" || strings.Contains(err.Error(), token) && len(token) > 2 {
			t.Errorf("token %q: %v", token, err)
		}
	}
}

func TestNetworkHandlerChecksHostOriginAndToken(t *testing.T) {
	local := api.NetworkOptions{Addr: "127.0.0.1:8377"}
	token := api.NetworkOptions{Addr: "127.0.0.1:8377", Token: testToken}
	everywhere := api.NetworkOptions{Addr: "0.0.0.0:8377", Token: testToken}
	good := []string{"Authorization", "Bearer " + testToken}
	for _, c := range []struct {
		name    string
		door    api.NetworkOptions
		headers []string
		status  int
		code    string
	}{
		{"a number of this computer", local, []string{"Host", "127.0.0.1:8377"}, 200, ""},
		{"a name of this computer", local, []string{"Host", "localhost:9999"}, 200, ""},
		{"its number in IPv6", local, []string{"Host", "[::1]:8377"}, 200, ""},
		{"a name that was pointed here", local, []string{"Host", "evil.example:8377"}, 400, "wrong_host"},
		{"a name that only begins well", local, []string{"Host", "localhost.evil.example"}, 400, "wrong_host"},
		{"another number", local, []string{"Host", "192.168.1.5:8377"}, 400, "wrong_host"},
		{"a page of another site", local, []string{"Origin", "https://evil.example"}, 400, "wrong_origin"},
		{"a page without a site", local, []string{"Origin", "null"}, 400, "wrong_origin"},
		{"a page of another program on this computer", local, []string{
			"Host", "127.0.0.1:8377", "Origin",
			"http://localhost:3000",
		}, 400, "wrong_origin"},
		{
			"a page without a port", local,
			[]string{"Host", "127.0.0.1:8377", "Origin", "http://localhost"},
			400,
			"wrong_origin",
		},
		{
			"a page over https", local,
			[]string{"Host", "127.0.0.1:8377", "Origin", "https://localhost:8377"},
			400,
			"wrong_origin",
		},
		{"a page of this server", local, []string{"Host", "127.0.0.1:8377", "Origin", "http://localhost:8377"}, 200, ""},
		{"no token where one is asked for", token, nil, 401, "unauthorized"},
		{"another token", token, []string{"Authorization", "Bearer " + testToken + "s"}, 401, "unauthorized"},
		{"the token under another scheme", token, []string{"Authorization", "Basic secret"}, 401, "unauthorized"},
		{"the token", token, good, 200, ""},
		{"any number where it listens everywhere", everywhere, append([]string{"Host", "10.0.0.7:8377"}, good...), 200, ""},
		{
			"a name where it listens everywhere", everywhere, append([]string{"Host", "evil.example"}, good...), 400,
			"wrong_host",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHarness(t).useNetworkHandler(c.door)
			w := h.sendRequest("GET", "/api/memory", "", c.headers...)
			if w.Code != c.status {
				t.Fatalf("status %d, want %d: %s", w.Code, c.status, w.Body)
			}
			if c.code != "" && decodeJSON[errorBody](t, w.Body.String()).Error.Code != c.code {
				t.Errorf("refused with %s, want %s", w.Body, c.code)
			}
			for name := range w.Header() {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("the answer opens the door to web pages: %s", name)
				}
			}
		})
	}
}

func TestAddressReachableByOthersNeedsAToken(t *testing.T) {
	h := newHarness(t)
	for addr, open := range map[string]bool{
		"127.0.0.1:0": true, "localhost:1": true, "[::1]:1": true, ":8377": false, "0.0.0.0:1": false,
		"192.168.1.5:1": false, "example.org:1": false, "[::]:1": false,
	} {
		if _, err := h.api.NetworkHandler(api.NetworkOptions{Addr: addr}); (err == nil) != open {
			t.Errorf("%s without a token: %v", addr, err)
		}
		if _, err := h.api.NetworkHandler(api.NetworkOptions{Addr: addr, Token: testToken}); err != nil {
			t.Errorf("%s with a token: %v", addr, err)
		}
	}
	if _, err := h.api.NetworkHandler(api.NetworkOptions{Addr: "8377"}); err == nil {
		t.Errorf("an address without a port is taken")
	}
}

func TestKeysAndLocalFilesNeedATrustedCaller(t *testing.T) {
	for _, c := range []struct{ method, path, body string }{
		{"PUT", "/api/providers/test/key", `{"key":"k"}`},
		{"POST", "/api/check", ""},
		{"POST", "/api/backup", `{"path":"/tmp/x"}`},
		{"GET", "/api/folder", ""},
		{"POST", "/api/reembed", ""},
	} {
		h := newHarness(t)
		requestJSON[any](h, 200, "GET", "/api/embedder?wait=60", "")
		if w := h.sendRequest(c.method, c.path, c.body); w.Code >= 300 {
			t.Errorf("%s %s of a command: %d %s", c.method, c.path, w.Code, w.Body)
		}
		clear(h.providerKeys)
		h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1"})
		if p := requestJSON[errorBody](h, 401, c.method, c.path, c.body); p.Error.Code != "token_required" ||
			len(h.providerKeys) != 0 {
			t.Errorf("%s %s of a stranger: %+v", c.method, c.path, p)
		}
		h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1", Token: testToken})
		if w := h.sendRequest(c.method, c.path, c.body, "Authorization", "Bearer "+testToken); w.Code >= 300 {
			t.Errorf("%s %s with a token: %d %s", c.method, c.path, w.Code, w.Body)
		}
	}
}

// TestAnUntrustedCallerIsRefusedBeforeAnAnonymousOne calls what concerns the whole computer without a user where
// one is required, without and with a token.
func TestAnUntrustedCallerIsRefusedBeforeAnAnonymousOne(t *testing.T) {
	for path, body := range map[string]string{
		"GET /api/profiles": "", "POST /api/profiles": `{"name":"Bo"}`, "DELETE /api/profiles/1": "",
		"GET /api/folder": "", "POST /api/folder/answer": `{"answer":"restore","files":1}`,
		"POST /api/import": `{"path":"/tmp/x"}`,
	} {
		method, path, _ := strings.Cut(path, " ")
		h := newHarness(t, func(o *api.Options) { o.RequireUser = true })
		h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1"})
		if p := requestJSON[errorBody](h, 401, method, path, body); p.Error.Code != "token_required" {
			t.Errorf("%s %s without a token: %+v", method, path, p)
		}
		h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1", Token: testToken})
		p := requestJSON[errorBody](h, 401, method, path, body, "Authorization", "Bearer "+testToken)
		if p.Error.Code != "user_required" {
			t.Errorf("%s %s with a token: %+v", method, path, p)
		}
	}
}

func TestNetworkChangesAreRecordedAsTheAPIs(t *testing.T) {
	h := newHarness(t).useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1"})
	m := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	rows := requestJSON[[]memory.Decision](h, 200, "GET", "/api/decisions", "")
	if m.Origin != memory.OriginAPI || rows[0].Actor != memory.ActorAPI {
		t.Errorf("made by %s, origin %s", rows[0].Actor, m.Origin)
	}
}

func TestSource004_UserHeaderSeparatesProfiles(t *testing.T) {
	h := newHarness(t)
	ann := []string{"x-openwebui-user-id", "ann"}
	m := requestJSON[memory.AddedMemory](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`, ann...)
	chat := requestJSON[memory.Chat](h, 201, "POST", "/api/chats", `{}`, ann...)
	f := requestJSON[memory.File](h, 201, "POST", "/api/contexts", `{"name":"a.txt","content":"plan"}`, ann...)
	for _, who := range [][]string{nil, {"x-openwebui-user-id", "bob"}} {
		for _, path := range []string{"/api/memory", "/api/chats", "/api/contexts", "/api/decisions"} {
			if body := h.sendRequest("GET", path, "", who...).Body.String(); strings.TrimSpace(body) != "[]" {
				t.Errorf("%v sees ann's %s: %s", who, path, body)
			}
		}
		for _, path := range []string{
			"/api/memory/" + m.ID.String(), "/api/chats/" + chat.ID.String(),
			"/api/contexts/" + f.ID.String(), "/api/chats/" + chat.ID.String() + "/messages",
		} {
			if w := h.sendRequest("GET", path, "", who...); w.Code != 404 {
				t.Errorf("%v reads %s: %d", who, path, w.Code)
			}
		}
		if w := h.sendRequest("DELETE", "/api/memory/"+m.ID.String(), "", who...); w.Code != 404 {
			t.Errorf("%v forgets ann's memory: %d", who, w.Code)
		}
	}
	if got := requestJSON[[]memory.Memory](h, 200, "GET", "/api/memory", "", ann...); len(got) != 1 {
		t.Errorf("ann sees %d of her memories, want 1", len(got))
	}
}

func TestSource004_AnonymousRequestLeavesNoTraceWhenUserIsRequired(t *testing.T) {
	h := newHarness(t, func(o *api.Options) { o.RequireUser = true })
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The owner's secret"}`) // as the owner
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1"})
	for _, path := range []string{"/api/memory", "/api/chats", "/api/contexts", "/api/decisions", "/api/jobs"} {
		if w := h.sendRequest("GET", path, ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != "[]" {
			t.Errorf("%s shows nobody %d %s", path, w.Code, w.Body)
		}
	}
	r := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search", `{"query":"secret"}`)
	if r.Mode != memory.RetrievalOff || len(r.Memories) != 0 {
		t.Errorf("a search of nobody brings %+v", r)
	}
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/api/memory", `{"content":"A trace"}`},
		{"POST", "/api/memory/add", `{"text":"A trace"}`},
		{"POST", "/api/chats", `{}`},
		{"POST", "/api/contexts", `{"name":"a","content":"b"}`},
		{"GET", "/api/memory/1", ""},
		{"GET", "/api/events", ""},
	} {
		if p := requestJSON[errorBody](h, 401, c.method, c.path, c.body); p.Error.Code != "user_required" {
			t.Errorf("%s %s of nobody: %+v", c.method, c.path, p)
		}
	}
	if w := h.sendRequest("GET", "/api/memory", "", "x-openwebui-user-id", "ann"); w.Code != 200 {
		t.Errorf("a named user is refused: %s", w.Body)
	}
}

func TestFilesUpToSixteenMegabytesAreTaken(t *testing.T) {
	h := newHarness(t)
	text := strings.Repeat("A line of a long book.\n", 15<<20/23)
	form := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"book.txt\"\r\n\r\n" + text + "\r\n--x--\r\n"
	f := requestJSON[memory.File](h, 201, "POST", "/api/contexts", form, "Content-Type", "multipart/form-data; boundary=x")
	if f.Bytes != len(text) {
		t.Errorf("the file has %d bytes, want %d", f.Bytes, len(text))
	}
	p := requestJSON[errorBody](h, 422, "POST", "/api/contexts", strings.Replace(form, text, text+text, 1),
		"Content-Type", "multipart/form-data; boundary=x")
	if !strings.Contains(p.Error.Message, "is 30 MB; the limit is 16 MB") {
		t.Errorf("30 MB: %+v", p)
	}
}

// Most of a document can be pictures: its text is short, its file as large as the core reads.
func TestDocumentsUpToSixtyFourMegabytesAreTaken(t *testing.T) {
	h := newHarness(t)
	document := func(size int) []byte {
		var b bytes.Buffer
		b.Grow(size + 1<<10)
		w := zip.NewWriter(&b)
		for name, content := range map[string][]byte{
			"word/document.xml": []byte(`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` +
				`<w:body><w:p><w:r><w:t>How thick is the planking?</w:t></w:r></w:p></w:body></w:document>`),
			"word/media/image1.png": make([]byte, size),
		} {
			part, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
			if err == nil {
				_, err = part.Write(content)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	// As JSON the file is a third larger, which must not be what refuses it.
	inJSON := `{"name":"boat.docx","base64":"` + base64.StdEncoding.EncodeToString(document(63<<20)) + `"}`
	if w := h.sendRequest("POST", "/api/contexts", inJSON); w.Code != 201 {
		t.Errorf("63 MB: %d %.300s", w.Code, w.Body)
	}
	form := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"boat.docx\"\r\n\r\n" +
		string(document(64<<20)) + "\r\n--x--\r\n"
	w := h.sendRequest("POST", "/api/contexts", form, "Content-Type", "multipart/form-data; boundary=x")
	if w.Code != 422 || !strings.Contains(w.Body.String(), "the limit is 64 MB") {
		t.Errorf("65 MB: %d %.300s", w.Code, w.Body)
	}
	w = h.sendRequest("POST", "/api/contexts", strings.Repeat(" ", 6<<20)+inJSON)
	if w.Code != 413 {
		t.Errorf("a body of 90 MB: %d %.300s", w.Code, w.Body)
	}
}

func TestATokenNamesNoUser(t *testing.T) {
	h := newHarness(t, func(o *api.Options) { o.RequireUser = true })
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The owner likes tea"}`) // as the owner
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:1", Token: testToken})
	bearer := []string{"Authorization", "Bearer " + testToken}
	if w := h.sendRequest("GET", "/api/memory", "", bearer...); strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("a token without a user reads %s", w.Body)
	}
	p := requestJSON[errorBody](h, 401, "POST", "/api/memory", `{"content":"A trace"}`, bearer...)
	if p.Error.Code != "user_required" {
		t.Errorf("a token without a user stores: %+v", p)
	}
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"Ann likes tea"}`, append(bearer, "x-openwebui-user-id",
		"ann")...)
}

func TestFilesAreUploadedAsFormAndJSONAndAttached(t *testing.T) {
	h := newHarness(t)
	form := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../notes/plan.txt\"\r\n\r\n" +
		"The plan.\r\n--x--\r\n"
	a := requestJSON[memory.File](h, 201, "POST", "/api/contexts", form, "Content-Type", "multipart/form-data; boundary=x")
	b := requestJSON[memory.File](h, 201, "POST", "/api/contexts", `{"name":"plan2.txt","base64":"VGhlIHBsYW4u"}`)
	c := requestJSON[memory.File](h, 201, "POST", "/api/contexts", `{"name":"other.txt","content":"Another plan."}`)
	if a.Name != "plan.txt" || a.Bytes != 9 || b.ID != a.ID || c.ID == a.ID {
		t.Errorf("files: %+v %+v %+v", a, b, c)
	}
	two := strings.Replace(form, "--x--\r\n", strings.Replace(form, "The plan", "A second", 1), 1)
	if got := requestJSON[[]memory.File](h, 201, "POST", "/api/contexts", two, "Content-Type",
		"multipart/form-data; boundary=x"); len(got) != 2 {
		t.Errorf("two files of a form are %d", len(got))
	}
	chat := h.createChat()
	path := "/api/chats/" + chat.ID.String() + "/contexts/" + a.ID.String()
	requestJSON[any](h, 204, "PUT", path, "")
	if got := requestJSON[memory.Chat](h, 200, "GET", "/api/chats/"+chat.ID.String(), ""); len(got.FileIDs) != 1 {
		t.Errorf("attached: %+v", got.FileIDs)
	}
	requestJSON[any](h, 204, "DELETE", path, "")
	requestJSON[errorBody](h, 404, "PUT", "/api/chats/"+chat.ID.String()+"/contexts/99", "")
	x := requestJSON[memory.File](h, 200, "PATCH", "/api/contexts/"+a.ID.String(), `{"name":"p.txt","never_learn":true}`)
	if x.Name != "p.txt" || !x.NeverLearn {
		t.Errorf("changed to %+v", x)
	}
	requestJSON[any](h, 204, "DELETE", "/api/contexts/"+a.ID.String(), "")
	requestJSON[errorBody](h, 404, "GET", "/api/contexts/"+a.ID.String(), "")
}

func TestHealthAndMetricsReportNoContent(t *testing.T) {
	h := newHarness(t)
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	state := requestJSON[memory.Health](h, 200, "GET", "/health", "")
	if state.Version != "1.2.3" || state.ActiveMemories != 1 || state.Config["preset"] != "classic" {
		t.Errorf("health is %+v", state)
	}
	w := h.sendRequest("GET", "/metrics", "")
	for _, want := range []string{
		"memory_total_count 1\n", "memory_jobs{state=\"dead\"} 0\n",
		`memoir_request_seconds_count{route="GET /health"} 1` + "\n",
		`memoir_request_seconds_sum{route="POST /api/memory"} `,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %q in the metrics:\n%s", want, w.Body)
		}
	}
	if strings.Contains(h.sendRequest("GET", "/health", "").Body.String()+w.Body.String(), "tea") {
		t.Errorf("health or metrics tell what is remembered")
	}
}

func TestModelKeyEmbedAndOpenAPIRoutesAnswer(t *testing.T) {
	h := newHarness(t)
	if m := requestJSON[[]memory.ModelInfo](h, 200, "GET", "/api/models", ""); len(m) != 1 || m[0].ID != "test/one" {
		t.Errorf("models %+v", m)
	}
	if p := requestJSON[[]memory.ProviderInfo](h, 200, "GET", "/api/providers", ""); len(p) != 1 {
		t.Errorf("providers %+v", p)
	}
	requestJSON[map[string]string](h, 200, "PUT", "/api/providers/test/key", `{"key":" k-1 \n"}`)
	if h.providerKeys["test"] != "k-1" {
		t.Errorf("the key arrived as %q", h.providerKeys["test"])
	}
	x := requestJSON[struct {
		Model  *memory.ModelInfo
		Reason memory.ExtractorReason
	}](h, 200, "GET", "/api/extractor?model=test/one", "")
	if x.Model == nil || x.Model.ID != "test/one" || x.Reason == "" {
		t.Errorf("the extractor is %+v", x)
	}
	v := requestJSON[struct{ Vectors [][]float32 }](h, 200, "POST", "/api/embed", `{"texts":["a","b"],"kind":"query"}`)
	if len(v.Vectors) != 2 || len(v.Vectors[0]) != 384 {
		t.Errorf("%d vectors", len(v.Vectors))
	}
	if e := requestJSON[map[string]bool](h, 200, "GET", "/api/embedder?wait=30", ""); !e["ready"] {
		t.Errorf("the embedder is %+v", e)
	}
	w := h.sendRequest("GET", "/api/openapi.yaml", "")
	if w.Code != 200 || !strings.HasPrefix(w.Body.String(), "openapi: 3.1.0") {
		t.Errorf("the document is %d %.40s", w.Code, w.Body)
	}
}

func TestReembedStreamsProgress(t *testing.T) {
	h := newHarness(t)
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	dry := requestJSON[memory.ReembedReport](h, 200, "POST", "/api/reembed", `{"dry_run":true}`, "Accept",
		"application/json")
	if dry.Memories != 1 || dry.Embedded != 0 {
		t.Errorf("a dry run reports %+v", dry)
	}
	events := readEvents(t, h.sendRequest("POST", "/api/reembed", "").Body)
	last := events[len(events)-1]
	if r := decodeJSON[memory.ReembedReport](t, last.data); last.name != "done" || r.Embedded != 1 {
		t.Errorf("it ends with %+v", last)
	}
	if events[0].name != "progress" {
		t.Errorf("it begins with %+v", events[0])
	}
}

func TestEventStreamShowsOnlyTheCallersProfile(t *testing.T) {
	h := newHarness(t)
	srv := httptest.NewServer(h.handler)
	defer srv.Close()
	resp, err := srv.Client().Get(srv.URL + "/api/events") //nolint:noctx // ended by Close
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	requestJSON[any](h, 201, "POST", "/api/chats", `{}`, "x-openwebui-user-id", "ann")
	requestJSON[any](h, 201, "POST", "/api/memory", `{"content":"The user likes tea"}`)
	buf := make([]byte, 1<<16)
	seen := ""
	for !strings.Contains(seen, "event: memories\n") {
		n, err := resp.Body.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		seen += string(buf[:n])
	}
	if strings.Contains(seen, "event: threads\n") {
		t.Errorf("the first profile sees ann's chat: %s", seen)
	}
	h.api.EndProfileEventStreams()
	for {
		if _, err := resp.Body.Read(buf); err != nil {
			break // the API's Close ends the stream
		}
	}
}

func TestFileNamesThatNoFileHasAreRefused(t *testing.T) {
	h := newHarness(t)
	for _, name := range []string{
		"", ".", "..", "notes/..", `notes\\..`, "/",
		"a\\u0000b.txt", "a\\nb.txt", "b.txt\\r\\n", "\\u001b[2Jc.txt", "a\\u2028b",
		strings.Repeat("x", 256),
	} {
		p := requestJSON[errorBody](h, 422, "POST", "/api/contexts", `{"name":"`+name+`","content":"plan `+name+`"}`)
		if p.Error.Code != "invalid" || p.Error.Field == nil || *p.Error.Field != "name" {
			t.Errorf("%q: %+v", name, p)
		}
	}
	f := requestJSON[memory.File](h, 201, "POST", "/api/contexts", `{"name":"a.txt","content":"plan"}`)
	for _, name := range []string{"..", "a\\u0000b", "a\\nb", " "} {
		requestJSON[errorBody](h, 422, "PATCH", "/api/contexts/"+f.ID.String(), `{"name":"`+name+`"}`)
	}
	for _, name := range []string{"a\x01b.txt", "a\x00b.txt"} {
		form := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\n\r\nplan b\r\n--x--\r\n"
		p := requestJSON[errorBody](h, 422, "POST", "/api/contexts", form, "Content-Type", "multipart/form-data; boundary=x")
		if p.Error.Code != "invalid" || !strings.Contains(p.Error.Message, "control characters") {
			t.Errorf("%q: %+v", name, p)
		}
	}
	if files := requestJSON[[]memory.File](h, 200, "GET", "/api/contexts", ""); len(files) != 1 {
		t.Errorf("files: %+v", files)
	}
}
