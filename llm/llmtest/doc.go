// Package llmtest is an OpenAI-compatible model server whose replies come from a data file. It is
// for tests, and for the demo, which says that its replies are scripted.
//
// A Script is YAML or JSON. The first rule whose conditions all match gives the reply. Conditions
// look at the content of a request (the model, the last user message, the system message, the text
// inside a tag of either), never at who sent it. If no rule matches, the response is an HTTP 500
// that says so. Faults are part of a rule, or are injected into the next requests with
// Server.InjectFault or POST /_control. Every request is logged byte for byte, see Server.Requests.
//
// Beside /v1/chat/completions, /v1/models and /v1/embeddings a server answers Ollama's POST /api/pull,
// and GET /_requests with its log.
package llmtest
