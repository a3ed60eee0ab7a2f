package window

import (
	"strings"
	"testing"

	"memoir/llm/llmtest"
)

func TestAServerThatStartsLaterIsFoundByItself(t *testing.T) {
	address := llmtest.FreeAddress(t)
	s := newStageAt(t, "http://"+address)
	said := func() string { return s.w.chat.Composer().Place().Text }
	want := "demo is not running at " + address + ". What you write is kept."
	s.until("the reason", func() bool { return said() == want })
	script, err := llmtest.Demo()
	if err != nil {
		t.Fatal(err)
	}
	s.server, err = llmtest.Start(address, script, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Close)
	s.until("the models", func() bool { return len(s.w.chat.ModelNames()) > 0 })
	if strings.Contains(said(), "not running") {
		t.Errorf("beneath the composer stands %q", said())
	}
	s.say("Hello there")
}

func TestAChatWhoseServerIsGoneSaysSo(t *testing.T) {
	s := newStage(t)
	s.w.chat.SetModel("openai/any")
	if got := s.w.chat.Composer().Place().Text; got != "OpenAI does not answer. What you write is kept." {
		t.Errorf("beneath the composer stands %q", got)
	}
	if !s.w.chat.Looks() {
		t.Error("it does not look for the server")
	}
	s.w.chat.SetModel("")
	if s.w.chat.Looks() {
		t.Error("it looks for a server that it does not need")
	}
}
