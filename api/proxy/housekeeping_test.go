package proxy

import (
	"encoding/json"
	"testing"
)

func TestRequestsForTitlesTagsAndFollowUpsAreKnown(t *testing.T) {
	const history = "\n### Chat History:\n<chat_history>\nUSER: I moved to Lisbon.\nASSISTANT: How nice.\n</chat_history>"
	for text, want := range map[string]bool{
		// Open WebUI
		"### Task:\nGenerate a concise, 3-5 word title with an emoji." + history:               true,
		"### Task:\nGenerate 1-3 broad tags categorizing the main themes." + history:           true,
		"### Task:\nSuggest 3-5 relevant follow-up questions or prompts." + history:            true,
		"### Task:\nAnalyze the chat history to determine the necessity." + history:            true,
		"### Task:\nRespond to the user query using the provided context.\n<source>x</source>": false,
		// LibreChat
		"Provide a concise, 5-word-or-less title for the conversation.\n\nConversation:\nUser: hi": true,
		"Analyze this conversation and provide:\n1. The detected language\n2. A concise title":     true,
		// people
		"### Task: mow the lawn":                              false,
		"Could you provide a concise title for my essay?":     false,
		"Analyze this conversation and provide your opinion.": false,
	} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		r := parseChatRequestOrFail(t, `{"model":"m","messages":[{"role":"user","content":`+string(quoted)+`}]}`)
		if got := r.IsTitleTagOrFollowUpRequest(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
