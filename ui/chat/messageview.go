package chat

import (
	"memoir/memory"
	"memoir/ui/chat/conversation"
	"memoir/ui/message"
	"memoir/ui/messagelist"
)

// messageView shows the messages of the conversation in a list.
type messageView struct {
	list      *messagelist.List
	state     *conversation.State
	positions map[memory.ID]messagelist.ScrollPosition // of chats that were left
}

func newMessageView(s *conversation.State, actions *message.Actions) *messageView {
	return &messageView{
		list: messagelist.New(message.NewViewFactory(actions)), state: s,
		positions: map[memory.ID]messagelist.ScrollPosition{},
	}
}

// showRows shows the current messages; the list stays where it is scrolled to.
func (v *messageView) showRows() { v.list.SetRows(buildMessageRows(v.state)) }

// openRows shows the messages of another chat, at its end.
func (v *messageView) openRows() { v.list.OpenChat(buildMessageRows(v.state)) }

// showRow shows one message again, if it is loaded.
func (v *messageView) showRow(id memory.ID) {
	if m := v.state.Message(id); m != nil {
		v.list.UpdateRow(buildRow(v.state, *m))
	}
}

// saveScroll remembers where the open chat is scrolled to.
func (v *messageView) saveScroll() {
	if id := v.state.Chat.ID; id != 0 {
		v.positions[id] = v.list.ScrollPosition()
	}
}

// restoreScroll scrolls to where the open chat was left.
func (v *messageView) restoreScroll() {
	if at, ok := v.positions[v.state.Chat.ID]; ok {
		v.list.RestoreScrollPosition(at)
	}
}
