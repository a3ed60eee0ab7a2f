package cli

import (
	"context"
	"fmt"

	"memoir/llm"
	"memoir/llm/llmtest"
)

// demoFolderName is the demo's data folder, next to the default one, unless --data-dir names
// another.
const demoFolderName = "memoir-demo"

const demoNotice = "Demo mode: sample answers, no model needed."

// startScriptedServerReturningProvider starts the scripted model server in this process; it
// replaces every provider.
func (m *modelAccess) startScriptedServerReturningProvider() ([]llm.Provider, error) {
	script, err := llmtest.DemoScript()
	if err != nil {
		return nil, fmt.Errorf("start demo: %w", err)
	}
	srv, err := llmtest.StartServer("127.0.0.1:0", script, "")
	if err != nil {
		return nil, fmt.Errorf("start demo: %w", err)
	}
	srv.LimitKeptRequestBodies(1) // nobody reads them here
	m.closers = append(m.closers, func(context.Context) error {
		srv.Close()
		return nil
	})
	return []llm.Provider{{Name: "demo", BaseURL: srv.URL}}, nil
}
