package composer

import (
	"fmt"
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/theme"
)

func TestPicturesAreShownOpenedRemovedAndSentAlone(t *testing.T) {
	h := newHarness(t)
	c := h.composer
	var calls []string
	c.OnOpenPicture = func(id int64) { calls = append(calls, fmt.Sprint("open ", id)) }
	c.OnRemovePicture = func(id int64) { calls = append(calls, fmt.Sprint("remove ", id)) }
	before := c.MinSize().Height
	dog := image.NewGray(image.Rect(0, 0, 4, 4))
	c.SetPictures([]Picture{{ID: 7, Name: "boat.png"}, {ID: 8, Name: "dog.png", Image: dog}})
	if got := c.MinSize().Height - before; got < pictureSide {
		t.Errorf("the composer grew by %v", got)
	}
	chips := c.view.pictures
	if chips[0].image.Visible() || !chips[0].placeholder.Visible() || !chips[1].image.Visible() {
		t.Error("a picture that is not loaded is shown, or one that is loaded is not")
	}
	chips[1].tappable.OnTapped()
	chips[0].removeButton.OnTapped()
	h.expectEqual("calls", fmt.Sprint(calls), "[open 8 remove 7]")
	if !c.CanSend() {
		t.Error("a picture without text can't be sent")
	}
	c.callOnSendIfAllowed()
	h.expectEqual("sent", fmt.Sprintf("%q", h.sent), `[""]`)
	c.SetPictures(nil)
	if c.MinSize().Height != before || c.CanSend() {
		t.Error("without pictures the composer is not as before")
	}
}

func TestManyPicturesWrap(t *testing.T) {
	h := newHarness(t)
	var many []Picture
	for i := range 20 {
		many = append(many, Picture{ID: int64(i)})
	}
	h.composer.SetPictures(many)
	for i, chip := range h.composer.view.pictures {
		if end := chip.Position().X + chip.Size().Width; end > h.composer.Size().Width-boxPad+theme.Space8 {
			t.Errorf("picture %d ends at %v of %v", i, end, h.composer.Size().Width)
		}
	}
}

func TestNoticeHasButtons(t *testing.T) {
	h := newHarness(t)
	chosen := ""
	before := h.composer.MinSize().Height
	h.composer.SetNotice(Notice{Text: "blind can't see pictures.", Buttons: []NoticeButton{
		{Label: "Choose another model", OnTapped: func() { chosen = "model" }},
	}})
	if h.composer.MinSize().Height <= before || h.composer.view.notice.message.Text() != "blind can't see pictures." {
		t.Error("the notice is not shown")
	}
	h.composer.view.notice.notice.Buttons[0].OnTapped()
	h.expectEqual("chosen", chosen, "model")
	h.composer.SetNotice(Notice{})
	if h.composer.MinSize().Height != before {
		t.Error("the notice stays")
	}
}

func TestPasteOfAPictureIsNoText(t *testing.T) {
	h := newHarness(t)
	pasted := 0
	h.composer.OnEmptyPaste = func() { pasted++ }
	clipboard := test.NewClipboard()
	for _, content := range []string{"", "\x89PNG\r\n\x1a\n\x00\xff"} {
		clipboard.SetContent(content)
		h.composer.editor.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
	}
	if pasted != 2 || h.composer.Text() != "" {
		t.Errorf("%d pastes without text, the text is %q", pasted, h.composer.Text())
	}
	clipboard.SetContent("Grüße")
	h.composer.editor.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
	h.expectEqual("text", h.composer.Text(), "Grüße")
}
