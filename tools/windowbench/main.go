// Command windowbench compares Memoir's window with an empty one, alternating on a virtual display.
// It measures wall and processor time to the first picture, idle memory with the encoder loaded,
// idle processor use, and how long switching to a long chat takes. scripts/bench.sh builds what it
// needs and runs it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Sizes of the generated data.
const (
	chats, perChat = 100, 100 // 10,000 messages
	memories       = 2000
	long, short    = 10000, 10 // messages of the two chats to switch between
)

// Areas of the window at 1440x900.
var (
	middle  = area{700, 450, 1, 1}
	sidebar = area{16, 150, 220, 600}
	replies = area{270, 80, 800, 600}
)

type bench struct {
	ctx               context.Context //nolint:containedctx // the program's own
	memoir, bare, dir string
	rounds            int
	settle, rest      time.Duration
	screen            *screen
	env               []string
	figures           []figure
}

// measurement is one line of the result. Bare is the empty window's value, 0 if there is none.
type figure struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Bare   float64 `json:"bare,omitempty"`
	Ratio  float64 `json:"ratio,omitempty"`
	Target string  `json:"target,omitempty"`
	Unit   string  `json:"unit"`
}

func main() {
	b := &bench{}
	var frames, out string
	flag.StringVar(&b.memoir, "memoir", "./memoir", "the program")
	flag.StringVar(&b.bare, "bare", "", "the empty window (ui/bare)")
	flag.StringVar(&frames, "frames", "", "folder of Xvfb -fbdir")
	flag.StringVar(&out, "json", "", "file for the figures")
	flag.IntVar(&b.rounds, "rounds", 11, "how often both are started")
	flag.DurationVar(&b.settle, "settle", 8*time.Second, "from the first picture to the look at the memory")
	flag.DurationVar(&b.rest, "rest", time.Minute, "how long the window rests")
	flag.Parse()
	b.ctx = context.Background()
	if err := b.run(frames, out); err != nil {
		fmt.Fprintln(os.Stderr, "windowbench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(frames, out string) (err error) {
	if n := load(); n > 0.3*float64(runtime.NumCPU()) {
		fmt.Printf("The machine is busy (load %.1f): times will be too long.\n", n)
	}
	if b.screen, err = openScreen(frames); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "windowbench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	b.surround()
	whole := slices.Repeat([]int{perChat}, chats)
	if err := fill(b.ctx, b.folder("whole"), whole, memories); err != nil {
		return fmt.Errorf("fill a folder: %w", err)
	}
	if err := fill(b.ctx, b.folder("long"), []int{short, long}, 0); err != nil {
		return fmt.Errorf("fill a folder: %w", err)
	}
	for _, step := range []func() error{b.starts, b.switches, b.rests} {
		err = errors.Join(err, step()) // a failed step does not prevent the others
	}
	b.print()
	if err != nil || out == "" {
		return err
	}
	text, err := json.MarshalIndent(b.figures, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o600)
}

func (b *bench) folder(name string) string { return filepath.Join(b.dir, name) }

// isolateEnvironment keeps this computer's keys and settings away from the programs.
func (b *bench) surround() {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OPENAI_") && !strings.HasPrefix(v, "OPENROUTER_") && !strings.HasPrefix(v, "XDG_") &&
			!strings.HasPrefix(v, "MEMOIR_") {
			b.env = append(b.env, v)
		}
	}
	for _, name := range []string{"STATE_HOME", "CONFIG_HOME", "CACHE_HOME", "RUNTIME_DIR"} {
		dir := b.folder(strings.ToLower(name))
		if err := os.MkdirAll(dir, 0o700); err == nil {
			b.env = append(b.env, "XDG_"+name+"="+dir)
		}
	}
	b.env = append(b.env, "LANG=C.UTF-8", "TZ=UTC")
}

func (b *bench) ours(folder string) []string {
	return []string{b.memoir, "gui", "--data-dir", b.folder(folder)}
}

// sample holds the measurements of one start.
type sample struct {
	first, listed float64 // ms to the first picture, and to the chat list in it
	cpu           float64 // ms of processor time to the first picture
	rss, pss      float64 // MB
}

// measureStarts measures start time and memory.
func (b *bench) starts() error {
	var ours, bare []sample
	for i := range b.rounds + 1 {
		m, err := b.start(true, b.ours("whole")...)
		if err != nil {
			return fmt.Errorf("start Memoir: %w", err)
		}
		e, err := b.start(false, b.bare)
		if err != nil {
			return fmt.Errorf("start the empty window: %w", err)
		}
		if i > 0 { // the first round reads from disk
			ours, bare = append(ours, m), append(bare, e)
		}
	}
	for _, f := range []struct {
		name, unit, target string
		of                 func(sample) float64
		alone              bool
	}{
		{"start, to the first picture", "ms", "2 x", func(s sample) float64 { return s.first }, false},
		{"start, processor time of it", "ms", "", func(s sample) float64 { return s.cpu }, false},
		{"start, to the list of chats", "ms", "", func(s sample) float64 { return s.listed }, false},
		{"memory, resident", "MB", "2 x", func(s sample) float64 { return s.rss }, false},
		{"memory, proportional share", "MB", "", func(s sample) float64 { return s.pss }, false},
	} {
		b.add(f.name, f.unit, f.target, median(ours, f.of), median(bare, f.of))
	}
	return nil
}

func (b *bench) start(listed bool, args ...string) (sample, error) {
	var s sample
	p, err := launch(b.ctx, b.env, args...)
	if err != nil {
		return s, err
	}
	defer func() { _ = p.cmd.Process.Kill() }()
	black := b.screen.at(middle.x, middle.y)
	at, err := p.until("the first picture", func() bool { return b.screen.at(middle.x, middle.y) != black })
	if err != nil {
		return s, err
	}
	cpu, err := p.cpu()
	if err != nil {
		return s, err
	}
	s.first, s.cpu, s.listed = ms(at), ms(cpu), ms(at)
	if listed {
		if at, err = p.until("the list of chats", b.hasList); err != nil {
			return s, err
		}
		s.listed = ms(at)
		if err := b.embed(args); err != nil {
			return s, err
		}
	}
	time.Sleep(b.settle)
	if s.rss, s.pss, err = p.memory(); err != nil {
		return s, err
	}
	if err := p.end(); err != nil {
		return s, err
	}
	_, err = p.until("an empty screen", func() bool { return b.screen.at(middle.x, middle.y) == black })
	return s, err
}

func (b *bench) hasList() bool { return len(b.screen.lines(sidebar)) > 5 }

// exerciseEncoder makes the running program load its encoder and embed a text.
func (b *bench) embed(args []string) error {
	cmd := exec.CommandContext(b.ctx, b.memoir, "embed", "The user likes tea.", "--data-dir", args[len(args)-1])
	cmd.Env = b.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("embed: %w: %s", err, out)
	}
	return nil
}

func (b *bench) add(name, unit, target string, value, bare float64) {
	f := figure{Name: name, Unit: unit, Target: target, Value: value, Bare: bare}
	if bare > 0 {
		f.Ratio = value / bare
	}
	b.figures = append(b.figures, f)
}

func (b *bench) print() {
	fmt.Printf("%-44s %10s %10s %8s  %s\n", "median of "+fmt.Sprint(b.rounds), "Memoir", "empty", "ratio", "at most")
	for _, f := range b.figures {
		bare, ratio := "", ""
		if f.Bare > 0 {
			bare, ratio = fmt.Sprintf("%.1f", f.Bare), fmt.Sprintf("%.2f", f.Ratio)
		}
		fmt.Printf("%-44s %10.1f %10s %8s  %s\n", f.Name+", "+f.Unit, f.Value, bare, ratio, f.Target)
	}
}

func median[T any](all []T, of func(T) float64) float64 {
	v := make([]float64, len(all))
	for i, x := range all {
		v[i] = of(x)
	}
	slices.Sort(v)
	if len(v) == 0 {
		return 0
	}
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

var errNoChats = errors.New("the list does not show two chats")
