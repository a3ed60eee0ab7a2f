package window

import (
	"strings"
	"testing"

	"memoir/llm/llmtest"
)

func TestServerThatStartsLaterIsFound(t *testing.T) {
	address := llmtest.FreeAddress(t)
	s := newHarnessAt(t, "http://"+address)
	toastText := func() string { return s.window.chat.Composer().Destination().Text }
	want := "demo is not running at " + address + ". What you write is kept."
	s.waitFor("the reason", func() bool { return toastText() == want })
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	s.server, err = llmtest.StartServer(address, script, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Close)
	s.waitFor("the models", func() bool { return len(s.window.chat.ModelNames()) > 0 })
	if strings.Contains(toastText(), "not running") {
		t.Errorf("beneath the composer stands %q", toastText())
	}
	s.sendAndWait("Hello there")
}

func TestChatReportsAnUnreachableServer(t *testing.T) {
	s := newHarness(t)
	s.window.chat.SetModel("openai/any")
	if got := s.window.chat.Composer().Destination().Text; got != "OpenAI does not answer. What you write is kept." {
		t.Errorf("beneath the composer stands %q", got)
	}
	if !s.window.chat.IsRefreshScheduled() {
		t.Error("it does not look for the server")
	}
	s.window.chat.SetModel("")
	if s.window.chat.IsRefreshScheduled() {
		t.Error("it looks for a server that it does not need")
	}
}
