//go:build e2e && !checked

package e2e

// namesControls is unset where the program under test is as people get it: tests find things by their place.
const namesControls = false
