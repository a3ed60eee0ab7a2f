package chat

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// How many suggestions of each kind an empty chat has at most.
const (
	maxChatSuggestions   = 2
	maxMemorySuggestions = 2
	maxMemoriesRead      = 500 // the newest
)

// suggestion is something to begin an empty chat with: a recent chat to go on with, or a memory to
// ask about.
type suggestion struct {
	chat  memory.Chat // its ID is 0 for a memory
	about string      // the text of the memory
}

func (s suggestion) cardLabel() string {
	if s.chat.ID != 0 {
		return translate.Text("Continue “{{.Title}}”", "Title", s.chat.Title)
	}
	return translate.Text("Ask about “{{.About}}”", "About", humanize.CollapseToOneLine(strings.TrimSuffix(s.about, ".")))
}

// messageStartAboutMemory is the beginning of a message about a memory, which the user completes.
func (s suggestion) messageStartAboutMemory() string {
	return translate.Text("You remember this: “{{.About}}”", "About", s.about) + " "
}

// loadSuggestions returns the suggestions for an empty chat, by rules alone: the chats used last,
// and of the memories that all chats use those that are pinned, then those used last, then the
// newest.
func loadSuggestions(ctx context.Context, s *engine.Session) ([]suggestion, error) {
	chats, err := s.ListChats(ctx, memory.ChatFilter{})
	if err != nil {
		return nil, err
	}
	memories, err := s.ListOrSearchMemories(ctx, memory.MemoryQuery{
		MemoryFilter: memory.MemoryFilter{NotOrigin: memory.OriginSystem, Limit: maxMemoriesRead},
	})
	if err != nil {
		return nil, err
	}
	return suggestFromChatsAndMemories(chats, memories), nil
}

func suggestFromChatsAndMemories(chats []memory.Chat, memories []memory.Memory) []suggestion {
	chats = slices.DeleteFunc(slices.Clone(chats), func(c memory.Chat) bool { return c.Temporary || c.Title == "" })
	slices.SortStableFunc(chats, func(a, b memory.Chat) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	var out []suggestion
	for _, c := range chats[:min(len(chats), maxChatSuggestions)] {
		out = append(out, suggestion{chat: c})
	}
	rank := func(m memory.Memory) int {
		if m.Pinned {
			return 0
		}
		return 1
	}
	memories = slices.Clone(memories)
	slices.SortStableFunc(memories, func(a, b memory.Memory) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		if d := b.LastUsedAt.Compare(a.LastUsedAt.Time); d != 0 {
			return d
		}
		return b.CreatedAt.Compare(a.CreatedAt)
	})
	for _, m := range memories[:min(len(memories), maxMemorySuggestions)] {
		out = append(out, suggestion{about: m.Content})
	}
	return out
}

// ReloadSuggestions shows current suggestions while the open chat is empty, none while they are
// switched off or the chat is temporary.
func (st *starters) ReloadSuggestions() {
	if len(st.state.Messages) > 0 {
		return
	}
	if st.state.Chat.Temporary || st.env.WantsSuggestions == nil || !st.env.WantsSuggestions() {
		st.suggestionRequest.Cancel()
		st.body.showSuggestions(nil)
		return
	}
	app.RunCancellingPrevious(st.env.Tasks, &st.suggestionRequest, func(ctx context.Context) ([]suggestion, error) {
		return loadSuggestions(ctx, st.env.Session)
	}, func(all []suggestion, err error) {
		if err != nil {
			st.env.ShowErrorToast(err)
			return
		}
		var buttons []fyne.CanvasObject
		for _, s := range all {
			buttons = append(buttons, st.newSuggestionCard(s))
		}
		st.body.showSuggestions(buttons)
	})
}

func (st *starters) newSuggestionCard(s suggestion) fyne.CanvasObject {
	icon := theme.IconBookmark
	if s.chat.ID != 0 {
		icon = theme.IconChat
	}
	row := widgets.Row(theme.Space10, draw.NewIcon(icon, 15, theme.Text3),
		widgets.Flex(draw.NewShrinkingLabel(s.cardLabel(), theme.RoleButton, theme.Text)))
	card := widgets.NewTappable(s.cardLabel(), theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		widgets.PadVerticalAndSides(theme.Space10, 14, row))
	card.OnTapped = func() {
		if s.chat.ID != 0 {
			st.env.NavigateTo(app.ChatRoute(s.chat.ID, 0))
			return
		}
		st.appendTextOrReplacePromptTrigger(s.messageStartAboutMemory())
	}
	return card
}
