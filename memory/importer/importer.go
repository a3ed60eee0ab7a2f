// Package importer stores what a folder of Markdown files or an archive holds and is not there yet:
// chats with their messages and summaries, memories and the text about the user. Start with
// Importer.ImportNewPartsOfFolderContent and Importer.ImportNewPartsOfArchive.
package importer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang/secrets"
	"memoir/memory/learn"
	"memoir/memory/ledger"
)

// factBatch is how many memories are stored in one transaction.
const factBatch = 100

// Importer imports into one profile.
type Importer struct {
	Store   memory.Store
	Profile memory.ID
	Now     memory.Clock
	// StoreFacts stores memories through the gates; see learn.Learner.TakeInFileChanges.
	StoreFacts func(ctx context.Context, run string, changes []memory.FileChange) ([]memory.FileChangeResult, error)
}

// ImportNewPartsOfFolderContent stores what is not there yet, and may be repeated: what an attempt
// that failed has stored is known then. Chats keep their times and get no jobs: nothing is learned
// from them. Secrets are cut out of memories, summaries and the text about the user, and so are
// lines of the last two that must be reviewed; the result names the files. Memories that must be
// reviewed wait in the inbox.
func (im Importer) ImportNewPartsOfFolderContent(
	ctx context.Context, c memory.FolderContent,
) (memory.ImportResult, error) {
	r := memory.ImportResult{Attention: []memory.FileProblem{}}
	known, err := im.storedIDsOfKnownFolderChats(ctx, c.Chats)
	if err != nil {
		return r, fmt.Errorf("import chats: %w", err)
	}
	ids := map[string]memory.ID{}
	for _, chat := range c.Chats {
		id, ok := known[chat.ConversationID]
		if ok {
			r.Known++
		} else if id, err = im.storeChatAndSummaryCreatingProject(ctx, chat, &r); err != nil {
			return r, fmt.Errorf("import the chat %s: %w", chat.ConversationID, err)
		}
		ids[chat.ConversationID] = id
	}
	if err := im.storeMemoriesCreatingProjects(ctx, c.Memories, ids, &r); err != nil {
		return r, fmt.Errorf("import memories: %w", err)
	}
	if err := im.storeSafeBaseLinesUnlessAny(ctx, c, &r); err != nil {
		return r, fmt.Errorf("import the text about you: %w", err)
	}
	return r, nil
}

// storeChatAndSummaryCreatingProject creates the project of a chat if it is new, stores the chat with
// its messages in one transaction, and then its summary, without which the chat stays.
func (im Importer) storeChatAndSummaryCreatingProject(
	ctx context.Context, c memory.FolderChat, r *memory.ImportResult,
) (memory.ID, error) {
	chat := memory.Chat{
		ProfileID: im.Profile, Title: c.Title, Memory: memory.MemoryOn, FileIDs: []memory.ID{},
		CreatedAt: im.Now.NowInUTCToMillisecond(),
	}
	if !c.Own {
		chat.ExternalID = memory.NullText(c.ConversationID)
	}
	if len(c.Messages) > 0 {
		chat.CreatedAt = c.Messages[0].CreatedAt
		if chat.Title == "" {
			chat.Title = learn.TitleFromFirstMessage(c.Messages[0].Content)
		}
	}
	chat.UpdatedAt = chat.CreatedAt
	var err error
	if c.ProjectName != "" {
		if chat.ProjectID, err = im.findOrCreateProject(ctx, c.ProjectName); err != nil {
			return 0, err
		}
	}
	var last []memory.Message
	err = im.Store.InTx(ctx, func(tx memory.Store) error {
		var err error
		if chat.ID, err = tx.ChatStore().Create(ctx, chat); err != nil {
			return err
		}
		last = last[:0]
		for _, m := range c.Messages {
			m.ChatID, m.Status, m.FinishedAt = chat.ID, memory.MessageComplete, m.CreatedAt
			if len(last) > 0 {
				m.ParentID = last[len(last)-1].ID
			}
			if m.ID, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, m); err != nil {
				return err
			}
			last = append(last, m)
		}
		return im.setChatUpdatedAtToLastMessage(ctx, tx, chat.ID, last)
	})
	if err != nil {
		return 0, err
	}
	r.Chats, r.Messages = r.Chats+1, r.Messages+len(last)
	return chat.ID, im.storeSafeSummaryLines(ctx, c, chat.ID, last, r)
}

// setChatUpdatedAtToLastMessage sets when a chat was last used.
func (im Importer) setChatUpdatedAtToLastMessage(
	ctx context.Context, tx memory.Store, id memory.ID, messages []memory.Message,
) error {
	if len(messages) == 0 {
		return nil
	}
	chat, err := tx.ChatStore().Get(ctx, im.Profile, id)
	if err != nil {
		return err
	}
	chat.UpdatedAt = messages[len(messages)-1].CreatedAt
	return tx.ChatStore().Update(ctx, chat)
}

// storeSafeSummaryLines stores the summary of a chat. It covers the messages that were there when
// it was written.
func (im Importer) storeSafeSummaryLines(
	ctx context.Context, c memory.FolderChat, chat memory.ID, messages []memory.Message, r *memory.ImportResult,
) error {
	text := im.cutSecretsAndSuspectLines(c.Summary, "the summary of "+c.ConversationID, r)
	if text == "" {
		return nil
	}
	s := memory.Summary{
		ProfileID: im.Profile, ChatID: chat, Content: text, State: memory.SummaryCurrent, CreatedAt: c.SummaryAt,
		Model: memory.NullText(memory.ActorImport),
	}
	if c.SummaryKind == string(memory.RuleBasedModel) {
		s.Model = memory.RuleBasedModel
	}
	for _, m := range messages {
		if m.CreatedAt.After(c.SummaryAt) {
			break
		}
		if s.FirstMessageID == 0 {
			s.FirstMessageID = m.ID
		}
		s.LastMessageID, s.MessageCount = m.ID, s.MessageCount+1
	}
	if _, err := im.Store.SummaryStore().Insert(ctx, s); err != nil {
		return err
	}
	r.Summaries++
	return nil
}

// cutSecretsAndSuspectLines cuts secrets out of a text that becomes part of prompts, and the lines
// that must be reviewed, and says so.
func (im Importer) cutSecretsAndSuspectLines(text, what string, r *memory.ImportResult) string {
	var kept []string
	for line := range strings.Lines(text) {
		line = secrets.RedactSecrets(strings.TrimRight(line, "\r\n"))
		// Headings and list items are what these texts are made of.
		if reason := learn.InjectionOrLengthReasonForReview(strings.TrimLeft(line, "#-* ")); reason != "" {
			r.Attention = append(r.Attention, memory.FileProblem{
				File: what, Reason: "A line was left out because " + reason + ": " + line,
			})
			continue
		}
		kept = append(kept, line)
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// findOrCreateProject returns the project of a name. One that is not there gets what is needed so
// that its facts stay in it.
func (im Importer) findOrCreateProject(ctx context.Context, name string) (memory.ID, error) {
	all, err := im.Store.ProjectStore().List(ctx, im.Profile)
	if err != nil {
		return 0, err
	}
	at := im.Now.NowInUTCToMillisecond()
	p := memory.Project{
		ProfileID: im.Profile, LearnedScope: memory.ScopeProject, FileIDs: []memory.ID{}, CreatedAt: at, UpdatedAt: at,
	}
	for _, known := range all {
		if known.Name == name {
			return known.ID, nil
		}
		p.Position = known.Position + 1
	}
	if err := (memory.ProjectPatch{Name: &name}).ValidateAndApplyTo(&p); err != nil {
		return 0, err
	}
	return im.Store.ProjectStore().Create(ctx, p)
}

// storeMemoriesCreatingProjects stores memories in the chats and projects that they belong to.
func (im Importer) storeMemoriesCreatingProjects(
	ctx context.Context, all []memory.FolderMemory, chats map[string]memory.ID, r *memory.ImportResult,
) error {
	var changes []memory.FileChange
	var files []string
	for _, m := range all {
		n := m.NewMemory
		switch {
		case m.ProjectName != "":
			id, err := im.findOrCreateProject(ctx, m.ProjectName)
			if err != nil {
				return err
			}
			n.Scope, n.ProjectID = memory.ScopeProject, id
		case m.ConversationID != string(memory.GlobalConversation):
			id, ok := chats[m.ConversationID]
			if !ok {
				r.Attention = append(r.Attention, memory.FileProblem{
					File: m.File, Reason: "This memory's chat isn't in the folder.",
				})
				continue
			}
			n.Scope, n.ChatID = memory.ScopeChat, id
		}
		changes = append(changes, memory.FileChange{
			Kind: memory.FileImported, File: n, CreatedAt: m.CreatedAt, AsWritten: m.AsWritten,
		})
		files = append(files, m.File)
	}
	run := fmt.Sprintf("import-%d", im.Now.NowInUTCToMillisecond().UnixNano())
	for batch := range slices.Chunk(changes, factBatch) {
		results, err := im.StoreFacts(ctx, run, batch)
		if err != nil {
			return err
		}
		for i, done := range results {
			switch {
			case done.Err != nil:
				r.Attention = append(r.Attention, memory.FileProblem{File: files[i], Reason: explainRefusedMemory(done.Err)})
			case done.Known:
				r.Known++
			case done.Waits:
				r.Memories, r.Waiting = r.Memories+1, r.Waiting+1
			default:
				r.Memories++
			}
		}
		files = files[len(batch):]
	}
	return nil
}

// explainRefusedMemory says why a memory was refused.
func explainRefusedMemory(err error) string {
	var field *memory.FieldError
	if errors.As(err, &field) {
		return field.Field + ": " + field.Problem + "."
	}
	title, _ := memory.ErrorTitleAndHintForUser(err)
	return title
}

// storeSafeBaseLinesUnlessAny stores the text about the user, unless there is one.
func (im Importer) storeSafeBaseLinesUnlessAny(
	ctx context.Context, c memory.FolderContent, r *memory.ImportResult,
) error {
	if strings.TrimSpace(c.Base) == "" {
		return nil
	}
	return im.Store.InTx(ctx, func(tx memory.Store) error {
		current, err := tx.BaseMemoryStore().NewestOrEmpty(ctx, im.Profile)
		if err != nil {
			return err
		}
		if current.Content != "" {
			if current.Content != strings.TrimSpace(c.Base) {
				r.Attention = append(r.Attention, memory.FileProblem{
					File: "base.md", Reason: "There was already a text about you, so it was left unchanged.",
				})
			}
			return nil
		}
		text := im.cutSecretsAndSuspectLines(c.Base, "base.md", r)
		next := current.NextVersionEditedByPerson(text, memory.ActorImport, im.Now.NowInUTCToMillisecond())
		_, err = ledger.AppendBaseVersionWithDecision(ctx, tx, next, memory.Decision{})
		return err
	})
}
