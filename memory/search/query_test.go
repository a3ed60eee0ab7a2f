package search

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestSource000_ShortFirstPersonQuestionsAreExpanded(t *testing.T) {
	const more = " height weight physical attributes user facts"
	if got := memory.ClassicPreset().QueryExpansion; got != more {
		t.Fatalf("expansion = %q", got)
	}
	at100 := "What is my " + strings.Repeat("x", 89)
	for _, c := range []struct {
		name, query string
		expanded    bool
	}{
		{"i", "How tall am I?", true},
		{"my", "what's my name", true},
		{"me", "Tell me about peanuts", true},
		{"do i", "Do I like tea?", true},
		{"what is my", "What is my height?", true},
		{"exactly 100 characters", at100, true},
		{"101 characters", at100 + "x", false},
		{"100 wide characters are not 300", "my " + strings.Repeat("猫", 97), true},
		{"no first person", "How tall is the tower?", false},
		{"letters inside other words", "Mine is a time of myths", false},
		{"empty", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := expandShortQueryWithIMyMe(c.query, more)
			if (got == c.query+more) != c.expanded || (!c.expanded && got != c.query) {
				t.Errorf("expandQuery(%q) = %q", c.query, got)
			}
		})
	}
}

func TestSlashCommandsAreStrippedFromQueries(t *testing.T) {
	for in, want := range map[string]string{
		"/remember I like tea":     "I like tea",
		"/usr/bin/env is what":     "/usr/bin/env is what",
		"what is 1/2":              "what is 1/2",
		"/clear":                   "",
		"  plain question about x": "plain question about x",
	} {
		if got := stripSlashCommand(in); got != want {
			t.Errorf("stripCommand(%q) = %q, want %q", in, got, want)
		}
	}
}
