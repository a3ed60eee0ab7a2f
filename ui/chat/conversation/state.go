package conversation

import (
	"slices"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// initialMessages is how many messages are loaded when a chat opens; older ones follow when the
// list nears its top.
const initialMessages = 60

// State is the open chat. Its exported fields are read by whoever shows it and changed by its
// methods alone. It must be used on the UI goroutine.
type State struct {
	Chat     memory.Chat      // ID 0: not stored yet
	Messages []memory.Message // of the branch shown, oldest first
	Files    []memory.File    // attached to the chat
	// PendingFiles are being read, or were refused; they are not attached.
	PendingFiles []PendingFile
	EditingID    memory.ID // the user message being edited, 0 = none
	HasOlder     bool      // older messages exist that are not loaded
	Models       Models

	config      func() memory.Config
	now         func() time.Time
	profile     memory.ID
	visit       *visit
	text        string                       // of the composer
	limit       int                          // how many messages are requested
	answerID    memory.ID                    // the answer being written, 0 = none
	sending     bool                         // an answer is requested and has not started
	stopping    bool                         // the answer was asked to stop, or is as soon as it starts
	earlyEnds   map[memory.ID]memory.Message // answers that ended before the request for them returned
	target      memory.ID                    // message to scroll to once it is loaded
	undoneAt    map[memory.ID]time.Time      // decisions that the user undid in this visit
	slow        map[memory.ID]bool           // answers whose model is slow
	drafts      map[memory.ID]string         // by chat, 0 = new; the store may lag behind
	edits       map[memory.ID]UnsentEdit     // by message
	newChatMode memory.MemoryMode            // of new chats, "" = on
	chipSeq     int64
}

// PendingFile is a file that is being read, or that was refused.
type PendingFile struct {
	ChipID  int64 // negative, unlike the IDs of stored files
	Name    string
	Refused bool
}

// UnsentEdit is the text of the composer while a user message is being edited.
type UnsentEdit struct {
	ChatID memory.ID `json:"chat"`
	Text   string    `json:"text"`
}

// Options are the parameters of New.
type Options struct {
	Profile memory.ID
	Config  func() memory.Config
	Now     func() time.Time
}

// New returns the state of a new chat.
func New(o Options) *State {
	s := &State{
		config: o.Config, now: o.Now, profile: o.Profile, visit: &visit{}, drafts: map[memory.ID]string{},
		edits: map[memory.ID]UnsentEdit{}, Models: newModels(),
	}
	s.Chat = s.newChat(false)
	s.resetMessages()
	return s
}

// visit spans the time from opening a chat to leaving it. A result that was requested in one visit
// and arrives in another changes nothing on screen.
type visit struct {
	storedChat memory.Chat // the new chat, once stored; accessed by queued work only
}

// newChat returns a chat that is not stored yet.
func (s *State) newChat(temporary bool) memory.Chat {
	chat := memory.Chat{ProfileID: s.profile, Memory: memory.MemoryOn, Temporary: temporary, FileIDs: []memory.ID{}}
	if s.newChatMode != "" {
		chat.Memory = s.newChatMode
	}
	if temporary {
		chat.Memory = memory.MemoryOff
	}
	return chat
}

func (s *State) resetMessages() {
	s.Messages, s.EditingID = nil, 0
	s.undoneAt, s.slow = map[memory.ID]time.Time{}, map[memory.ID]bool{}
	s.earlyEnds = map[memory.ID]memory.Message{}
}

// Phase is what the composer can do.
type Phase int

// The phases.
const (
	Ready     Phase = iota // send
	Sending                // nothing: the message is being stored
	Answering              // stop the answer
	Stopping               // nothing: the answer is about to stop
)

// Phase returns the phase of the conversation.
func (s *State) Phase() Phase {
	switch {
	case s.answerID != 0 && s.stopping:
		return Stopping
	case s.answerID != 0:
		return Answering
	case s.sending:
		return Sending
	}
	return Ready
}

// IsBusy reports whether an answer is being requested or written.
func (s *State) IsBusy() bool { return s.Phase() != Ready }

// Message returns a message that is loaded, nil when it is not. It is valid until the next call of
// another method.
func (s *State) Message(id memory.ID) *memory.Message {
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if s.Messages[i].ID == id {
			return &s.Messages[i]
		}
	}
	return nil
}

// LastAnswer returns the newest answer, 0 when there is none.
func (s *State) LastAnswer() memory.ID { return s.lastMessageOf(memory.RoleAssistant) }

func (s *State) lastMessageOf(role memory.Role) memory.ID {
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if s.Messages[i].Role == role {
			return s.Messages[i].ID
		}
	}
	return 0
}

// VersionOf returns the position of a message among its versions, from 1, and their number; 0, 0
// when there is only one.
func VersionOf(m memory.Message) (at, of int) {
	if len(m.Versions) < 2 {
		return 0, 0
	}
	return slices.Index(m.Versions, m.ID) + 1, len(m.Versions)
}

// IsSlow reports whether the model has kept an answer waiting for long.
func (s *State) IsSlow(answer memory.ID) bool { return s.slow[answer] }

// UndoneAt returns when the user undid a decision in this visit.
func (s *State) UndoneAt(decision memory.ID) (at time.Time, ok bool) {
	at, ok = s.undoneAt[decision]
	return at, ok
}

// UsedTokens estimates how much of the context window the next prompt takes: the last prompt and
// its answer, or the files, and the text being typed.
func (s *State) UsedTokens() int {
	used := lang.EstimateTokens(s.text)
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if r := s.Messages[i].Receipt; r != nil {
			return used + r.PromptTokens + lang.EstimateTokens(s.Messages[i].Content)
		}
	}
	for _, f := range s.Files {
		used += f.Tokens
	}
	return used
}

// CurrentModel returns the model that answers in this chat, nil when there is none.
func (s *State) CurrentModel() *memory.ModelInfo {
	return s.Models.chooseModel(string(s.Chat.Model), s.config().DefaultModel)
}

// ContextWindow returns the context window of the model in tokens.
func (s *State) ContextWindow() int {
	if m := s.CurrentModel(); m != nil && m.ContextWindow > 0 {
		return m.ContextWindow
	}
	return s.config().DefaultContextWindow
}
