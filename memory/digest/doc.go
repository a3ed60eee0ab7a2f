// Package digest sums chats up in the background: a job reads the messages of a branch that no summary
// covers and appends a summary of them, made by a model or, where none can be asked, by rule.
//
// due.go decides when, summarise.go runs the job, lines.go takes from a reply what may be kept, and
// by_rule.go does without a model. The jobs run on the worker of package learn.
package digest
