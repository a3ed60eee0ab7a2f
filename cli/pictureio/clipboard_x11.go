//go:build linux || freebsd || openbsd || netbsd

package pictureio

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// Limits of a picture in the clipboard: its size, and how long its owner may take for each part.
const (
	maxClipboardBytes  = 64 << 20
	clipboardPartDelay = 5 * time.Second
)

// x11Clipboard asks the owner of the X11 selection CLIPBOARD for its content. Wayland compositors
// offer what is copied there to X11 programs, which the window is.
type x11Clipboard struct {
	conn     *xgb.Conn
	window   xproto.Window
	property xproto.Atom
	events   chan xgb.Event
}

// ReadPictureFromX11Clipboard returns the picture in the clipboard: as PNG, JPEG, WebP or GIF,
// whichever the owner offers first. A program that offers none is a Error.
func ReadPictureFromX11Clipboard(ctx context.Context) ([]byte, error) {
	c, err := openX11Clipboard()
	if err != nil {
		return nil, Error("The clipboard can't be read on this system. Save the picture as a file and add that instead.")
	}
	defer c.conn.Close()
	for _, kind := range []string{"image/png", "image/jpeg", "image/webp", "image/gif"} {
		data, err := c.readAsMIMEType(ctx, kind)
		if err != nil || len(data) > 0 {
			return data, err
		}
	}
	return nil, Error("There is no text or picture on the clipboard.")
}

func openX11Clipboard() (*x11Clipboard, error) {
	xgb.Logger.SetOutput(io.Discard) // it says that there is no .Xauthority, which is no error
	conn, err := xgb.NewConn()
	if err != nil {
		return nil, fmt.Errorf("open display: %w", err)
	}
	c := &x11Clipboard{conn: conn, events: make(chan xgb.Event, 64)}
	if c.window, err = xproto.NewWindowId(conn); err == nil {
		screen := xproto.Setup(conn).DefaultScreen(conn)
		err = xproto.CreateWindowChecked(conn, 0, c.window, screen.Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly,
			screen.RootVisual, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
	}
	if err == nil {
		c.property, err = c.internAtom("MEMOIR_CLIPBOARD")
	}
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("open clipboard: %w", err)
	}
	go c.forwardEventsToChannelUntilClosed()
	return c, nil
}

// forwardEventsToChannelUntilClosed ends when the connection is closed.
func (c *x11Clipboard) forwardEventsToChannelUntilClosed() {
	defer close(c.events)
	for {
		ev, err := c.conn.WaitForEvent()
		if ev == nil && err == nil {
			return
		}
		if ev != nil {
			select {
			case c.events <- ev:
			default: // nobody waits any more
			}
		}
	}
}

func (c *x11Clipboard) internAtom(name string) (xproto.Atom, error) {
	r, err := xproto.InternAtom(c.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, fmt.Errorf("intern %s: %w", name, err)
	}
	return r.Atom, nil
}

// readAsMIMEType returns the clipboard as a MIME type, nothing when the owner does not offer it.
func (c *x11Clipboard) readAsMIMEType(ctx context.Context, mime string) ([]byte, error) {
	clipboard, err := c.internAtom("CLIPBOARD")
	if err != nil {
		return nil, err
	}
	target, err := c.internAtom(mime)
	if err != nil {
		return nil, err
	}
	xproto.ConvertSelection(c.conn, c.window, clipboard, target, c.property, xproto.TimeCurrentTime)
	ev, err := c.waitForMatchingEvent(ctx, func(ev xgb.Event) bool {
		n, ok := ev.(xproto.SelectionNotifyEvent)
		return ok && n.Requestor == c.window && n.Target == target
	})
	if err != nil || ev.(xproto.SelectionNotifyEvent).Property == xproto.AtomNone { //nolint:forcetypeassert // as awaited
		return nil, err
	}
	incremental, err := c.internAtom("INCR")
	if err != nil {
		return nil, err
	}
	kind, data, err := c.readAndDeleteProperty()
	if err != nil || kind != incremental {
		return data, err
	}
	return c.readPartsUntilEmptyOne(ctx)
}

// readPartsUntilEmptyOne reads what the owner sends in parts (ICCCM 2.7.2): each is a new value of
// the property, and an empty one is the end.
func (c *x11Clipboard) readPartsUntilEmptyOne(ctx context.Context) ([]byte, error) {
	var out []byte
	for {
		_, err := c.waitForMatchingEvent(ctx, func(ev xgb.Event) bool {
			n, ok := ev.(xproto.PropertyNotifyEvent)
			return ok && n.Atom == c.property && n.State == xproto.PropertyNewValue
		})
		if err != nil {
			return nil, err
		}
		_, part, err := c.readAndDeleteProperty()
		if err != nil || len(part) == 0 {
			return out, err
		}
		if out = append(out, part...); len(out) > maxClipboardBytes {
			return nil, Error("The picture on the clipboard is too large. Save it as a file and add that instead.")
		}
	}
}

// readAndDeleteProperty reads and deletes the property, which asks for the next part.
func (c *x11Clipboard) readAndDeleteProperty() (xproto.Atom, []byte, error) {
	r, err := xproto.GetProperty(c.conn, true, c.window, c.property, xproto.GetPropertyTypeAny, 0,
		maxClipboardBytes/4).Reply()
	if err != nil {
		return 0, nil, fmt.Errorf("read clipboard: %w", err)
	}
	return r.Type, r.Value, nil
}

// waitForMatchingEvent waits for an event.
func (c *x11Clipboard) waitForMatchingEvent(ctx context.Context, wanted func(xgb.Event) bool) (xgb.Event, error) {
	timer := time.NewTimer(clipboardPartDelay)
	defer timer.Stop()
	for {
		select {
		case ev, ok := <-c.events:
			if !ok {
				return nil, Error("The connection to the clipboard was lost.")
			}
			if wanted(ev) {
				return ev, nil
			}
		case <-timer.C:
			return nil, Error("The app the picture was copied from isn't responding.")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
