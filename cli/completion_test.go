package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// outputOfCommandOrFail runs a command that prints something.
func outputOfCommandOrFail(t *testing.T, args ...string) string {
	t.Helper()
	var out, diag bytes.Buffer
	if code := Run(args, strings.NewReader(""), &out, &diag); code != exitOK {
		t.Fatalf("memoir %s exits with %d: %s", strings.Join(args, " "), code, diag.String())
	}
	return out.String()
}

// completersByShell complete the words of a command line, the last of which is being typed, in a real shell.
func completersByShell(t *testing.T) map[string]func(line string) []string {
	t.Helper()
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(os.Environ(), "LC_ALL=C") // bash warns of a locale that is not installed
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v (make deps installs the shells)\n%s", name, err, out)
		}
		return string(out)
	}
	files := map[string]string{}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		files[shell] = filepath.Join(t.TempDir(), shell)
		if err := os.WriteFile(files[shell], []byte(outputOfCommandOrFail(t, "completion", shell)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return map[string]func(string) []string{
		"bash": func(line string) []string {
			return strings.Fields(run("bash", "-c", `. "$1"; COMP_WORDS=(); `+
				`while IFS= read -r -d" " w; do COMP_WORDS+=("$w"); done <<<"$2 "; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); `+
				`_memoir; printf '%s\n' "${COMPREPLY[@]}"`,
				"bash", files["bash"], line))
		},
		"zsh": func(line string) []string {
			out := run("zsh", "-fc", `compdef() { :; }; _files() { :; }; `+
				`_describe() { print -rl -- ${(P)2}; }; . "$1"; words=("${(@s: :)2}"); CURRENT=${#words}; _memoir`,
				"zsh", files["zsh"], line)
			prefix := line[strings.LastIndexByte(line, ' ')+1:]
			var found []string
			for item := range strings.Lines(out) {
				if word, _, _ := strings.Cut(strings.TrimSpace(item), ":"); strings.HasPrefix(word, prefix) {
					found = append(found, word)
				}
			}
			return found
		},
		"fish": func(line string) []string {
			out := run("fish", "--no-config", "-c", `source $argv[1]; complete -C $argv[2]`, files["fish"], line)
			var found []string
			for item := range strings.Lines(out) {
				word, _, _ := strings.Cut(strings.TrimSpace(item), "\t")
				found = append(found, word)
			}
			return found
		},
	}
}

func TestShellsCompleteCommandsFlagsAndValues(t *testing.T) {
	for shell, complete := range completersByShell(t) {
		for line, want := range map[string]string{
			"memoir memo":                         "memory",
			"memoir memory hist":                  "history",
			"memoir --profile memory memory hist": "history",
			"memoir memory list --stat":           "--status",
			"memoir memory list --status arch":    "archived",
			"memoir chat --memory o":              "off on",
			"memoir memory list tea --js":         "--json",
			"memoir inbox list --stat":            "",
		} {
			found := complete(line)
			slices.Sort(found)
			if got := strings.Join(found, " "); got != want {
				t.Errorf("%s completes %q to %q, want %q", shell, line, got, want)
			}
		}
	}
}

func TestTheManualPageNamesEveryCommandAndFormats(t *testing.T) {
	page := outputOfCommandOrFail(t, "man")
	var visit func(c *command)
	visit = func(c *command) {
		for _, s := range c.subcommands {
			visit(s)
		}
		heading := `.SS "memoir ` + strings.ReplaceAll(c.path, "-", `\-`)
		if c.setupFlags != nil && c.name != "help" && !strings.Contains(page, heading) {
			t.Errorf("the page does not name memoir %s", c.path)
		}
	}
	visit(rootCommand())
	file := filepath.Join(t.TempDir(), "memoir.1")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	lint, err := exec.CommandContext(t.Context(), "mandoc", "-T", "lint", "-W", "warning", file).CombinedOutput()
	if text := string(lint); strings.Count(text, "\n") > 1 || err != nil && !strings.Contains(text, "missing date") {
		t.Errorf("mandoc (make deps installs it) says %v:\n%s", err, text)
	}
	text, err := exec.CommandContext(t.Context(), "mandoc", "-T", "ascii", file).Output()
	if err != nil || !strings.Contains(string(text), `memoir chat "What should I not cook tonight?"`) &&
		!strings.Contains(stripOverstrikes(string(text)), `memoir chat "What should I not cook tonight?"`) {
		t.Errorf("an example is not shown as it is typed: %v", err)
	}
}

// stripOverstrikes removes how mandoc prints bold letters: the letter, a backspace and the letter again.
func stripOverstrikes(s string) string {
	runes := []rune(s)
	var out []rune
	for i := 0; i < len(runes); i++ {
		if runes[i] == '\b' {
			i++
			continue
		}
		out = append(out, runes[i])
	}
	return string(out)
}
