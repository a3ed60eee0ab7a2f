package window

import (
	"errors"
	"strings"
	"testing"
)

func TestNotificationOnlyInTheBackgroundAndWhenWanted(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	notified := make(chan string, 10)
	s.window.options.Notify = func(title, text string) { notified <- title + ": " + text }
	s.sendAndWait("First question")
	s.window.RecordAppUnfocusedOrRecheckServer(true)
	s.sendAndWait("Second question")
	l := s.window.display.options
	l.NotifyDone = true
	s.window.display.applyAndSaveDisplayOptions(l)
	s.window.RecordAppUnfocusedOrRecheckServer(false)
	s.sendAndWait("Third question")
	s.window.RecordAppUnfocusedOrRecheckServer(true)
	s.sendAndWait("Fourth question")
	s.runUICallsUntil("the notification", func() bool { return len(notified) > 0 })
	if got := <-notified; !strings.HasPrefix(got, "Your answer is ready: First question") || len(notified) > 0 {
		t.Errorf("notified: %q, and %d more", got, len(notified))
	}
}

func TestWhatNothingOpensIsCopied(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.options.OpenURL = func(string) error { return errors.New("no xdg-open") }
	s.window.openOutsideOrCopyAddress("file:///data/my%20folder")
	s.runUICallsUntil("the reason", func() bool { return strings.HasPrefix(s.chatToast(), "No app could open the link") })
}

func TestUnusedMemoryOutsideGoIsGivenBack(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	released := make(chan struct{}, 1)
	s.window.options.ReleaseMemory = func() { released <- struct{}{} }
	s.window.FreeUnusedMemoryInBackground()
	s.runUICallsUntil("the memory to be released", func() bool { return len(released) > 0 })
}
