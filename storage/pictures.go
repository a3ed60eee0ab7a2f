package storage

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"memoir/memory"
)

type pictureRow struct {
	ID        memory.ID `gorm:"column:id;primaryKey;autoIncrement"`
	ProfileID memory.ID `gorm:"column:profile_id"`
	Name      string    `gorm:"column:name"`
	MIME      string    `gorm:"column:mime"`
	Width     int       `gorm:"column:width"`
	Height    int       `gorm:"column:height"`
	Tokens    int       `gorm:"column:tokens"`
	SHA256    string    `gorm:"column:sha256"`
	Data      []byte    `gorm:"column:data"`
	Created   timestamp `gorm:"column:created_at"`
	Bytes     int       `gorm:"column:bytes;->"` // computed
}

func (pictureRow) TableName() string { return "pictures" }

func (r pictureRow) toPicture() memory.Picture {
	return memory.Picture{
		ID: r.ID, ProfileID: r.ProfileID, Name: memory.FileNameWithoutInvisibleRunes(r.Name), MIME: r.MIME,
		Width: r.Width, Height: r.Height, Bytes: r.Bytes, Tokens: r.Tokens, SHA256: r.SHA256,
		CreatedAt: r.Created.Time, Data: r.Data,
	}
}

// pictureColumns selects pictures without their data.
const pictureColumns = `SELECT p.id, p.profile_id, p.name, p.mime, p.width, p.height, p.tokens, p.sha256,
  p.created_at, length(p.data) AS bytes FROM pictures p `

// messagePicturesColumn selects the pictures of a message m of the user as JSON, in order.
const messagePicturesColumn = `(SELECT json_group_array(json_object('id', p.id, 'name', p.name, 'mime', p.mime,
  'width', p.width, 'height', p.height, 'tokens', p.tokens, 'sha256', p.sha256, 'bytes', length(p.data))
  ORDER BY x.position) FROM message_pictures x JOIN pictures p ON p.id = x.picture_id
  WHERE m.role = 'user' AND x.message_id = m.id HAVING count(*) > 0) AS pictures`

type pictureStore struct{ h *handle }

func (s pictureStore) StoreOnceAndAttachToChat(
	ctx context.Context, chatID memory.ID, p memory.Picture,
) (memory.Picture, error) {
	var row pictureRow
	err := s.h.runAtomicWrite(ctx, fmt.Sprintf("attach picture to chat %d", chatID), func(tx *gorm.DB) error {
		err := requireRowExists(tx, "SELECT 1 FROM threads WHERE id = ? AND profile_id = ?", chatID, p.ProfileID)
		if err != nil {
			return err
		}
		err = tx.Exec(`INSERT INTO pictures(profile_id, name, mime, width, height, tokens, sha256, data, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (profile_id, sha256) DO NOTHING`, p.ProfileID, p.Name, p.MIME,
			p.Width, p.Height, p.Tokens, p.SHA256, p.Data, timestamp{p.CreatedAt}).Error
		if err != nil {
			return err
		}
		err = tx.Raw(pictureColumns+"WHERE p.profile_id = ? AND p.sha256 = ?", p.ProfileID, p.SHA256).Take(&row).Error
		if err != nil {
			return err
		}
		return tx.Exec(`INSERT INTO thread_pictures(thread_id, picture_id, position)
          SELECT ?, ?, coalesce(max(position), 0) + 1 FROM thread_pictures WHERE thread_id = ?
          ON CONFLICT DO NOTHING`, chatID, row.ID, chatID).Error
	})
	return row.toPicture(), err
}

func (s pictureStore) DetachFromChat(ctx context.Context, profile, chatID, id memory.ID) error {
	op := fmt.Sprintf("detach picture %d from chat %d", id, chatID)
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error {
		return requireRowsAffected(tx.Exec(`DELETE FROM thread_pictures WHERE thread_id = ? AND picture_id = ?
          AND thread_id IN (SELECT id FROM threads WHERE profile_id = ?)`, chatID, id, profile))
	})
}

func (s pictureStore) ListUnsentInChat(ctx context.Context, profile, chatID memory.ID) ([]memory.Picture, error) {
	var rows []pictureRow
	err := s.h.runRead(ctx, fmt.Sprintf("list pictures that wait in chat %d", chatID), func(db *gorm.DB) error {
		return db.Raw(pictureColumns+`JOIN thread_pictures x ON x.picture_id = p.id
          WHERE x.thread_id = ? AND p.profile_id = ? ORDER BY x.position`, chatID, profile).Scan(&rows).Error
	})
	out := make([]memory.Picture, len(rows))
	for i, r := range rows {
		out[i] = r.toPicture()
	}
	return out, err
}

func (s pictureStore) Get(ctx context.Context, profile, id memory.ID) (memory.Picture, error) {
	var r pictureRow
	err := s.h.runRead(ctx, fmt.Sprintf("load picture %d", id), func(db *gorm.DB) error {
		return db.Raw("SELECT *, length(data) AS bytes FROM pictures WHERE id = ? AND profile_id = ?", id, profile).
			Take(&r).Error
	})
	return r.toPicture(), err
}

// AddToMessageAndDetachFromChat returns memory.ErrNotFound when the message or one of the pictures
// is not the profile's.
func (s pictureStore) AddToMessageAndDetachFromChat(
	ctx context.Context, profile, messageID memory.ID, ids []memory.ID,
) error {
	op := fmt.Sprintf("add pictures to message %d", messageID)
	return s.h.runAtomicWrite(ctx, op, func(tx *gorm.DB) error {
		for i, id := range ids {
			err := requireRowsAffected(tx.Exec(`INSERT INTO message_pictures(message_id, picture_id, position)
              SELECT m.id, p.id, ? FROM messages m JOIN threads t ON t.id = m.thread_id
              JOIN pictures p ON p.profile_id = t.profile_id WHERE m.id = ? AND p.id = ? AND t.profile_id = ?`,
				i+1, messageID, id, profile))
			if errors.Is(err, memory.ErrNotFound) {
				return fmt.Errorf("picture %d: %w", id, err)
			}
			if err != nil {
				return err
			}
		}
		return tx.Exec(`DELETE FROM thread_pictures WHERE picture_id IN (SELECT value FROM json_each(?))
          AND thread_id = (SELECT thread_id FROM messages WHERE id = ?)`, idsAsJSON(ids), messageID).Error
	})
}

func (s pictureStore) InsertOrFindBySHA256(ctx context.Context, p memory.Picture) (memory.ID, error) {
	var id memory.ID
	err := s.h.runAtomicWrite(ctx, "store picture", func(tx *gorm.DB) error {
		err := tx.Exec(`INSERT INTO pictures(id, profile_id, name, mime, width, height, tokens, sha256, data, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (profile_id, sha256) DO NOTHING`, nullID(p.ID), p.ProfileID,
			p.Name, p.MIME, p.Width, p.Height, p.Tokens, p.SHA256, p.Data, timestamp{p.CreatedAt}).Error
		if err != nil {
			return err
		}
		return tx.Raw("SELECT id FROM pictures WHERE profile_id = ? AND sha256 = ?", p.ProfileID, p.SHA256).
			Row().Scan(&id)
	})
	return id, err
}

func (s pictureStore) PictureIDsOfChats(
	ctx context.Context, profile memory.ID, chats []memory.ID,
) ([]memory.ID, error) {
	var ids []memory.ID
	err := s.h.runRead(ctx, "list pictures of chats", func(db *gorm.DB) error {
		return db.Raw(`WITH chats(id) AS (SELECT t.id FROM threads t
          WHERE t.profile_id = ? AND t.id IN (SELECT value FROM json_each(?)))
        SELECT x.picture_id AS id FROM message_pictures x JOIN messages m ON m.id = x.message_id
          WHERE m.thread_id IN (SELECT id FROM chats)
        UNION SELECT picture_id FROM thread_pictures WHERE thread_id IN (SELECT id FROM chats) ORDER BY 1`,
			profile, idsAsJSON(chats)).Scan(&ids).Error
	})
	return ids, err
}

func (s pictureStore) DeleteUnreferenced(ctx context.Context, profile memory.ID) error {
	return s.h.runAtomicWrite(ctx, "delete unused pictures", func(tx *gorm.DB) error {
		return tx.Exec(`DELETE FROM pictures WHERE profile_id = ?
          AND NOT EXISTS (SELECT 1 FROM message_pictures x WHERE x.picture_id = pictures.id)
          AND NOT EXISTS (SELECT 1 FROM thread_pictures x WHERE x.picture_id = pictures.id)`, profile).Error
	})
}
