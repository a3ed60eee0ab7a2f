package api

import (
	"encoding/base64"
	"mime"
	"net/http"
	"strconv"

	"memoir/memory"
)

// picturesPathEnd ends the routes that pictures are uploaded to.
const picturesPathEnd = "/pictures"

func registerPictureRoutes(m *Mux) {
	m.Handle("GET", "/api/chats/{id}/pictures", handleListPicturesAwaitingMessage)
	m.Handle("POST", "/api/chats/{id}/pictures", handleStoreAndAttachPictures)
	m.Handle("DELETE", "/api/chats/{id}/pictures/{picture}", handleDetachPictureDeletingIfUnused)
	m.Handle("GET", "/api/pictures/{id}", handleGetPictureMetadata)
	m.Handle("GET", "/api/pictures/{id}/data", handleGetPictureData)
}

func handleListPicturesAwaitingMessage(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if _, err := c.profileSession().LoadChat(c.requestContext(), id); err != nil {
		return err
	}
	waiting, err := c.profileSession().ListWaitingPictures(c.requestContext(), id)
	if err != nil {
		return err
	}
	return writeJSONList(c, waiting)
}

// handleStoreAndAttachPictures accepts one picture as JSON, or any number as multipart/form-data,
// which then wait in the chat. It answers with an array.
func handleStoreAndAttachPictures(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	var files []memory.NewFile
	kind, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "multipart/form-data":
		files, err = readFilesFromMultipartBody(c.request)
	case err == nil && kind == "application/json":
		files, err = decodePictureFromJSONBody(c)
	default:
		return unsupportedMediaTypeError("application/json or multipart/form-data")
	}
	if err != nil {
		return err
	}
	attached := make([]memory.Picture, 0, len(files))
	for _, f := range files {
		p, err := c.profileSession().NormalizeStoreAndAttachPicture(c.requestContext(), id, f)
		if err != nil {
			return err
		}
		attached = append(attached, p)
	}
	return c.writeJSON(http.StatusCreated, attached)
}

func decodePictureFromJSONBody(c *call) ([]memory.NewFile, error) {
	var in struct {
		Name   string `json:"name"`
		Base64 string `json:"base64"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(in.Base64)
	if err != nil || in.Base64 == "" {
		return nil, &memory.FieldError{Field: "base64", Problem: "must be a picture in base64"}
	}
	return []memory.NewFile{{Name: baseFileName(in.Name), Data: data}}, nil
}

func handleDetachPictureDeletingIfUnused(c *call) error {
	chatID, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	id, err := c.parsePathID("picture")
	if err != nil {
		return err
	}
	if _, err := c.profileSession().DetachPictureDeletingIfUnused(c.requestContext(), chatID, id); err != nil {
		return err
	}
	return c.writeNoContent()
}

func handleGetPictureMetadata(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	p, err := c.profileSession().LoadPicture(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(p)
}

// handleGetPictureData answers with the picture itself.
func handleGetPictureData(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	p, err := c.profileSession().LoadPicture(c.requestContext(), id)
	if err != nil {
		return err
	}
	c.Header().Set("Content-Type", p.MIME)
	c.Header().Set("Content-Length", strconv.Itoa(len(p.Data)))
	c.WriteHeader(http.StatusOK)
	_, err = c.Write(p.Data)
	return err
}
