package sidebar

import (
	"time"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// chatGroup is the chats listed under one heading.
type chatGroup struct {
	name  string
	chats []memory.Chat
}

// groupChatsByPinOrDay divides chats by the day of their last message, pinned ones apart. Chats are
// expected as the store lists them: pinned ones first, then the newest.
func groupChatsByPinOrDay(chats []memory.Chat, now time.Time) []chatGroup {
	var out []chatGroup
	for _, c := range chats {
		name := humanize.DayGroupHeading(c.UpdatedAt, now)
		if c.Pinned {
			name = translate.Text("Pinned")
		}
		if len(out) == 0 || out[len(out)-1].name != name {
			out = append(out, chatGroup{name: name})
		}
		last := &out[len(out)-1]
		last.chats = append(last.chats, c)
	}
	return out
}
