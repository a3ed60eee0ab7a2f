// Package llm speaks to OpenAI-compatible model servers. A Client is the core's memory.Model and memory.Catalog: it
// streams replies, knows the providers of models.yaml with their models, and keeps their keys.
//
// Guarantees:
//   - Nothing is retried after the first piece of a reply. Before it, a call is repeated at most twice, after a broken
//     connection or a 5xx answer only; a parameter that a server refuses (temperature, stream_options, max_tokens) is
//     dropped and the call made again without it, once for each.
//   - A call ends when its context ends, when the reply limit is over, or when a reply that has begun stays silent for
//     the idle limit; its connection is closed then.
//   - A key is sent to its own provider and appears nowhere else: not in errors (their last four characters at most),
//     not in logs, not in models.yaml.
//   - models.yaml belongs to the user. A broken file is never written to; the last good one stays in force. Edits keep
//     comments.
//   - The environment of other programs (OPENAI_*) is read only where models.yaml or Options say so.
//
// All methods of a Client are safe for concurrent use.
package llm
