package cli

import (
	"fmt"
	"sync"
	"time"

	"memoir/storage"
)

// ownerTimeouts are how long a command waits for the process that owns the data folder.
type ownerTimeouts struct {
	notice    time.Duration // until the command says that it waits
	handshake time.Duration // for the answer to the first request on a connection
	hung      time.Duration // for an owner that accepts connections and answers none
	starting  time.Duration // for an owner that neither listens nor ends: it starts, or exits
}

func defaultOwnerTimeouts() ownerTimeouts {
	return ownerTimeouts{
		notice: 5 * time.Second, handshake: 15 * time.Second, hung: 30 * time.Second, starting: 2 * time.Minute,
	}
}

func (e *env) ownerTimeouts() ownerTimeouts {
	if e.ownerTimes != nil {
		return *e.ownerTimes
	}
	return defaultOwnerTimeouts()
}

// ownerWait is the wait of one command for the owner of a folder.
type ownerWait struct {
	env       *env
	dir       string
	limits    ownerTimeouts
	began     time.Time
	hungSince time.Time // zero while the owner does not hang
	notice    sync.Once
}

func (e *env) newOwnerWait(dir string) *ownerWait {
	return &ownerWait{env: e, dir: dir, limits: e.ownerTimeouts(), began: time.Now()}
}

// printNoticeIfWaitIsLong says once, on stderr, that the command waits, as soon as it has waited
// for long enough; the returned function stops that. A folder that this process opens itself is no
// wait.
func (w *ownerWait) printNoticeIfWaitIsLong() (stop func()) {
	said := make(chan struct{})
	timer := time.AfterFunc(w.limits.notice-time.Since(w.began), func() {
		defer close(said)
		w.sayThatItWaits()
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}

// noticeIfDue says once that the command waits if it has waited for long enough: between two attempts
// no timer runs, and on a slow computer an attempt to open the folder alone takes that long.
func (w *ownerWait) noticeIfDue() {
	if time.Since(w.began) >= w.limits.notice {
		w.sayThatItWaits()
	}
}

// sayThatItWaits prints one line on stderr, the first time it is called.
func (w *ownerWait) sayThatItWaits() {
	w.notice.Do(func() {
		fmt.Fprintf(
			w.env.err,
			"Waiting for %s, which has the data folder open and doesn't answer …\n",
			w.ownerNameWithProcessID(),
		)
	})
}

// recordAttemptAndCheckTimeout reports, after an attempt that reached no owner, whether further
// ones are pointless. hangs says that the attempt met an owner that answers nothing.
func (w *ownerWait) recordAttemptAndCheckTimeout(hangs bool) bool {
	now := time.Now()
	switch {
	case !hangs:
		w.hungSince = time.Time{}
	case w.hungSince.IsZero():
		w.hungSince = now.Add(-w.limits.handshake)
	}
	return now.Sub(w.began) >= w.limits.starting || hangs && now.Sub(w.hungSince) >= w.limits.hung
}

func (w *ownerWait) ownerNotAnsweringFailure(cause error) *failure {
	return &failure{
		code: exitFailed, cause: cause,
		title: fmt.Sprintf("The data folder %s is in use by %s, which doesn't answer.", w.dir, w.ownerNameWithProcessID()),
		hint:  "Close it, or end its process, and try again.",
	}
}

// ownerNameWithProcessID names the owner with its process id where that is known.
func (w *ownerWait) ownerNameWithProcessID() string {
	if pid := storage.LastFolderLockerPID(w.dir); pid > 0 {
		return fmt.Sprintf("the running Memoir (process %d)", pid)
	}
	return "the running Memoir"
}
