package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// xdotool is a running xdotool process that moves mouse and keyboard without a new start for each
// click.
type hand struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (b *bench) newHand() (*hand, error) {
	h := &hand{cmd: exec.CommandContext(b.ctx, "xdotool", "-")}
	h.cmd.Env, h.cmd.Stderr = b.env, os.Stderr
	var err error
	if h.in, err = h.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return h, h.cmd.Start()
}

func (h *hand) do(command string, args ...any) error {
	_, err := fmt.Fprintf(h.in, command+"\n", args...)
	return err
}

func (h *hand) close() {
	_ = h.in.Close()
	_ = h.cmd.Wait()
}

// focusWindow gives the keyboard focus to the program's window.
func (b *bench) focus(p *program) error {
	const find = `xdotool windowfocus --sync "$(xdotool search --onlyvisible --pid "$1" | head -n 1)"`
	cmd := exec.CommandContext(b.ctx, "sh", "-c", find, "sh", strconv.Itoa(p.cmd.Process.Pid))
	cmd.Env = b.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("give the window the keyboard: %w: %s", err, out)
	}
	return nil
}

// measureChatSwitches measures switching from a short chat to a long one, from the click to the
// last change on the screen.
func (b *bench) switches() error {
	p, err := launch(b.ctx, b.env, b.ours("long")...)
	if err != nil {
		return err
	}
	defer func() { _ = p.cmd.Process.Kill() }()
	const heading, newest, older = 0, 1, 2
	if _, err := p.until("the list of chats", func() bool { return len(b.screen.lines(sidebar)) == older+1 }); err != nil {
		return fmt.Errorf("%w: %w (lines at %v)", errNoChats, err, b.screen.lines(sidebar))
	}
	time.Sleep(3 * time.Second) // for the work that follows the first picture
	if err := b.focus(p); err != nil {
		return err
	}
	h, err := b.newHand()
	if err != nil {
		return err
	}
	defer h.close()
	rows := b.screen.lines(sidebar)
	var took []time.Duration
	for i := range b.rounds + 1 {
		for _, row := range []int{older, newest} {
			const calm = 400 * time.Millisecond
			d, err := b.screen.settled(replies, calm, func() error {
				return h.do("mousemove %d %d click 1", sidebar.x+sidebar.w/2, rows[row])
			})
			if err != nil {
				return fmt.Errorf("change to chat %d: %w", row, err)
			}
			if row == newest && i > 0 {
				took = append(took, d)
			}
		}
	}
	b.add(fmt.Sprintf("change to a chat of %d messages, drawn", long), "ms", "150 ms", median(took, ms), 0)
	return p.end()
}

// measureIdle measures the idle processor use of Memoir, with the cursor in the composer, and of
// the empty window.
func (b *bench) rests() error {
	ours, err := launch(b.ctx, b.env, b.ours("whole")...)
	if err != nil {
		return err
	}
	defer func() { _ = ours.cmd.Process.Kill() }()
	if _, err := ours.until("the list of chats", b.hasList); err != nil {
		return err
	}
	if err := b.focus(ours); err != nil {
		return err
	}
	time.Sleep(b.settle)
	used, err := ours.used(b.rest)
	if err != nil {
		return err
	}
	if err := ours.end(); err != nil {
		return err
	}
	bare, err := launch(b.ctx, b.env, b.bare)
	if err != nil {
		return err
	}
	defer func() { _ = bare.cmd.Process.Kill() }()
	time.Sleep(b.settle)
	empty, err := bare.used(b.rest)
	if err != nil {
		return err
	}
	b.add("processor at rest, cursor in the composer", "%", "1 %", used, empty)
	return bare.end()
}

// cpuShare returns the share of one processor that the program uses during d, in percent.
func (p *program) used(d time.Duration) (float64, error) {
	before, err := p.cpu()
	if err != nil {
		return 0, err
	}
	time.Sleep(d)
	after, err := p.cpu()
	return 100 * float64(after-before) / float64(d), err
}
