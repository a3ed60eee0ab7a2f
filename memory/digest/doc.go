// Package digest works in the background on what is longer than a fact. One job reads the messages of a
// branch that no summary covers and appends a summary of them, made by a model or, where none can be
// asked, by rule. Another writes the base memory, the text about the user that opens every prompt, anew
// from the summaries that are new.
//
// due.go decides when. summarise.go runs the first job, lines.go takes from a reply what may be kept,
// by_rule.go does without a model. distil.go runs the second, base_text.go makes the text of its reply.
// The jobs run on the worker of package learn.
package digest
