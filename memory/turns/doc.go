// Package turns runs an answer from the message to the stored receipt. A Runner stores the message and
// an empty answer, chooses the model, retrieves memories, assembles the prompt, streams the reply and
// stores it with the jobs that learn from it. Turns of other programs, whose replies it only stores,
// are each a ForwardedTurn.
//
// In the order of a turn: runner.go stores and registers it, models.go chooses the model, assemble.go
// builds the prompt with recall.go, prompt_files.go and prompt_pictures.go, answer.go streams and
// stores. continue.go and preview.go begin elsewhere on that way; forwarded_turn.go and
// forwarded_context.go are for other programs.
//
// A Runner is given chats that were loaded and checked; package engine does both.
package turns
