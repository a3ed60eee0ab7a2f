// Package learn turns exchanges into memories. A Learner runs the jobs one at a time, yields to
// replies and repeats what failed; every run ends in one transaction, so that a job takes effect once.
//
// The stages of a run, in order: extract.go asks the model, fact_list.go reads its reply, ground.go
// demands the user's own words, gate.go stops what needs review, dedup.go compares with what is
// known, reconcile.go and verdict.go decide between old and new, persist.go writes, reinforce.go
// counts repetitions, capacity.go evicts. learn.go runs them, model_call.go makes the calls,
// worker.go runs the jobs, title.go titles chats in idle time. Summaries and base memory get a folder
// of their own beside this one, memory/digest.
package learn
