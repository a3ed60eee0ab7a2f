package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"memoir/memory"
	"memoir/memory/documents"
	"memoir/memory/lang"
	"memoir/memory/pictures"
)

// Limits of a file: of plain text four times what the largest common context window holds, of a document more,
// because most of it can be pictures.
const (
	maxFileBytes     = 16 << 20
	maxDocumentBytes = 64 << 20
)

// AddFile stores the text of a file: plain text, or a document as Markdown. When the same bytes are already
// stored, it returns that file. Other files, empty and oversized ones are refused and change nothing.
func (s *Session) AddFile(ctx context.Context, n memory.NewFile) (memory.File, error) {
	if n.Name != "" {
		n.Name = filepath.Base(n.Name)
	}
	if err := memory.CheckFileName(n.Name); err != nil {
		return memory.File{}, err
	}
	name := strings.TrimSpace(n.Name)
	text, err := textOfFile(name, n.Data)
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
		have, err := tx.Files().GetBySHA256(ctx, s.profile, c.SHA256)
		if err == nil {
			c = have
			return nil
		}
		if !errors.Is(err, memory.ErrNotFound) {
			return err
		}
		c.ID, err = tx.Files().Insert(ctx, c)
		return err
	})
	if err != nil {
		return memory.File{}, fmt.Errorf("add file %s: %w", name, err)
	}
	s.search.RequestSync()
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	return c, nil
}

// textOfFile returns the text of a plain text file as UTF-8, that of a document as Markdown.
func textOfFile(name string, data []byte) (string, error) {
	if len(data) > maxDocumentBytes {
		return "", fileTooLargeError(len(data), maxDocumentBytes)
	}
	if pictures.IsPicture(data) {
		return "", &memory.FieldError{
			Field: "file", Problem: "is a picture. Send it with a message: attach it in the window, or use memoir chat --image",
		}
	}
	text, isDocument, err := documents.ToMarkdown(name, data)
	var unreadable *documents.Error
	if errors.As(err, &unreadable) {
		return "", &memory.FieldError{Field: "file", Problem: unreadable.Problem}
	}
	if isDocument {
		return text, err
	}
	return decodeFileToUTF8(data)
}

func fileTooLargeError(size, limit int) error {
	return &memory.FieldError{
		Field: "file", Problem: fmt.Sprintf("is %d MB; the limit is %d MB", (size+1<<20-1)>>20, limit>>20),
	}
}

// decodeFileToUTF8 returns the text of a file as UTF-8: UTF-8 with or without a byte order mark, UTF-16
// with one, otherwise an encoding of East Asia or Windows-1252 when one is certain. Line ends become
// \n.
func decodeFileToUTF8(data []byte) (string, error) {
	switch {
	case len(data) > maxFileBytes:
		return "", fileTooLargeError(len(data), maxFileBytes)
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
		if err != nil {
			return "", unsupportedFileError()
		}
		data = out
	case bytes.ContainsRune(data, 0), hasNonTextControlChars(data):
		return "", unsupportedFileError()
	case !utf8.Valid(data):
		text, certain := decodeNonUnicodeText(data)
		if !certain {
			return "", &memory.FieldError{
				Field: "file", Problem: "is in an encoding that Memoir can't recognize. Save it as UTF-8, then add it",
			}
		}
		data = []byte(text)
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if strings.TrimSpace(text) == "" {
		return "", &memory.FieldError{Field: "file", Problem: "contains no text"}
	}
	if hasNonTextControlChars([]byte(text)) {
		return "", unsupportedFileError()
	}
	return text, nil
}

func unsupportedFileError() error {
	return &memory.FieldError{
		Field:   "file",
		Problem: "isn't a text or a document. You can add text, code, PDF, Office files, EPUB, HTML or e-mails",
	}
}

// hasNonTextControlChars reports control characters that text files do not contain (escape and form
// feed occur in logs and source code).
func hasNonTextControlChars(b []byte) bool {
	for _, c := range b {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b {
			return true
		}
	}
	return false
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
	return s.store.Files().List(ctx, s.profile)
}

// LoadFile returns one file with its text.
func (s *Session) LoadFile(ctx context.Context, id memory.ID) (memory.File, error) {
	return s.store.Files().Get(ctx, s.profile, id)
}

// UpdateFile renames a file or forbids learning from chats that it is attached to.
func (s *Session) UpdateFile(ctx context.Context, id memory.ID, p memory.FilePatch) (memory.File, error) {
	c, err := s.store.Files().Get(ctx, s.profile, id)
	if err != nil {
		return c, err
	}
	if err := p.ApplyTo(&c); err != nil {
		return c, err
	}
	if err := s.store.Files().Update(ctx, c); err != nil {
		return c, fmt.Errorf("change file %d: %w", id, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	return c, nil
}

// DeleteFile removes a file from every chat and from the vector index.
func (s *Session) DeleteFile(ctx context.Context, id memory.ID) error {
	if err := s.store.Files().Delete(ctx, s.profile, id); err != nil {
		return fmt.Errorf("remove file %d: %w", id, err)
	}
	_ = s.removeDeletedDataFromFiles(ctx) // the file is gone; the rest is done at the next start
	s.search.RequestSync()
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, 0)
	return nil
}

// AttachFile attaches a file to a chat. Attaching it twice is no error.
func (s *Session) AttachFile(ctx context.Context, chatID, id memory.ID) error {
	if err := s.store.Chats().AttachFile(ctx, s.profile, chatID, id); err != nil {
		return fmt.Errorf("attach file %d to chat %d: %w", id, chatID, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, chatID)
	return nil
}

// DetachFile detaches a file from a chat.
func (s *Session) DetachFile(ctx context.Context, chatID, id memory.ID) error {
	if err := s.store.Chats().DetachFile(ctx, s.profile, chatID, id); err != nil {
		return fmt.Errorf("detach file %d from chat %d: %w", id, chatID, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, chatID)
	return nil
}
