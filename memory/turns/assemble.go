package turns

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/prompts"
)

// maxHistoryMessages bounds how many messages of a branch are read for a prompt; no context window
// holds more.
const maxHistoryMessages = 1000

// maxFilesShare is the part of the context window that attached files may fill before only some of
// their chunks are sent.
const maxFilesShare = 0.5

// maxBaseShare is the part of the context window that the base memory may fill: one in so many.
const maxBaseShare = 4

// assembledPrompt is a prompt ready to be sent.
type assembledPrompt struct {
	messages []memory.PromptMessage
	receipt  memory.Receipt
}

// assemblePromptAndReceipt builds the prompt for answering the user message: system text, the
// instructions for every chat, its project and this one, memories, the summary of what does not
// fit, files, then the newest turns that fit into the window of the model (0 = the default). Empty
// parts are left out.
func (rn *Runner) assemblePromptAndReceipt(
	ctx context.Context, chat memory.Chat, user memory.Message, found memory.Retrieval, model memory.ModelInfo,
) (assembledPrompt, error) {
	cfg, window := rn.config(), model.ContextWindow
	if window <= 0 {
		window = cfg.DefaultContextWindow
	}
	budget := max(window-cfg.ReplyReserve, window/2)
	system, err := rn.prompts.Render(prompts.System, nil)
	if err != nil {
		return assembledPrompt{}, err
	}
	a := assembledPrompt{receipt: memory.Receipt{
		Retrieval: found, ContextWindow: window, Files: []memory.FileShare{},
		Sections: []memory.PromptSection{},
	}}
	var parts []string
	add := func(name, text string) {
		if text != "" {
			parts = append(parts, text)
			a.receipt.Sections = append(a.receipt.Sections, memory.PromptSection{Name: name, Tokens: lang.EstimateTokens(text)})
			budget -= lang.EstimateTokens(text)
		}
	}
	add("system", system)
	if text := strings.TrimSpace(cfg.Instructions); text != "" {
		add("all_instructions", "## Instructions for every chat\n"+text)
	}
	if chat.Project != nil && chat.Project.SystemPrompt != "" {
		add("project_instructions", "## Instructions for this project\n"+string(chat.Project.SystemPrompt))
	}
	if chat.SystemPrompt != "" {
		add("instructions", "## Instructions for this chat\n"+string(chat.SystemPrompt))
	}
	a.receipt.BaseMemory = memory.NullText(lang.TruncateToTokens(string(found.BaseMemory), window/maxBaseShare))
	always, relevant := renderMemorySections(a.receipt.Retrieval)
	add("long_term", always)
	add("relevant", relevant)
	room := int(float64(budget-choosePicturesToSend([]memory.Message{user},
		model.Sees).tokensOfMessageWithPictures(user)) * maxFilesShare)
	files, shares, err := rn.renderAttachedFilesInBudget(ctx, chat, user.Content, room)
	if err != nil {
		return assembledPrompt{}, err
	}
	a.receipt.Files = shares
	budget -= lang.EstimateTokens(files)
	h, err := rn.addSummaryAndRecallThenChooseHistory(ctx, chat, user, model.Sees, &a.receipt, add, &budget)
	if err != nil {
		return assembledPrompt{}, err
	}
	add("files", files)
	a.receipt.SystemMessage = strings.Join(parts, "\n\n")
	a.addSystemMessageAndHistoryWithReceipt(h)
	for _, sec := range a.receipt.Sections {
		a.receipt.PromptTokens += sec.Tokens
	}
	return a, nil
}

// addSummaryAndRecallThenChooseHistory returns the newest turns that fit what is left of the
// budget, after it has added what stands in for the others: the summary of the branch and what is
// recalled.
func (rn *Runner) addSummaryAndRecallThenChooseHistory(
	ctx context.Context, chat memory.Chat, user memory.Message, sees memory.Sight, r *memory.Receipt,
	add func(name, text string), budget *int,
) (history, error) {
	branch, err := rn.loadBranchEndingWith(ctx, chat, user)
	if err != nil {
		return history{}, fmt.Errorf("load history: %w", err)
	}
	pictures := choosePicturesToSend(branch, sees)
	h := newestMessagesWithinBudget(branch, user.ID, *budget, pictures)
	if h.omitted > 0 {
		earlier, err := rn.renderSummaryAndSetOnReceipt(ctx, chat, branch, r)
		if err != nil {
			return history{}, err
		}
		add("earlier", earlier)
		h = newestMessagesWithinBudget(branch, user.ID, *budget, pictures)
	}
	if recalled := rn.renderRecalledAndSetOnReceipt(ctx, chat, user, h, r); recalled != "" {
		add("chats", recalled)
		h = newestMessagesWithinBudget(branch, user.ID, *budget, pictures)
	}
	return h, nil
}

// loadBranchEndingWith returns the messages up to the user message, oldest first. One that is not
// stored follows its parent.
func (rn *Runner) loadBranchEndingWith(
	ctx context.Context, chat memory.Chat, user memory.Message,
) ([]memory.Message, error) {
	if user.ID != 0 {
		return rn.store.MessageStore().ListBranchWithoutReceiptsAndVersions(
			ctx, chat.ProfileID, chat.ID, user.ID, maxHistoryMessages,
		)
	}
	if user.ParentID == 0 { // 0 would mean the branch shown
		return []memory.Message{user}, nil
	}
	branch, err := rn.store.MessageStore().ListBranchWithoutReceiptsAndVersions(
		ctx, chat.ProfileID, chat.ID, user.ParentID, maxHistoryMessages)
	return append(branch, user), err
}

// renderMemorySections renders the base memory, fenced as data, and the lanes: the base memory, the
// always lane and the facts with a key, as "key: fact", under "Long-term memory", all others under
// "Relevant memory". The newest memories that replace search results are introduced as such, so
// that the model does not take them for relevant ones.
func renderMemorySections(r memory.Retrieval) (always, relevant string) {
	var a, b strings.Builder
	for _, h := range r.Memories {
		line := "\n- " + lang.ToSafePromptLine(h.Content) + outdatedMemorySuffix(h)
		if h.Lane == memory.LaneKeys {
			line = "\n- " + lang.ToSafePromptLine(string(h.Key)) + ": " + lang.ToSafePromptLine(h.Content) +
				outdatedMemorySuffix(h)
		}
		if h.Lane == memory.LaneAlways || h.Lane == memory.LaneKeys {
			a.WriteString(line)
			continue
		}
		if b.Len() == 0 && h.Lane == memory.LaneRecent {
			b.WriteString("\nThe most recent notes; they need not concern the question.")
		}
		b.WriteString(line)
	}
	if r.BaseMemory != "" {
		always = "\n" + lang.FenceText(string(r.BaseMemory))
	}
	if always += a.String(); always != "" {
		always = "## Long-term memory" + always
	}
	if b.Len() > 0 {
		relevant = "## Relevant memory" + b.String()
	}
	return always, relevant
}

// outdatedMemorySuffix tells the model that an outdated memory has ended and, if known, when, or
// that it may be outdated because a newer one is to replace it.
func outdatedMemorySuffix(h memory.MemoryHit) string {
	switch {
	case h.ValidTo != "":
		return " (until " + string(h.ValidTo) + ")"
	case h.SupersededBy != 0:
		return " (no longer so)"
	case h.NewerID != 0:
		return " (may be out of date)"
	}
	return ""
}

// history is the part of a branch that is sent, oldest first.
type history struct {
	kept    []memory.Message
	omitted int // older messages that do not fit
	tokens  int // without pictures
	shares  []memory.PictureShare
}

// newestMessagesWithinBudget returns the newest messages of a branch that fit the budget, and
// always the user message itself. Failed and empty answers are left out. An older message whose
// pictures do not fit is sent without them.
func newestMessagesWithinBudget(
	branch []memory.Message, user memory.ID, budget int, pictures pictureChoice,
) history {
	var h history
	pictures = maps.Clone(pictures)
	used := 0
	for i, m := range slices.Backward(branch) {
		if m.Content == "" && len(m.Pictures) == 0 || m.Status == memory.MessageFailed {
			continue
		}
		n := pictures.tokensOfMessageWithPictures(m) + 4 // framing costs about four tokens per message
		if m.ID != user && used+n > budget && pictures[m.ID] == memory.PictureSent && len(m.Pictures) > 0 {
			pictures[m.ID] = memory.PictureWithoutRoom
			n = pictures.tokensOfMessageWithPictures(m) + 4
		}
		if m.ID != user && used+n > budget {
			h.omitted = i + 1
			break
		}
		shares := pictures.pictureSharesOfMessage(m)
		used += n
		h.tokens += n - sumPictureTokens(shares)
		h.kept = append(h.kept, m)
		h.shares = append(shares, h.shares...)
	}
	slices.Reverse(h.kept)
	return h
}

// addSystemMessageAndHistoryWithReceipt appends the system message and the history to the prompt.
func (a *assembledPrompt) addSystemMessageAndHistoryWithReceipt(h history) {
	a.messages = append(a.messages, memory.PromptMessage{Role: memory.RoleSystem, Content: a.receipt.SystemMessage})
	for _, m := range h.kept {
		a.messages = append(a.messages, promptMessageWithPictures(m, h.shares))
		a.receipt.HistoryIDs = append(a.receipt.HistoryIDs, m.ID)
	}
	a.receipt.OmittedCount = h.omitted
	a.receipt.Sections = append(a.receipt.Sections, memory.PromptSection{Name: "history", Tokens: h.tokens})
	if a.receipt.Pictures = h.shares; len(h.shares) > 0 {
		a.receipt.Sections = append(a.receipt.Sections, memory.PromptSection{
			Name: "pictures", Tokens: sumPictureTokens(h.shares),
		})
	}
}

// renderSummaryAndSetOnReceipt renders the newest summary of a branch, fenced as data, and sets it
// on the receipt as it is sent. It is empty where there is none, where the chat uses no memory, and
// while summaries are switched off.
func (rn *Runner) renderSummaryAndSetOnReceipt(
	ctx context.Context, chat memory.Chat, branch []memory.Message, r *memory.Receipt,
) (string, error) {
	if chat.Memory == memory.MemoryOff || rn.config().SummaryTrigger == 0 {
		return "", nil
	}
	all, err := rn.store.SummaryStore().ListOfChat(ctx, chat.ProfileID, chat.ID)
	if err != nil {
		return "", fmt.Errorf("load summary: %w", err)
	}
	s, _ := memory.NewestSummaryOnBranchOrOfTexts(memory.FilterCurrentSummariesInPlace(all), branch)
	if s.ID == 0 {
		return "", nil
	}
	r.Summary = memory.NullText(s.Content)
	return renderChatSummaryFencedForPrompt(s), nil
}

// renderChatSummaryFencedForPrompt renders the summary of a chat for a prompt, fenced as data.
func renderChatSummaryFencedForPrompt(s memory.Summary) string {
	return "## Earlier in this chat\nA summary of messages that are left out below.\n" + lang.FenceText(s.Content)
}
