// Command typecheck checks the types of packages and of all that they import, for another system or
// processor: GOOS=windows GOARCH=amd64 CGO_ENABLED=0 typecheck -tags headless ./cli. It finds what a compiler
// would, except what only the code generator and the linker see, in an eighth of the time. In packages that
// are only imported, the bodies of functions are not checked.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	patterns := os.Args[1:]
	var flags []string
	if len(patterns) > 1 && patterns[0] == "-tags" {
		flags, patterns = []string{"-tags=" + patterns[1]}, patterns[2:]
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes |
			packages.NeedModule,
		BuildFlags: flags,
	}, patterns...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if packages.PrintErrors(loaded) > 0 {
		os.Exit(1)
	}
}
