//go:build e2e

package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func blocksAreDrawn(s windowState) bool { return s.HeadingBox.W > 0 && s.ParagraphBox.W > 0 }

func TestTextSelectedAcrossBlocksIsPastedElsewhere(t *testing.T) {
	h := startGallery(t, "-page", "reply")
	s := h.waitForState("the reply's blocks are drawn", blocksAreDrawn)
	from, to := s.HeadingBox, s.ParagraphBox
	h.dragPointer(from.X+1, from.Y+from.H/2, to.X+to.W-2, to.Y+to.H-10)
	s = h.waitForState("the text of both blocks is selected", func(s windowState) bool {
		return strings.Contains(s.Selected, "Three quick dinners") && strings.Contains(s.Selected, "Amounts are in grams")
	})
	selected := s.Selected
	h.pressKeys("ctrl+c")
	h.clickAt(s.ComposerBox.center())
	h.waitForState("the composer has the keyboard", func(s windowState) bool { return s.HasFocus })
	h.pressKeys("ctrl+v")
	s = h.waitForState("something is pasted", func(s windowState) bool { return s.ComposerText != "" })
	collapseSpaces := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if collapseSpaces(s.ComposerText) != collapseSpaces(selected) {
		t.Errorf("pasted %q, selected %q", s.ComposerText, selected)
	}
}

func TestASelectionHeldBelowTheListScrollsToTheEndOfItsMessage(t *testing.T) {
	h := startGallery(t, "-page", "blocks", "-height", "600")
	s := h.waitForState(
		"the list is at its top", func(s windowState) bool { return s.ListBox.H > 0 && s.Scroll.Offset <= 0 },
	)
	list, row := s.ListBox, s.Rows[0].Box
	h.movePointer(row.X+2, row.Y+12)
	h.runXdotool("mousedown", "1")
	for i := range 8 {
		h.movePointer(list.X+list.W/2, row.Y+40+float64(i)*(list.Y+list.H+60-row.Y-40)/7)
	}
	h.waitForState("the list has scrolled by itself", func(s windowState) bool {
		return s.Scroll.Offset > 200 && strings.Contains(s.Selected, "deeper")
	})
	s = h.waitForState("the list is still", conditionScrollIsStill())
	h.runXdotool("mouseup", "1")
	if end := s.Rows[0].Box.Y + s.Rows[0].Box.H; end > list.Y+list.H+60 {
		t.Errorf("the message ends at %v, the list at %v", end, list.Y+list.H)
	}
	if !strings.Contains(s.Selected, "stays") {
		t.Errorf("the end of the message is not selected: %q", s.Selected)
	}
}

func TestScrollingUpWhileAnAnswerStreamsDoesNotJump(t *testing.T) {
	h := startGallery(t, "-page", "stream")
	h.waitForState("the answer fills more than the window", func(s windowState) bool {
		return s.WordCount > 300 && s.Scroll.Following
	})
	h.movePointer(h.readState().ListBox.center())
	h.turnWheelUp(6)
	listIsStill := conditionScrollIsStill()
	before := h.waitForState("the list no longer follows, and is still", func(s windowState) bool {
		return listIsStill(s) && !s.Scroll.Following // a busy machine may not have seen the wheel yet
	})
	anchor := before.Rows[0]
	for range 5 {
		words := h.readState().WordCount
		s := h.waitForState("more text came", func(s windowState) bool { return s.WordCount > words+10 || s.Finished })
		got, ok := s.rowBox(anchor.ID)
		if !ok || math.Abs(got.Y-anchor.Box.Y) > 0.5 || s.Scroll.RowID != before.Scroll.RowID {
			t.Fatalf("row %d jumped from %v to %v", anchor.ID, anchor.Box.Y, got.Y)
		}
	}
	s := h.waitForState("the pill is shown", func(s windowState) bool { return s.Scroll.HasNewText && s.PillBox.W > 0 })
	h.clickAt(s.PillBox.center())
	h.waitForState("the end is in sight and followed", func(s windowState) bool {
		return s.Scroll.AtEnd && s.Scroll.Following
	})
}

func TestTheTopLineSurvivesTheSmallestWindowAndBack(t *testing.T) {
	h := startGallery(t, "-page", "history")
	h.movePointer(h.readState().ListBox.center())
	h.turnWheelUp(40)
	before := h.waitForState("the list is still", conditionScrollIsStill())
	h.runXdotool("windowsize", h.windowID, "720", "520")
	small := h.waitForState("the list is small", func(s windowState) bool {
		return s.Window.W == 720 && s.Window.H == 520 && s.ListBox.W == 720
	})
	if small.Scroll.RowID != before.Scroll.RowID {
		t.Errorf("row %d is at the top of the small window, it was %d", small.Scroll.RowID, before.Scroll.RowID)
	}
	h.runXdotool("windowsize", h.windowID, fmt.Sprint(int(before.Window.W)), fmt.Sprint(int(before.Window.H)))
	after := h.waitForState("the list is large again", func(s windowState) bool {
		return s.Window == before.Window && s.ListBox == before.ListBox
	})
	if after.Scroll != before.Scroll {
		t.Errorf("the list is at %+v, it was at %+v", after.Scroll, before.Scroll)
	}
}

func TestAQuestionIsTypedSentAndGoesToTheTop(t *testing.T) {
	h := startGallery(t, "-page", "history")
	h.clickAt(h.readState().ComposerBox.center())
	h.waitForState("the composer has the keyboard", func(s windowState) bool { return s.HasFocus })
	h.runXdotool("type", "--delay", "5", "first line")
	h.pressKeys("shift+Return")
	h.runXdotool("type", "--delay", "5", "second line")
	h.waitForState("both lines are there", func(s windowState) bool { return s.ComposerText == "first line\nsecond line" })
	h.pressKeys("Return")
	s := h.waitForState("the answer begins below the question", func(s windowState) bool {
		return s.WordCount > 3 && s.ComposerText == ""
	})
	last := s.Rows[len(s.Rows)-1].ID
	s = h.waitForState("the answer ended", func(s windowState) bool { return s.Finished })
	q, ok := s.rowBox(last - 1)
	if list := s.ListBox; !ok || q.Y < list.Y || q.Y > list.Y+40 {
		t.Errorf("the question is at %v in a list at %v", q.Y, list.Y)
	}
	h.pressKeys("Up")
	h.waitForState("Up in the empty composer edits the last message", func(s windowState) bool {
		return strings.HasPrefix(s.ComposerText, "first line")
	})
}
