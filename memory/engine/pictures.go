package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/pictures"
)

// Limits of pictures.
const (
	maxPicturesPerMessage = 10
	maxPicturesWaiting    = 100 // in one chat
)

// HasPictureSignature reports whether the bytes of a file are a picture, for
// NormalizeStoreAndAttachPicture, and no text for AddFileUnlessKnownOrTooLong.
func (s *Session) HasPictureSignature(data []byte) bool { return pictures.HasPictureSignature(data) }

// NormalizeStoreAndAttachPicture reads a picture and lets it wait in a chat for the next message.
// It is stored upright, scaled down and without metadata; the same picture twice is stored once and
// is no error. What cannot be used is refused with a *memory.FieldError and changes nothing.
func (s *Session) NormalizeStoreAndAttachPicture(
	ctx context.Context, chatID memory.ID, n memory.NewFile,
) (memory.Picture, error) {
	if n.Name != "" {
		n.Name = memory.FileNameWithoutInvisibleRunes(filepath.Base(n.Name))
	}
	if err := memory.ValidateFileName(n.Name); err != nil {
		return memory.Picture{}, err
	}
	if _, err := loadChatNotInTrash(ctx, s.store, s.profile, chatID); err != nil {
		return memory.Picture{}, err
	}
	p, err := s.convertIfNeededAndNormalizePicture(ctx, n.Data)
	var refused *pictures.Error
	if errors.As(err, &refused) {
		return memory.Picture{}, &memory.FieldError{Field: "picture", Problem: refused.Problem}
	}
	if err != nil {
		return memory.Picture{}, err
	}
	sum := sha256.Sum256(p.Data)
	return s.StoreAndAttachNormalizedPicture(ctx, chatID, memory.Picture{
		Name: strings.TrimSpace(n.Name), MIME: p.MIME, Width: p.Width, Height: p.Height, Bytes: len(p.Data),
		Tokens: pictures.EstimateTokens(p.Width, p.Height), SHA256: hex.EncodeToString(sum[:]), Data: p.Data,
		CreatedAt: s.clock.NowInUTCToMillisecond(),
	})
}

// convertIfNeededAndNormalizePicture brings a picture into the form in which it is stored. What
// Memoir cannot decode, a program of this computer makes a JPEG of, where there is one.
func (s *Session) convertIfNeededAndNormalizePicture(ctx context.Context, data []byte) (pictures.Picture, error) {
	format := pictures.DetectFormatNeedingConversion(data)
	if format == "" {
		return pictures.NormalizeForStorage(data)
	}
	converted, err := s.convertPicture(ctx, format, data)
	switch {
	case ctx.Err() != nil:
		return pictures.Picture{}, fmt.Errorf("convert picture: %w", ctx.Err())
	case errors.Is(err, memory.ErrNotFound):
		return pictures.NormalizeForStorage(data) // which says what to install
	case err != nil || !pictures.HasPictureSignature(converted):
		s.log.Info("a picture could not be converted", "format", format, "err", err)
		return pictures.Picture{}, pictures.UnconvertibleError(format)
	}
	return pictures.NormalizeConvertedWithoutEXIFTurn(converted)
}

// StoreAndAttachNormalizedPicture lets a picture wait in a chat that LoadPicture or
// NormalizeStoreAndAttachPicture returned, with its data: it undoes DetachPictureDeletingIfUnused.
func (s *Session) StoreAndAttachNormalizedPicture(
	ctx context.Context, chatID memory.ID, p memory.Picture,
) (memory.Picture, error) {
	p.ProfileID = s.profile
	err := s.store.InTx(ctx, func(tx memory.Store) error {
		if _, err := loadChatNotInTrash(ctx, tx, s.profile, chatID); err != nil {
			return err
		}
		waiting, err := tx.PictureStore().ListUnsentInChat(ctx, s.profile, chatID)
		if err != nil {
			return err
		}
		if len(waiting) >= maxPicturesWaiting {
			return &memory.FieldError{Field: "picture", Problem: "can't be added because too many pictures are waiting to be " +
				"sent. Send or remove some first"}
		}
		p, err = tx.PictureStore().StoreOnceAndAttachToChat(ctx, chatID, p)
		return err
	})
	if err != nil {
		return memory.Picture{}, fmt.Errorf("attach picture to chat %d: %w", chatID, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, chatID)
	return p, nil
}

// DetachPictureDeletingIfUnused ends the wait of a picture and returns it with its data. Unless a
// message has it, it is gone then.
func (s *Session) DetachPictureDeletingIfUnused(ctx context.Context, chatID, id memory.ID) (memory.Picture, error) {
	p, err := s.store.PictureStore().Get(ctx, s.profile, id)
	if err == nil {
		err = s.store.PictureStore().DetachFromChat(ctx, s.profile, chatID, id)
	}
	if err != nil {
		return memory.Picture{}, fmt.Errorf("detach picture %d from chat %d: %w", id, chatID, err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventFiles, s.profile, chatID)
	return p, nil
}

// ListWaitingPictures lists the pictures that wait in a chat to be sent, in order, without data;
// none for a chat that the profile does not have.
func (s *Session) ListWaitingPictures(ctx context.Context, chatID memory.ID) ([]memory.Picture, error) {
	return s.store.PictureStore().ListUnsentInChat(ctx, s.profile, chatID)
}

// LoadPicture returns a picture with its data.
func (s *Session) LoadPicture(ctx context.Context, id memory.ID) (memory.Picture, error) {
	return s.store.PictureStore().Get(ctx, s.profile, id)
}

// dedupPictureIDsRefusingTooMany returns the pictures of a message without those that it names
// twice, and refuses more than one takes.
func dedupPictureIDsRefusingTooMany(ids []memory.ID) ([]memory.ID, error) {
	var out []memory.ID
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	if len(out) > maxPicturesPerMessage {
		return nil, &memory.FieldError{
			Field:   "pictures",
			Problem: fmt.Sprintf("a message can have at most %d pictures, not %d", maxPicturesPerMessage, len(out)),
		}
	}
	return out, nil
}

// loadRemainingPicturesWithoutData returns the pictures of a message that is not stored yet,
// without data. Those that are gone meanwhile are left out.
func (s *Session) loadRemainingPicturesWithoutData(ctx context.Context, ids []memory.ID) ([]memory.Picture, error) {
	var out []memory.Picture
	for _, id := range ids {
		p, err := s.store.PictureStore().Get(ctx, s.profile, id)
		if errors.Is(err, memory.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p.Data = nil
		out = append(out, p)
	}
	return out, nil
}
