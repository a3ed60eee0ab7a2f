// Command secretrules writes memory/lang/secrets/secret_rules.txt: the formats of keys and tokens that the
// rule set of gitleaks knows (MIT licence, see THIRD_PARTY_LICENSES.md). The rules are taken over as a
// table because the module itself costs 5 MB of program. Run it by go generate ./memory/lang/secrets after
// raising the version in go.mod, and then tools/packtexts.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/zricethezav/gitleaks/v8/detect"
)

// leftOut are rules for source code and configuration files, which ordinary sentences match.
var leftOut = []string{"generic-api-key", "kubernetes-secret-yaml", "nuget-config-password", "private-key"}

func main() {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		log.Fatal(err)
	}
	var ids []string
	for id, r := range d.Config.Rules {
		if r.Regex != nil && len(r.Keywords) > 0 && !slices.Contains(leftOut, id) {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	var b bytes.Buffer
	fmt.Fprintln(&b, "# Written by tools/secretrules from gitleaks v8.28.0; do not edit.")
	fmt.Fprintln(&b, "# name, group, entropy, keywords, expression: with tabs between them, and blanks between keywords")
	for _, id := range ids {
		r := d.Config.Rules[id]
		fields := []string{
			id, strconv.Itoa(r.SecretGroup), strconv.FormatFloat(r.Entropy, 'g', -1, 64), strings.Join(r.Keywords, " "),
			r.Regex.String(),
		}
		for i, f := range fields {
			if f == "" || strings.ContainsAny(f, "\t\n") || i < len(fields)-2 && strings.Contains(f, " ") {
				log.Fatalf("%s: %q does not fit into a line", id, f)
			}
		}
		fmt.Fprintln(&b, strings.Join(fields, "\t"))
	}
	if err := os.WriteFile("../../memory/lang/secrets/secret_rules.txt", b.Bytes(), 0o600); err != nil {
		log.Fatal(err)
	}
}
