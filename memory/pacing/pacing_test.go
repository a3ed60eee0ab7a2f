package pacing

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Work of a second gets a twentieth of the time while the window is used, and all of it otherwise.
func TestLongWorkGivesWayToAWindowThatIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		workForASecond := func(inUse func() bool) time.Duration {
			p, from := New(inUse), time.Now()
			for range 1000 {
				time.Sleep(time.Millisecond)
				p.GiveWay(t.Context())
			}
			return time.Since(from)
		}
		used, unused := func() bool { return true }, func() bool { return false }
		if took := workForASecond(used); took < 18*time.Second || took > 25*time.Second {
			t.Errorf("with a window that is used it took %v", took)
		}
		if took := workForASecond(unused); took != time.Second {
			t.Errorf("with a window that is not used it took %v", took)
		}
		if took := workForASecond(nil); took != time.Second {
			t.Errorf("without a window it took %v", took)
		}
	})
}

func TestAPauseEndsWithTheUseOfTheWindowAndWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		p := New(func() bool { return time.Since(began) < workSlice+pauseAfterWork/2 })
		time.Sleep(workSlice)
		if p.GiveWay(t.Context()); time.Since(began) > workSlice+pauseAfterWork/2+usePollTime {
			t.Errorf("it paused until %v after the beginning", time.Since(began))
		}
		p = New(func() bool { return true })
		time.Sleep(workSlice)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		at := time.Now()
		if p.GiveWay(ctx); time.Since(at) > usePollTime {
			t.Errorf("it paused %v though its work was cancelled", time.Since(at))
		}
	})
}

func TestReadingGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := Reader{strings.NewReader("text"), t.Context(), New(func() bool { return true })}
		time.Sleep(workSlice)
		at, b := time.Now(), make([]byte, 4)
		if n, err := r.ReadAt(b, 0); n != 4 || err != nil || string(b) != "text" {
			t.Errorf("read %q, %d, %v", b, n, err)
		}
		if time.Since(at) < pauseAfterWork {
			t.Errorf("it waited %v", time.Since(at))
		}
	})
}
