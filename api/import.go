package api

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memoir/memory"
)

// importRequest says what is imported.
type importRequest struct {
	Path   string `json:"path"`
	DryRun bool   `json:"dry_run"`
	Learn  bool   `json:"learn"` // from every imported chat that was not learned from
}

// importArchiveOrFolderAndMaybeLearn stores what an archive or a folder of Markdown files holds. A
// caller who accepts events gets the progress of an archive.
func (h *folderHandlers) importArchiveOrFolderAndMaybeLearn(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	var in importRequest
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if !filepath.IsAbs(in.Path) {
		return &memory.FieldError{Field: "path", Problem: "must be absolute"}
	}
	info, err := os.Stat(in.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &httpError{
			status: http.StatusNotFound, Code: "not_found", Field: "path",
			Message: "There is no file or folder at " + in.Path + ".", Hint: "Check the path. Nothing was changed.",
		}
	case err != nil:
		return &memory.FieldError{Field: "path", Problem: "can't be read"}
	case !info.IsDir():
		return importArchiveMaybeLearnAndRespond(c, in)
	case in.DryRun || in.Learn:
		return &memory.FieldError{Field: "path", Problem: "is a folder; dry_run and learn work only with archives"}
	}
	r, err := h.folder.ImportFolder(c.requestContext(), c.profileID, in.Path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, memory.ErrInvalid) {
		return nothingToImportError(in.Path)
	}
	if err != nil {
		return err
	}
	return c.writeJSONOK(r)
}

func nothingToImportError(path string) error {
	return &httpError{
		status: http.StatusUnprocessableEntity, Code: "invalid", Field: "path",
		Message: "There is no Memoir archive or Markdown folder at " + path + ".",
		Hint:    "Name an archive, or a folder that contains a folder named entries. Nothing was changed.",
	}
}

// importProgressInterval is how often a caller hears of the progress.
const importProgressInterval = 100 * time.Millisecond

func importArchiveMaybeLearnAndRespond(c *call, in importRequest) error {
	f, err := os.Open(in.Path)
	if err != nil {
		return &memory.FieldError{Field: "path", Problem: "can't be read"}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return &memory.FieldError{Field: "path", Problem: "isn't a file"}
	}
	if strings.Contains(c.request.Header.Get("Accept"), "text/event-stream") {
		c.startEventStream()
	}
	var told time.Time
	session := c.api.service.Session(c.profileID, memory.ActorImport)
	o := memory.ImportOptions{DryRun: in.DryRun}
	r, err := session.ImportArchive(c.requestContext(), f, info.Size(), o, func(p memory.Progress) {
		if now := time.Now(); c.stream != nil && now.Sub(told) > importProgressInterval {
			told = now
			c.stream.sendEvent("progress", p)
		}
	})
	if err == nil && in.Learn && !in.DryRun {
		err = session.QueueLearningFromImportedChats(c.requestContext())
	}
	if err != nil {
		return err
	}
	if c.stream != nil {
		c.stream.sendEvent("done", r)
		return nil
	}
	return c.writeJSONOK(r)
}

func handleGetImportLearningStatus(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	s, err := c.profileSession().CountImportedChatsToLearnFrom(c.requestContext())
	if err != nil {
		return err
	}
	return c.writeJSONOK(s)
}

// handleStartOrCancelImportLearning starts or cancels learning from imported chats.
func handleStartOrCancelImportLearning(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	var in struct {
		Learn *bool `json:"learn"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if in.Learn == nil {
		return &memory.FieldError{Field: "learn", Problem: "is missing"}
	}
	change := c.profileSession().CancelLearningFromImportedChats
	if *in.Learn {
		change = c.profileSession().QueueLearningFromImportedChats
	}
	if err := change(c.requestContext()); err != nil {
		return err
	}
	return handleGetImportLearningStatus(c)
}
