package learn

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// modelCaller makes the model calls of memory work within the daily limit of tokens, and counts them.
type modelCaller struct {
	store  memory.Store
	model  memory.Model
	log    *slog.Logger
	clock  memory.Clock
	config func() memory.Config
}

// Limits of replies in memory work, in bytes. A list of five facts with their quotes is about 2 KiB;
// reasoning is read and not kept.
const (
	maxLearningReplyBytes = 64 << 10
	maxLearningReasoning  = 256 << 10
)

// collectModelReplyCountingTokens makes a model call for memory work, counts its tokens and returns
// the whole reply, trimmed and never empty. A reply that is empty, too long, cut off or a tool call
// is an error. ErrTokenLimit means that today's limit was reached and nothing was sent.
func (c *modelCaller) collectModelReplyCountingTokens(
	ctx context.Context,
	profile memory.ID,
	req memory.ModelRequest,
) (string, error) {
	return c.collectReplyWithinLimitsCountingTokens(ctx, profile, req,
		memory.ReplyLimits{Text: maxLearningReplyBytes, Reasoning: maxLearningReasoning})
}

// CollectModelReplyCountingTokens makes a model call for memory work within the daily limit of
// tokens and counts it. It returns the whole reply, trimmed and never empty; ErrTokenLimit when
// nothing was sent.
func (l *Learner) CollectModelReplyCountingTokens(
	ctx context.Context, profile memory.ID, req memory.ModelRequest, limits memory.ReplyLimits,
) (string, error) {
	return l.calls.collectReplyWithinLimitsCountingTokens(ctx, profile, req, limits)
}

// collectReplyWithinLimitsCountingTokens is collectModelReplyCountingTokens with other limits.
func (c *modelCaller) collectReplyWithinLimitsCountingTokens(
	ctx context.Context, profile memory.ID, req memory.ModelRequest, limits memory.ReplyLimits,
) (string, error) {
	if err := c.errorIfDailyTokensUsedUp(ctx, profile); err != nil {
		return "", err
	}
	var b strings.Builder
	var reported *memory.Usage
	var finish memory.FinishReason
	defer func() {
		c.addTokensToTodaysUsage(context.WithoutCancel(ctx), profile, reportedOrEstimatedTokens(req, b.String(), reported))
	}()
	for d, err := range memory.LimitReplyBytes(c.model.StreamReply(ctx, req), limits) {
		if err != nil {
			return "", fmt.Errorf("ask %s: %w", req.Model, err)
		}
		b.WriteString(d.Text)
		if d.FinishReason != "" {
			finish = d.FinishReason
		}
		if d.Usage != nil {
			reported = d.Usage
		}
	}
	text := strings.TrimSpace(b.String())
	err := finish.ErrorIfIncomplete()
	if err == nil && text == "" {
		err = memory.ErrEmptyReply
	}
	if err != nil {
		return "", fmt.Errorf("ask %s: %w", req.Model, err)
	}
	return text, nil
}

// reportedOrEstimatedTokens returns the tokens of a call as reported by the server, else our estimate.
func reportedOrEstimatedTokens(req memory.ModelRequest, reply string, reported *memory.Usage) int {
	if reported != nil {
		return reported.PromptTokens + reported.CompletionTokens
	}
	n := lang.EstimateTokens(reply)
	for _, m := range req.Messages {
		n += lang.EstimateTokens(m.Content)
	}
	return n
}

// addTokensToTodaysUsage adds the tokens of a memory work call to today's sum. A failure is only
// logged.
func (c *modelCaller) addTokensToTodaysUsage(ctx context.Context, profile memory.ID, tokens int) {
	today := memory.FormatUTCDate(c.clock.NowInUTCToMillisecond())
	err := c.store.InTx(ctx, func(tx memory.Store) error {
		return updateAndPruneUsageCounters(
			ctx,
			tx,
			c.clock.NowInUTCToMillisecond(),
			profile,
			func(u *UsageCounters) { u.Tokens[today] += tokens },
		)
	})
	if err != nil {
		c.log.Warn("tokens of memory work could not be counted", "err", err)
	}
}

// errorIfDailyTokensUsedUp returns ErrTokenLimit when today's token limit for memory work is used
// up.
func (c *modelCaller) errorIfDailyTokensUsedUp(ctx context.Context, profile memory.ID) error {
	limit := c.config().TokensPerDay
	if limit == 0 {
		return nil
	}
	u, err := ReadUsageCounters(ctx, c.store, profile)
	if err != nil {
		return err
	}
	if u.Tokens[memory.FormatUTCDate(c.clock.NowInUTCToMillisecond())] >= limit {
		return memory.ErrTokenLimit
	}
	return nil
}
