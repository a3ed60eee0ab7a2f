package llm_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/llm"
	"memoir/memory"
)

func TestPicturesAreDataURLsInFrontOfTheText(t *testing.T) {
	srv, c := newScriptedClient(t, foxScript)
	r := helloRequest("test/m")
	data := []byte{0x89, 'P', 'N', 'G', 0, 1, 2, 3}
	r.Messages = append(r.Messages, memory.PromptMessage{
		Role: memory.RoleUser, Content: "And these?",
		Pictures: []memory.Picture{{MIME: "image/png", Data: data}, {MIME: "image/jpeg", Data: []byte("x")}},
	})
	if g := collectStream(timeoutContext(t), c, r); g.err != nil {
		t.Fatal(g.err)
	}
	var body struct {
		Messages []struct {
			Content json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(srv.ChatRequests()[0].Body), &body); err != nil {
		t.Fatal(err)
	}
	if first := body.Messages[0].Content; first[0] != '"' {
		t.Errorf("a message without pictures is no plain string: %s", first)
	}
	var parts []struct {
		Type, Text string
		ImageURL   struct{ URL string } `json:"image_url"`
	}
	if err := json.Unmarshal(body.Messages[len(body.Messages)-1].Content, &parts); err != nil || len(parts) != 3 {
		t.Fatalf("%+v, %v", parts, err)
	}
	encoded, isPNG := strings.CutPrefix(parts[0].ImageURL.URL, "data:image/png;base64,")
	if sent, err := base64.StdEncoding.DecodeString(encoded); !isPNG || err != nil || !bytes.Equal(sent, data) {
		t.Errorf("the picture is %q", parts[0].ImageURL.URL)
	}
	if parts[1].ImageURL.URL != "data:image/jpeg;base64,eA==" || parts[2].Type != "text" || parts[2].Text != "And these?" {
		t.Errorf("the parts are %+v", parts)
	}
}

func TestSightComesFromTheFileThenTheServerThenTheName(t *testing.T) {
	srv, _ := newScriptedClient(t, `models: [{id: says-yes, sees: true}, {id: says-no, sees: false}, {id: llava},
  {id: mystery}, {id: gpt-4o, sees: false}]`+foxScript)
	dir := t.TempDir()
	config := "providers:\n  - name: test # mine\n    base_url: " + srv.URL + "\n    models: [{id: says-no, sees: true}]\n"
	if err := os.WriteFile(filepath.Join(dir, llm.ConfigFileName), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	c := openClient(t, llm.Options{Dir: dir})
	sights := func() map[string]memory.Sight {
		models, err := c.ListModels(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]memory.Sight{}
		for i, m := range models {
			out[m.Name] = m.Sees
			if i == 0 && m.Name != "says-yes" {
				t.Errorf("what is said of a model's sight moved %s to the top", m.Name)
			}
		}
		return out
	}
	got := sights()
	for name, want := range map[string]memory.Sight{
		"says-yes": memory.SightYes, "says-no": memory.SightYes, "llava": memory.SightYes, "mystery": memory.SightUnknown,
		"gpt-4o": memory.SightNo,
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if err := c.SaveModelTakesPictures("test/mystery", true); err != nil {
		t.Fatal(err)
	}
	if err := c.SaveModelTakesPictures("test/says-no", false); err != nil {
		t.Fatal(err)
	}
	if got := sights(); got["mystery"] != memory.SightYes || got["says-no"] != memory.SightNo {
		t.Errorf("%v", got)
	}
	b, err := os.ReadFile(filepath.Join(dir, llm.ConfigFileName))
	if err != nil || !strings.Contains(string(b), "# mine") || !strings.Contains(string(b), "id: mystery, sees: true") {
		t.Errorf("%s, %v", b, err)
	}
	if err := c.SaveModelTakesPictures("nobody/x", true); err == nil {
		t.Error("a provider that does not exist was changed")
	}
	_, err = llm.ParseConfig([]byte("providers:\n  - name: ollama\n    models: [{id: a, sees: maybe}]\n"))
	if err == nil ||
		!strings.Contains(err.Error(), "sees must be true or false") {
		t.Errorf("%v", err)
	}
}
