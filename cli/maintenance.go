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
		name: "check", usage: "[--repair] [--json]", summary: "check the database, full-text search and vectors",
		examples: []string{"memoir check", "memoir check --repair"},
		setupFlags: func(fs *flag.FlagSet) action {
			repair := fs.Bool("repair", false, "repair what can be repaired; only while no other copy of Memoir is using the "+
				"folder")
			asJSON := fs.Bool("json", false, "print the report as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				var report api.IntegrityReport
				var err error
				if *repair {
					report, err = e.repairDataFolder(ctx)
				} else {
					err = e.withSession(ctx, func(s *session) error {
						return s.requestJSON(ctx, http.MethodPost, "/api/check", nil, &report)
					})
				}
				if err != nil {
					return err
				}
				return e.printReportAndFailIfDamaged(report, *asJSON)
			}
		},
	}
}

func (p *printer) printReportAndFailIfDamaged(r api.IntegrityReport, asJSON bool) error {
	if asJSON {
		if err := p.printJSON(r.WithEmptyListsForNil()); err != nil {
			return err
		}
	} else {
		for _, x := range r.Repaired {
			fmt.Fprintln(p.out, "Repaired: "+x)
		}
		for _, x := range r.Lost {
			fmt.Fprintln(p.out, "Lost: "+x)
		}
		for _, x := range r.Kept {
			fmt.Fprintln(p.out, "Kept: "+x)
		}
		for _, x := range r.Problems {
			fmt.Fprintln(p.out, "Problem: "+x)
		}
		for _, x := range r.Notes {
			fmt.Fprintln(p.out, "Note: "+x)
		}
	}
	if !r.OK {
		return newFailuref(
			"The data folder is damaged. To repair what can be repaired: memoir check --repair. To restore a backup: memoir " +
				"restore NAME.",
		)
	}
	if !asJSON {
		fmt.Fprintln(p.out, "No problems found.")
	}
	return nil
}

// dataFolderInUseError reports that another process owns the folder.
func dataFolderInUseError(dir string, err error) error {
	return &failure{
		code: exitFailed, cause: err,
		title: "Another copy of Memoir is using the data folder " + dir + ".",
		hint:  "Close the other copy of Memoir first; nothing was changed.",
	}
}

func restoreCommand() *command {
	return &command{
		name: "restore", usage: "NAME|FILE", summary: "restore a snapshot or backup; the current data is kept as a snapshot",
		examples: []string{"memoir restore daily-2026-05-03", "memoir restore /media/stick/memoir.db"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) != 1 {
					return usageErrorf("Which backup? Give one file, or a name from memoir backup list.")
				}
				return e.restoreBackupOrSnapshotAndPrint(ctx, texts[0])
			}
		},
	}
}

func backupCommand() *command {
	return &command{
		name: "backup", usage: "[list] [--out F] [--json]",
		summary:  "write a verified backup, without API keys, or list the snapshots",
		examples: []string{"memoir backup", "memoir backup list", "memoir backup --out /media/stick/memoir.db"},
		setupFlags: func(fs *flag.FlagSet) action {
			out := fs.String("out", "", "write the backup to `F`, a file that doesn't exist yet")
			asJSON := fs.Bool("json", false, "print the result as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 1 && texts[0] == "list" {
					return e.printSnapshotList(*asJSON)
				}
				if err := rejectPositionalArguments(texts); err != nil {
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
				var snapshot api.Snapshot
				err := e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPost, "/api/backup", body, &snapshot)
				})
				if err != nil {
					return err
				}
				if *asJSON {
					return e.printJSON(snapshot)
				}
				fmt.Fprintf(e.out, "%s (%d bytes)\n", snapshot.Path, snapshot.Bytes)
				return nil
			}
		},
	}
}

// repairDataFolder opens the folder without the core, so that nothing runs on what is being
// repaired.
func (e *env) repairDataFolder(ctx context.Context) (api.IntegrityReport, error) {
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		return api.IntegrityReport{}, err
	}
	report, err := storage.RepairDataFolder(ctx, storage.Options{
		Dir: dir, IndexDir: storage.ResolveIndexSnapshotFolder(dir, e.getenv),
		InitialSettings: initialSettingsOfNewDataFolder(),
	})
	if err == nil && len(report.Lost) > 0 {
		report.Notes = append(report.Notes, restoreHintForNewestSnapshot(dir))
	}
	return toAPIIntegrityReport(report), failureExplainingRepairError(dir, err)
}

// failureExplainingRepairError explains why a repair is not possible.
func failureExplainingRepairError(dir string, err error) error {
	switch {
	case errors.Is(err, memory.ErrBusy):
		return dataFolderInUseError(dir, err)
	case errors.Is(err, memory.ErrCorrupt):
		return &failure{
			code: exitFailed, cause: err,
			title: "The database can't be read at all anymore. Nothing was changed.", hint: restoreHintForNewestSnapshot(dir),
		}
	}
	return err
}

// restoreBackupOrSnapshotAndPrint puts a backup in place while no process owns the folder.
func (e *env) restoreBackupOrSnapshotAndPrint(ctx context.Context, file string) error {
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		return err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return fmt.Errorf("resolve %s: %w", file, err)
	}
	if _, err := os.Stat(path); err != nil {
		if path, err = snapshotPathByNameOrFailure(dir, file); err != nil {
			return err
		}
	}
	kept, err := storage.RestoreBackup(ctx, storage.Options{
		Dir:      dir,
		IndexDir: storage.ResolveIndexSnapshotFolder(dir, e.getenv),
	},
		path)
	switch {
	case errors.Is(err, memory.ErrBusy):
		return dataFolderInUseError(dir, err)
	case errors.Is(err, memory.ErrCorrupt), errors.Is(err, memory.ErrInvalid):
		return &failure{
			code: exitFailed, cause: err, title: file + " isn't a valid Memoir backup.",
			hint: "Nothing was changed. " + restoreHintForNewestSnapshot(dir),
		}
	case err != nil:
		return err
	}
	fmt.Fprintf(e.out, "Restored %s.\n", file)
	if kept != "" {
		fmt.Fprintf(e.err, "The previous data is in %s.\n", kept)
	}
	return nil
}

// dataFolder is the data folder as the API needs it.
type dataFolder struct {
	db     *storage.DB
	models *modelAccess
}

var _ api.DataFolder = (*dataFolder)(nil)

func (f *dataFolder) CheckDatabaseAndSearchIndexes(ctx context.Context) (api.IntegrityReport, error) {
	r, err := f.db.CheckOrRepairConsistency(ctx, false)
	return toAPIIntegrityReport(r), err
}

func (f *dataFolder) CreateBackup(ctx context.Context, path string) (api.Snapshot, error) {
	at, size, err := f.db.Backup(ctx, path)
	return api.Snapshot{Path: at, Bytes: size}, err
}

func (f *dataFolder) StoreProviderKey(ctx context.Context, provider, key string) (string, error) {
	return f.models.client.StoreKeyInKeychainOrFile(ctx, provider, key)
}

func (f *dataFolder) SaveModelTakesPictures(_ context.Context, model string, sees bool) error {
	return f.models.client.SaveModelTakesPictures(model, sees)
}

func toAPIIntegrityReport(r storage.CheckReport) api.IntegrityReport {
	return api.IntegrityReport{
		OK:       r.HasNoProblems(),
		Problems: r.Problems,
		Repaired: r.Repaired,
		Notes:    r.Notes,
		Lost:     r.Lost,
		Kept:     r.Kept,
	}
}
