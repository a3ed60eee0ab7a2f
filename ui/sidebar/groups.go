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
	chats []*memory.Chat
}

// groupChatsByPinOrDay divides chats by the day of their last message, pinned ones apart. Chats are
// expected as the store lists them: pinned ones first, then the newest.
func groupChatsByPinOrDay(chats []*memory.Chat, now time.Time) []chatGroup {
	var out []chatGroup
	var day time.Time // of the heading, which takes longer to make than to look up
	heading := ""
	for _, c := range chats {
		y, m, d := c.UpdatedAt.Local().Date()
		if at := time.Date(y, m, d, 0, 0, 0, 0, time.UTC); heading == "" || !at.Equal(day) {
			day, heading = at, humanize.PeriodGroupHeading(c.UpdatedAt, now)
		}
		name := heading
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
