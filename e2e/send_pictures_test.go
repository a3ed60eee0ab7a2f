//go:build e2e && checked

package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"memoir/llm/llmtest"
)

const picturesScript = `
models:
  - {id: seer, context: 32000, sees: true}
  - {id: blind, context: 32000, sees: false}
rules:
  - name: learn
    when: {system_contains: JSON list}
    reply: {text: "[]"}
  - name: title
    when: {user_contains: Name this chat}
    reply: {text: Garden}
  - name: chat
    reply: {text: A garden with a shed.}
`

// newRotatedPhotoWithGPS is a JPEG of 2,400 by 1,800 pixels that lies on its side and says where and with what
// it was taken.
func newRotatedPhotoWithGPS(t *testing.T) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 2400, 1800))
	for y := range 1800 {
		for x := range 2400 {
			img.SetRGBA(x, y, color.RGBA{uint8(x / 10), uint8(y / 8), 90, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	exif := []byte("Exif\x00\x00II*\x00\x08\x00\x00\x00")
	exif = le.AppendUint16(exif, 1)
	exif = le.AppendUint16(exif, 0x0112) // orientation
	exif = le.AppendUint16(exif, 3)
	exif = le.AppendUint32(exif, 1)
	exif = le.AppendUint32(exif, 6) // a quarter turn
	exif = append(exif, "\x00\x00\x00\x00SecretCamera GPS 38.7223 N 9.1393 W"...)
	out := []byte{0xFF, 0xD8, 0xFF, 0xE1}
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	return append(append(out, exif...), b.Bytes()[2:]...)
}

// picturesOfRequestsToModel returns the pictures of each request of a model, decoded from their data URLs.
func (h *harness) picturesOfRequestsToModel(model string) [][]image.Config {
	h.Helper()
	var out [][]image.Config
	for _, r := range h.server.ChatRequests() {
		var body struct {
			Model    string
			Messages []struct{ Content json.RawMessage }
		}
		if err := json.Unmarshal([]byte(r.Body), &body); err != nil {
			h.Fatal(err)
		}
		if body.Model != model {
			continue
		}
		var pictures []image.Config
		for _, m := range body.Messages {
			var parts []struct {
				ImageURL struct{ URL string } `json:"image_url"`
			}
			if json.Unmarshal(m.Content, &parts) != nil {
				continue
			}
			for _, p := range parts {
				_, encoded, isPicture := strings.Cut(p.ImageURL.URL, ";base64,")
				if !isPicture {
					continue
				}
				data, err := base64.StdEncoding.DecodeString(encoded)
				if err != nil {
					h.Fatal(err)
				}
				for _, secret := range []string{"Exif", "GPS", "SecretCamera"} {
					if bytes.Contains(data, []byte(secret)) {
						h.Errorf("a picture was sent with %s", secret)
					}
				}
				if _, _, err := image.Decode(bytes.NewReader(data)); err != nil {
					h.Errorf("a picture that was sent can't be decoded: %v", err)
				}
				c, _, err := image.DecodeConfig(bytes.NewReader(data))
				if err != nil {
					h.Fatal(err)
				}
				pictures = append(pictures, image.Config{Width: c.Width, Height: c.Height})
			}
		}
		out = append(out, pictures)
	}
	return out
}

// lastSentPictures returns the pictures of the last request of a model that had some.
func (h *harness) lastSentPictures(model string) []image.Config {
	h.Helper()
	var last []image.Config
	for _, ps := range h.picturesOfRequestsToModel(model) {
		if ps != nil {
			last = ps
		}
	}
	return last
}

// chooseModel chooses a model in the list that is open.
func (h *harness) chooseModel(name string) {
	h.Helper()
	h.typeText(name)
	h.pressKeys("Return")
}

// Pictures are attached by the dialog and by paste, shown, removed and brought back, sent to a model
// that sees and to no other, opened with Esc to close, kept in a backup and erased with their chat.
func TestPicturesAreSentToModelsThatSee(t *testing.T) {
	h := newHarness(t)
	script, err := llmtest.ParseScript([]byte(picturesScript))
	if err != nil {
		t.Fatal(err)
	}
	h.server = llmtest.StartServerForTest(t, script)
	h.baseURL = h.server.URL + "/v1"
	h.writeModelsFileAndCreateDatabase()
	photo := filepath.Join(h.dir, "photo.jpg")
	if err := os.WriteFile(photo, newRotatedPhotoWithGPS(t), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(h.dir, "broken.jpg")
	if err := os.WriteFile(broken, newRotatedPhotoWithGPS(t)[:5000], 0o600); err != nil {
		t.Fatal(err)
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.attachFileThroughDialog(broken)
	h.waitForText("is damaged or incomplete")
	h.attachFileThroughDialog(photo)
	h.waitForControl("Picture: photo.jpg")
	h.saveScreenshot("picture-1-attached")
	h.pressControlWithPrefix("Remove photo.jpg")
	h.waitForText("Removed photo.jpg")
	h.waitForQuery("0", "SELECT count(*) FROM pictures")
	h.pressControlWithPrefix("Undo")
	h.waitForControl("Picture: photo.jpg")
	h.sendAndWait("What grows here?")
	if got := h.lastSentPictures("seer"); len(got) != 1 || got[0].Width != 1536 || got[0].Height != 2048 {
		t.Errorf("sent were %+v", got)
	}
	h.saveScreenshot("picture-2-answered")
	h.pressControlWithPrefix("Picture: photo.jpg")
	h.waitForText("photo.jpg · 1536 × 2048")
	h.saveScreenshot("picture-3-viewer")
	h.pressKeys("Escape")
	h.waitUntilElementGone("Close picture")
	h.checkBlindModelGetsNoPicture()
	h.checkPicturesInBackupAndErased()
}

// checkBlindModelGetsNoPicture pastes a picture for a model that does not see, and sends it to the
// other one by the button of the notice.
func (h *harness) checkBlindModelGetsNoPicture() {
	h.Helper()
	owner := offerPictureInClipboard(h.T, pngOfSize(h.T, 300, 200))
	defer owner.Close()
	h.pressControlWithPrefix("Model for this chat")
	h.chooseModel("blind")
	h.waitForQuery("1", "SELECT count(*) FROM threads WHERE model LIKE '%/blind'")
	h.pressControlWithPrefix("Message Memoir")
	h.pressKeys("ctrl+v")
	h.waitForText("blind can't see pictures.")
	h.typeText("And what is this?")
	h.pressKeys("Return")
	h.waitForText("Choose another model, or remove the picture.")
	h.saveScreenshot("picture-4-blind")
	h.pressControlWithPrefix("Choose another model")
	h.chooseModel("seer")
	h.waitForQuery("1", "SELECT count(*) FROM threads WHERE model LIKE '%/seer'")
	h.waitUntilElementGone("Choose another model")
	h.pressControlWithPrefix("Message Memoir")
	h.pressKeys("Return")
	h.waitForQuery("2", "SELECT count(*) FROM messages WHERE role='assistant' AND status='complete'")
	if got := h.lastSentPictures("seer"); len(got) != 2 || got[1].Width != 300 || got[1].Height != 200 {
		h.Errorf("sent were %+v", got)
	}
	if got := h.picturesOfRequestsToModel("blind"); len(got) != 0 {
		h.Errorf("the model that can't see was asked: %+v", got)
	}
}

func (h *harness) checkPicturesInBackupAndErased() {
	h.Helper()
	h.waitForQuery("2", "SELECT count(*) FROM pictures")
	backup := filepath.Join(h.dir, "backup.db")
	h.runMemoir("backup", "--out", backup)
	if data, err := os.ReadFile(backup); err != nil || !bytes.Contains(data, []byte("photo.jpg")) {
		h.Errorf("the backup has no picture: %v", err)
	}
	h.pressKeys("ctrl+shift+n") // a temporary chat
	h.waitForText("Temporary chat")
	h.attachFileThroughDialog(filepath.Join(h.dir, "photo.jpg"))
	h.waitForControl("Picture: photo.jpg")
	second := filepath.Join(h.dir, "second.png")
	if err := os.WriteFile(second, pngOfSize(h.T, 77, 55), 0o600); err != nil {
		h.Fatal(err)
	}
	h.attachFileThroughDialog(second)
	h.waitForControl("Picture: second.png")
	h.waitForQuery("3", "SELECT count(*) FROM pictures")
	h.pressKeys("ctrl+n") // the temporary chat is erased
	h.waitForQuery("2", "SELECT count(*) FROM pictures")
	h.waitForQuery("0", "SELECT count(*) FROM pictures WHERE name = 'second.png'")
}

func pngOfSize(t *testing.T, w, h int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// offerPictureInClipboard offers a picture in the clipboard of the display, as a program does that it was copied
// in, until the connection is closed.
func offerPictureInClipboard(t *testing.T, picture []byte) *xgb.Conn {
	xgb.Logger.SetOutput(io.Discard) // it says that there is no .Xauthority
	conn, err := xgb.NewConn()
	if err != nil {
		t.Fatal(err)
	}
	atom := func(name string) xproto.Atom {
		r, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return r.Atom
	}
	window, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	clipboard, pngType, screen := atom("CLIPBOARD"), atom("image/png"), xproto.Setup(conn).DefaultScreen(conn)
	xproto.CreateWindow(conn, 0, window, screen.Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, screen.RootVisual, 0,
		nil)
	if err := xproto.SetSelectionOwnerChecked(conn, window, clipboard, xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			ev, err := conn.WaitForEvent()
			if ev == nil && err == nil {
				return
			}
			r, ok := ev.(xproto.SelectionRequestEvent)
			if !ok {
				continue
			}
			n := xproto.SelectionNotifyEvent{Time: r.Time, Requestor: r.Requestor, Selection: r.Selection, Target: r.Target}
			if r.Target == pngType {
				n.Property = r.Property
				xproto.ChangeProperty(conn, xproto.PropModeReplace, r.Requestor, r.Property, pngType, 8,
					uint32(len(picture)), picture)
			}
			xproto.SendEvent(conn, false, r.Requestor, 0, string(n.Bytes()))
		}
	}()
	return conn
}
