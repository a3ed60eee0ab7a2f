// Command memoir is a local chat app with long-term memory that its user can see, edit and trust.
// Everything starts in cli.Run; docs/architecture.md is the map.
package main

import (
	"os"

	"memoir/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
