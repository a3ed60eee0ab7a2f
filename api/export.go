package api

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"memoir/memory"
)

func registerExportRoutes(m *Mux) { m.Handle("GET", "/api/export", handleStreamExport) }

// handleStreamExport streams an export. A failure after the first byte ends the connection early,
// so that half an export is never taken for a whole one.
func handleStreamExport(c *call) error {
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	o, err := parseExportOptions(c.queryParams())
	if err != nil {
		return err
	}
	w := &exportResponse{call: c, format: o.Format}
	_, err = c.profileSession().Export(c.requestContext(), w, o, nil)
	if err != nil && c.status != 0 {
		c.api.log.Warn("an export ended early", "error", err)
		panic(http.ErrAbortHandler)
	}
	return err
}

// parseExportOptions reads the parameters of an export. Chats that are named are all that is
// exported.
func parseExportOptions(q *queryParams) (memory.ExportOptions, error) {
	o := memory.ExportOptions{
		Format: enumValueOrRecordError(q, "format", memory.FormatJSON, memory.FormatMarkdown, memory.FormatHTML),
		Contents: enumValueOrRecordError(q, "contents", memory.ExportAll, memory.ExportChats, memory.ExportMemories,
			memory.ExportProject),
		ProjectID: q.idOrRecordError("project"),
	}
	if q.stringValue("receipts") != "" {
		o.WithoutReceipts = !q.boolOrRecordError("receipts")
	}
	if q.stringValue("history") != "" {
		o.WithoutHistory = !q.boolOrRecordError("history")
	}
	for _, field := range strings.FieldsFunc(q.stringValue("chats"), func(r rune) bool { return r == ',' }) {
		id, err := strconv.ParseInt(field, 10, 64)
		if err != nil || id <= 0 {
			q.recordFieldErrorIfFirst("chats", "must be chat IDs separated by commas")
			break
		}
		o.ChatIDs = append(o.ChatIDs, memory.ID(id))
	}
	if o.Format == "" {
		o.Format = memory.FormatJSON
	}
	inferAndValidateExportContents(q, &o)
	return o, q.firstErr
}

// inferAndValidateExportContents chooses what is exported from what is named, and refuses names
// that do not go with it.
func inferAndValidateExportContents(q *queryParams, o *memory.ExportOptions) {
	switch {
	case o.Contents == "" && o.ProjectID != 0:
		o.Contents = memory.ExportProject
	case o.Contents != memory.ExportProject && o.ProjectID != 0:
		q.recordFieldErrorIfFirst("project", "needs contents=project")
	case o.Contents == memory.ExportProject && o.ProjectID == 0:
		q.recordFieldErrorIfFirst("project", "is missing")
	case o.Contents == "" && len(o.ChatIDs) > 0:
		o.Contents = memory.ExportChats
	case o.Contents == "":
		o.Contents = memory.ExportAll
	case o.Contents != memory.ExportChats && len(o.ChatIDs) > 0:
		q.recordFieldErrorIfFirst("chats", "needs contents=chats")
	}
}

// exportResponse sends the headers of an export with its first bytes.
type exportResponse struct {
	call   *call
	format memory.ExportFormat
}

func (w *exportResponse) Write(b []byte) (int, error) {
	if w.call.status == 0 {
		types := map[memory.ExportFormat]string{
			memory.FormatJSON: "application/json", memory.FormatMarkdown: "text/markdown; charset=utf-8",
			memory.FormatHTML: "text/html; charset=utf-8",
		}
		w.call.Header().Set("Content-Type", types[w.format])
		w.call.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="memoir.%s"`, w.format))
		w.call.WriteHeader(http.StatusOK)
	}
	n, err := w.call.Write(b)
	if err != nil {
		return n, errors.Join(err, w.call.requestContext().Err())
	}
	return n, nil
}
