// Package archivetest makes archives of other programs for tests, after the schemas that
// docs/sources.md names, with every oddity that real ones have. Nothing but tests imports it.
package archivetest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
)

// Object is a JSON object.
type Object = map[string]any

// PackZip packs files by name into a zip.
func PackZip(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// EncodeJSON encodes a value.
func EncodeJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// gptMessage is a message of ChatGPT.
func gptMessage(role, kind string, at float64, content Object, more Object) Object {
	content["content_type"] = kind
	m := Object{
		"id": "m", "author": Object{"role": role, "name": nil, "metadata": Object{}}, "create_time": at, "update_time": nil,
		"content": content, "status": "finished_successfully", "end_turn": true, "weight": 1.0,
		"metadata": Object{}, "recipient": "all",
	}
	for k, v := range more {
		m[k] = v
	}
	return m
}

func gptTextMessage(role, text string, at float64) Object {
	return gptMessage(role, "text", at, Object{"parts": []any{text}}, Object{"metadata": Object{"model_slug": "gpt-4o"}})
}

func gptNode(parent any, message any, children ...string) Object {
	if children == nil {
		children = []string{}
	}
	return Object{"message": message, "parent": parent, "children": children}
}

// start is when the first of these chats began.
const start = 1714730400.25

// branchedChatGPTMapping is a tree with branches, hidden, system and tool messages, reasoning,
// pictures and recordings. It returns the node that is shown last.
func branchedChatGPTMapping(more bool) (trip Object, current string) {
	trip = Object{
		"root": gptNode(nil, nil, "system"),
		"system": gptNode("root", gptMessage("system", "text", 0, Object{"parts": []any{""}}, Object{
			"metadata": Object{"is_visually_hidden_from_conversation": true},
		}), "about"),
		"about": gptNode("system", gptMessage("user", "user_editable_context", start, Object{
			"user_profile": "I am a cellist", "user_instructions": "Be brief",
		}, Object{"metadata": Object{"is_user_system_message": true}}), "q1"),
		"q1": gptNode("about", gptTextMessage("user", "Where to in May?", start), "thought", "a1b"),
		"thought": gptNode("q1", gptMessage("assistant", "thoughts", start+1, Object{
			"thoughts": []any{Object{"summary": "Thinking of the sea", "content": "Porto or Lisbon."}},
		}, nil), "recap"),
		"recap": gptNode("thought", gptMessage("assistant", "reasoning_recap", start+1, Object{"content": "Thought for 3s"},
			nil), "call"),
		"call": gptNode("recap", gptMessage("assistant", "code", start+2, Object{
			"language": "json", "text": `{"query":"porto"}`,
		}, Object{"recipient": "web"}), "result"),
		"result": gptNode("call", gptMessage("tool", "tether_quote", start+2, Object{"text": "a page"}, nil), "a1"),
		"a1": gptNode("result", gptTextMessage("assistant", "To Porto. \uE200cite\uE202turn0search0\uE201", start+3),
			"more"),
		"more": gptNode("a1", gptMessage("assistant", "code", start+4, Object{"language": "python", "text": "print(1)"},
			Object{"metadata": Object{"model_slug": "gpt-4o"}}), "q2"),
		"a1b": gptNode("q1", gptTextMessage("assistant", "To Lisbon.", start+9), "q2b"),
		"q2b": gptNode("a1b", gptTextMessage("user", "And then?", start+10)),
		"q2": gptNode("more", gptMessage("user", "multimodal_text", start+20, Object{"parts": []any{
			Object{"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"},
			"What is on this picture?",
			Object{"content_type": "audio_transcription", "text": "said aloud"},
			Object{"content_type": "audio_asset_pointer"},
		}}, Object{"metadata": Object{"attachments": []any{Object{"name": "x.png"}}}}), "a2"),
		"a2":     gptNode("q2", gptTextMessage("assistant", "A bridge.", start+21)),
		"orphan": gptNode("gone", gptTextMessage("critic", "who am I", start)),
	}
	current = "a2"
	if more {
		trip["a2"] = gptNode("q2", gptTextMessage("assistant", "A bridge.", start+21), "q3")
		trip["q3"] = gptNode("a2", gptTextMessage("user", "Thank you!", start+900))
		current = "q3"
	}
	return trip, current
}

// ChatGPTExport returns the conversations of an export: one with branches, hidden, system and tool
// messages, reasoning, pictures and recordings; one that is empty; one whose messages follow
// themselves; one of odd values; and, with more, one that only a newer export has, and a new
// message in the first.
func ChatGPTExport(more bool) []any {
	trip, current := branchedChatGPTMapping(more)
	all := []any{
		Object{
			"title": "Trip\nto Porto", "create_time": start, "update_time": start + 21, "mapping": trip, "current_node": current,
			"conversation_id": "c-trip", "id": "c-trip", "is_archived": false, "moderation_results": []any{},
		},
		Object{
			"title": "Nothing said", "create_time": start, "mapping": Object{"root": gptNode(nil, nil)}, "current_node": "root",
			"conversation_id": "c-empty",
		},
		Object{
			"title": "Circle", "create_time": start, "current_node": "a", "conversation_id": "c-circle",
			"mapping": Object{
				"a": gptNode("b", gptTextMessage("user", "x", start), "b"),
				"b": gptNode("a", gptTextMessage("assistant", "y", start), "a"),
			},
		},
		Object{
			"title": nil, "create_time": "never", "update_time": -1e300, "current_node": 7, "conversation_id": nil,
			"id": "c-odd",
			"mapping": Object{
				"q": gptNode(nil, gptTextMessage("user", "Odd\u0000 one", 9e18), "a"),
				"a": gptNode("q", gptTextMessage("assistant", "Indeed.", -5)),
			},
		},
		Object{"title": "No tree", "mapping": "oops", "conversation_id": "c-damaged"},
	}
	if more {
		all = append(all, Object{
			"title": "New chat", "create_time": start, "conversation_id": "c-new", "current_node": "a",
			"mapping": Object{"q": gptNode(nil, gptTextMessage("user", "Hello", start), "a"), "a": gptNode("q",
				gptTextMessage("assistant", "Hi", start))},
		})
	}
	return all
}

// ChatGPTExportOfNumberedChats returns an export with the chats of some numbers, of one exchange
// each.
func ChatGPTExportOfNumberedChats(from, to int) []any {
	var all []any
	for n := from; n < to; n++ {
		all = append(all, Object{
			"title": fmt.Sprintf("Chat %d", n), "create_time": start, "conversation_id": fmt.Sprintf("c-%d", n),
			"current_node": "a", "mapping": Object{
				"q": gptNode(nil, gptTextMessage("user", fmt.Sprintf("Question %d", n), start), "a"),
				"a": gptNode("q", gptTextMessage("assistant", "Answer", start)),
			},
		})
	}
	return all
}

// ClaudeExport returns the conversations of an export: one of the older form, with attachments,
// tools and thinking, and one with parents and versions.
func ClaudeExport() []any {
	text := func(s string) []any {
		return []any{Object{"type": "text", "text": s, "start_timestamp": nil, "citations": []any{}}}
	}
	message := func(id, sender string, content []any, more Object) Object {
		m := Object{
			"uuid": id, "text": "flat", "content": content, "sender": sender, "created_at": "2025-03-01T10:00:00.123456Z",
			"updated_at": "2025-03-01T10:00:00.123456Z", "attachments": []any{}, "files": []any{},
		}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	return []any{
		Object{
			"uuid": "cl-1", "name": "Reading notes", "created_at": "2025-03-01T10:00:00Z", "updated_at": "2025-03-02T10:00:00Z",
			"account": Object{"uuid": "u"}, "chat_messages": []any{
				message("1", "human", text("What does it say?"), Object{
					"attachments": []any{
						Object{"file_name": "notes/of.txt", "file_size": 9, "file_type": "txt", "extracted_content": "the sea"},
						Object{"file_name": "scan.pdf", "file_size": 9},
					},
					"files": []any{Object{"file_name": "photo.jpg"}},
				}),
				message("2", "assistant", []any{
					Object{"type": "thinking", "thinking": "Let me look."},
					Object{"type": "tool_use", "name": "repl", "input": Object{}},
					Object{"type": "tool_result", "content": []any{}},
					Object{"type": "text", "text": "It says: the sea."},
					Object{"type": "hologram"},
				}, nil),
				message("3", "human", nil, Object{"text": "Only in the flat text"}),
				message("4", "moderator", text("hidden"), nil),
			},
		},
		Object{
			"uuid": "cl-2", "name": "", "created_at": "2025-03-01T10:00:00Z", "updated_at": "2025-03-01T10:00:00Z",
			"current_leaf_message_uuid": "b2", "model": "claude-sonnet-4", "chat_messages": []any{
				message("a", "human", text("Pick one"), Object{"parent_message_uuid": "00000000-0000-4000-8000-000000000000"}),
				message("b1", "assistant", text("Red"), Object{"parent_message_uuid": "a"}),
				message("b2", "assistant", text("Blue"), Object{"parent_message_uuid": "a"}),
			},
		},
		Object{"uuid": "cl-3", "name": "Empty", "chat_messages": []any{}},
	}
}

// OpenWebUIExport returns the chats of an export: one with a tree, reasoning, files, pictures and a
// failed answer, and one of the older form without a tree.
func OpenWebUIExport() []any {
	message := func(id string, parent any, role string, content any, more Object, children ...string) Object {
		if children == nil {
			children = []string{}
		}
		m := Object{
			"id": id, "parentId": parent, "childrenIds": children, "role": role, "content": content, "timestamp": 1714730400,
			"models": []any{"llama3:latest"},
		}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	reasoning := "<details type=\"reasoning\" done=\"true\" duration=\"3\">\n<summary>Thought for 3 seconds</summary>\n" +
		"&gt; Is it 7 &lt; 8?\n</details>\nSeven."
	return []any{
		Object{
			"id": "ow-1", "user_id": "u", "title": "Numbers", "created_at": 1714730400, "updated_at": 1714730500, "pinned": true,
			"archived": false, "share_id": nil, "chat": Object{
				"id": "", "title": "Numbers", "models": []any{"llama3:latest"}, "params": Object{"system": "You count."},
				"timestamp": int64(1714730400000), "messages": []any{}, "history": Object{
					"currentId": "a2", "messages": Object{
						"q": message("q", nil, "user", []any{
							Object{"type": "text", "text": "Which number?"}, Object{"type": "image_url"},
						}, Object{"files": []any{
							Object{"type": "file", "name": "list.csv", "file": Object{"data": Object{"content": "1,2,3"}}},
							Object{"type": "image", "url": "data:"},
						}}, "a1", "a2"),
						"a1": message("a1", "q", "assistant", reasoning, Object{"model": "llama3:latest"}, "q2"),
						"a2": message("a2", "q", "assistant", "Eight.", Object{"model": "qwen3"}),
						"q2": message("q2", "a1", "user", "Why?", nil, "a3"),
						"a3": message("a3", "q2", "assistant", "", Object{"error": Object{"content": "no server"}}),
					},
				},
			},
		},
		Object{
			"id": "ow-2", "title": "Old", "created_at": 1700000000, "updated_at": 1700000000, "chat": Object{
				"title": "Old", "messages": []any{
					Object{"role": "system", "content": "Be kind"},
					Object{"role": "user", "content": "Hello"},
					Object{"role": "assistant", "content": "Hi"},
				},
			},
		},
	}
}

// LargeChatGPTExport returns an export of n conversations with so many messages each, whose texts
// differ.
func LargeChatGPTExport(n, messages int) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = NumberedChatGPTConversation(i, messages)
	}
	return all
}

// NumberedChatGPTConversation returns the i-th of these conversations.
func NumberedChatGPTConversation(i, messages int) Object {
	at := 1.6e9 + float64(i)*1000
	mapping, parent := Object{}, any(nil)
	for j := range messages {
		role := []string{"user", "assistant"}[j%2]
		id := fmt.Sprintf("n%05d", j)
		mapping[id] = gptNode(parent, gptTextMessage(role, fmt.Sprintf("Message %d of chat %d about item %d", j, i, i*j), at))
		parent = id
	}
	return Object{
		"title": fmt.Sprintf("Chat %d", i), "create_time": at, "update_time": at, "mapping": mapping, "current_node": parent,
		"conversation_id": fmt.Sprintf("many-%d", i),
	}
}
