// Package llm talks to OpenAI-compatible model servers. A Client implements memory.Model and
// memory.Catalog: it streams replies, knows the providers of models.yaml and their models, and
// stores their keys.
//
// Guarantees:
//   - Nothing is retried after the first delta of a reply. Before it, a call is retried at most
//     twice, only after a broken connection or a 5xx response. A parameter that a server refuses
//     (temperature, stream_options, max_tokens) is dropped and the call made again without it, once
//     for each.
//   - A call ends when its context ends, when the reply limit is reached, or when a reply that has
//     begun is silent for the idle limit. Its connection is closed then.
//   - A key is sent to its own provider and appears nowhere else: not in errors (at most its last
//     four characters), logs or models.yaml.
//   - models.yaml belongs to the user. A broken file is never overwritten; the last good one stays
//     active. Edits keep comments.
//   - Environment variables of other programs (OPENAI_*) are read only where models.yaml or Options
//     ask for it.
//
// All methods of a Client are safe for concurrent use.
package llm
