// Command memoir is a local chat app with long-term memory that its user can see, edit and trust.
package main

import (
	"os"

	"memoir/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
