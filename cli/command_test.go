package cli

import (
	"bytes"
	"flag"
	"io"
	"strings"
	"testing"
)

func TestFlagsAndTextsParseInAnyOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		tags  string
		json  bool
		texts string
		fails bool
	}{
		{"flags first", []string{"--tag", "a", "--json", "one", "two"}, "a", true, "one two", false},
		{"flags last", []string{"one", "two", "--tag=a", "-json"}, "a", true, "one two", false},
		{"flags between", []string{"one", "--tag", "a", "two", "--tag", "b"}, "a, b", false, "one two", false},
		{"a text that looks like a flag", []string{"--tag", "a", "--", "--json", "-5"}, "a", false, "--json -5", false},
		{"a text behind the end of flags and a text", []string{"one", "--", "--tag"}, "", false, "one --tag", false},
		{"a flag without its value", []string{"one", "--tag"}, "", false, "", true},
		{"an unknown flag", []string{"one", "--colour"}, "", false, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			fs := flag.NewFlagSet("x", flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			var tags repeatedFlag
			fs.Var(&tags, "tag", "")
			asJSON := fs.Bool("json", false, "")
			texts, err := parseFlagsAtAnyPosition(fs, c.args)
			if (err != nil) != c.fails {
				t.Fatalf("error %v", err)
			}
			if err == nil && (tags.String() != c.tags || *asJSON != c.json || strings.Join(texts, " ") != c.texts) {
				t.Errorf("tags %q json %v texts %q", tags.String(), *asJSON, texts)
			}
		})
	}
}

func TestSplitCommandSkipsGlobalFlags(t *testing.T) {
	for args, want := range map[string]string{
		"":                                   "|",
		"chat hi":                            "chat|hi",
		"--data-dir /d chat hi":              "chat|--data-dir /d hi",
		"--data-dir=/d --profile p memory x": "memory|--data-dir=/d --profile p x",
		"--demo":                             "|--demo",
		"--help":                             "help|",
		"-- chat":                            "|-- chat",
	} {
		name, rest := splitOffCommandName(strings.Fields(args))
		if got := name + "|" + strings.Join(rest, " "); got != want {
			t.Errorf("%q splits into %q, want %q", args, got, want)
		}
	}
}

func TestEveryCommandHasHelpWithExamples(t *testing.T) {
	var visit func(c *command)
	visit = func(c *command) {
		for _, s := range c.subcommands {
			visit(s)
		}
		if c.name == "help" {
			return
		}
		args := strings.Fields(c.path + " --help")
		var out, diag bytes.Buffer
		if code := Run(args, strings.NewReader(""), &out, &diag); code != exitOK {
			t.Errorf("memoir %s exits with %d: %s", strings.Join(args, " "), code, diag.String())
		}
		text := out.String()
		if !strings.Contains(text, "Usage: memoir "+c.path) || c.summary == "" || !strings.Contains(text, c.summary) {
			t.Errorf("memoir %s says %q", strings.Join(args, " "), text)
		}
		if c.setupFlags != nil && (!strings.Contains(text, "Examples:\n  ") || !strings.Contains(text, "--data-dir DIR")) {
			t.Errorf("memoir %s shows no example or no flags: %q", strings.Join(args, " "), text)
		}
		if len(c.subcommands) > 0 == (c.setupFlags != nil) {
			t.Errorf("%q must have either sub-commands or something to do", c.path)
		}
	}
	visit(rootCommand())
}

func TestWrongUsageExitsWithTwoAndSaysWhy(t *testing.T) {
	for args, want := range map[string]string{
		"nonsense":                        `Unknown command "nonsense"`,
		"memory":                          "memoir memory needs one of these commands: list, add, edit",
		"memory lose":                     "memoir memory needs one of",
		"memory list --colour":            "Flag provided but not defined: -colour",
		"memory list --status lost":       "--status must be active, inbox, archived or forgotten",
		"memory list a":                   `"a" is one argument too many`,
		"memory edit":                     "Which memory? Give its ID.",
		"memory edit x --content y":       `"x" isn't a valid memory ID.`,
		"memory edit 1":                   "What should change?",
		"memory rm 0":                     `"0" isn't a valid memory ID.`,
		"memory undo":                     "Which decision?",
		"context add":                     "Which file? Name at least one.",
		"context attach 1":                "Which chat?",
		"chat --memory maybe hi":          "--memory must be on, read or off",
		"memory add":                      "No memory given",
		"chat":                            "No message given",
		"embed":                           "No texts given",
		"key set":                         "Which provider?",
		"restore":                         "Which backup?",
		"memory list --log-level loud":    "--log-level must be debug, info, warn or error",
		"serve --addr 0.0.0.0:0":          "needs a token",
		"serve --addr nowhere":            "not in the form HOST:PORT",
		"learn --file a.txt and a text":   "Give either --file or TEXT",
		"memory list --limit many":        "Invalid value",
		"bench":                           "memoir bench needs one of",
		"search --thread":                 "Flag needs an argument",
		"reembed now":                     `"now" is one argument too many`,
		"--data-dir /nonexistent/x gui x": `"x" is one argument too many`,
	} {
		t.Setenv("MEMOIR_HOME", t.TempDir())
		t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		var out, diag bytes.Buffer
		code := Run(strings.Fields(args), strings.NewReader(""), &out, &diag)
		if code != exitUsage || !strings.Contains(diag.String(), want) || out.Len() != 0 {
			t.Errorf("memoir %s: exit %d, stdout %q, stderr %q, want 2 and %q", args, code, out.String(), diag.String(), want)
		}
	}
}

func TestEveryCommandRefusesWhatItDoesNotTake(t *testing.T) {
	var visit func(c *command)
	visit = func(c *command) {
		for _, s := range c.subcommands {
			visit(s)
		}
		if c.name == "help" || c.path == "" {
			return
		}
		wrong := []string{c.path + " --no-such-flag", c.path + " --log-level loud", c.path + " --data-dir"}
		if len(c.subcommands) > 0 {
			wrong = []string{c.path, c.path + " no-such-command"}
		}
		for _, line := range wrong {
			var out, diag bytes.Buffer
			args := append(strings.Fields(line), "--data-dir", t.TempDir())
			if strings.HasSuffix(line, "--data-dir") {
				args = strings.Fields(line)
			}
			if code := Run(args, strings.NewReader(""), &out, &diag); code != exitUsage || diag.Len() == 0 || out.Len() > 0 {
				t.Errorf("memoir %s exits with %d: %s%s", strings.Join(args, " "), code, out.String(), diag.String())
			}
		}
	}
	visit(rootCommand())
}
