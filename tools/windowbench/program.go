package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// maxWait is the longest wait for anything.
const maxWait = 60 * time.Second

// program is a running window.
type program struct {
	cmd       *exec.Cmd
	startedAt time.Time
}

// launchProgram starts a program and passes its standard error through.
func launchProgram(ctx context.Context, env []string, args ...string) (*program, error) {
	p := &program{cmd: exec.CommandContext(ctx, args[0], args[1:]...)}
	p.cmd.Env, p.cmd.Stderr = env, os.Stderr
	p.startedAt = time.Now()
	return p, p.cmd.Start()
}

// timeFromStartUntil polls a condition and returns the time since the start.
func (p *program) timeFromStartUntil(what string, ok func() bool) (time.Duration, error) {
	for !ok() {
		if time.Since(p.startedAt) > maxWait {
			return 0, fmt.Errorf("waited in vain for %s", what)
		}
		time.Sleep(500 * time.Microsecond)
	}
	return time.Since(p.startedAt), nil
}

// terminateAndWait sends SIGTERM and waits for the program to exit. If it does not, it is killed, and
// that is an error.
func (p *program) terminateAndWait() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	late := time.AfterFunc(maxWait, func() { _ = p.cmd.Process.Kill() })
	err := p.cmd.Wait()
	if !late.Stop() {
		return fmt.Errorf("%s did not end when it was asked to", p.cmd.Path)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		return nil // killed by the signal, because it has no handler
	}
	if err != nil {
		return fmt.Errorf("end %s: %w", p.cmd.Path, err)
	}
	return nil
}

// cpuTime returns the processor time the program has used, user and system, in steps of 10 ms
// (proc_pid_stat(5)).
func (p *program) cpuTime() (time.Duration, error) {
	b, err := p.readProcFile("stat")
	if err != nil {
		return 0, err
	}
	const user, system, tick = 11, 12, 10 * time.Millisecond // fields after the name
	fields := strings.Fields(b[strings.LastIndexByte(b, ')')+2:])
	u, err1 := strconv.Atoi(fields[user])
	s, err2 := strconv.Atoi(fields[system])
	return time.Duration(u+s) * tick, errors.Join(err1, err2)
}

var memoryLinePattern = regexp.MustCompile(`(?m)^(VmRSS|Pss):\s+(\d+) kB`)

// residentAndProportionalMB returns the resident set and the proportional set size in MB (10^6 bytes).
func (p *program) residentAndProportionalMB() (rss, pss float64, err error) {
	for _, name := range []string{"status", "smaps_rollup"} {
		b, err := p.readProcFile(name)
		if err != nil {
			return 0, 0, err
		}
		for _, m := range memoryLinePattern.FindAllStringSubmatch(b, -1) {
			n, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				return 0, 0, err
			}
			if n *= 1024.0 / 1e6; m[1] == "Pss" {
				pss = n
			} else {
				rss = n
			}
		}
	}
	return rss, pss, nil
}

func (p *program) readProcFile(name string) (string, error) {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), name))
	return string(b), err
}

// oneMinuteLoadAverage returns the load average of the last minute.
func oneMinuteLoadAverage() float64 {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(b), " ")
	n, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return n
}
