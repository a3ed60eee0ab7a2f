package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/textproto"
	"path"
	"strings"

	"memoir/memory"
)

func registerFileRoutes(m *Mux) {
	m.Handle("GET", "/api/contexts", handleListFiles)
	m.Handle("POST", "/api/contexts", handleAddFilesUnlessKnown)
	m.Handle("GET", "/api/contexts/{id}", handleGetFile)
	m.Handle("PATCH", "/api/contexts/{id}", handleRenameFileOrSetNeverLearn)
	m.Handle("DELETE", "/api/contexts/{id}", handleDeleteFileAlsoFromSnapshots)
}

func handleListFiles(c *call) error {
	if c.anonymous {
		return writeJSONList[memory.File](c, nil)
	}
	files, err := c.profileSession().ListFiles(c.requestContext())
	if err != nil {
		return err
	}
	return writeJSONList(c, files)
}

// handleAddFilesUnlessKnown accepts one file as JSON, or any number as multipart/form-data. It
// answers with one object for one file and with an array for several.
func handleAddFilesUnlessKnown(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	var files []memory.NewFile
	kind, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "multipart/form-data":
		files, err = readFilesFromMultipartBody(c.request)
	case err == nil && kind == "application/json":
		files, err = decodeFileFromJSONBody(c)
	default:
		return unsupportedMediaTypeError("application/json or multipart/form-data")
	}
	if err != nil {
		return err
	}
	added := make([]memory.File, 0, len(files))
	for _, f := range files {
		x, err := c.profileSession().AddFileUnlessKnownOrTooLong(c.requestContext(), f)
		if err != nil {
			return err
		}
		added = append(added, x)
	}
	if len(added) == 1 {
		return c.writeJSON(http.StatusCreated, added[0])
	}
	return c.writeJSON(http.StatusCreated, added)
}

func decodeFileFromJSONBody(c *call) ([]memory.NewFile, error) {
	var in struct {
		Name    string  `json:"name"`
		Content *string `json:"content"`
		Base64  []byte  `json:"base64"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return nil, err
	}
	data := in.Base64
	if in.Content != nil {
		data = []byte(*in.Content)
	}
	if in.Content == nil && in.Base64 == nil {
		return nil, &memory.FieldError{Field: "content", Problem: "is missing; a file that isn't text needs base64 instead"}
	}
	return []memory.NewFile{{Name: baseFileName(in.Name), Data: data}}, nil
}

func readFilesFromMultipartBody(r *http.Request) ([]memory.NewFile, error) {
	reader, err := r.MultipartReader()
	if err != nil {
		return nil, unsupportedMediaTypeError("multipart/form-data with a boundary")
	}
	var files []memory.NewFile
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		var malformed textproto.ProtocolError
		if errors.As(err, &malformed) {
			return nil, &memory.FieldError{
				Field: "file", Problem: "the header of a form part can't be read; file names can't contain control characters",
			}
		}
		if err != nil {
			return nil, httpErrorForBodyRead(err)
		}
		if part.FileName() == "" {
			continue
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, httpErrorForBodyRead(err)
		}
		files = append(files, memory.NewFile{Name: baseFileName(part.FileName()), Data: data})
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil { // what follows the form, so that the connection can be kept
		return nil, httpErrorForBodyRead(err)
	}
	if len(files) == 0 {
		return nil, &memory.FieldError{Field: "file", Problem: "is missing"}
	}
	return files, nil
}

// baseFileName strips all directories from a file name, with either kind of slash.
func baseFileName(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

func handleGetFile(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	x, err := c.profileSession().LoadFile(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(x)
}

func handleRenameFileOrSetNeverLearn(c *call) error {
	var in struct {
		Name       optional[string] `json:"name"`
		NeverLearn optional[bool]   `json:"never_learn"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	p := memory.FilePatch{Name: in.Name.pointerIfPresent(), NeverLearn: in.NeverLearn.pointerIfPresent()}
	if p == (memory.FilePatch{}) {
		return errNothingToChange
	}
	x, err := c.profileSession().RenameFileOrSetNeverLearn(c.requestContext(), id, p)
	if err != nil {
		return err
	}
	return c.writeJSONOK(x)
}

func handleDeleteFileAlsoFromSnapshots(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.profileSession().DeleteFileAlsoFromSnapshots(c.requestContext(), id); err != nil {
		return err
	}
	return c.writeNoContent()
}

func changeFileByPathIDsAndRespond(c *call, change func(ctx context.Context, chatID, id memory.ID) error) error {
	chatID, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	id, err := c.parsePathID("ctx")
	if err != nil {
		return err
	}
	if err := change(c.requestContext(), chatID, id); err != nil {
		return err
	}
	return c.writeNoContent()
}
