package window

import (
	"testing"

	"memoir/llm/llmtest"
	"memoir/memory"
)

func TestServerThatStartsLaterIsFound(t *testing.T) {
	address := llmtest.FreeLoopbackAddress(t)
	s := newHarnessAt(t, "http://"+address)
	want := "demo isn't running at " + address + ". Your draft is saved."
	s.waitFor("the reason", func() bool { return s.destinationText() == want })
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	s.server, err = llmtest.StartServer(address, script, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Close)
	s.waitFor("the models", func() bool { return s.canSend() })
	s.sendAndWait("Hello there")
}

func TestChatReportsAnUnreachableServer(t *testing.T) {
	s := newHarness(t)
	chat, err := s.service.Session(1, memory.ActorUser).CreateChat(t.Context(), memory.NewChat{Model: "openai/any"})
	if err != nil {
		t.Fatal(err)
	}
	s.window.chat.OpenChat(chat.ID, 0)
	s.waitFor("the chat", func() bool { return s.window.chat.CurrentChat().ID == chat.ID })
	if got := s.destinationText(); got != "OpenAI isn't responding. Your draft is saved." {
		t.Errorf("beneath the composer stands %q", got)
	}
}
