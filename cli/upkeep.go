package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"memoir/api"
	"memoir/memory"
	"memoir/storage"
)

func checkCommand() *command {
	return &command{
		name: "check", usage: "[--repair] [--json]", summary: "integrity of database, full text and vectors",
		examples: []string{"memoir check", "memoir check --repair"},
		setup: func(fs *flag.FlagSet) action {
			repair := fs.Bool("repair", false, "mend what can be mended; only while no other Memoir owns the folder")
			asJSON := fs.Bool("json", false, "the report as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := noTexts(texts); err != nil {
					return err
				}
				var report api.Report
				var err error
				if *repair {
					report, err = e.repair(ctx)
				} else {
					err = e.withSession(ctx, func(s *session) error {
						return s.call(ctx, http.MethodPost, "/api/check", nil, &report)
					})
				}
				if err != nil {
					return err
				}
				return e.showReport(report, *asJSON)
			}
		},
	}
}

func (e *env) showReport(r api.Report, asJSON bool) error {
	if asJSON {
		if err := e.printJSON(r.Filled()); err != nil {
			return err
		}
	} else {
		for _, x := range r.Repaired {
			fmt.Fprintln(e.out, "Mended: "+x)
		}
		for _, x := range r.Problems {
			fmt.Fprintln(e.out, "Problem: "+x)
		}
		for _, x := range r.Notes {
			fmt.Fprintln(e.out, "Note: "+x)
		}
	}
	if !r.OK {
		return failf("The data folder is damaged. memoir check --repair mends what it can; memoir restore brings a " +
			"backup back.")
	}
	if !asJSON {
		fmt.Fprintln(e.out, "Everything is in order.")
	}
	return nil
}

// folderOwnedError reports that another process owns the folder.
func errOwned(dir string, err error) error {
	return &failure{
		code: exitFailed, cause: err,
		title: "Another Memoir uses the data folder " + dir + ".", hint: "Close it first; nothing was changed.",
	}
}

func restoreCommand() *command {
	return &command{
		name: "restore", usage: "FILE", summary: "put a backup in the place of the data; what was there is kept beside it",
		examples: []string{"memoir restore memoir-backup.db"},
		setup: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) != 1 {
					return usagef("Which backup? Give one file.")
				}
				return e.restore(ctx, texts[0])
			}
		},
	}
}

func backupCommand() *command {
	return &command{
		name: "backup", usage: "[--out F] [--json]", summary: "a verified snapshot; keys are not in it",
		examples: []string{"memoir backup", "memoir backup --out /media/stick/memoir.db"},
		setup: func(fs *flag.FlagSet) action {
			out := fs.String("out", "", "write it to `F`, which must not exist")
			asJSON := fs.Bool("json", false, "place and size as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := noTexts(texts); err != nil {
					return err
				}
				body := map[string]string{}
				if *out != "" {
					path, err := filepath.Abs(*out)
					if err != nil {
						return fmt.Errorf("resolve %s: %w", *out, err)
					}
					body["path"] = path
				}
				var made api.Snapshot
				err := e.withSession(ctx, func(s *session) error {
					return s.call(ctx, http.MethodPost, "/api/backup", body, &made)
				})
				if err != nil {
					return err
				}
				if *asJSON {
					return e.printJSON(made)
				}
				fmt.Fprintf(e.out, "%s (%d bytes)\n", made.Path, made.Bytes)
				return nil
			}
		},
	}
}

// repairFolder opens the folder without the core, so that nothing runs on what is being repaired.
func (e *env) repair(ctx context.Context) (api.Report, error) {
	dir, err := e.folder()
	if err != nil {
		return api.Report{}, err
	}
	db, err := storage.Open(ctx, storage.Options{Dir: dir, IndexDir: storage.ResolveIndexDir(dir, e.getenv)})
	if err != nil {
		return api.Report{}, tooDamaged(dir, err)
	}
	report, err := db.Check(ctx, true)
	err = errors.Join(err, db.Close(context.WithoutCancel(ctx)))
	return wireReport(report), tooDamaged(dir, err)
}

// repairError explains why a repair is not possible.
func tooDamaged(dir string, err error) error {
	switch {
	case errors.Is(err, memory.ErrBusy):
		return errOwned(dir, err)
	case errors.Is(err, memory.ErrCorrupt):
		return &failure{
			code: exitFailed, cause: err,
			title: "The database is too damaged to be mended. Nothing was changed.",
			hint:  "Bring a backup back with memoir restore FILE; " + filepath.Join(dir, "backups") + " may hold some.",
		}
	}
	return err
}

// restoreBackup puts a backup in place while no process owns the folder.
func (e *env) restore(ctx context.Context, file string) error {
	dir, err := e.folder()
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); err != nil {
		return &failure{code: exitMissing, title: "There is no file " + file + ".", cause: err}
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return fmt.Errorf("resolve %s: %w", file, err)
	}
	kept, err := storage.Restore(ctx, storage.Options{Dir: dir, IndexDir: storage.ResolveIndexDir(dir, e.getenv)}, path)
	switch {
	case errors.Is(err, memory.ErrBusy):
		return errOwned(dir, err)
	case errors.Is(err, memory.ErrCorrupt), errors.Is(err, memory.ErrInvalid):
		return &failure{
			code: exitFailed, cause: err, title: file + " is no sound backup of Memoir.",
			hint: "Nothing was changed; try another backup.",
		}
	case err != nil:
		return err
	}
	fmt.Fprintf(e.out, "%s is in place.\n", file)
	if kept != "" {
		fmt.Fprintf(e.err, "What was there before lies in %s.\n", kept)
	}
	return nil
}

// dataFolder is the data folder as the API needs it.
type folder struct {
	db     *storage.DB
	models *models
}

var _ api.Folder = (*folder)(nil)

func (f *folder) Check(ctx context.Context) (api.Report, error) {
	r, err := f.db.Check(ctx, false)
	return wireReport(r), err
}

func (f *folder) Backup(ctx context.Context, path string) (api.Snapshot, error) {
	at, size, err := f.db.Backup(ctx, path)
	return api.Snapshot{Path: at, Bytes: size}, err
}

func (f *folder) SetKey(ctx context.Context, provider, key string) (string, error) {
	return f.models.client.SetKey(ctx, provider, key)
}

func wireReport(r storage.Report) api.Report {
	return api.Report{OK: r.OK(), Problems: r.Problems, Repaired: r.Repaired, Notes: r.Notes}
}
