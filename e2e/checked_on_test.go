//go:build e2e && checked

package e2e

// namesControls is set where the program under test, built with the same tag, writes the names of what is on the
// screen.
const namesControls = true
