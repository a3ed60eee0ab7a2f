package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"

	"memoir/memory"
)

func configCommand() *command {
	return &command{
		name: "config", usage: "[SETTING…] [--json]", summary: "show the settings in effect, or some of them",
		examples: []string{"memoir config", "memoir config preset retrieval.top_k"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON object")
			return func(ctx context.Context, e *env, names []string) error {
				var h memory.Health
				err := e.withSession(ctx, func(s *session) error {
					return s.callJSON(ctx, http.MethodGet, "/health", nil, &h)
				})
				if err != nil {
					return err
				}
				return e.printConfig(h.Config, names, *asJSON)
			}
		},
	}
}

// printConfig prints the named settings, or all of them, in the order of docs/guide/settings.md.
func (p *printer) printConfig(values map[string]string, names []string, asJSON bool) error {
	shown := map[string]string{}
	for _, name := range names {
		value, ok := values[name]
		if !ok {
			return &failure{code: exitNotFound, title: "There is no setting " + name + ".", hint: "memoir config lists them."}
		}
		shown[name] = value
	}
	if len(names) == 0 {
		shown = values
	}
	if asJSON {
		return p.printJSON(shown)
	}
	for _, k := range memory.ConfigKeys() {
		if value, ok := shown[k.Key]; ok {
			fmt.Fprintf(p.out, "%s: %s\n", k.Key, value)
		}
	}
	return nil
}
