package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// timedFrame is a line of what a program writes that times its event loop: what its goroutine did since the line
// before.
type timedFrame struct {
	end                           time.Time
	busy, busyCPU, longest, paint time.Duration
}

// addTimedFramePercentiles adds what the goroutine of the window did in each use; nothing when the
// program does not time itself.
func (b *bench) addTimedFramePercentiles(path string, uses ...*windowUse) error {
	frames, err := readTimedFrames(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, use := range uses {
		var busy, cpu, longest, paint, intervals []time.Duration
		last := time.Time{}
		for _, f := range frames {
			if !use.isDuringUse(f.end) {
				last = time.Time{}
				continue
			}
			busy, cpu, longest = append(busy, f.busy), append(cpu, f.busyCPU), append(longest, f.longest)
			if f.paint == 0 {
				last = time.Time{} // nothing to draw: the next frame follows no other
				continue
			}
			paint = append(paint, f.paint)
			if !last.IsZero() {
				intervals = append(intervals, f.end.Sub(last))
			}
			last = f.end
		}
		b.addPercentiles("work of a frame without drawing, "+use.when, busy)
		b.addPercentiles("processor time of that, "+use.when, cpu)
		b.addPercentiles("longest piece of it, "+use.when, longest)
		b.addPercentiles("drawing, "+use.when, paint)
		b.addPercentiles("between frames drawn one after another, "+use.when, intervals)
	}
	return nil
}

func (u *windowUse) isDuringUse(t time.Time) bool {
	for _, p := range u.periods {
		if t.After(p.from) && t.Before(p.to) {
			return true
		}
	}
	return false
}

func readTimedFrames(path string) ([]timedFrame, error) {
	f, err := os.Open(path) //nolint:gosec // in the folder of the benchmark
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []timedFrame
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var end, busy, cpu, longest, paint int64
		if _, err := fmt.Fscan(strings.NewReader(lines.Text()), &end, &busy, &cpu, &longest, &paint); err != nil {
			return nil, fmt.Errorf("read the frames: %w", err)
		}
		out = append(out, timedFrame{
			time.UnixMicro(end), time.Duration(busy) * time.Microsecond, time.Duration(cpu) * time.Microsecond,
			time.Duration(longest) * time.Microsecond, time.Duration(paint) * time.Microsecond,
		})
	}
	return out, nil
}
