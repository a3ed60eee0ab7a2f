package settings

import (
	"time"

	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// maxSnapshotRows is how many snapshots are listed until the user asks for all.
const maxSnapshotRows = 5

// snapshotList is what the group of snapshots shows.
type snapshotList struct {
	all     []app.Snapshot // newest first
	showAll bool
}

// snapshotRow is a snapshot in words.
type snapshotRow struct {
	name        string // for Host.StageSnapshotRestoreAndRestart
	title, sub  string
	restoreName string // accessible name of its button
}

// listedSnapshotRows returns the listed snapshots.
func (l snapshotList) listedSnapshotRows(now time.Time) []snapshotRow {
	listed := l.all
	if !l.showAll && len(listed) > maxSnapshotRows {
		listed = listed[:maxSnapshotRows]
	}
	out := make([]snapshotRow, len(listed))
	for i, s := range listed {
		when := humanize.FormatAsTodayYesterdayOrDate(s.CreatedAt, now)
		out[i] = snapshotRow{
			name: s.Name, title: humanize.Capitalize(when),
			sub:         humanize.Capitalize(translate.TranslateKnown(s.Reason)) + " · " + humanize.FormatFileSize(s.Bytes),
			restoreName: translate.Text("Restore the snapshot from {{.When}}", "When", when),
		}
	}
	return out
}

// hiddenSnapshotCount is the number of snapshots that are not listed.
func (l snapshotList) hiddenSnapshotCount() int {
	if l.showAll {
		return 0
	}
	return max(0, len(l.all)-maxSnapshotRows)
}
