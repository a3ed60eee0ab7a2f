package conversation

import (
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// initialMessages is how many messages are loaded when a chat opens; older ones follow when the
// list nears its top.
const initialMessages = 60

// State is the open chat: what is shown of it, the text being typed and its files. Its exported fields
// are read by whoever shows it and changed by its methods alone. It must be used on the UI goroutine.
type State struct {
	*shownChat
	composerText
	attachments
	pictureState
	messageQueue
	Models Models

	config       func() memory.Config
	now          func() time.Time
	profile      memory.ID
	limit        int               // how many messages are requested
	target       memory.ID         // message to scroll to once it is loaded
	switchedFor  memory.ID         // the target for which the version of the chat was switched
	newChatMode  memory.MemoryMode // of new chats, "" = on
	newChatModel memory.NullText   // of new chats, the one chosen last; "" = the default
}

// Options are the parameters of New.
type Options struct {
	Profile memory.ID
	Config  func() memory.Config
	Now     func() time.Time
}

// New returns the state of a new chat.
func New(o Options) *State {
	shown := &shownChat{visit: &visit{}}
	s := &State{
		shownChat: shown, messageQueue: newMessageQueue(), Models: newModels(), config: o.Config, now: o.Now,
		profile: o.Profile,
		composerText: composerText{
			shownChat: shown, drafts: map[memory.ID]string{}, edits: map[memory.ID]UnsentEdit{},
		},
	}
	s.Chat = s.newUnstoredChat(false)
	s.clearMessagesAndEditing()
	return s
}

// visit spans the time from opening a chat to leaving it. A result that was requested in one visit
// and arrives in another changes nothing on screen.
type visit struct {
	storedChat memory.Chat // the new chat, once stored; accessed by queued work only
}

// newUnstoredChat returns a chat that is not stored yet.
func (s *State) newUnstoredChat(temporary bool) memory.Chat {
	chat := memory.Chat{ProfileID: s.profile, Memory: memory.MemoryOn, Temporary: temporary, FileIDs: []memory.ID{}}
	if s.newChatMode != "" {
		chat.Memory = s.newChatMode
	}
	if temporary {
		chat.Memory = memory.MemoryOff
	}
	if s.Models.isKnownOrNotLoadedYet(s.newChatModel) {
		chat.Model = s.newChatModel
	}
	return chat
}

func (s *State) clearMessagesAndEditing() {
	s.Messages, s.EditingID = nil, 0
	s.undoneAt, s.slow = map[memory.ID]time.Time{}, map[memory.ID]bool{}
	s.earlyEnds = map[memory.ID]memory.Message{}
}

// EstimateNextPromptTokens estimates how much of the context window the next prompt takes: the last
// prompt and its answer, or the files, and the text being typed.
func (s *State) EstimateNextPromptTokens() int {
	used := lang.EstimateTokens(s.text)
	for _, p := range s.ComposerPictures() {
		used += p.Tokens
	}
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if r := s.Messages[i].Receipt; r != nil {
			return used + r.PromptTokens + lang.EstimateTokens(s.Messages[i].Content)
		}
	}
	files := 0
	for _, f := range s.Files {
		files += f.Tokens
	}
	return used + min(files, s.filesBudgetTokens())
}

// maxFilesShare is the part of the context window that files may fill, as in the core: of what does
// not fit only the most relevant parts are sent.
const maxFilesShare = 0.5

func (s *State) filesBudgetTokens() int { return int(maxFilesShare * float64(s.ContextWindowTokens())) }

// SendsFileOnlyInParts reports whether a file is too large to be sent whole.
func (s *State) SendsFileOnlyInParts(f memory.File) bool { return f.Tokens > s.filesBudgetTokens() }

// CurrentModel returns the model that answers in this chat, nil when there is none.
func (s *State) CurrentModel() *memory.ModelInfo {
	return s.Models.chooseOwnDefaultOrFirstModel(string(s.Chat.Model), s.config().DefaultModel)
}

// ContextWindowTokens returns the context window of the model in tokens.
func (s *State) ContextWindowTokens() int {
	if m := s.CurrentModel(); m != nil && m.ContextWindow > 0 {
		return m.ContextWindow
	}
	return s.config().DefaultContextWindow
}
