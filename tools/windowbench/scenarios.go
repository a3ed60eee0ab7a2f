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
type xdotool struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
}

func (b *bench) startXdotool() (*xdotool, error) {
	h := &xdotool{cmd: exec.CommandContext(b.ctx, "xdotool", "-")}
	h.cmd.Env, h.cmd.Stderr = b.env, os.Stderr
	var err error
	if h.stdin, err = h.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return h, h.cmd.Start()
}

func (h *xdotool) sendCommand(command string, args ...any) error {
	_, err := fmt.Fprintf(h.stdin, command+"\n", args...)
	return err
}

func (h *xdotool) closeInputAndWaitForExit() {
	_ = h.stdin.Close()
	_ = h.cmd.Wait()
}

// focusAndResizeWindow gives the keyboard focus to the program's window and makes it as large as
// said, in pixels.
func (b *bench) focusAndResizeWindow(p *program, width, height int) error {
	const find = `window=$(xdotool search --onlyvisible --pid "$1" | head -n 1)
		xdotool windowsize "$window" "$2" "$3" sleep 1 windowfocus --sync "$window"`
	cmd := exec.CommandContext(b.ctx, "sh", "-c", find, "sh", strconv.Itoa(p.cmd.Process.Pid),
		strconv.Itoa(width), strconv.Itoa(height))
	cmd.Env = b.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("give the window the keyboard: %w: %s", err, out)
	}
	return nil
}

// measureChatSwitches measures switching from a short chat to a long one, from the click to the
// last change on the screen.
func (b *bench) measureChatSwitches() error {
	if err := b.fillFolderOnce("long", []int{shortChatMessages, longChatMessages}, 0); err != nil {
		return err
	}
	p, err := launchProgram(b.ctx, b.env, b.memoirWindowCommand("long")...)
	if err != nil {
		return err
	}
	defer func() { _ = p.cmd.Process.Kill() }()
	const heading, newest, older = 0, 1, 2
	if _, err := p.timeFromStartUntil("the list of chats",
		func() bool { return len(b.screen.textLineCentersY(b.sidebarArea)) == older+1 }); err != nil {
		return fmt.Errorf("%w: %w (lines at %v)", errNoChats, err, b.screen.textLineCentersY(b.sidebarArea))
	}
	time.Sleep(3 * time.Second) // for the work that follows the first picture
	if err := b.focusAndResizeWindow(p, b.screen.width, b.screen.height); err != nil {
		return err
	}
	h, err := b.startXdotool()
	if err != nil {
		return err
	}
	defer h.closeInputAndWaitForExit()
	rows := b.screen.textLineCentersY(b.sidebarArea)
	var took []time.Duration
	for i := range b.rounds + 1 {
		for _, row := range []int{older, newest} {
			const calm = 400 * time.Millisecond
			d, err := b.screen.timeToLastChangeAfter(b.messageArea, calm, func() error {
				return h.sendCommand("mousemove %d %d click 1", b.sidebarArea.x+b.sidebarArea.w/2, rows[row])
			})
			if err != nil {
				return fmt.Errorf("change to chat %d: %w", row, err)
			}
			if row == newest && i > 0 {
				took = append(took, d)
			}
		}
	}
	b.addMeasurement(fmt.Sprintf("change to a chat of %d messages, drawn", longChatMessages), "ms", "150 ms",
		medianOf(took, toMilliseconds), 0)
	return p.terminateAndWait()
}

// launchWindowUntilChatList starts Memoir's window on a folder and waits until the list of chats is
// drawn. The caller ends the program.
func (b *bench) launchWindowUntilChatList(folder string) (*program, error) {
	p, err := launchProgram(b.ctx, b.env, b.memoirWindowCommand(folder)...)
	if err != nil {
		return nil, err
	}
	if _, err := p.timeFromStartUntil("the list of chats", b.isChatListDrawn); err != nil {
		_ = p.cmd.Process.Kill()
		return nil, err
	}
	return p, nil
}

// measureIdleCPUShares measures the idle processor use of Memoir, with the cursor in the composer,
// and of the empty window.
func (b *bench) measureIdleCPUShares() error {
	if err := b.fillWholeFolder(); err != nil {
		return err
	}
	ours, err := b.launchWindowUntilChatList("whole")
	if err != nil {
		return err
	}
	defer func() { _ = ours.cmd.Process.Kill() }()
	if err := b.focusAndResizeWindow(ours, b.screen.width, b.screen.height); err != nil {
		return err
	}
	time.Sleep(b.settleTime)
	used, err := ours.cpuPercentDuring(b.idleTime)
	if err != nil {
		return err
	}
	if err := ours.terminateAndWait(); err != nil {
		return err
	}
	empty, err := launchProgram(b.ctx, b.env, b.empty)
	if err != nil {
		return err
	}
	defer func() { _ = empty.cmd.Process.Kill() }()
	time.Sleep(b.settleTime)
	share, err := empty.cpuPercentDuring(b.idleTime)
	if err != nil {
		return err
	}
	b.addMeasurement("processor at rest, cursor in the composer", "%", "1 %", used, share)
	return empty.terminateAndWait()
}

// cpuPercentDuring returns the share of one processor that the program uses during d, in percent.
func (p *program) cpuPercentDuring(d time.Duration) (float64, error) {
	before, err := p.cpuTime()
	if err != nil {
		return 0, err
	}
	time.Sleep(d)
	after, err := p.cpuTime()
	return 100 * float64(after-before) / float64(d), err
}
