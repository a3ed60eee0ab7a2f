package api_test

import (
	"fmt"
	"testing"

	"memoir/api"
	"memoir/memory"
)

func TestSettingsAreReadAndChangedAllOrNone(t *testing.T) {
	h := newHarness(t)
	before := requestJSON[map[string]string](h, 200, "GET", "/api/config", "")
	if len(before) != len(memory.ConfigKeys()) || before["summary.unit"] != "messages" {
		t.Fatalf("settings are %v", before)
	}
	after := requestJSON[map[string]string](h, 200, "PATCH", "/api/config",
		`{"base.trigger":"7","preset":"standard","summary.unit":"pairs"}`)
	if after["preset"] != "standard" || after["base.trigger"] != "7" || after["summary.unit"] != "pairs" ||
		after["summary.trigger"] != "30" {
		t.Errorf("changed to %v", after)
	}
	requestJSON[any](h, 422, "PATCH", "/api/config", `{"base.keep":"1","summary.unit":"words"}`)
	if now := requestJSON[map[string]string](h, 200, "GET", "/api/config", ""); now["base.keep"] != "10" {
		t.Errorf("half of a refused change was made: %v", now["base.keep"])
	}
	requestJSON[any](h, 422, "PATCH", "/api/config", `{}`)
	h.useNetworkHandler(api.NetworkOptions{Addr: "127.0.0.1:8377"})
	requestJSON[any](h, 401, "PATCH", "/api/config", `{"base.keep":"1"}`)
}

// The settings of summaries, the text about the user, recall and facts with a key.
func TestEverySettingOfLongMemoryIsReadSetKeptAndValidated(t *testing.T) {
	h := newHarness(t)
	for _, c := range []struct{ key, value, refused string }{
		{"summary.trigger", "12", "-1"},
		{"summary.unit", "pairs", "words"},
		{"summary.keep", "3", "many"},
		{"summary.style", "sentences", "poem"},
		{"base.trigger", "6", "-1"},
		{"base.keep", "4", "-1"},
		{"base.max_words", "250", "10"},
		{"chats.embed", "true", "perhaps"},
		{"chats.recall", "true", "perhaps"},
		{"chats.candidates", "150", "-1"},
		{"chats.widen_below", "20", "-1"},
		{"chats.threshold", "0.6", "2"},
		{"chats.top_k", "6", "101"},
		{"chats.inject", "2", "-1"},
		{"chats.chars", "300", "5"},
		{"keys.inject", "8", "51"},
	} {
		before := requestJSON[map[string]string](h, 200, "GET", "/api/config", "")[c.key]
		if before == "" || before == c.value {
			t.Errorf("%s is %q before it is set", c.key, before)
		}
		change := func(status int, value string) {
			requestJSON[any](h, status, "PATCH", "/api/config", fmt.Sprintf(`{%q:%q}`, c.key, value))
		}
		change(422, c.refused)
		if now := requestJSON[map[string]string](h, 200, "GET", "/api/config", "")[c.key]; now != before {
			t.Errorf("%s was refused %q and is %q", c.key, c.refused, now)
		}
		change(200, c.value)
		if now := requestJSON[map[string]string](h, 200, "GET", "/api/config", "")[c.key]; now != c.value {
			t.Errorf("%s was set to %q and is %q", c.key, c.value, now)
		}
	}
}

func TestBaseMemoryIsReadWrittenListedAndUndone(t *testing.T) {
	h := newHarness(t)
	if b := requestJSON[memory.BaseMemory](h, 200, "GET", "/api/memory/base", ""); b.ID != 0 || b.Content != "" {
		t.Errorf("at first there is %+v", b)
	}
	requestJSON[any](h, 404, "POST", "/api/memory/base/undo", "")
	requestJSON[any](h, 422, "PUT", "/api/memory/base", `{}`)
	b := requestJSON[memory.BaseMemory](h, 200, "PUT", "/api/memory/base", `{"content":"I am Ann.\r\n"}`)
	if b.Content != "I am Ann." || len(b.OwnLines) != 1 || b.Actor != memory.ActorUser {
		t.Errorf("written as %+v", b)
	}
	if r := requestJSON[memory.Retrieval](h, 200, "POST", "/api/memory/search", `{"query":"Who am I?"}`); r.BaseMemory !=
		"I am Ann." {
		t.Errorf("a prompt would get %q", r.BaseMemory)
	}
	requestJSON[memory.BaseMemory](h, 200, "PUT", "/api/memory/base", `{"content":""}`)
	if all := requestJSON[[]memory.BaseMemory](h, 200, "GET", "/api/memory/base/history?limit=1", ""); len(all) != 1 ||
		all[0].Content != "" {
		t.Errorf("the newest version is %+v", all)
	}
	if b := requestJSON[memory.BaseMemory](h, 200, "POST", "/api/memory/base/undo", ""); b.Content != "I am Ann." {
		t.Errorf("undone to %+v", b)
	}
	requestJSON[any](h, 422, "POST", "/api/memory/base/distil", "")
}
