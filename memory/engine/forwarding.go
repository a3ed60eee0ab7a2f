package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/turns"
)

// FindModelForProgram returns the model that another program means: provider/model, or a bare name,
// which is the first provider's that lists it. A model that is not listed is sent to its provider
// all the same; ErrModelNotFound when no provider is meant.
func (s *Service) FindModelForProgram(ctx context.Context, name string) (memory.ModelInfo, error) {
	models, err := s.catalog.ListModels(ctx)
	if err != nil {
		return memory.ModelInfo{}, fmt.Errorf("list models: %w", err)
	}
	for _, m := range models {
		if m.ID == name {
			return m, nil
		}
	}
	if provider, model, ok := strings.Cut(name, "/"); ok && model != "" {
		providers, err := s.catalog.ListProviders(ctx)
		if err != nil {
			return memory.ModelInfo{}, fmt.Errorf("list providers: %w", err)
		}
		for _, p := range providers {
			if p.Name == provider {
				return memory.ModelInfo{ID: name, Provider: provider, Name: model, CanChat: true, Local: p.Local}, nil
			}
		}
	}
	for _, m := range models {
		if m.Name == name {
			return m, nil
		}
	}
	return memory.ModelInfo{}, fmt.Errorf("model %q: %w", name, memory.ErrModelNotFound)
}

// ForwardToProvider passes a request of another program on; see memory.Forwarder.
func (s *Service) ForwardToProvider(ctx context.Context, r memory.ForwardRequest) (memory.ForwardedReply, error) {
	if s.forwarder == nil {
		return memory.ForwardedReply{}, fmt.Errorf("forward to %s: %w", r.Provider, memory.ErrNoModel)
	}
	return s.forwarder.ForwardToProvider(ctx, r)
}

// PrefetchQueryVector starts to embed a question for which memories are retrieved soon; see
// search.Searcher.PrefetchQueryVector.
func (s *Session) PrefetchQueryVector(ctx context.Context, question string) {
	s.search.PrefetchQueryVector(ctx, s.profile, question)
}

// RetrieveAndRenderMemoriesForProgram retrieves the memories for a message of another program's
// chat, and renders them for its prompt; see turns.Runner.RetrieveAndRenderMemoriesForProgram.
func (s *Session) RetrieveAndRenderMemoriesForProgram(
	ctx context.Context, chat memory.Chat, p memory.RetrieveParams,
) (memory.Retrieval, string) {
	return s.turns.RetrieveAndRenderMemoriesForProgram(ctx, s.profile, chat, p)
}

// ForwardedTurn is a turn of another program whose reply is on its way; see turns.ForwardedTurn.
type ForwardedTurn = turns.ForwardedTurn

// ForwardedTurnParams describes a turn of another program; see turns.ForwardedTurnParams.
type ForwardedTurnParams = turns.ForwardedTurnParams

// ForwardedReplyText is the reply to such a turn; see turns.ForwardedReplyText.
type ForwardedReplyText = turns.ForwardedReplyText

// ForwardedContext is what its conversation holds; see turns.ForwardedContext.
type ForwardedContext = turns.ForwardedContext

// StartForwardedTurn starts a turn of another program; see
// turns.Runner.StartForwardedTurnHoldingJobs.
func (s *Session) StartForwardedTurn(ctx context.Context, p ForwardedTurnParams) (*ForwardedTurn, error) {
	return s.turns.StartForwardedTurnHoldingJobs(ctx, s.profile, p)
}

// FindProgramChatNotInTrash returns the chat that holds a conversation of another program, or
// memory.ErrNotFound when there is none or it is in the trash.
func (s *Session) FindProgramChatNotInTrash(ctx context.Context, conversation string) (memory.Chat, error) {
	chat, err := s.store.ChatStore().GetByExternalID(ctx, s.profile, conversation)
	if err == nil && !chat.DeletedAt.IsZero() {
		err = memory.ErrNotFound
	}
	if err != nil {
		return memory.Chat{}, fmt.Errorf("find conversation: %w", err)
	}
	return chat, nil
}

// FindOrCreateProgramConversationChat returns the chat that holds a conversation of another
// program. A new chat is named after program and conversation. A chat that the user put into the
// trash stays there; the conversation then goes on in a new one.
func (s *Session) FindOrCreateProgramConversationChat(
	ctx context.Context, conversation, program string,
) (memory.Chat, error) {
	chat, err := s.store.ChatStore().GetByExternalID(ctx, s.profile, conversation)
	if err == nil && chat.DeletedAt.IsZero() {
		return chat, nil
	}
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return chat, fmt.Errorf("find conversation: %w", err)
	}
	err = s.store.InTx(ctx, func(tx memory.Store) error {
		chat, err = tx.ChatStore().GetByExternalID(ctx, s.profile, conversation)
		switch {
		case err == nil && chat.DeletedAt.IsZero():
			return nil
		case err == nil:
			chat.ExternalID = ""
			if err := tx.ChatStore().Update(ctx, chat); err != nil {
				return err
			}
		case !errors.Is(err, memory.ErrNotFound):
			return err
		}
		now := s.clock.NowInUTCToMillisecond()
		chat = memory.Chat{
			ProfileID: s.profile, Title: titleOfProgramChat(conversation, program), TitleByUser: true, Memory: memory.MemoryOn,
			ExternalID: memory.NullText(conversation), FileIDs: []memory.ID{}, CreatedAt: now, UpdatedAt: now,
		}
		chat.ID, err = tx.ChatStore().Create(ctx, chat)
		return err
	})
	if err != nil {
		return memory.Chat{}, fmt.Errorf("open conversation: %w", err)
	}
	memory.PublishStaleDataEvent(s.bus, memory.EventChats, s.profile, chat.ID)
	return chat, nil
}

// titleOfProgramChat is the program's name, with that of the conversation unless it has none.
func titleOfProgramChat(conversation, program string) string {
	switch {
	case program == "":
		return conversation
	case conversation == memory.DefaultConversation:
		return program
	}
	return program + ": " + conversation
}

// Programs are kept under this setting, as an object of names and times: the last ones used.
const (
	programsSettingKey = "programs.seen"
	maxProgramsSeen    = 30
)

// RecordProgramUse stores that a program sent a request now, at most once a minute; nothing for a
// program without a name.
func (s *Service) RecordProgramUse(ctx context.Context, program string) error {
	now := s.clock.NowInUTCToMillisecond().Truncate(time.Minute)
	if program == "" {
		return nil
	}
	seen, err := loadProgramTimes(ctx, s.store)
	if err != nil || seen[program].Equal(now) {
		return err
	}
	return s.store.InTx(ctx, func(tx memory.Store) error {
		seen, err := loadProgramTimes(ctx, tx)
		if err != nil {
			return err
		}
		seen[program] = now
		for _, p := range sortedByLastUse(seen)[min(len(seen), maxProgramsSeen):] {
			delete(seen, p.Name)
		}
		text, err := json.Marshal(seen)
		if err != nil {
			return fmt.Errorf("encode programs: %w", err)
		}
		return tx.SettingStore().Set(ctx, programsSettingKey, string(text))
	})
}

// loadProgramTimes reads when each program was used; what cannot be read counts as none.
func loadProgramTimes(ctx context.Context, store memory.Store) (map[string]time.Time, error) {
	seen := map[string]time.Time{}
	text, err := store.SettingStore().Get(ctx, programsSettingKey)
	if errors.Is(err, memory.ErrNotFound) {
		return seen, nil
	}
	if err != nil {
		return nil, err
	}
	if !json.Valid([]byte(text)) || json.Unmarshal([]byte(text), &seen) != nil {
		clear(seen)
	}
	return seen, nil
}

func sortedByLastUse(seen map[string]time.Time) []memory.ProgramUse {
	all := []memory.ProgramUse{}
	for name, at := range seen {
		all = append(all, memory.ProgramUse{Name: name, LastUsedAt: at})
	}
	slices.SortStableFunc(all, func(a, b memory.ProgramUse) int {
		return cmp.Or(b.LastUsedAt.Compare(a.LastUsedAt), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// ListProgramsSeen lists the programs that sent requests, the last used one first.
func (s *Service) ListProgramsSeen(ctx context.Context) ([]memory.ProgramUse, error) {
	seen, err := loadProgramTimes(ctx, s.store)
	if err != nil {
		return nil, fmt.Errorf("list programs: %w", err)
	}
	return sortedByLastUse(seen), nil
}

// EmbeddingDimensions is the length of the vectors of the current embedder.
func (s *Service) EmbeddingDimensions() int { return s.search.EmbeddingDimensions() }

// EstimateTokens estimates how many tokens a text has.
func EstimateTokens(text string) int { return lang.EstimateTokens(text) }
