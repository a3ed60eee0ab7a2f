package settings

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/ui/app"
)

func TestSnapshotsAreListedInWordsAndShortened(t *testing.T) {
	now := time.Date(2026, 5, 3, 18, 0, 0, 0, time.Local)
	var l snapshotList
	for i := range 7 {
		l.all = append(l.all, app.Snapshot{
			Name: fmt.Sprintf("daily-%d", i), Reason: "Daily",
			CreatedAt: now.AddDate(0, 0, -i).Add(-time.Hour), Bytes: 1_250_000,
		})
	}
	rows := l.listedSnapshotRows(now)
	if len(rows) != maxSnapshotRows || l.hiddenSnapshotCount() != 2 {
		t.Fatalf("%d rows, %d hidden", len(rows), l.hiddenSnapshotCount())
	}
	want := snapshotRow{
		name: "daily-1", title: "Yesterday, 17:00", sub: "Daily · 1.2 MB",
		restoreName: "Restore the snapshot from yesterday, 17:00",
	}
	if rows[1] != want {
		t.Errorf("%+v, want %+v", rows[1], want)
	}
	if l.showAll = true; len(l.listedSnapshotRows(now)) != 7 || l.hiddenSnapshotCount() != 0 {
		t.Errorf("all: %d rows, %d hidden", len(l.listedSnapshotRows(now)), l.hiddenSnapshotCount())
	}
}

func TestSnapshotIsRestoredAfterAQuestion(t *testing.T) {
	d := newClosedHarness(t)
	d.host.snapshots = []app.Snapshot{{Name: "daily-2026-05-03", Reason: "Daily", CreatedAt: d.Env.Now(), Bytes: 2e6}}
	d.dialog.OpenPage(d.Win.Canvas(), DataPage)
	d.WaitForText("Daily · 2.0 MB")
	d.TapControlNamed("Restore the snapshot from just now", nil)
	d.TapControlNamed("Cancel", nil)
	if got := d.host.takeRequests(); strings.Contains(got, "restore") {
		t.Fatalf("restored without a yes: %s", got)
	}
	d.TapControlNamed("Restore the snapshot from just now", nil)
	d.TapControlNamed("Restore and restart", nil)
	d.WaitForText("Restarting")
	if got := d.host.takeRequests(); !strings.Contains(got, "restore daily-2026-05-03") {
		t.Errorf("asked for %s", got)
	}
	d.host.setError(memory.ErrCorrupt)
	d.TapControlNamed("Restore the snapshot from just now", nil)
	d.TapControlNamed("Restore and restart", nil)
	d.WaitForText("That didn't work. Nothing was changed.")
}
