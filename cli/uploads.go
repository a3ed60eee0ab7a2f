package cli

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"

	"memoir/memory"
)

// packUpload packs a file as a form and returns it with its content type.
func packUpload(f upload) (*bytes.Buffer, string, error) {
	if err := memory.CheckFileName(filepath.Base(f.name)); err != nil {
		return nil, "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", filepath.Base(f.name))
	if err == nil {
		_, err = part.Write(f.data)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return nil, "", fmt.Errorf("pack %s: %w", f.name, err)
	}
	return &body, form.FormDataContentType(), nil
}

// uploadTo uploads a file to a path. field is the field that the core names when it refuses the
// file.
func uploadTo(ctx context.Context, c *client, path, field string, f upload, answer any) error {
	body, contentType, err := packUpload(f)
	if err != nil {
		return err
	}
	err = c.callJSONOnConnection(ctx, c.mainConn, request{
		method: http.MethodPost, path: path, raw: body, contentType: contentType,
	}, answer)
	if err == nil {
		return nil
	}
	why := convertErrorToFailure(err)
	if problem, isOfFile := strings.CutPrefix(why.title, field+": "); isOfFile { // "is 17 MB", "contains no text"
		why.title = f.name + " " + problem
	} else {
		why.title = f.name + ": " + why.title
	}
	return why
}

// uploadFile uploads one file.
func uploadFile(ctx context.Context, c *client, f upload) (memory.File, error) {
	var added memory.File
	err := uploadTo(ctx, c, "/api/contexts", "file", f, &added)
	return added, err
}

// uploadPictures lets pictures wait in the chat for the message.
func (t *chatTurn) uploadPictures(ctx context.Context, images []upload) ([]memory.ID, error) {
	var ids []memory.ID
	for _, f := range images {
		var attached []memory.Picture
		err := uploadTo(ctx, t.session.client, t.chatAPIPath("/pictures"), "picture", f, &attached)
		if err != nil {
			return nil, err
		}
		for _, p := range attached {
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}
