package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/llm/llmtest"
	"memoir/memory"
)

func TestServerThatStartsLaterIsFound(t *testing.T) {
	address := llmtest.UnusedLoopbackAddress(t)
	s := newHarnessWithModelServerAt(t, "http://"+address)
	want := "demo isn't running at " + address + "."
	s.runUICallsUntil("the reason", func() bool { return s.destinationText() == want })
	// Only a draft that is there is said to be saved.
	test.Type(s.window.chat.Composer().FocusTarget(), "H")
	if got := s.destinationText(); got != want+" Your draft is saved." {
		t.Errorf("with a draft, beneath the composer stands %q", got)
	}
	s.window.chat.Composer().FocusTarget().TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if got := s.destinationText(); got != want {
		t.Errorf("without a draft, beneath the composer stands %q", got)
	}
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	s.server, err = llmtest.StartServer(address, script, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Close)
	s.runUICallsUntil("the models", func() bool { return s.showsLocalModelNote() })
	s.sendAndWait("Hello there")
}

func TestChatReportsAnUnreachableServer(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	chat, err := s.service.Session(1, memory.ActorUser).CreateChat(t.Context(), memory.NewChat{Model: "openai/any"})
	if err != nil {
		t.Fatal(err)
	}
	s.window.chat.LeaveAndOpenStoredChat(chat.ID, 0)
	s.runUICallsUntil("the chat", func() bool { return s.window.chat.CurrentChat().ID == chat.ID })
	if got := s.destinationText(); got != "OpenAI isn't responding." {
		t.Errorf("beneath the composer stands %q", got)
	}
}
