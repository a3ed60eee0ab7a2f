package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/cli/shell"
	"memoir/memory"
)

// action runs a command with its positional arguments.
type action func(ctx context.Context, e *env, texts []string) error

// command is an entry of the command tree. It has either setupFlags or subcommands.
type command struct {
	name     string
	path     string // as typed after "memoir"
	usage    string // what follows the path
	summary  string
	examples []string
	// isWindow is set for the command whose window system has to run on the main thread.
	isWindow bool
	// setupFlags registers flags and returns the action to run once they are parsed.
	setupFlags  func(fs *flag.FlagSet) action
	subcommands []*command
}

// rootCommand builds the command tree.
func rootCommand() *command {
	root := &command{summary: "a chat app with a long-term memory you can see, edit and trust", subcommands: []*command{
		windowCommand(), chatCommand(), chatsCommand(), projectsCommand(), regenerateCommand(), continueCommand(),
		memoryCommand(), inboxCommand(), retrievalPreviewCommand(), findCommand(), learnFromTextCommand(), profilesCommand(),
		storedFilesCommand(),
		serveCommand(), embedCommand(), reembedCommand(), modelsCommand(), keyCommand(), configCommand(), checkCommand(),
		backupCommand(), restoreCommand(), benchCommand(),
		folderCommand(), exportCommand(), importCommand(), completionCommand(), manCommand(),
		{name: "help", summary: "show this help", setupFlags: func(*flag.FlagSet) action { return nil }},
	}}
	root.setPathsOfSubcommandTree("")
	return root
}

func (c *command) setPathsOfSubcommandTree(parent string) {
	c.path = strings.TrimSpace(parent + " " + c.name)
	for _, s := range c.subcommands {
		s.setPathsOfSubcommandTree(c.path)
	}
}

// findSubcommand returns the subcommand; "" is the window at the root and nothing elsewhere.
func (c *command) findSubcommand(name string) *command {
	if name == "" && c.path == "" {
		name = "gui"
	}
	for _, s := range c.subcommands {
		if s.name == name {
			return s
		}
	}
	return nil
}

func (c *command) joinSubcommandNames() string {
	names := make([]string, len(c.subcommands))
	for i, s := range c.subcommands {
		names[i] = s.name
	}
	return strings.Join(names, ", ")
}

// printSubcommandHelp lists the subcommands.
func (c *command) printSubcommandHelp(w io.Writer) {
	fmt.Fprintf(w, "memoir %s– %s\n\n", appendSpaceIfNotEmpty(c.path), c.summary)
	fmt.Fprintf(w, "Usage: memoir %sCOMMAND [flags] [text]\n\nCommands:\n", appendSpaceIfNotEmpty(c.path))
	width := 0
	for _, s := range c.subcommands {
		width = max(width, utf8.RuneCountInString(s.name))
	}
	for _, s := range c.subcommands {
		fmt.Fprintf(w, "  %-*s  %s\n", width, s.name, s.summary)
	}
	fmt.Fprintf(w, "\nmemoir %sCOMMAND --help shows flags and examples.\n", appendSpaceIfNotEmpty(c.path))
	if c.path == "" {
		fmt.Fprint(w, "Exit codes: 0 success, 1 failure, 2 usage error, 3 not found, 4 model unreachable.\n")
	}
}

// printUsageAndFlags prints usage, examples and flags of one command.
func (c *command) printUsageAndFlags(w io.Writer, fs *flag.FlagSet) {
	fmt.Fprintf(w, "memoir %s – %s\n\nUsage: memoir %s\n", c.path, c.summary, strings.TrimSpace(c.path+" "+c.usage))
	if len(c.examples) > 0 {
		fmt.Fprint(w, "\nExamples:\n")
		for _, x := range c.examples {
			fmt.Fprintf(w, "  %s\n", x)
		}
	}
	fmt.Fprint(w, "\nFlags:\n")
	fs.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  --%s\n      %s\n", strings.TrimSpace(f.Name+" "+value), text)
	})
}

func appendSpaceIfNotEmpty(s string) string {
	if s == "" {
		return ""
	}
	return s + " "
}

// splitOffCommandName separates the command's name from the other arguments. Flags before the name
// (memoir
// --data-dir D chat) stay in rest.
func splitOffCommandName(args []string) (name string, rest []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			break
		}
		if !strings.HasPrefix(a, "-") {
			return a, append(append([]string{}, args[:i]...), args[i+1:]...)
		}
		if isGlobalFlagWithValue(a) {
			i++
		}
	}
	if len(args) == 1 && containsHelpFlag(args) {
		return "help", nil
	}
	return "", args
}

func isGlobalFlagWithValue(flag string) bool {
	switch strings.TrimLeft(flag, "-") {
	case "data-dir", "profile", "log-level":
		return true
	}
	return false
}

func containsHelpFlag(args []string) bool {
	for _, a := range args {
		switch a {
		case "-h", "-help", "--help":
			return true
		}
	}
	return false
}

// parseFlagsAtAnyPosition parses flags at any position and returns the positional arguments. "--"
// ends the flags.
func parseFlagsAtAnyPosition(fs *flag.FlagSet, args []string) (texts []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return texts, nil
		}
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(texts, rest...), nil
		}
		texts = append(texts, rest[0])
		args = rest[1:]
	}
}

// repeatedFlag is a flag that may be given several times.
type repeatedFlag []string

func (r *repeatedFlag) String() string { return strings.Join(*r, ", ") }

func (r *repeatedFlag) Set(s string) error {
	*r = append(*r, s)
	return nil
}

// capitalizedErrorText returns the error's text with a capital first letter.
func capitalizedErrorText(err error) string {
	s := err.Error()
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func completionCommand() *command {
	return &command{
		name: "completion", usage: strings.Join(shell.SupportedShells(), "|"),
		summary: "print the completion script for a shell",
		examples: []string{
			"memoir completion bash > ~/.local/share/bash-completion/completions/memoir",
			"memoir completion zsh > \"${fpath[1]}/_memoir\"",
			"memoir completion fish > ~/.config/fish/completions/memoir.fish",
		},
		setupFlags: func(*flag.FlagSet) action {
			return func(_ context.Context, e *env, texts []string) error {
				if len(texts) != 1 {
					return usageErrorf("Name one shell: %s.", strings.Join(shell.SupportedShells(), ", "))
				}
				script, ok := shell.CompletionScript(texts[0], toShellCommandTree(rootCommand()))
				if !ok {
					return usageErrorf("Completion isn't available for %q, only for %s.", texts[0],
						strings.Join(shell.SupportedShells(), ", "))
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
				page := shell.ManPage(toShellCommandTree(rootCommand()), Version, commonFlagsForShell(), []shell.Flag{
					{Name: "MEMOIR_HOME", Text: "the data folder, if --data-dir isn't given"},
				})
				_, err := fmt.Fprint(e.out, page)
				return err
			}
		},
	}
}

// toShellCommandTree describes a command and those below it. Every command has the common
// flags, also the root, where they stand before the name of a command.
func toShellCommandTree(c *command) shell.Command {
	d := shell.Command{
		Path: c.path, Usage: c.usage, Summary: c.summary, Examples: c.examples,
		Flags: commonFlagsForShell(),
	}
	if c.setupFlags != nil {
		fs := flag.NewFlagSet(c.path, flag.ContinueOnError)
		c.setupFlags(fs)
		d.Flags = slices.Concat(flagsForShell(fs), d.Flags)
	}
	for _, s := range c.subcommands {
		d.Subcommands = append(d.Subcommands, toShellCommandTree(s))
	}
	return d
}

func commonFlagsForShell() []shell.Flag {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	(&env{}).addCommonFlags(fs)
	return append(flagsForShell(fs), shell.Flag{Name: "help", Text: "show help for the command"})
}

// flagsForShell lists flags, sorted by name.
func flagsForShell(fs *flag.FlagSet) []shell.Flag {
	var out []shell.Flag
	fs.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		out = append(out, shell.Flag{Name: f.Name, Value: value, Text: text})
	})
	return out
}

// newListCommand builds the command list of a group, which prints the array at a path.
func newListCommand[T any](group, summary, path, what string, line func(T) string) *command {
	return &command{
		name: "list", usage: "[--json]", summary: summary, examples: []string{"memoir " + group + " list"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return fetchAndPrintList(ctx, e, path, *asJSON, what, line)
			}
		},
	}
}

// newCommandOnOneItem builds a command on one thing that an id names; path and done take the id.
func newCommandOnOneItem(name, group, what, summary, method, path, done string) *command {
	return &command{
		name: name, usage: "ID", summary: summary, examples: []string{"memoir " + group + " " + name + " 3"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, what)
				if err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, method, fmt.Sprintf(path, id), nil, nil)
				})
				if err != nil {
					return failureNamingMissingItem(err, what, id)
				}
				fmt.Fprintf(e.out, done+"\n", id)
				return nil
			}
		},
	}
}

// newAttachOrDetachFileCommand builds a command that takes a file and a chat or project, which is
// what; done takes the ids of both.
func newAttachOrDetachFileCommand(name, group, what, summary, method, done string) *command {
	return &command{
		name: name, usage: "FILE-ID " + strings.ToUpper(what), summary: summary,
		examples: []string{"memoir " + group + " " + name + " 5 2"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				file, err := parsePositionalID(texts, 0, "file")
				if err != nil {
					return err
				}
				id, err := parsePositionalID(texts, 1, what)
				if err != nil {
					return err
				}
				if err := rejectPositionalArguments(texts[2:]); err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, method, fmt.Sprintf("/api/%ss/%d/contexts/%d", what, id, file), nil, nil)
				})
				if err != nil {
					return failureNamingEitherMissingItem(err, "file", file, what, id)
				}
				fmt.Fprintf(e.out, done+"\n", file, id)
				return nil
			}
		},
	}
}

// parseSinglePositionalID parses the id of a command that takes nothing else.
func parseSinglePositionalID(texts []string, what string) (memory.ID, error) {
	id, err := parsePositionalID(texts, 0, what)
	if err != nil {
		return 0, err
	}
	return id, rejectPositionalArguments(texts[1:])
}

// fieldsFromNamedFlagsIfGiven returns the values of those of the named flags that were given; the
// field of a flag is its name with _ for -.
func fieldsFromNamedFlagsIfGiven(fs *flag.FlagSet, names ...string) map[string]any {
	given := map[string]any{}
	fs.Visit(func(f *flag.Flag) {
		for _, name := range names {
			if getter, ok := f.Value.(flag.Getter); ok && f.Name == name {
				given[strings.ReplaceAll(name, "-", "_")] = getter.Get()
			}
		}
	})
	return given
}
