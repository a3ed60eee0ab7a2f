// Package e2e drives the built program in a real window by mouse and keyboard, and checks the
// database, the request log of the model server and the program's output. tools/e2e-window.sh runs
// it; all but this comment is in files that only the build tag e2e includes.
package e2e
