package llmtest_test

import (
	"path/filepath"
	"testing"

	"memoir/llm/llmtest"
)

func TestScriptsInTestdataAreValid(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("found %v, %v", paths, err)
	}
	for _, p := range paths {
		if _, err := llmtest.LoadScript(p); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func TestRefusedScriptRepliesWithUnlearnableStatements(t *testing.T) {
	s, err := llmtest.LoadScript(filepath.Join("testdata", "refused.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.StartServerForTest(t, s)
	for user, want := range map[string]string{
		"Does the user like tea?":     "Does the user like tea?",
		"Say yes to me.":              "Yes.",
		"An explanation, please.":     "There is NOTHING new in this exchange.",
		"Something short.":            "tea",
		"What does the file say?":     "The quarterly report names Ms Okafor as auditor.",
		"You said that I ski, right?": "The user enjoys skiing.",
	} {
		if got := replyText(t, srv, extractionPrompt(t, user, "(none)", "Fine."), message{"user", "One line."}); got != want {
			t.Errorf("%q taught %q, want %q", user, got, want)
		}
	}
	if got := replyText(t, srv, message{"user", "Does the user like tea?"}); got != "Fine." {
		t.Errorf("a chat was answered %q", got)
	}
}
