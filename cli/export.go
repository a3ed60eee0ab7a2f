package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"memoir/memory"
)

// exportFlags are the flags of memoir export.
type exportFlags struct {
	chats                                repeatedFlag
	project                              int64
	all, memories                        bool
	format, out                          string
	overwrite, withoutReceipts, noLedger bool
}

// exportCommand writes chats and memories into a file.
func exportCommand() *command {
	return &command{
		name: "export",
		usage: "[--chat N … | --project N | --memories | --all] [--format md|json|html] [--no-receipts] [--no-history] " +
			"[-o FILE] [--force]",
		summary: "write chats and memories as JSON that can be imported again, as Markdown, or as one HTML page",
		examples: []string{
			"memoir export -o everything.json", "memoir export --chat 3 -o trip.html",
			"memoir export --memories --format md", "memoir export --project 2 -o boat.json",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			var o exportFlags
			fs.Var(&o.chats, "chat", "only chat `N`; can be repeated")
			fs.Int64Var(&o.project, "project", 0, "only project `N`: its chats, files, instructions and memories")
			fs.BoolVar(&o.all, "all", false, "everything in the profile; the default without --chat, --project or --memories")
			fs.BoolVar(&o.memories, "memories", false, "memories and the text about you, without chats")
			fs.StringVar(&o.format, "format", "", "`md|json|html`; the default follows the extension of FILE, otherwise json")
			fs.StringVar(&o.out, "o", "", "write to `FILE` instead of standard output")
			fs.BoolVar(&o.overwrite, "force", false, "replace FILE if it exists")
			fs.BoolVar(&o.withoutReceipts, "no-receipts", false, "leave out what was sent for each answer")
			fs.BoolVar(&o.noLedger, "no-history", false, "leave out the memory history and forgotten memories")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				query, err := o.validateAndBuildExportQuery()
				if err != nil {
					return err
				}
				return e.withSession(ctx, func(s *session) error { return e.fetchExportAndWriteToFileOrStdout(ctx, s, query, o) })
			}
		},
	}
}

// validateAndBuildExportQuery returns the parameters of GET /api/export.
func (o exportFlags) validateAndBuildExportQuery() (url.Values, error) {
	q := url.Values{}
	given := 0
	for _, on := range []bool{o.all, o.memories, len(o.chats) > 0, o.project != 0} {
		if on {
			given++
		}
	}
	if given > 1 {
		return nil, usageErrorf("Give only one of --chat, --project, --memories and --all.")
	}
	var ids []string
	for _, c := range o.chats {
		for id := range strings.SplitSeq(c, ",") {
			if n, err := strconv.ParseInt(id, 10, 64); err != nil || n <= 0 {
				return nil, usageErrorf("--chat takes a chat ID, not %q. To see the IDs: memoir chats list.", id)
			}
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		q.Set("chats", strings.Join(ids, ","))
	}
	if o.project != 0 {
		q.Set("project", strconv.FormatInt(o.project, 10))
	}
	if o.memories {
		q.Set("contents", string(memory.ExportMemories))
	}
	format := memory.ExportFormat(o.format)
	if format == "" {
		format = memory.ExportFormatFromFileExtension(o.out)
	}
	switch format {
	case "":
		format = memory.FormatJSON
	case memory.FormatJSON, memory.FormatMarkdown, memory.FormatHTML:
	default:
		return nil, usageErrorf("--format must be md, json or html, not %q.", o.format)
	}
	q.Set("format", string(format))
	q.Set("receipts", strconv.FormatBool(!o.withoutReceipts))
	q.Set("history", strconv.FormatBool(!o.noLedger))
	return q, nil
}

// fetchExportAndWriteToFileOrStdout copies the export into the file, or to standard output.
func (e *env) fetchExportAndWriteToFileOrStdout(
	ctx context.Context, s *session, query url.Values, o exportFlags,
) error {
	if o.out != "" && !o.overwrite {
		if err := refuseExistingFile(o.out); err != nil {
			return err
		}
	}
	resp, err := s.sendRequest(ctx, s.mainConn, request{method: http.MethodGet, path: "/api/export?" + query.Encode()})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body := &progressReader{Reader: resp.Body, printer: &e.printer, started: time.Now()}
	if o.out == "" {
		_, err = io.Copy(e.out, body)
	} else {
		err = writeFileAtomically(o.out, func(w io.Writer) error {
			_, err := io.Copy(w, body)
			return err
		})
	}
	body.endProgressLine()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &failure{
			code: exitFailed, cause: err, title: "The export stopped early.", hint: "No file was written. The log says why.",
		}
	case err != nil:
		return fmt.Errorf("export: %w", err)
	case o.out != "":
		fmt.Fprintf(e.out, "Exported to %s (%d bytes)\n", o.out, body.bytes)
	}
	return nil
}

// progressDelay is how long an export takes before it shows progress.
const progressDelay = 500 * time.Millisecond

// progressReader shows, on a terminal, how much was read.
type progressReader struct {
	io.Reader
	printer *printer
	started time.Time
	shown   time.Time
	bytes   int64
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.bytes += int64(n)
	now := time.Now()
	if r.printer.isTerminal && now.Sub(r.started) > progressDelay && now.Sub(r.shown) > progressDelay {
		r.shown = now
		fmt.Fprintf(r.printer.err, "\rExporting: %d MB", r.bytes>>20)
	}
	return n, err
}

// endProgressLine leaves the line of the progress.
func (r *progressReader) endProgressLine() {
	if !r.shown.IsZero() {
		fmt.Fprintln(r.printer.err)
	}
}

// refuseExistingFile returns a failure when there is something at path.
func refuseExistingFile(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return &failure{
			code: exitFailed, title: "There is already a file at " + path + ".",
			hint: "Choose another name, or use --force to replace it.",
		}
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return fmt.Errorf("look at %s: %w", path, err)
}

// writeFileAtomically makes or replaces a file with mode 0600 from what write writes, so that it is there
// whole or not at all.
func writeFileAtomically(path string, write func(w io.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return errorExplainingUnwritableFile("make", path, err)
	}
	err = write(tmp)
	if err == nil {
		err = tmp.Sync()
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(errorExplainingUnwritableFile("write", path, err), os.Remove(tmp.Name()))
	}
	return nil
}

// errorExplainingUnwritableFile explains why a file that the user named cannot be written.
func errorExplainingUnwritableFile(doing, path string, err error) error {
	var problem string
	switch {
	case errors.Is(err, fs.ErrNotExist):
		problem = "The folder " + filepath.Dir(path) + " doesn't exist."
	case errors.Is(err, fs.ErrPermission):
		problem = "You can't write to " + filepath.Dir(path) + "."
	default:
		return fmt.Errorf("%s %s: %w", doing, path, err)
	}
	return &failure{code: exitFailed, cause: err, title: problem, hint: "Choose another folder."}
}
