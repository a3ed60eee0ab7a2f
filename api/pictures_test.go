package api_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/png"
	"mime/multipart"
	"testing"

	"memoir/memory"
)

// seeingCatalog has one model, which takes pictures.
type seeingCatalog struct{ oneModelCatalog }

func (seeingCatalog) ListModels(ctx context.Context) ([]memory.ModelInfo, error) {
	models, err := oneModelCatalog{}.ListModels(ctx)
	for i := range models {
		models[i].Sees = memory.SightYes
	}
	return models, err
}

func grayPNG(t *testing.T, width int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 20))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPicturesAreUploadedSentAndServed(t *testing.T) {
	h := newHarnessWithDeps(t, func(d *memory.Deps) { d.Catalog = seeingCatalog{} })
	path := "/api/chats/" + h.createChat().ID.String()
	asJSON := `{"name": "dir/boat.png", "base64": "` + base64.StdEncoding.EncodeToString(grayPNG(t, 3000)) + `"}`
	boat := requestJSON[[]memory.Picture](h, 201, "POST", path+"/pictures", asJSON)[0]
	if boat.Name != "boat.png" || boat.Width != 2048 || boat.MIME != "image/png" || boat.Tokens == 0 {
		t.Errorf("%+v", boat)
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, name := range []string{"a.png", "b.png"} {
		part, err := w.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(grayPNG(t, 10+len(form.Bytes())%7))
	}
	_ = w.Close()
	more := requestJSON[[]memory.Picture](h, 201, "POST", path+"/pictures", form.String(),
		"Content-Type", w.FormDataContentType())
	if len(more) != 2 {
		t.Fatalf("%+v", more)
	}
	if waiting := requestJSON[[]memory.Picture](h, 200, "GET", path+"/pictures", ""); len(waiting) != 3 {
		t.Errorf("%+v wait", waiting)
	}
	requestJSON[any](h, 204, "DELETE", path+"/pictures/"+more[0].ID.String(), "")
	requestJSON[errorBody](h, 404, "GET", "/api/pictures/"+more[0].ID.String(), "")
	requestJSON[errorBody](h, 404, "DELETE", path+"/pictures/"+more[0].ID.String(), "")
	answer := requestJSON[memory.Message](h, 200, "POST", path+"/messages",
		`{"content": "What is it?", "pictures": [`+boat.ID.String()+`]}`, "Accept", "application/json")
	if answer.Receipt.SentPictureCount() != 1 {
		t.Errorf("receipt %+v", answer.Receipt)
	}
	prompt := requestJSON[[]memory.PromptMessage](h, 200, "GET", "/api/messages/"+answer.ID.String()+"/prompt", "")
	if p := prompt[1].Pictures; len(p) != 1 || p[0].SHA256 != boat.SHA256 {
		t.Errorf("the prompt is %+v", prompt)
	}
	branch := requestJSON[[]memory.Message](h, 200, "GET", path+"/messages", "")
	if len(branch[0].Pictures) != 1 {
		t.Errorf("the message is %+v", branch[0])
	}
	data := h.sendRequest("GET", "/api/pictures/"+boat.ID.String()+"/data", "")
	if c, kind, err := image.DecodeConfig(data.Body); data.Header().Get("Content-Type") != "image/png" ||
		err != nil || kind != "png" || c.Width != 2048 {
		t.Errorf("%v, %s, %v, %v", c, kind, err, data.Header())
	}
	refused := requestJSON[errorBody](h, 422, "POST", path+"/pictures", `{"name": "a.png", "base64": "SGVsbG8="}`)
	if *refused.Error.Field != "picture" {
		t.Errorf("%+v", refused)
	}
	requestJSON[errorBody](h, 422, "POST", path+"/pictures", `{"name": "a.png", "base64": "?"}`)
}

func TestPicturesAreRefusedForAModelOfUnknownSight(t *testing.T) {
	h := newHarness(t)
	path := "/api/chats/" + h.createChat().ID.String()
	asJSON := `{"name": "boat.png", "base64": "` + base64.StdEncoding.EncodeToString(grayPNG(t, 30)) + `"}`
	boat := requestJSON[[]memory.Picture](h, 201, "POST", path+"/pictures", asJSON)[0]
	refused := requestJSON[errorBody](h, 422, "POST", path+"/messages",
		`{"content": "What is it?", "pictures": [`+boat.ID.String()+`]}`, "Accept", "application/json")
	if refused.Error.Code != "sight_unknown" {
		t.Errorf("%+v", refused)
	}
	requestJSON[any](h, 204, "PUT", "/api/models/sight", `{"model": "test/chat", "sees": true}`)
	requestJSON[errorBody](h, 404, "PUT", "/api/models/sight", `{"model": "nobody/chat", "sees": true}`)
	requestJSON[errorBody](h, 422, "PUT", "/api/models/sight", `{"model": "test/chat"}`)
}
