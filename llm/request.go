package llm

import (
	"context"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"

	"memoir/memory"
)

// sendChatWithRetries sends the request until a server accepts it, with the retries the package
// promises.
func (c *caller) sendChatWithRetries(ctx context.Context, e endpoint, r memory.ModelRequest) (*http.Response, error) {
	repeats := 0
	for {
		q := c.refusedParametersFor(r.Model)
		res, err := c.postStreamingChatRequest(ctx, e, r, q)
		if err == nil {
			return res, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		if c.recordRefusedParameterIfDroppable(r, q, err) {
			continue
		}
		wait, again := c.retryDelayIfRetryable(err, repeats+1)
		if !again {
			return nil, err
		}
		repeats++
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}

func (c *caller) postStreamingChatRequest(
	ctx context.Context, e endpoint, r memory.ModelRequest, q quirks,
) (*http.Response, error) {
	var res *http.Response
	api := c.connection.newOpenAIClient(e)
	err := api.Post(ctx, "chat/completions", chatCompletionParams(r, q), &res, option.WithJSONSet("stream", true))
	if err != nil {
		return nil, err
	}
	return res, nil
}

// userMessageWithPicturesFirst sends the pictures of a message in front of its text, as data URLs:
// Anthropic and Google advise this order, and OpenAI has none. A message without pictures stays a
// plain string, which every server takes.
func userMessageWithPicturesFirst(m memory.PromptMessage) openai.ChatCompletionMessageParamUnion {
	if len(m.Pictures) == 0 {
		return openai.UserMessage(m.Content)
	}
	var parts []openai.ChatCompletionContentPartUnionParam
	for _, p := range m.Pictures {
		url := "data:" + p.MIME + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: url}))
	}
	if m.Content != "" {
		parts = append(parts, openai.TextContentPart(m.Content))
	}
	return openai.UserMessage(parts)
}

func chatCompletionParams(r memory.ModelRequest, q quirks) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: modelNameOfID(r.Model)}
	for _, m := range r.Messages {
		switch m.Role {
		case memory.RoleSystem:
			p.Messages = append(p.Messages, openai.SystemMessage(m.Content))
		case memory.RoleAssistant:
			p.Messages = append(p.Messages, openai.AssistantMessage(m.Content))
		default:
			p.Messages = append(p.Messages, userMessageWithPicturesFirst(m))
		}
	}
	if r.Temperature != nil && !q.noTemperature {
		p.Temperature = param.NewOpt(*r.Temperature)
	}
	if r.MaxTokens > 0 && q.newMaxTokens {
		p.MaxCompletionTokens = param.NewOpt(int64(r.MaxTokens))
	} else if r.MaxTokens > 0 {
		p.MaxTokens = param.NewOpt(int64(r.MaxTokens))
	}
	if !q.noStreamOptions {
		p.StreamOptions = openai.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)}
	}
	return p
}
