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
	line      message.WindowStart                      // as it is shown, zero for none
}

func newMessageView(s *conversation.State, rows message.Options) *messageView {
	return &messageView{
		list: messagelist.New(message.NewMessageViewFactory(rows)), state: s,
		positions: map[memory.ID]messagelist.ScrollPosition{},
	}
}

// showCurrentMessages shows the current messages; the list stays where it is scrolled to.
func (v *messageView) showCurrentMessages() {
	_, v.line = firstSentMessageAndWindowStart(v.state)
	v.list.ReplaceRowsKeepingPosition(buildMessageRows(v.state))
}

// showOpenedChatAtEnd shows the messages of another chat, at its end.
func (v *messageView) showOpenedChatAtEnd() {
	_, v.line = firstSentMessageAndWindowStart(v.state)
	v.list.ShowOtherChatAtEnd(buildMessageRows(v.state))
}

// redrawMessageRowOrAllIfWindowMoved shows one message again, if it is loaded. The receipt of an
// answer may have moved the line above the first message that is sent.
func (v *messageView) redrawMessageRowOrAllIfWindowMoved(id memory.ID) {
	if _, line := firstSentMessageAndWindowStart(v.state); line != v.line {
		v.showCurrentMessages()
		return
	}
	if m := v.state.LoadedMessage(id); m != nil {
		v.list.UpdateRow(buildMessageRow(v.state, *m))
	}
}

// rememberScrollPosition remembers where the open chat is scrolled to.
func (v *messageView) rememberScrollPosition() {
	if id := v.state.Chat.ID; id != 0 {
		v.positions[id] = v.list.ScrollPosition()
	}
}

// restoreScrollPosition scrolls to where the open chat was left.
func (v *messageView) restoreScrollPosition() {
	if at, ok := v.positions[v.state.Chat.ID]; ok {
		v.list.RestoreScrollPosition(at)
	}
}
