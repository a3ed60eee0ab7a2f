package engine

import (
	"context"
	"fmt"
	"strings"

	"memoir/memory"
)

// LearnFromTextAndUpdateSummaryNow runs the pipeline on a text at once and returns its decisions.
// Where the settings sum up every exchange, the text becomes part of the chat's summary.
func (s *Session) LearnFromTextAndUpdateSummaryNow(
	ctx context.Context, p memory.LearnParams,
) ([]memory.Decision, error) {
	if strings.TrimSpace(p.Text) == "" {
		return nil, &memory.FieldError{Field: "text", Problem: "enter at least one word"}
	}
	chat := memory.Chat{ProfileID: s.profile}
	if p.ChatID != 0 {
		var err error
		if chat, err = loadChatNotInTrash(ctx, s.store, s.profile, p.ChatID); err != nil {
			return nil, err
		}
	}
	ds, err := s.learner.LearnFromTextNow(ctx, chat, p.Text)
	if err != nil {
		return nil, err
	}
	if err := s.digest.AddLearnedTextToSummaryIfPerExchange(ctx, chat, p.Text); err != nil {
		s.log.Warn("a learned text is in no summary", "chat", chat.ID, "err", err)
	}
	return ds, nil
}

// ApplyMemoryFileChanges makes the changes that someone made to files of memories; see
// learn.Learner.TakeInFileChanges.
func (s *Session) ApplyMemoryFileChanges(
	ctx context.Context, run string, changes []memory.FileChange,
) ([]memory.FileChangeResult, error) {
	return s.learner.ApplyMemoryFileChangesOrPropose(ctx, s.profile, s.actor, run, changes)
}

// WaitForLearningFromAnswer returns what was learned from the exchange of an answer, once that was
// tried. A failed attempt returns its error even if it will be retried.
func (s *Session) WaitForLearningFromAnswer(ctx context.Context, answer memory.ID) ([]memory.Decision, error) {
	if _, err := s.WaitForAnswer(ctx, answer); err != nil {
		return nil, err
	}
	if err := s.learner.WaitForLearningJobSkippingIdleDelay(ctx, s.profile, answer); err != nil {
		return nil, fmt.Errorf("learn from answer %d: %w", answer, err)
	}
	return s.store.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: s.profile, MessageID: answer})
}

// ListUnfinishedJobs lists background jobs that are not done, oldest first.
func (s *Session) ListUnfinishedJobs(ctx context.Context) ([]memory.Job, error) {
	return s.store.JobStore().List(ctx, s.profile, memory.JobQueued, memory.JobRunning, memory.JobDead)
}

// RequeueDeadJob queues a dead job again. Later calls of WaitForLearningFromAnswer wait for the new
// attempt.
func (s *Session) RequeueDeadJob(ctx context.Context, id memory.ID) error {
	return s.learner.RetryDeadJob(ctx, s.profile, id)
}

// ChooseExtractorModel returns the model that learns from exchanges answered by chatModel, and the
// reason for this choice. ErrNoModel means that learning waits.
func (s *Service) ChooseExtractorModel(
	ctx context.Context, chatModel string,
) (memory.ModelInfo, memory.ExtractorReason, error) {
	return s.learner.ChooseExtractorModel(ctx, chatModel)
}

// QueueTitleForIdleTime queues a chat for a title by a model; see Learner.QueueTitleForIdleTime.
func (s *Service) QueueTitleForIdleTime(profile, chatID memory.ID) {
	s.learner.QueueTitleForIdleTime(profile, chatID)
}

// DelayTitlesWhileTyping records a key press, which postpones titles. It never blocks.
func (s *Service) DelayTitlesWhileTyping() { s.learner.CancelTitleCallAndDelayWhileTyping() }
