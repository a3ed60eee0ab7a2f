package memory

import (
	"context"
	"encoding/json"
	"time"
)

// Picture belongs to messages of the user. It is stored as it is shown and sent: upright, scaled
// down, without metadata; each once per profile. Nothing is ever learned from it.
type Picture struct {
	ID        ID        `json:"id"`
	ProfileID ID        `json:"-"`
	Name      string    `json:"name"`
	MIME      string    `json:"mime"` // image/png or image/jpeg
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	Bytes     int       `json:"bytes"`
	Tokens    int       `json:"tokens"` // estimate of what it costs in a prompt
	SHA256    string    `json:"sha256"` // hex, of Data
	CreatedAt time.Time `json:"created_at,omitzero"`
	Data      []byte    `json:"-"` // filled by PictureStore.Get, not in lists and messages
}

// PictureStore keeps pictures. A picture is there as long as a message has it or it waits in a chat
// to be sent with the next message; whatever removes the last of these removes the picture.
type PictureStore interface {
	// StoreOnceAndAttachToChat puts a picture behind those that wait in the chat, and stores it unless
	// the profile has one with the same SHA256, which then waits in its place. It returns the
	// picture that waits, without Data. Twice is no error.
	StoreOnceAndAttachToChat(ctx context.Context, chatID ID, p Picture) (Picture, error)
	// DetachFromChat ends the wait of a picture; one that does not wait is ErrNotFound.
	DetachFromChat(ctx context.Context, profile, chatID, id ID) error
	// ListUnsentInChat returns the pictures that wait in a chat, in order, without Data.
	ListUnsentInChat(ctx context.Context, profile, chatID ID) ([]Picture, error)
	Get(ctx context.Context, profile, id ID) (Picture, error)
	// AddToMessageAndDetachFromChat gives a message of a chat pictures of its profile, in order, which
	// then no longer wait there.
	AddToMessageAndDetachFromChat(ctx context.Context, profile, messageID ID, ids []ID) error
	// InsertOrFindBySHA256 stores a picture of an archive before the messages that have it: under its
	// own ID, or a new one for 0. When the profile has one with the same SHA256, it returns the ID of
	// that. Until a message has it, DeleteUnreferenced removes it.
	InsertOrFindBySHA256(ctx context.Context, p Picture) (ID, error)
	// PictureIDsOfChats returns the pictures that the chats have or that wait in them, by ID.
	PictureIDsOfChats(ctx context.Context, profile ID, chats []ID) ([]ID, error)
	// DeleteUnreferenced removes the pictures of a profile that no message has and that wait
	// nowhere.
	DeleteUnreferenced(ctx context.Context, profile ID) error
}

// PictureShare says of a picture of a message that was sent whether the picture was sent as well.
type PictureShare struct {
	PictureID ID              `json:"picture_id"`
	MessageID ID              `json:"message_id"` // 0 in a preview: the message that is not stored yet
	Name      string          `json:"name"`
	Tokens    int             `json:"tokens"` // estimate; 0 when it was not sent
	LeftOut   PictureOmission `json:"left_out"`
}

// PictureOmission is why a picture was not sent with its message; empty when it was.
type PictureOmission string

// Reasons why a picture was not sent.
const (
	PictureSent          PictureOmission = ""
	PictureOlder         PictureOmission = "older" // newer messages have pictures
	PictureWithoutRoom   PictureOmission = "room"  // it did not fit
	PictureModelCantSee  PictureOmission = "model" // the model takes none
	PictureSightNotKnown PictureOmission = "unknown"
)

// MarshalJSON writes the empty reason as null.
func (o PictureOmission) MarshalJSON() ([]byte, error) { return NullText(o).MarshalJSON() }

// UnmarshalJSON reads null as the empty reason.
func (o *PictureOmission) UnmarshalJSON(b []byte) error { return (*NullText)(o).UnmarshalJSON(b) }

// Sight says whether a model takes pictures. In JSON it is true, false or null.
type Sight string

// The sights.
const (
	SightUnknown Sight = ""
	SightYes     Sight = "yes"
	SightNo      Sight = "no"
)

// MarshalJSON writes true, false or null.
func (s Sight) MarshalJSON() ([]byte, error) {
	switch s {
	case SightYes:
		return []byte("true"), nil
	case SightNo:
		return []byte("false"), nil
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads true, false or null.
func (s *Sight) UnmarshalJSON(b []byte) error {
	var v *bool
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*s = SightUnknown
	if v != nil {
		*s = SightFromBool(*v)
	}
	return nil
}

// SightFromBool returns SightYes or SightNo.
func SightFromBool(sees bool) Sight {
	if sees {
		return SightYes
	}
	return SightNo
}

// SightError says that pictures were not sent because the model takes none, or because nobody knows
// whether it does. It unwraps to ErrInvalid.
type SightError struct {
	ModelID string // provider/model
	Name    string // the model as the server knows it
	Sight   Sight  // SightNo or SightUnknown
}

// Error names the model.
func (e *SightError) Error() string { return e.ModelID + ": pictures can't be sent to it" }

// Unwrap returns ErrInvalid.
func (e *SightError) Unwrap() error { return ErrInvalid }

// SentPictureCount returns how many pictures were sent; 0 for nil.
func (r *Receipt) SentPictureCount() int {
	n := 0
	if r != nil {
		for _, p := range r.Pictures {
			if p.LeftOut == PictureSent {
				n++
			}
		}
	}
	return n
}
