// Package cli implements the commands: flags, output, exit codes, and the wiring of the program.
//
// Every command is a client of the API handler in package api. When the data folder is free, the
// command becomes its owner: it opens the store and the core, calls the handler in memory, and
// serves the folder's Unix socket to other commands while it runs. When the folder is owned, the
// command sends its requests to the owner through that socket. The requests are the same either
// way, so a command never knows where they are served.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"memoir/cli/leakcheck"
	"memoir/cli/terminal"
)

// Version is the program's version; releases set it at link time with -X memoir/cli.Version=….
var Version = "dev" //nolint:gochecknoglobals // the linker can set nothing else

// Run executes one command line and returns the exit code: 0 success, 1 failure, 2 usage error,
// 3 not found, 4 model unreachable.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	code := runCommandLineWithSignals(args, stdin, stdout, stderr)
	if leakcheck.PrintAnyLeaksInCheckedBuild(stderr) {
		return exitFailed
	}
	return code
}

// runCommandLineWithSignals is Run without the check; a signal ends it early.
func runCommandLineWithSignals(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := &env{
		printer: printer{
			out:        terminal.WriterSymbolizingControlsOnTerminal(stdout, false),
			err:        terminal.WriterSymbolizingControlsOnTerminal(stderr, true),
			isTerminal: terminal.IsTerminal(stderr),
		},
		textInput: textInput{stdin: stdin, prompts: stderr}, getenv: os.Getenv,
		interrupts: interrupts{interrupted: make(chan struct{})},
	}
	stop := e.startCancellingOrExitingOnSignals(cancel)
	defer stop()
	return e.printErrorReturningExitCode(e.findAndRunCommand(ctx, args))
}

// env is the outside world of a command, together with the flags that every command has.
type env struct {
	printer
	textInput
	getenv func(string) string

	dataDir  string
	profile  string
	logLevel string
	demo     bool
	// isWindow is set while the window runs: it offers keys of the environment instead of using them,
	// and showWindow is signalled when a second start asks for the window.
	isWindow   bool
	showWindow chan struct{}
	// stopServing is signalled when a window asks memoir serve to exit.
	stopServing chan struct{}
	ownerTimes  *ownerTimeouts // nil = defaultOwnerTimeouts
	// requireUser makes API requests that name no user anonymous.
	requireUser bool
	interrupts
}

// interrupts says what the first Ctrl-C does.
type interrupts struct {
	// interrupted is closed by the first Ctrl-C, which also cancels the context unless the command has
	// called catchInterruptWithoutCancel to finish something first.
	interrupted    chan struct{}
	interruptTaken atomic.Bool
}

// catchInterruptWithoutCancel makes the first Ctrl-C close the returned channel without cancelling
// the context.
func (i *interrupts) catchInterruptWithoutCancel() <-chan struct{} {
	i.interruptTaken.Store(true)
	return i.interrupted
}

// startCancellingOrExitingOnSignals cancels the context at SIGTERM and (unless a command called
// catchInterruptWithoutCancel) at the first Ctrl-C; the second signal exits immediately. The
// returned function must be called once.
func (i *interrupts) startCancellingOrExitingOnSignals(cancel context.CancelFunc) (stop func()) {
	signals := make(chan os.Signal, 2)
	done := make(chan struct{})
	ended := make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(ended)
		for n := 1; ; n++ {
			select {
			case <-done:
				return
			case s := <-signals:
				switch {
				case n > 1:
					os.Exit(exitFailed)
				case s == os.Interrupt && i.interruptTaken.Load():
					close(i.interrupted)
				default:
					close(i.interrupted)
					cancel()
				}
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
		<-ended
	}
}

// findAndRunCommand finds the command and runs it.
func (e *env) findAndRunCommand(ctx context.Context, args []string) error {
	root := rootCommand()
	name, rest := splitOffCommandName(args)
	cmd := root.findSubcommand(name)
	if cmd == nil {
		return usageErrorf("Unknown command %q. memoir --help lists the commands.", name)
	}
	return e.parseFlagsAndRunCommandOrPrintHelp(ctx, cmd, rest)
}

func (e *env) parseFlagsAndRunCommandOrPrintHelp(ctx context.Context, cmd *command, args []string) error {
	if len(cmd.subcommands) > 0 {
		name, rest := splitOffCommandName(args)
		if name == "help" || name == "" && containsHelpFlag(args) {
			cmd.printSubcommandHelp(e.out)
			return nil
		}
		sub := cmd.findSubcommand(name)
		if sub == nil {
			return usageErrorf("memoir %s needs one of these commands: %s.", cmd.path, cmd.joinSubcommandNames())
		}
		return e.parseFlagsAndRunCommandOrPrintHelp(ctx, sub, rest)
	}
	fs := flag.NewFlagSet(cmd.path, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	version := e.addCommonFlags(fs)
	action := cmd.setupFlags(fs)
	texts, err := parseFlagsAtAnyPosition(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		cmd.printUsageAndFlags(e.out, fs)
		return nil
	case err != nil:
		return usageErrorf("%s. memoir %s --help shows flags and examples.", capitalizedErrorText(err), cmd.path)
	case *version:
		fmt.Fprintln(e.out, "memoir", Version)
		return nil
	case cmd.name == "help":
		root := rootCommand()
		root.printSubcommandHelp(e.out)
		return nil
	}
	if err := e.checkLogLevelFlag(); err != nil {
		return err
	}
	if cmd.isWindow {
		return action(ctx, e, texts)
	}
	return runOffMainThreadAndWait(func() error { return action(ctx, e, texts) })
}

// runOffMainThreadAndWait runs fn on a goroutine of its own and waits for it. Fyne ties the main
// goroutine to the main thread, as only the window needs; there each wait for another goroutine
// costs a switch of threads, which made a search by a command half as slow again.
func runOffMainThreadAndWait(fn func() error) error {
	ended := make(chan error)
	go func() { ended <- fn() }()
	return <-ended
}

// addCommonFlags registers the flags that every command has; version reports whether --version was
// given.
func (e *env) addCommonFlags(fs *flag.FlagSet) (version *bool) {
	fs.StringVar(&e.dataDir, "data-dir", "", "use the data folder `DIR`; default: MEMOIR_HOME or the standard location")
	fs.StringVar(&e.profile, "profile", "", "use the profile with the ID or name `P`; it's created on first use")
	fs.StringVar(&e.logLevel, "log-level", "", "write the log to stderr at level `L` and above: debug, info, warn, error")
	fs.BoolVar(&e.demo, "demo", false, "use sample answers instead of a model, and a separate data folder")
	return fs.Bool("version", false, "print the version")
}
