//go:build e2e && checked

package e2e

import (
	"strconv"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"memoir/llm/llmtest"
)

// notifications is the desktop's service for notifications, which the test puts in its place.
type notifications struct{ shown chan string }

// Notify is org.freedesktop.Notifications.Notify.
func (n notifications) Notify(
	_ string, _ uint32, _, title, text string, _ []string, _ map[string]dbus.Variant, _ int32,
) (uint32, *dbus.Error) {
	n.shown <- title + ": " + text
	return 1, nil
}

// An answer that ends while another program has the focus is told to the desktop once its user wants that, by the
// title of its chat and without its words; until then none is.
func TestAnswerInTheBackgroundIsToldToTheDesktopWhenWanted(t *testing.T) {
	h := newHarness(t)
	desktop := notifications{make(chan string, 8)}
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	const name = "org.freedesktop.Notifications"
	if err := bus.Export(desktop, "/org/freedesktop/Notifications", name); err != nil {
		t.Fatal(err)
	}
	if reply, err := bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil ||
		reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatalf("the name is not to be had: %d, %v", reply, err)
	}
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), learnAtOnce, "MEMOIR_CHATS_TITLES=false")
	h.sendAndUnfocusUntilAnswered("Tell me of the first lighthouse")

	h.pressKeys("ctrl+comma")
	h.pressControlWithPrefix("Appearance")
	h.scrollUntilShown("Notify me when an answer is ready")
	h.pressControlWithPrefix("Notify me when an answer is ready")
	h.waitForQuery("1", "SELECT json_extract(value, '$.notify_done') FROM settings WHERE key='ui.look'")
	h.saveScreenshot("notification-1-on")
	h.pressKeys("Escape")
	h.waitUntilElementGone("Appearance")
	h.sendAndWait("And of the foreground") // nobody needs to be told
	h.waitUntilElementGone("Stop")         // the window has heard of its end, which comes after the database's
	h.pressKeys("ctrl+n")
	h.sendAndUnfocusUntilAnswered("Tell me of the second lighthouse")
	var told string
	h.waitFor("the notification", func() bool {
		select {
		case told = <-desktop.shown:
			return true
		default:
			return false
		}
	})
	if told != "Your answer is ready: Tell me of the second lighthouse" {
		t.Errorf("the desktop was told %q", told)
	}
	if n := len(desktop.shown); n > 0 {
		t.Errorf("the desktop was told %d more", n)
	}
}

// sendAndUnfocusUntilAnswered sends a message, gives the focus to the desktop while the answer is written, and takes it
// back when it has ended.
func (h *harness) sendAndUnfocusUntilAnswered(text string) {
	h.Helper()
	h.waitForQuery("0", "SELECT count(*) FROM jobs WHERE state IN ('queued','running')") // they would meet the fault
	if err := h.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultSlow, DelayMS: 150}); err != nil {
		h.Fatal(err)
	}
	h.typeText(text)
	h.waitFor("the message to be sent", func() bool {
		h.pressKeys("Return") // ignored until a model is found
		return h.becomesTrueWithinTwoSeconds(func() bool {
			return h.queryText("SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1") == "streaming"
		})
	})
	h.runXdotool("windowfocus", h.rootWindowID())
	h.waitForQuery("complete", "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	h.waitUntilElementGone("Stop")
	h.runXdotool("windowfocus", "--sync", h.windowID)
}

// rootWindowID is the number of the window behind all others.
func (h *harness) rootWindowID() string {
	h.Helper()
	conn, err := xgb.NewConn()
	if err != nil {
		h.Fatal(err)
	}
	defer conn.Close()
	return strconv.FormatUint(uint64(xproto.Setup(conn).DefaultScreen(conn).Root), 10)
}
