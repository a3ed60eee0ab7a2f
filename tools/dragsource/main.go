//go:build linux && !ci

// Command dragsource drops files by the XDND protocol, version 5, as a file manager does: it looks for the window
// that takes drops at a place of the screen, also within the frame of a window manager, moves there and lets go.
// dragsource X Y FILE... X and Y are pixels of the screen. It ends with status 0 once the window has taken the
// files, and with 1 when none is there or after ten seconds. The tests of the window use it, because xdotool has
// no drag and drop between programs.
package main

/*
#cgo LDFLAGS: -lX11
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static Atom atom(Display *d, const char *name) { return XInternAtom(d, name, False); }

static void send(Display *d, Window target, Window source, const char *type, long a, long b, long c, long e) {
	XEvent ev = {0};
	ev.xclient.type = ClientMessage;
	ev.xclient.window = target;
	ev.xclient.message_type = atom(d, type);
	ev.xclient.format = 32;
	ev.xclient.data.l[0] = source;
	ev.xclient.data.l[1] = a;
	ev.xclient.data.l[2] = b;
	ev.xclient.data.l[3] = c;
	ev.xclient.data.l[4] = e;
	XSendEvent(d, target, False, NoEventMask, &ev);
	XFlush(d);
}

// windowAt returns the outermost window with XdndAware at a place of the screen, 0 when there is none.
static Window windowAt(Display *d, int x, int y) {
	Window root = DefaultRootWindow(d), child = root;
	for (Window at = root; child; at = child) {
		int ignored;
		if (!XTranslateCoordinates(d, root, at, x, y, &ignored, &ignored, &child) || !child) return 0;
		Atom type = None;
		int format;
		unsigned long n, left;
		unsigned char *value = NULL;
		XGetWindowProperty(d, child, atom(d, "XdndAware"), 0, 1, False, AnyPropertyType, &type, &format, &n, &left, &value);
		if (value) XFree(value);
		if (type != None) return child;
	}
	return 0;
}

// drop returns 0 when the target has finished the drop, 1 when it did not accept it, 2 without a display, 3 when
// no window takes drops there.
static int drop(int x, int y, const char *uris) {
	Display *d = XOpenDisplay(NULL);
	if (!d) return 2;
	Window target = windowAt(d, x, y);
	if (!target) return 3;
	Window source = XCreateSimpleWindow(d, DefaultRootWindow(d), 0, 0, 1, 1, 0, 0, 0);
	Atom list = atom(d, "text/uri-list");
	XSetSelectionOwner(d, atom(d, "XdndSelection"), source, CurrentTime);
	send(d, target, source, "XdndEnter", 5L << 24, list, 0, 0);
	int steps = 3; // from some pixels away
	send(d, target, source, "XdndPosition", 0, ((long)(x + steps) << 16) | y, CurrentTime, atom(d, "XdndActionCopy"));
	time_t end = time(NULL) + 10;
	while (time(NULL) < end) {
		if (!XPending(d)) {
			struct timespec pause = {0, 5000000};
			nanosleep(&pause, NULL);
			continue;
		}
		XEvent ev;
		XNextEvent(d, &ev);
		if (ev.type == SelectionRequest) {
			XSelectionRequestEvent *r = &ev.xselectionrequest;
			XEvent answer = {0};
			answer.xselection.type = SelectionNotify;
			answer.xselection.requestor = r->requestor;
			answer.xselection.selection = r->selection;
			answer.xselection.target = r->target;
			answer.xselection.time = r->time;
			if (r->target == list) {
				XChangeProperty(d, r->requestor, r->property, list, 8, PropModeReplace,
					(const unsigned char *)uris, (int)strlen(uris));
				answer.xselection.property = r->property;
			}
			XSendEvent(d, r->requestor, False, NoEventMask, &answer);
			XFlush(d);
		}
		if (ev.type != ClientMessage) continue;
		if (ev.xclient.message_type == atom(d, "XdndStatus")) {
			if (!(ev.xclient.data.l[1] & 1)) return 1;
			if (steps-- > 0) {
				send(d, target, source, "XdndPosition", 0, ((long)(x + steps) << 16) | y, CurrentTime,
					atom(d, "XdndActionCopy"));
				continue;
			}
			send(d, target, source, "XdndDrop", 0, CurrentTime, 0, 0);
		}
		if (ev.xclient.message_type == atom(d, "XdndFinished")) {
			XCloseDisplay(d);
			return 0;
		}
	}
	return 1;
}
*/
import "C"

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"unsafe"
)

func main() {
	if err := dropFiles(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "dragsource:", err)
		os.Exit(1)
	}
}

func dropFiles(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("usage: dragsource X Y FILE...")
	}
	var place [2]int
	for i := range place {
		n, err := strconv.Atoi(args[i])
		if err != nil {
			return err
		}
		place[i] = n
	}
	var uris strings.Builder
	for _, path := range args[2:] {
		uris.WriteString((&url.URL{Scheme: "file", Path: path}).String() + "\r\n")
	}
	text := C.CString(uris.String())
	defer C.free(unsafe.Pointer(text))
	switch C.drop(C.int(place[0]), C.int(place[1]), text) {
	case 0:
		return nil
	case 2:
		return fmt.Errorf("no display")
	case 3:
		return fmt.Errorf("no window takes drops at %d, %d", place[0], place[1])
	}
	return fmt.Errorf("the window did not take the files")
}
