// Package process has what concerns the process of the window: the marker that tells the next start
// of a run that did not end properly, and starting the program again.
package process
