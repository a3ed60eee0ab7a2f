package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path/filepath"
	"strings"

	"memoir/memory"
	"memoir/memory/documents"
	"memoir/memory/lang"
	"memoir/memory/pictures"
)

// maxDocumentBytes bounds a file; most of a document can be pictures.
const maxDocumentBytes = 64 << 20

// AddFileUnlessKnownOrTooLong stores the text of a file: plain text, or a document as Markdown.
// When the same bytes are already stored, it returns that file. Other files, empty and oversized
// ones are refused and change nothing. A file longer than n.MaxTokens that is not stored yet stays
// so and is returned without an ID.
func (s *Session) AddFileUnlessKnownOrTooLong(ctx context.Context, n memory.NewFile) (memory.File, error) {
	if n.Name != "" {
		n.Name = memory.FileNameWithoutInvisibleRunes(filepath.Base(n.Name))
	}
	if err := memory.ValidateFileName(n.Name); err != nil {
		return memory.File{}, err
	}
	name := strings.TrimSpace(n.Name)
	text, err := textOrMarkdownOfFile(name, n.Data)
	if err != nil {
		return memory.File{}, err
	}
	sum := sha256.Sum256(n.Data)
	c := memory.File{
		ProfileID: s.profile, Name: name, MIME: detectMIME(name, n.Data), Bytes: len(n.Data),
		Tokens: lang.EstimateTokens(text),
		SHA256: hex.EncodeToString(sum[:]), CreatedAt: s.clock.NowInUTCToMillisecond(), Content: text,
	}
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		have, err := tx.FileStore().GetBySHA256(ctx, s.profile, c.SHA256)
		if err == nil {
			c = have
			return nil
		}
		if !errors.Is(err, memory.ErrNotFound) {
			return err
		}
		if n.MaxTokens > 0 && c.Tokens > n.MaxTokens {
			return nil
		}
		c.ID, err = tx.FileStore().Insert(ctx, c)
		return err
	})
	if err != nil {
		return memory.File{}, fmt.Errorf("add file %s: %w", name, err)
	}
	if c.ID == 0 {
		return c, nil
	}
	s.search.RequestSync(s.profile)
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	return c, nil
}

// textOrMarkdownOfFile returns the text of a plain text file as UTF-8, that of a document as
// Markdown.
func textOrMarkdownOfFile(name string, data []byte) (string, error) {
	if len(data) > maxDocumentBytes {
		return "", &memory.FieldError{Field: "file", Problem: documents.FileTooLargeProblem(len(data), maxDocumentBytes)}
	}
	if pictures.HasPictureSignature(data) {
		return "", &memory.FieldError{
			Field: "file", Problem: "is a picture. Send it with a message: attach it in the window, or use “memoir chat " +
				"--image”",
		}
	}
	text, isDocument, err := documents.ToMarkdown(name, data)
	if err == nil && !isDocument {
		text, err = documents.DecodePlainText(data)
	}
	var unreadable *documents.Error
	if errors.As(err, &unreadable) {
		return "", &memory.FieldError{Field: "file", Problem: unreadable.Problem}
	}
	return text, err
}

// detectMIME derives the type from the file extension or, when that is unknown, from the bytes.
func detectMIME(name string, data []byte) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown":
		return "text/markdown"
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".txt", ".log":
		return "text/plain"
	}
	if t, _, err := mime.ParseMediaType(mime.TypeByExtension(filepath.Ext(name))); err == nil && t != "" {
		return t
	}
	t, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return t
}

// ListFiles lists the profile's files, newest first, without their text.
func (s *Session) ListFiles(ctx context.Context) ([]memory.File, error) {
	return s.store.FileStore().ListWithoutContent(ctx, s.profile)
}

// LoadFile returns one file with its text.
func (s *Session) LoadFile(ctx context.Context, id memory.ID) (memory.File, error) {
	return s.store.FileStore().Get(ctx, s.profile, id)
}

// RenameFileOrSetNeverLearn renames a file or forbids learning from chats that it is attached to.
func (s *Session) RenameFileOrSetNeverLearn(
	ctx context.Context, id memory.ID, p memory.FilePatch,
) (memory.File, error) {
	c, err := s.store.FileStore().Get(ctx, s.profile, id)
	if err != nil {
		return c, err
	}
	if err := p.ValidateAndApplyTo(&c); err != nil {
		return c, err
	}
	if err := s.store.FileStore().UpdateNameAndNeverLearn(ctx, c); err != nil {
		return c, fmt.Errorf("change file %d: %w", id, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	return c, nil
}

// DeleteFileAlsoFromSnapshots removes a file from every chat and from the vector index.
func (s *Session) DeleteFileAlsoFromSnapshots(ctx context.Context, id memory.ID) error {
	if err := s.store.FileStore().DeleteRecordingSnapshotErasure(ctx, s.profile, id); err != nil {
		return fmt.Errorf("remove file %d: %w", id, err)
	}
	_ = s.eraseDeletedFromWALIndexAndSnapshots(ctx) // the file is gone; the rest is done at the next start
	s.search.RequestSync(s.profile)
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	return nil
}

// AttachStoredFileToChat attaches a file to a chat. Attaching it twice is no error.
func (s *Session) AttachStoredFileToChat(ctx context.Context, chatID, id memory.ID) error {
	if err := s.store.ChatStore().AttachFile(ctx, s.profile, chatID, id); err != nil {
		return fmt.Errorf("attach file %d to chat %d: %w", id, chatID, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, chatID)
	return nil
}

// DetachFileFromChat detaches a file from a chat.
func (s *Session) DetachFileFromChat(ctx context.Context, chatID, id memory.ID) error {
	if err := s.store.ChatStore().DetachFile(ctx, s.profile, chatID, id); err != nil {
		return fmt.Errorf("detach file %d from chat %d: %w", id, chatID, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, chatID)
	return nil
}
