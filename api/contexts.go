package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"

	"memoir/memory"
)

func (a *API) contextRoutes(m *Mux) {
	m.Handle("GET", "/api/contexts", a.listContexts)
	m.Handle("POST", "/api/contexts", a.addContexts)
	m.Handle("GET", "/api/contexts/{id}", a.getContext)
	m.Handle("PATCH", "/api/contexts/{id}", a.editContext)
	m.Handle("DELETE", "/api/contexts/{id}", a.deleteContext)
}

func (a *API) listContexts(c *call) error {
	if c.anonymous {
		return list[memory.Context](c, nil)
	}
	files, err := a.service.Contexts(c.ctx(), c.profile)
	if err != nil {
		return err
	}
	return list(c, files)
}

// addFiles accepts one file as JSON, or any number as multipart/form-data. It answers with one
// object for one file and with an array for several.
func (a *API) addContexts(c *call) error {
	if err := c.needUser(); err != nil {
		return err
	}
	var files []memory.NewContext
	kind, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "multipart/form-data":
		files, err = multipartFiles(c.r)
	case err == nil && kind == "application/json":
		files, err = jsonFile(c)
	default:
		return unsupported("application/json or multipart/form-data")
	}
	if err != nil {
		return err
	}
	added := make([]memory.Context, 0, len(files))
	for _, f := range files {
		x, err := a.service.AddContext(c.ctx(), c.profile, f)
		if err != nil {
			return err
		}
		added = append(added, x)
	}
	if len(added) == 1 {
		return c.reply(http.StatusCreated, added[0])
	}
	return c.reply(http.StatusCreated, added)
}

func jsonFile(c *call) ([]memory.NewContext, error) {
	var in struct {
		Name    string  `json:"name"`
		Content *string `json:"content"`
		Base64  []byte  `json:"base64"`
	}
	if err := c.decode(&in, false); err != nil {
		return nil, err
	}
	data := in.Base64
	if in.Content != nil {
		data = []byte(*in.Content)
	}
	if in.Content == nil && in.Base64 == nil {
		return nil, &memory.FieldError{Field: "content", Problem: "is missing (or base64, for a file that is not text)"}
	}
	return []memory.NewContext{{Name: baseName(in.Name), Data: data}}, nil
}

func multipartFiles(r *http.Request) ([]memory.NewContext, error) {
	reader, err := r.MultipartReader()
	if err != nil {
		return nil, unsupported("multipart/form-data with a boundary")
	}
	var files []memory.NewContext
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, bodyError(err)
		}
		if part.FileName() == "" {
			continue
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, bodyError(err)
		}
		files = append(files, memory.NewContext{Name: baseName(part.FileName()), Data: data})
	}
	if len(files) == 0 {
		return nil, &memory.FieldError{Field: "file", Problem: "is missing"}
	}
	return files, nil
}

// baseFileName strips all directories from a file name, with either kind of slash.
func baseName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if name == "." || name == "/" {
		return ""
	}
	return name
}

func (a *API) getContext(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	x, err := a.service.Context(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return c.ok(x)
}

func (a *API) editContext(c *call) error {
	var in struct {
		Name       optional[string] `json:"name"`
		NeverLearn optional[bool]   `json:"never_learn"`
	}
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	p := memory.ContextPatch{Name: in.Name.ptr(), NeverLearn: in.NeverLearn.ptr()}
	if p == (memory.ContextPatch{}) {
		return errNothingToChange
	}
	x, err := a.service.UpdateContext(c.ctx(), c.profile, id, p)
	if err != nil {
		return err
	}
	return c.ok(x)
}

func (a *API) deleteContext(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := a.service.DeleteContext(c.ctx(), c.profile, id); err != nil {
		return err
	}
	return c.none()
}

func (a *API) attachment(c *call, change func(ctx context.Context, profile, thread, id memory.ID) error) error {
	thread, err := c.ownID("id")
	if err != nil {
		return err
	}
	id, err := c.pathID("ctx")
	if err != nil {
		return err
	}
	if err := change(c.ctx(), c.profile, thread, id); err != nil {
		return err
	}
	return c.none()
}
