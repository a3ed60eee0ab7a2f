package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"

	"memoir/api"
)

func serveCommand() *command {
	return &command{
		name: "serve", usage: "[--addr HOST:PORT] [--token-file F] [--require-user]",
		summary: "run the HTTP interface until Ctrl-C or SIGTERM, and print its address on one line",
		examples: []string{
			"memoir serve", "memoir serve --addr 127.0.0.1:0",
			"memoir serve --addr 192.168.1.5:8377 --token-file ~/.config/memoir/token",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			o := serveOptions{}
			fs.StringVar(&o.addr, "addr", "127.0.0.1:8377", "listen on `HOST:PORT`; --token-file is required if other "+
				"computers can reach it")
			fs.StringVar(&o.tokenFile, "token-file", "", "require the token in the file `F`, which is created if missing")
			fs.BoolVar(&o.requireUser, "require-user", false, "serve a household: each user has a profile, and requests that "+
				"name no user use no memory; callers are trusted to say who they are")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return e.openFolderAndServeHTTP(ctx, o)
			}
		},
	}
}

// householdNotice says what --require-user is for and what it is not.
const householdNotice = "This server is for a household: each user has their own memories, but users aren't " +
	"authenticated. It isn't meant for teams."

type serveOptions struct {
	addr, tokenFile string
	requireUser     bool
}

func (e *env) openFolderAndServeHTTP(ctx context.Context, o serveOptions) error {
	token, err := readOrCreateTokenFilePrintingNotices(o.tokenFile, e.err)
	if err != nil {
		return err
	}
	network := api.NetworkOptions{Addr: o.addr, Token: token}
	if err := network.ValidateAddressAndToken(); err != nil {
		f := convertErrorToFailure(err)
		f.code, f.hint = exitUsage, "Use 127.0.0.1:PORT, or give --token-file."
		return f
	}
	e.requireUser = o.requireUser
	e.stopServing = make(chan struct{}, 1)
	s, err := e.ownFolderOrConnectToOwner(ctx)
	if err != nil {
		return err
	}
	if s.app == nil {
		return errors.Join(&failure{
			code:  exitFailed,
			title: "Another Memoir is already using this data folder.",
			hint:  "Close the other Memoir, or serve another folder with --data-dir.",
		}, s.close(ctx))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err = e.serveTCPPrintingAddressUntilStopped(ctx, s.app, network)
	cancel() // on every path: do not wait for its clients
	return errors.Join(err, s.close(ctx))
}

func (e *env) serveTCPPrintingAddressUntilStopped(ctx context.Context, a *app, o api.NetworkOptions) error {
	h, err := a.api.NetworkHandler(o)
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return &failure{
			code: exitFailed, cause: err, title: "Memoir can't listen on " + o.Addr + ".",
			hint: "Another app may be using the port. Choose another port with --addr.",
		}
	}
	a.startHTTPServerOnListener(ctx, ln, h)
	fmt.Fprintf(e.out, "Listening on http://%s\n", ln.Addr())
	if e.requireUser {
		fmt.Fprintln(e.err, householdNotice)
	}
	select {
	case <-ctx.Done():
	case <-e.stopServing:
		fmt.Fprintln(e.err, "Memoir's window is taking over the data folder, so this server is stopping.")
	}
	return nil
}

// readOrCreateTokenFilePrintingNotices reads the token; if the file is missing, it creates one that
// only this user can read.
func readOrCreateTokenFilePrintingNotices(path string, notices io.Writer) (string, error) {
	if path == "" {
		return "", nil
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return createTokenFileAndPrintPath(path, notices)
	}
	if err != nil {
		return "", &failure{
			code: exitFailed, title: path + " can't be read.", hint: "Check the file's permissions.", cause: err,
		}
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", newFailuref("%s is empty. Delete it, and Memoir will create a new token.", path)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		fmt.Fprintf(notices, "Other users of this computer can read %s. To prevent that, run chmod 600 on it.\n", path)
	}
	return token, nil
}

func createTokenFileAndPrintPath(path string, notices io.Writer) (string, error) {
	token := rand.Text() + rand.Text()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(f, token)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return "", &failure{
			code: exitFailed, title: "The token can't be written to " + path + ".",
			hint: "Choose another file with --token-file.", cause: err,
		}
	}
	fmt.Fprintf(notices, "A new token was written to %s.\n", path)
	return token, nil
}

func windowCommand() *command {
	return &command{
		name: "gui", summary: "open the window; the same as memoir without a command",
		examples: []string{"memoir", "memoir gui --demo"},
		isWindow: true,
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return openOrRaiseWindowIfBuiltWithUI(ctx, e)
			}
		},
	}
}

// Paths of requests from a second start to the first, on the folder's socket only: to raise its
// window, or to exit when it is memoir serve and the window wants the folder.
const (
	showWindowPath  = "/window/show"
	stopServingPath = "/window/leave"
)

// handlerAddingWindowShowAndStopRoutes answers requests of a second start; everything else goes to
// h.
func (e *env) handlerAddingWindowShowAndStopRoutes(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := map[string]chan struct{}{showWindowPath: e.showWindow, stopServingPath: e.stopServing}[r.URL.Path]
		if asked == nil || r.Method != http.MethodPost {
			h.ServeHTTP(w, r)
			return
		}
		select {
		case asked <- struct{}{}:
		default: // already signalled
		}
		w.WriteHeader(http.StatusNoContent)
	})
}
