package learn

import (
	"context"
	"errors"
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

// collectText makes a model call for memory work, counts its tokens and returns the whole reply,
// trimmed; an empty reply is no error. ErrTokenLimit means that today's limit was reached and
// nothing was sent.
func (c *modelCaller) collectText(ctx context.Context, profile memory.ID, req memory.ModelRequest) (string, error) {
	text, _, err := c.collectReply(ctx, profile, req)
	return text, err
}

// collectReply is collectText that also reports whether the reply was cut off at the request's
// token limit.
func (c *modelCaller) collectReply(
	ctx context.Context, profile memory.ID, req memory.ModelRequest,
) (text string, cut bool, err error) {
	if err := c.checkTokenBudget(ctx, profile); err != nil {
		return "", false, err
	}
	var b strings.Builder
	var reported *memory.Usage
	defer func() { c.addSpentTokens(context.WithoutCancel(ctx), profile, tokensOfCall(req, b.String(), reported)) }()
	for d, err := range c.model.Stream(ctx, req) {
		if errors.Is(err, memory.ErrEmptyReply) {
			break
		}
		if err != nil {
			return "", false, fmt.Errorf("ask %s: %w", req.Model, err)
		}
		b.WriteString(d.Text)
		cut = cut || d.FinishReason == memory.FinishLength
		if d.Usage != nil {
			reported = d.Usage
		}
	}
	return strings.TrimSpace(b.String()), cut, nil
}

// tokensOfCall returns the tokens of a call as reported by the server, else our estimate.
func tokensOfCall(req memory.ModelRequest, reply string, reported *memory.Usage) int {
	if reported != nil {
		return reported.PromptTokens + reported.CompletionTokens
	}
	n := lang.EstimateTokens(reply)
	for _, m := range req.Messages {
		n += lang.EstimateTokens(m.Content)
	}
	return n
}

// addSpentTokens adds the tokens of a memory work call to today's sum. A failure is only logged.
func (c *modelCaller) addSpentTokens(ctx context.Context, profile memory.ID, tokens int) {
	today := memory.FormatDate(c.clock.Current())
	err := c.store.InTx(ctx, func(tx memory.Store) error {
		return updateUsageCounters(ctx, tx, c.clock.Current(), profile, func(u *UsageCounters) { u.Tokens[today] += tokens })
	})
	if err != nil {
		c.log.Warn("tokens of memory work could not be counted", "err", err)
	}
}

// checkTokenBudget returns ErrTokenLimit when today's token limit for memory work is used up.
func (c *modelCaller) checkTokenBudget(ctx context.Context, profile memory.ID) error {
	limit := c.config().TokensPerDay
	if limit == 0 {
		return nil
	}
	u, err := ReadUsageCounters(ctx, c.store, profile)
	if err != nil {
		return err
	}
	if u.Tokens[memory.FormatDate(c.clock.Current())] >= limit {
		return memory.ErrTokenLimit
	}
	return nil
}
