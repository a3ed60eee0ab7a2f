// Package atspi lets screen readers of Linux read the window: it offers what is on the screen on the
// accessibility bus, by the protocol AT-SPI 2 (at-spi2-core, xml/*.xml and atspi-constants.h), which
// Fyne 2.8 does not speak. Start with Bridge; it knows nothing of Fyne and is given Screens.
//
// Nothing happens without a session bus, and little until a screen reader says on it that it is there:
// then the screen is read some times a second, offered as an application with one frame and its elements
// in reading order, and what changed is announced: focus, names, typed text, messages. Every call is
// answered from the newest Screen, so that no screen reader ever waits for the window.
package atspi
