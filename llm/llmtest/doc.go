// Package llmtest is an OpenAI-compatible model server whose replies are written down in a data file: for tests, and
// for the demo, which says that its replies are scripted.
//
// A Script is YAML or JSON. The first rule whose conditions all hold gives the reply; a condition looks at what was
// asked (the model, the last user message, the system message, the text inside a tag of either), never at who asks.
// When no rule fits, the answer is HTTP 500 and says so. Faults are part of a rule or put in the way of the next
// requests with Server.Fault or POST /_control. Every request is kept byte for byte, see Server.Requests.
//
// Beside /v1/chat/completions, /v1/models and /v1/embeddings a server answers GET /_requests with its log.
package llmtest
