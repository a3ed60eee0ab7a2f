package cli

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"memoir/api"
	"memoir/storage"
)

// lockedBuffer is a buffer that a timer may write to.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// lockFolderAndNeverAnswer locks the folder of e as its owner and, with listen set, accepts connections that it
// never answers.
func lockFolderAndNeverAnswer(t *testing.T, e *env, listen bool) {
	t.Helper()
	dir, err := e.resolveDataFolderPath()
	if err != nil {
		t.Fatal(err)
	}
	db, err := storage.Open(t.Context(), storage.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.WithoutCancel(t.Context())) })
	if !listen {
		return
	}
	ln, err := api.ListenReplacingStaleSocket(t.Context(), e.socketPath(dir))
	if err != nil {
		t.Fatal(err)
	}
	var conns []net.Conn
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			conns = append(conns, c)
		}
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		<-done
		for _, c := range conns {
			_ = c.Close()
		}
	})
}

func TestOwnerThatDoesNotAnswerIsNamedAndGivenUp(t *testing.T) {
	for name, listens := range map[string]bool{"hung": true, "neither listening nor ending": false} {
		t.Run(name, func(t *testing.T) {
			said := &lockedBuffer{}
			e := &env{
				printer: printer{out: said, err: said},
				getenv:  os.Getenv,
				dataDir: t.TempDir(),
				ownerTimes: &ownerTimeouts{
					notice: 50 * time.Millisecond, handshake: 100 * time.Millisecond, hung: 300 * time.Millisecond,
					starting: 400 * time.Millisecond,
				},
			}
			lockFolderAndNeverAnswer(t, e, listens)
			_, err := e.ownFolderOrConnectToOwner(t.Context())
			process := fmt.Sprintf("the running Memoir (process %d)", os.Getpid())
			if err == nil || !strings.Contains(convertErrorToFailure(err).Error(), process+", which isn't responding") {
				t.Errorf("the command ends with %v", err)
			}
			if n := strings.Count(said.text(), "Waiting for "+process); n != 1 {
				t.Errorf("it says %d times that it waits: %q", n, said.text())
			}
		})
	}
}

func TestCommandSaysAfterFiveSecondsThatItWaits(t *testing.T) {
	if got := defaultOwnerTimeouts(); got.notice != 5*time.Second || got.hung > time.Minute {
		t.Errorf("the timeouts are %+v", got)
	}
}
