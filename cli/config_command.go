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
		name: "config", usage: "[get] [SETTING…] [--json] | set SETTING VALUE", summary: "show or change settings",
		examples: []string{
			"memoir config", "memoir config preset retrieval.top_k", "memoir config set summary.style sentences",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON object")
			return func(ctx context.Context, e *env, names []string) error {
				method, body := http.MethodGet, any(nil)
				switch {
				case len(names) > 0 && names[0] == "set":
					if len(names) != 3 {
						return usageErrorf("set takes a setting and its value.")
					}
					method, body = http.MethodPatch, map[string]string{names[1]: names[2]}
					names = names[1:2]
				case len(names) > 0 && names[0] == "get":
					names = names[1:]
				}
				var values map[string]string
				err := e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, method, "/api/config", body, &values)
				})
				if err != nil {
					return err
				}
				return e.printConfig(values, names, *asJSON)
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
