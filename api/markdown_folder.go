package api

import (
	"context"
	"errors"
	"net/http"

	"memoir/memory"
)

// MarkdownFolder is the folder of Markdown files that mirrors memories and chats. All methods are
// safe for concurrent use.
type MarkdownFolder interface {
	// SyncAndReturnProfileStatus brings the folder up to date and returns its state for one profile.
	SyncAndReturnProfileStatus(ctx context.Context, profile memory.ID) (memory.FolderStatus, error)
	// ApplyDecisionOnGoneFilesAndSync decides about the files that Status named as gone, files of
	// them. When there are others by now, and when nothing is asked, it is memory.ErrConflict.
	ApplyDecisionOnGoneFilesAndSync(
		ctx context.Context, profile memory.ID, answer memory.FolderAnswer, files int,
	) (memory.FolderStatus, error)
	// ImportFolder stores what the folder at path holds and is not there yet; the files stay as
	// they are.
	ImportFolder(ctx context.Context, profile memory.ID, path string) (memory.ImportResult, error)
}

// folderHandlers answer the calls about the folder of Markdown files.
type folderHandlers struct {
	folder MarkdownFolder
}

func registerFolderRoutes(m *Mux, h *folderHandlers) {
	m.Handle("GET", "/api/folder", h.syncAndReportFolderStatus)
	m.Handle("POST", "/api/folder/answer", h.applyDecisionOnGoneFiles)
	m.Handle("POST", "/api/import", h.importArchiveOrFolderAndMaybeLearn)
	m.Handle("GET", "/api/import/learning", handleGetImportLearningStatus)
	m.Handle("POST", "/api/import/learning", handleStartOrCancelImportLearning)
}

func (h *folderHandlers) syncAndReportFolderStatus(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	s, err := h.folder.SyncAndReturnProfileStatus(c.requestContext(), c.profileID)
	if err != nil {
		return err
	}
	return c.writeJSONOK(s)
}

func (h *folderHandlers) applyDecisionOnGoneFiles(c *call) error {
	if err := c.refuseIfUntrustedOrAnonymous(); err != nil {
		return err
	}
	var in struct {
		Answer memory.FolderAnswer `json:"answer"`
		Files  int                 `json:"files"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	s, err := h.folder.ApplyDecisionOnGoneFilesAndSync(c.requestContext(), c.profileID, in.Answer, in.Files)
	if errors.Is(err, memory.ErrConflict) {
		return &httpError{
			status: http.StatusConflict, Code: "conflict", Field: "files",
			Message: "The number of missing files has changed. Nothing was changed.",
			Hint:    "Get the status of the folder again, and send the number it reports.",
		}
	}
	if err != nil {
		return err
	}
	return c.writeJSONOK(s)
}
