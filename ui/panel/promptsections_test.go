package panel

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestSectionOfPinnedMemoriesIsNotCalledBaseMemory(t *testing.T) {
	for _, s := range promptSectionsInOrder() {
		if strings.Contains(strings.ToLower(s.title), "base") {
			t.Errorf("section %s is titled %q, and there is no base memory", s.name, s.title)
		}
	}
}

func TestReasonSaysWhyNoMemoryWasSent(t *testing.T) {
	if got := noMemoriesSentReason(memory.ReasonNoneWanted); !strings.Contains(got, "Settings") {
		t.Errorf("with the slider at none: %q", got)
	}
	if got := noMemoriesSentReason(""); !strings.Contains(got, "off in this chat") {
		t.Errorf("with memory off: %q", got)
	}
}
