package prompts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/prompts"
)

func values(user string) map[string]string {
	return map[string]string{
		"EXISTING_MEMORIES": "- m", "EXISTING_CONTEXT": "c", "USER_TEXT": user, "ASSISTANT_TEXT": "a",
	}
}

func TestPlaceholdersInsideAMessageStayText(t *testing.T) {
	s, err := prompts.Load("")
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Render(prompts.Extraction, values("see {{ASSISTANT_TEXT}}"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "see {{ASSISTANT_TEXT}}") {
		t.Error("a placeholder inside the user's text was expanded")
	}
	if rest := strings.ReplaceAll(out, "see {{ASSISTANT_TEXT}}", ""); strings.Contains(rest, "{{") {
		t.Errorf("a placeholder was left unfilled:\n%s", out)
	}
}

func TestAnOverrideFileReplacesTheBuiltInPrompt(t *testing.T) {
	dir := t.TempDir()
	own := "mine {{EXISTING_MEMORIES}} {{EXISTING_CONTEXT}} {{USER_TEXT}} {{ASSISTANT_TEXT}}"
	write(t, dir, prompts.Extraction, own)
	s, err := prompts.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := s.Render(prompts.Extraction, values("u")); out != "mine - m c u a" {
		t.Errorf("rendered %q", out)
	}
	plain, _ := prompts.Load("")
	if s.Version(prompts.Extraction) == plain.Version(prompts.Extraction) {
		t.Error("two different prompts have the same version")
	}
}

func TestAnOverrideThatLacksAPlaceholderIsNotUsedAndSaid(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, prompts.Extraction, "no placeholders at all")
	s, err := prompts.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Problems) != 1 || !strings.Contains(s.Problems[0], prompts.Extraction) {
		t.Errorf("problems = %q", s.Problems)
	}
	if out, _ := s.Render(prompts.Extraction, values("u")); strings.Contains(out, "no placeholders") {
		t.Error("the broken override was used")
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
