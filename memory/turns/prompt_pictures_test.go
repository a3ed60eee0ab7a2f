package turns

import (
	"testing"

	"memoir/memory"
)

// messagesWithPictures returns messages, oldest first, of which each has so many pictures of so many bytes.
func messagesWithPictures(counts, bytes []int) []memory.Message {
	out := make([]memory.Message, len(counts))
	for i, n := range counts {
		out[i] = memory.Message{ID: memory.ID(i + 1), Role: memory.RoleUser, Pictures: make([]memory.Picture, n)}
		for p := range out[i].Pictures {
			out[i].Pictures[p].Bytes = bytes[i]
		}
	}
	return out
}

// Services take so many pictures of so many bytes in a request: the newest messages keep theirs, all of a message
// or none, and the newest one always.
func TestPicturesOfAPromptStayWithinTheLimitsOfServices(t *testing.T) {
	const two = 2 << 20
	type omissions = []memory.PictureOmission
	sent, older, room := memory.PictureSent, memory.PictureOlder, memory.PictureWithoutRoom
	for name, c := range map[string]struct {
		counts, bytes []int
		want          omissions
	}{
		"as many as are taken":         {[]int{10, 5, 5}, []int{1, 1, 1}, omissions{sent, sent, sent}},
		"one more":                     {[]int{10, 5, 6}, []int{1, 1, 1}, omissions{room, sent, sent}},
		"nothing older fits then":      {[]int{1, 10, 11}, []int{1, 1, 1}, omissions{older, room, sent}},
		"as many bytes as are taken":   {[]int{2, 4, 5}, []int{two, two, two}, omissions{sent, sent, sent}},
		"a byte more":                  {[]int{2, 4, 5}, []int{two + 1, two, two}, omissions{room, sent, sent}},
		"the newest go, however many":  {[]int{1, 30}, []int{1, two}, omissions{room, sent}},
		"of three messages":            {[]int{1, 1, 1, 1}, []int{1, 1, 1, 1}, omissions{older, sent, sent, sent}},
		"messages without don't count": {[]int{1, 0, 1, 0, 1}, []int{1, 0, 1, 0, 1}, omissions{sent, sent, sent, sent, sent}},
	} {
		got := choosePicturesToSend(messagesWithPictures(c.counts, c.bytes), memory.SightYes)
		for i, want := range c.want {
			if of := got[memory.ID(i+1)]; of != want {
				t.Errorf("%s: the pictures of message %d are %q, want %q", name, i+1, of, want)
			}
		}
	}
}
