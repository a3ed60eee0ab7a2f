// Package aboutyou is the page of the text about the user that opens every prompt: read it, edit it,
// undo its latest change, or have it written anew.
package aboutyou
