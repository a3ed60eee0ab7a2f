package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// importedMessages is how many messages each chat of the archive has.
const importedMessages = 20

// The smallest window of Memoir in pixels, of which software OpenGL draws 60 frames a second where it
// cannot of a larger one.
const smallestWidth, smallestHeight = 720, 520

// importParts is in how many archives the chats are imported: before each, the window is used as
// long without an import.
const importParts = 5

// windowUse is what was measured while the window was used, with an import or without.
type windowUse struct {
	when         string
	keys, frames []time.Duration
	periods      []period
}

type period struct{ from, to time.Time }

// measureKeysAndFramesDuringImport measures how long keys take to reach the screen and how far
// apart the frames of a chat that scrolls are, in turns with nothing else at work and while the
// window imports an archive of many chats. A program that times its event loop (timedloop/build.sh)
// says what its goroutine did meanwhile.
func (b *bench) measureKeysAndFramesDuringImport() error {
	if err := b.fillFolderOnce("import", slices.Repeat([]int{messagesPerChat}, 10), 0); err != nil {
		return err
	}
	timedFrames := b.tempFolderPath("frames")
	b.env = append(b.env, "TIMED_FRAMES="+timedFrames)
	p, err := b.launchWindowUntilChatList("import")
	if err != nil {
		return err
	}
	defer func() { _ = p.cmd.Process.Kill() }()
	time.Sleep(b.settleTime)
	if err := b.focusAndResizeWindow(p, b.screen.width, b.screen.height); err != nil {
		return err
	}
	h, err := b.startXdotool()
	if err != nil {
		return err
	}
	defer h.closeInputAndWaitForExit()
	const newest = 1 // the line below the heading
	row := b.screen.textLineCentersY(b.sidebarArea)[newest]
	if _, err := b.screen.timeToLastChangeAfter(b.messageArea, time.Second, func() error {
		return h.sendCommand("mousemove %d %d click 1", b.sidebarArea.x+b.sidebarArea.w/2, row)
	}); err != nil {
		return fmt.Errorf("open a chat: %w", err)
	}
	if b.importInSmallest {
		if err := b.focusAndResizeWindow(p, smallestWidth, smallestHeight); err != nil {
			return err
		}
		b.windowAreas = windowAreasOfSize(smallestWidth, smallestHeight)
	}
	alone, importing := &windowUse{when: "alone"}, &windowUse{when: "during an import"}
	var took, cpu time.Duration
	for part := range importParts {
		archive := b.tempFolderPath(fmt.Sprintf("conversations-%d.json", part))
		from, to := part*b.importChats/importParts, (part+1)*b.importChats/importParts
		if err := b.writeChatGPTConversationsJSON(archive, from, to); err != nil {
			return fmt.Errorf("write an archive: %w", err)
		}
		ctx, cancel := context.WithTimeout(b.ctx, b.idleTime)
		err := b.typeAndScrollRecordingTimesUntilDone(ctx, h, alone)
		cancel()
		if err != nil {
			return err
		}
		t, c, err := b.importWhileTypingAndScrolling(h, p, archive, importing)
		if err != nil {
			return err
		}
		took, cpu = took+t, cpu+c
	}
	name := fmt.Sprintf("import of %d chats", b.importChats)
	b.addMeasurement(name, "s", "", took.Seconds(), 0)
	b.addMeasurement(name+", processor time with all that was drawn", "s", "", cpu.Seconds(), 0)
	b.addWindowUsePercentiles(alone)
	b.addWindowUsePercentiles(importing)
	if err := p.terminateAndWait(); err != nil {
		return err
	}
	return b.addTimedFramePercentiles(timedFrames, alone, importing)
}

// importWhileTypingAndScrolling lets the program that runs import an archive, and uses its window
// meanwhile. It returns how long the import took, and the processor time of the program.
func (b *bench) importWhileTypingAndScrolling(
	h *xdotool, p *program, archive string, use *windowUse,
) (took, cpu time.Duration, err error) {
	before, err := p.cpuTime()
	if err != nil {
		return 0, 0, err
	}
	cmd := exec.CommandContext(b.ctx, b.memoir, "import", archive, "--data-dir", b.tempFolderPath("import"))
	cmd.Env, cmd.Stderr = b.env, os.Stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	importing, ended := context.WithCancel(b.ctx)
	imported := make(chan error, 1)
	go func() {
		imported <- cmd.Wait()
		took = time.Since(began)
		ended()
	}()
	err = b.typeAndScrollRecordingTimesUntilDone(importing, h, use)
	<-importing.Done()
	after, cpuErr := p.cpuTime()
	return took, after - before, errors.Join(err, cpuErr, <-imported)
}

// Input of typeAndScrollRecordingTimesUntilDone.
const (
	keysInTurn    = 20
	pauseAfterKey = 50 * time.Millisecond
	scrollTime    = 2 * time.Second
	wheelInterval = 150 * time.Millisecond // xdotool takes 100 ms for each
	sampleTime    = 500 * time.Microsecond // between two looks at the screen
)

// typeAndScrollRecordingTimesUntilDone types and scrolls in turns until ctx ends, and adds to use
// what it has measured: the times from a key to the picture, and those between two pictures of a
// chat that scrolls.
func (b *bench) typeAndScrollRecordingTimesUntilDone(ctx context.Context, h *xdotool, use *windowUse) error {
	from := time.Now()
	for ctx.Err() == nil {
		for i := 0; i < keysInTurn && ctx.Err() == nil; i += 2 {
			for _, key := range []string{"m", "BackSpace"} {
				d, err := b.screen.timeToFirstChangeAfter(b.composerArea, func() error { return h.sendCommand("key %s", key) })
				if err != nil {
					return fmt.Errorf("type: %w", err)
				}
				use.keys = append(use.keys, d)
				time.Sleep(pauseAfterKey)
			}
		}
		messages := b.messageArea
		if err := h.sendCommand("mousemove %d %d", messages.x+messages.w/2, messages.y+messages.h/2); err != nil {
			return err
		}
		for _, wheel := range []int{4, 5} { // up, and down again
			gaps, err := b.scrollAndTimeFrames(h, wheel)
			if err != nil {
				return fmt.Errorf("scroll: %w", err)
			}
			use.frames = append(use.frames, gaps...)
		}
		use.periods = append(use.periods, period{from, time.Now()})
		time.Sleep(500 * time.Millisecond) // until it has come to rest
		from = time.Now()
	}
	return nil
}

// addWindowUsePercentiles adds what was measured on the screen.
func (b *bench) addWindowUsePercentiles(use *windowUse) {
	b.addPercentiles("from key to picture, "+use.when, use.keys)
	b.addPercentiles("between frames of a chat that scrolls, "+use.when, use.frames)
}

func (b *bench) addPercentiles(name string, all []time.Duration) {
	for _, percent := range []int{50, 95, 99, 100} {
		b.addMeasurement(fmt.Sprintf("%s, p%d of %d", name, percent, len(all)), "ms", "",
			toMilliseconds(sortAndTakePercentile(all, percent)), 0)
	}
}

func sortAndTakePercentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[(len(all)-1)*percent/100]
}

// scrollAndTimeFrames turns the wheel and returns the times between the pictures that followed.
func (b *bench) scrollAndTimeFrames(h *xdotool, wheel int) ([]time.Duration, error) {
	var gaps []time.Duration
	began := time.Now()
	last, seen, turned := b.screen.areaHash(b.scrolledArea), time.Time{}, time.Time{}
	for now := began; now.Sub(began) < scrollTime; now = time.Now() {
		if now.Sub(turned) >= wheelInterval {
			turned = now
			if err := h.sendCommand("click %d", wheel); err != nil {
				return nil, err
			}
		}
		if sum := b.screen.areaHash(b.scrolledArea); sum != last {
			if !seen.IsZero() {
				gaps = append(gaps, now.Sub(seen))
			}
			last, seen = sum, now
		}
		time.Sleep(sampleTime)
	}
	return gaps, nil
}

// writeChatGPTConversationsJSON writes an archive of the chats with some numbers, as ChatGPT hands
// it out.
func (b *bench) writeChatGPTConversationsJSON(path string, from, to int) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // in b.dir
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	filler := newFolderFiller(nil)
	separator := "["
	for chat := from; chat < to; chat++ {
		text, err := json.Marshal(filler.randomChatGPTConversation(chat))
		if err != nil {
			return err
		}
		_, _ = w.WriteString(separator)
		_, _ = w.Write(text)
		separator = ",\n"
	}
	_, _ = w.WriteString("]")
	return w.Flush()
}

// randomChatGPTConversation returns a chat of random text, a day older than the one before it.
func (f *folderFiller) randomChatGPTConversation(chat int) map[string]any {
	type object = map[string]any
	at := f.now.AddDate(0, 0, -1-chat).Unix()
	nodes := object{}
	for i := range importedMessages {
		role, text := "user", f.randomSentence()
		if i%2 == 1 {
			role, text = "assistant", f.randomSentence()+"\n\n"+f.randomSentence()
		}
		node := object{"parent": nil, "children": []string{}, "message": object{
			"author": object{"role": role}, "create_time": at + int64(i),
			"content": object{"content_type": "text", "parts": []string{text}},
		}}
		if i > 0 {
			node["parent"] = fmt.Sprint(i - 1)
		}
		if i < importedMessages-1 {
			node["children"] = []string{fmt.Sprint(i + 1)}
		}
		nodes[fmt.Sprint(i)] = node
	}
	return object{
		"title": f.randomSentence()[:24], "create_time": at, "update_time": at + importedMessages,
		"conversation_id": fmt.Sprintf("chat-%d", chat), "current_node": fmt.Sprint(importedMessages - 1), "mapping": nodes,
	}
}
