package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"memoir/cli/shell"
)

func completionCommand() *command {
	return &command{
		name: "completion", usage: strings.Join(shell.Shells(), "|"),
		summary: "print the completion script of a shell",
		examples: []string{
			"memoir completion bash > ~/.local/share/bash-completion/completions/memoir",
			"memoir completion zsh > \"${fpath[1]}/_memoir\"",
			"memoir completion fish > ~/.config/fish/completions/memoir.fish",
		},
		setupFlags: func(*flag.FlagSet) action {
			return func(_ context.Context, e *env, texts []string) error {
				if len(texts) != 1 {
					return usageErrorf("Name one shell: %s.", strings.Join(shell.Shells(), ", "))
				}
				script, ok := shell.Completion(texts[0], describeCommand(rootCommand()))
				if !ok {
					return usageErrorf("There is no completion for %q, only for %s.", texts[0], strings.Join(shell.Shells(), ", "))
				}
				_, err := io.WriteString(e.out, script)
				return err
			}
		},
	}
}

func manCommand() *command {
	return &command{
		name: "man", summary: "print the manual page",
		examples: []string{"memoir man | man -l -", "memoir man > ~/.local/share/man/man1/memoir.1"},
		setupFlags: func(*flag.FlagSet) action {
			return func(_ context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				page := shell.ManPage(describeCommand(rootCommand()), Version, commonFlags(), []shell.Flag{
					{Name: "MEMOIR_HOME", Text: "the data folder, where --data-dir names none"},
				})
				_, err := fmt.Fprint(e.out, page)
				return err
			}
		},
	}
}

// describeCommand describes a command and those below it. Every command has the common flags, also
// the root, where they stand before the name of a command.
func describeCommand(c *command) shell.Command {
	d := shell.Command{Path: c.path, Usage: c.usage, Summary: c.summary, Examples: c.examples, Flags: commonFlags()}
	if c.setupFlags != nil {
		fs := flag.NewFlagSet(c.path, flag.ContinueOnError)
		c.setupFlags(fs)
		d.Flags = slices.Concat(describeFlags(fs), d.Flags)
	}
	for _, s := range c.subcommands {
		d.Subcommands = append(d.Subcommands, describeCommand(s))
	}
	return d
}

func commonFlags() []shell.Flag {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	(&env{}).setupCommonFlags(fs)
	return append(describeFlags(fs), shell.Flag{Name: "help", Text: "show what the command takes"})
}

// describeFlags lists flags, sorted by name.
func describeFlags(fs *flag.FlagSet) []shell.Flag {
	var out []shell.Flag
	fs.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		out = append(out, shell.Flag{Name: f.Name, Value: value, Text: text})
	})
	return out
}
