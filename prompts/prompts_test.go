package prompts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/prompts"
)

func placeholderValues(user string) map[string]string {
	return map[string]string{
		"EXISTING_MEMORIES": "- m", "EXISTING_CONTEXT": "c", "USER_TEXT": user, "ASSISTANT_TEXT": "a",
	}
}

func TestRenderLeavesPlaceholdersInsideValuesAlone(t *testing.T) {
	s, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Render(prompts.Extraction, placeholderValues("see {{ASSISTANT_TEXT}}"))
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

func TestOverrideFileReplacesTheBuiltInPrompt(t *testing.T) {
	dir := t.TempDir()
	override := "mine {{EXISTING_MEMORIES}} {{EXISTING_CONTEXT}} {{USER_TEXT}} {{ASSISTANT_TEXT}}"
	writeOverride(t, dir, prompts.Extraction, override)
	s, err := prompts.LoadTemplatesWithOverrides(dir)
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := s.Render(prompts.Extraction, placeholderValues("u")); out != "mine - m c u a" {
		t.Errorf("rendered %q", out)
	}
	plain, _ := prompts.LoadTemplatesWithOverrides("")
	if s.TemplateContentHash(prompts.Extraction) == plain.TemplateContentHash(prompts.Extraction) {
		t.Error("two different prompts have the same version")
	}
}

func TestOverrideWithoutAPlaceholderIsReportedAndIgnored(t *testing.T) {
	dir := t.TempDir()
	writeOverride(t, dir, prompts.Extraction, "no placeholders at all")
	s, err := prompts.LoadTemplatesWithOverrides(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.OverrideProblems) != 1 || !strings.Contains(s.OverrideProblems[0], prompts.Extraction) {
		t.Errorf("problems = %q", s.OverrideProblems)
	}
	if out, _ := s.Render(prompts.Extraction, placeholderValues("u")); strings.Contains(out, "no placeholders") {
		t.Error("the broken override was used")
	}
}

func writeOverride(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
