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
	chatCount, messagesPerChat          = 100, 100 // 10,000 messages
	memoryCount                         = 2000
	longChatMessages, shortChatMessages = 10000, 10 // messages of the two chats to switch between
)

// windowAreas are places in a window.
type windowAreas struct {
	windowCenter, sidebarArea, messageArea area
	composerArea                           area // where typed text appears
	scrolledArea                           area // a narrow strip of the messages, which is cheap to read often
}

// windowAreasOfSize returns the places in a window of a size in pixels. Below 1000 the sidebar is
// hidden and the chat begins at the left edge.
func windowAreasOfSize(width, height int) windowAreas {
	left := 256
	if width < 1000 {
		left = 0
	}
	return windowAreas{
		windowCenter: area{width/2 - 20, height / 2, 1, 1},
		sidebarArea:  area{16, 150, 220, height - 300},
		messageArea:  area{left + 14, 80, min(800, width-left-44), height - 300},
		composerArea: area{left + 74, height - 118, min(660, width-left-144), 36},
		scrolledArea: area{left + 144, 120, 60, height - 340},
	}
}

type bench struct {
	ctx                  context.Context //nolint:containedctx // the program's own
	memoir, empty, dir   string
	rounds               int
	importChats          int
	importInSmallest     bool
	settleTime, idleTime time.Duration
	screen               *screen
	windowAreas
	env          []string
	measurements []measurement
}

// measurement is one line of the result. Empty is the empty window's value, 0 if there is none.
type measurement struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Empty  float64 `json:"bare,omitempty"`
	Ratio  float64 `json:"ratio,omitempty"`
	Target string  `json:"target,omitempty"`
	Unit   string  `json:"unit"`
}

func main() {
	b := &bench{}
	var frames, out, only string
	flag.StringVar(&b.memoir, "memoir", "./memoir", "the program")
	flag.StringVar(&b.empty, "empty", "", "the empty window (tools/emptywindow)")
	flag.StringVar(&frames, "frames", "", "folder of Xvfb -fbdir")
	flag.StringVar(&out, "json", "", "file for the figures")
	flag.IntVar(&b.rounds, "rounds", 11, "how often both are started")
	flag.DurationVar(&b.settleTime, "settle", 8*time.Second, "from the first picture to the look at the memory")
	flag.DurationVar(&b.idleTime, "rest", time.Minute, "how long the window rests")
	flag.IntVar(&b.importChats, "import", 10_000, "how many chats are imported")
	flag.BoolVar(&b.importInSmallest, "smallest", false, "make the window as small as it can be for the import")
	flag.StringVar(&only, "only", "", "start, switch, import or rest: measure only that")
	flag.Parse()
	b.ctx = context.Background()
	if err := b.runBenchmarksPrintAndWriteJSON(frames, out, only); err != nil {
		fmt.Fprintln(os.Stderr, "windowbench:", err)
		os.Exit(1)
	}
}

// runBenchmarksPrintAndWriteJSON measures what only names, and everything when it is empty.
func (b *bench) runBenchmarksPrintAndWriteJSON(frames, out, only string) (err error) {
	if n := oneMinuteLoadAverage(); n > 0.3*float64(runtime.NumCPU()) {
		fmt.Printf("The machine is busy (load %.1f): times will be too long.\n", n)
	}
	if b.screen, err = mapXvfbFrameBuffer(frames); err != nil {
		return err
	}
	b.windowAreas = windowAreasOfSize(b.screen.width, b.screen.height)
	if b.dir, err = os.MkdirTemp("", "windowbench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	b.setIsolatedProgramEnvironment()
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"start", b.measureStartTimesAndMemory},
		{"switch", b.measureChatSwitches},
		{"rest", b.measureIdleCPUShares},
		{"import", b.measureKeysAndFramesDuringImport},
	} {
		if only == "" || only == step.name {
			err = errors.Join(err, step.run()) // a failed step does not prevent the others
		}
	}
	b.printMeasurements()
	if err != nil || out == "" {
		return err
	}
	text, err := json.MarshalIndent(b.measurements, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o600)
}

// fillFolderOnce fills a folder of b.dir, unless an earlier step has; see createFilledDataFolder.
func (b *bench) fillFolderOnce(name string, chats []int, memories int) error {
	if _, err := os.Stat(b.tempFolderPath(name)); err == nil {
		return nil
	}
	if err := createFilledDataFolder(b.ctx, b.tempFolderPath(name), chats, memories); err != nil {
		return fmt.Errorf("fill a folder: %w", err)
	}
	return nil
}

// fillWholeFolder fills the folder that measureStartTimesAndMemory and measureIdleCPUShares use.
func (b *bench) fillWholeFolder() error {
	return b.fillFolderOnce("whole", slices.Repeat([]int{messagesPerChat}, chatCount), memoryCount)
}

func (b *bench) tempFolderPath(name string) string { return filepath.Join(b.dir, name) }

// setIsolatedProgramEnvironment keeps this computer's keys and settings away from the programs.
func (b *bench) setIsolatedProgramEnvironment() {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OPENAI_") && !strings.HasPrefix(v, "OPENROUTER_") && !strings.HasPrefix(v, "XDG_") &&
			!strings.HasPrefix(v, "MEMOIR_") {
			b.env = append(b.env, v)
		}
	}
	for _, name := range []string{"STATE_HOME", "CONFIG_HOME", "CACHE_HOME", "RUNTIME_DIR"} {
		dir := b.tempFolderPath(strings.ToLower(name))
		if err := os.MkdirAll(dir, 0o700); err == nil {
			b.env = append(b.env, "XDG_"+name+"="+dir)
		}
	}
	b.env = append(b.env, "LANG=C.UTF-8", "TZ=UTC", "MEMOIR_LOCAL_SERVERS=none")
}

func (b *bench) memoirWindowCommand(folder string) []string {
	return []string{b.memoir, "gui", "--data-dir", b.tempFolderPath(folder)}
}

// sample holds the measurements of one start.
type sample struct {
	firstPicture, chatList float64 // ms to the first picture, and to the chat list in it
	cpuTime                float64 // ms of processor time to the first picture
	rss, pss               float64 // MB
}

// measureStartTimesAndMemory measures start time and memory.
func (b *bench) measureStartTimesAndMemory() error {
	if err := b.fillWholeFolder(); err != nil {
		return err
	}
	var ours, empty []sample
	for i := range b.rounds + 1 {
		m, err := b.measureOneStart(true, b.memoirWindowCommand("whole")...)
		if err != nil {
			return fmt.Errorf("start Memoir: %w", err)
		}
		e, err := b.measureOneStart(false, b.empty)
		if err != nil {
			return fmt.Errorf("start the empty window: %w", err)
		}
		if i > 0 { // the first round reads from disk
			ours, empty = append(ours, m), append(empty, e)
		}
	}
	for _, f := range []struct {
		name, unit, target string
		of                 func(sample) float64
		alone              bool
	}{
		{"start, to the first picture", "ms", "2 x", func(s sample) float64 { return s.firstPicture }, false},
		{"start, processor time of it", "ms", "", func(s sample) float64 { return s.cpuTime }, false},
		{"start, to the list of chats", "ms", "", func(s sample) float64 { return s.chatList }, false},
		{"memory, resident", "MB", "2 x", func(s sample) float64 { return s.rss }, false},
		{"memory, proportional share", "MB", "", func(s sample) float64 { return s.pss }, false},
	} {
		b.addMeasurement(f.name, f.unit, f.target, medianOf(ours, f.of), medianOf(empty, f.of))
	}
	return nil
}

func (b *bench) measureOneStart(listed bool, args ...string) (sample, error) {
	var s sample
	p, err := launchProgram(b.ctx, b.env, args...)
	if err != nil {
		return s, err
	}
	defer func() { _ = p.cmd.Process.Kill() }()
	black := b.screen.pixelRGBAt(b.windowCenter.x, b.windowCenter.y)
	at, err := p.timeFromStartUntil("the first picture", func() bool {
		return b.screen.pixelRGBAt(b.windowCenter.x,
			b.windowCenter.y) != black
	})
	if err != nil {
		return s, err
	}
	cpu, err := p.cpuTime()
	if err != nil {
		return s, err
	}
	s.firstPicture, s.cpuTime, s.chatList = toMilliseconds(at), toMilliseconds(cpu), toMilliseconds(at)
	if listed {
		if at, err = p.timeFromStartUntil("the list of chats", b.isChatListDrawn); err != nil {
			return s, err
		}
		s.chatList = toMilliseconds(at)
		if err := b.makeProgramEmbedText(args); err != nil {
			return s, err
		}
	}
	time.Sleep(b.settleTime)
	if s.rss, s.pss, err = p.residentAndProportionalMB(); err != nil {
		return s, err
	}
	if err := p.terminateAndWait(); err != nil {
		return s, err
	}
	_, err = p.timeFromStartUntil("an empty screen", func() bool {
		return b.screen.pixelRGBAt(b.windowCenter.x,
			b.windowCenter.y) == black
	})
	return s, err
}

func (b *bench) isChatListDrawn() bool { return len(b.screen.textLineCentersY(b.sidebarArea)) > 5 }

// makeProgramEmbedText makes the running program load its encoder and embed a text.
func (b *bench) makeProgramEmbedText(args []string) error {
	cmd := exec.CommandContext(b.ctx, b.memoir, "embed", "The user likes tea.", "--data-dir", args[len(args)-1])
	cmd.Env = b.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("embed: %w: %s", err, out)
	}
	return nil
}

func (b *bench) addMeasurement(name, unit, target string, value, empty float64) {
	f := measurement{Name: name, Unit: unit, Target: target, Value: value, Empty: empty}
	if empty > 0 {
		f.Ratio = value / empty
	}
	b.measurements = append(b.measurements, f)
}

func (b *bench) printMeasurements() {
	fmt.Printf("%-44s %10s %10s %8s  %s\n", "median of "+fmt.Sprint(b.rounds), "Memoir", "empty", "ratio", "at most")
	for _, f := range b.measurements {
		empty, ratio := "", ""
		if f.Empty > 0 {
			empty, ratio = fmt.Sprintf("%.1f", f.Empty), fmt.Sprintf("%.2f", f.Ratio)
		}
		fmt.Printf("%-44s %10.1f %10s %8s  %s\n", f.Name+", "+f.Unit, f.Value, empty, ratio, f.Target)
	}
}

func medianOf[T any](all []T, of func(T) float64) float64 {
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

func toMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

var errNoChats = errors.New("the list does not show two chats")
