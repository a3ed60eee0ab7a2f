package turns

import (
	"context"
	"fmt"
	"slices"

	"memoir/memory"
	"memoir/memory/lang"
)

// Limits of the pictures in one prompt (docs/decisions/0017). Anthropic takes 20 of this size and
// 32 MB in all, which are 24 MB before base64.
const (
	maxPictureMessages     = 3 // how many of the newest messages with pictures are sent with them
	maxPicturesPerPrompt   = 20
	maxPictureBytesInTotal = 22 << 20
)

// pictureChoice says of the messages of a branch whether their pictures are sent: all of a message
// or none.
type pictureChoice map[memory.ID]memory.PictureOmission

// choosePicturesToSend chooses from the newest message backwards. The pictures of older messages
// than the newest few with pictures are not sent again.
func choosePicturesToSend(branch []memory.Message, sees memory.Sight) pictureChoice {
	c := pictureChoice{}
	messages, count, bytes := 0, 0, 0
	for _, m := range slices.Backward(branch) {
		if len(m.Pictures) == 0 {
			continue
		}
		size := 0
		for _, p := range m.Pictures {
			size += p.Bytes
		}
		switch {
		case sees == memory.SightNo:
			c[m.ID] = memory.PictureModelCantSee
		case sees != memory.SightYes:
			c[m.ID] = memory.PictureSightNotKnown
		case messages == maxPictureMessages:
			c[m.ID] = memory.PictureOlder
		case messages > 0 && (count+len(m.Pictures) > maxPicturesPerPrompt || bytes+size > maxPictureBytesInTotal):
			messages = maxPictureMessages
			c[m.ID] = memory.PictureWithoutRoom
		default:
			messages, count, bytes = messages+1, count+len(m.Pictures), bytes+size
			c[m.ID] = memory.PictureSent
		}
	}
	return c
}

// pictureSharesOfMessage returns what becomes of the pictures of a message.
func (c pictureChoice) pictureSharesOfMessage(m memory.Message) []memory.PictureShare {
	var out []memory.PictureShare
	for _, p := range m.Pictures {
		s := memory.PictureShare{PictureID: p.ID, MessageID: m.ID, Name: p.Name, LeftOut: c[m.ID]}
		if s.LeftOut == memory.PictureSent {
			s.Tokens = p.Tokens
		}
		out = append(out, s)
	}
	return out
}

// tokensOfMessageWithPictures estimates what a message costs with its pictures.
func (c pictureChoice) tokensOfMessageWithPictures(m memory.Message) int {
	shares := c.pictureSharesOfMessage(m)
	return lang.EstimateTokens(textWithUnsentPictureNotes(m, shares)) + sumPictureTokens(shares)
}

func sumPictureTokens(shares []memory.PictureShare) int {
	n := 0
	for _, s := range shares {
		n += s.Tokens
	}
	return n
}

// textWithUnsentPictureNotes returns the text of a message as it is sent: with a line for each of
// its pictures that is not, so that the model knows that there was one.
func textWithUnsentPictureNotes(m memory.Message, shares []memory.PictureShare) string {
	text := m.Content
	for _, s := range shares {
		if s.MessageID == m.ID && s.LeftOut != memory.PictureSent {
			if text != "" {
				text += "\n"
			}
			text += "[Picture not sent: " + lang.ToSafePromptLine(s.Name) + "]"
		}
	}
	return text
}

// promptMessageWithPictures returns a message as it is sent. The pictures have no data yet.
func promptMessageWithPictures(m memory.Message, shares []memory.PictureShare) memory.PromptMessage {
	out := memory.PromptMessage{Role: m.Role, Content: textWithUnsentPictureNotes(m, shares)}
	for _, s := range shares {
		i := slices.IndexFunc(m.Pictures, func(p memory.Picture) bool { return p.ID == s.PictureID })
		if s.MessageID == m.ID && s.LeftOut == memory.PictureSent && i >= 0 {
			out.Pictures = append(out.Pictures, m.Pictures[i])
		}
	}
	return out
}

// fillPictureDataOfPrompt loads the data of all pictures of a prompt.
func fillPictureDataOfPrompt(
	ctx context.Context, store memory.Store, profile memory.ID, messages []memory.PromptMessage,
) error {
	for _, m := range messages {
		for i, p := range m.Pictures {
			stored, err := store.PictureStore().Get(ctx, profile, p.ID)
			if err != nil {
				return fmt.Errorf("load picture %s: %w", p.Name, err)
			}
			m.Pictures[i] = stored
		}
	}
	return nil
}
