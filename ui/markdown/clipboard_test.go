package markdown

import (
	"testing"
	"time"
)

func TestCopiedIsShownForTheWholeTimeAfterTheLastCopy(t *testing.T) {
	v := newPlainView(t, 490)
	v.OnCopy = func(string) {}
	var pending []func()
	v.After = func(_ time.Duration, f func()) func() {
		i := len(pending)
		pending = append(pending, f)
		return func() { pending[i] = func() {} }
	}
	v.ShowMarkdown("```\nx\n```", false)
	code := v.blocks.items[0]
	v.copyCodeBlockAndShowCopied(code)
	v.copyCodeBlockAndShowCopied(code)
	if pending[0](); !code.showsCopied {
		t.Error("the time of the first copy ended that of the second")
	}
	if pending[1](); code.showsCopied {
		t.Error("Copied stays")
	}
}
