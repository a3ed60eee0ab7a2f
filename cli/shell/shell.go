// Package shell renders the table of commands for shells and for man: completion scripts for bash,
// zsh and fish, and a manual page. Start with Command, which describes one entry of the table.
package shell

import (
	"slices"
	"strings"
)

// Command describes one command, or a group of them when it has Subcommands.
type Command struct {
	Path        string // as typed after "memoir"; "" is the root
	Usage       string // what follows the path
	Summary     string
	Examples    []string
	Flags       []Flag
	Subcommands []Command
}

// Flag describes one flag.
type Flag struct {
	Name string
	// Value names what follows the flag, or lists the choices as a|b|c; "" for a flag that is switched
	// on by its name alone.
	Value string
	Text  string
}

// choiceValues are the values of a flag that takes one of a few.
func (f Flag) choiceValues() []string {
	if !strings.Contains(f.Value, "|") {
		return nil
	}
	return strings.Split(f.Value, "|")
}

// lastPathWord is the last word of the path.
func (c Command) lastPathWord() string { return c.Path[strings.LastIndexByte(c.Path, ' ')+1:] }

// selfAndDescendants lists the command and all below it, parents first.
func (c Command) selfAndDescendants() []Command {
	all := []Command{c}
	for _, s := range c.Subcommands {
		all = append(all, s.selfAndDescendants()...)
	}
	return all
}

// allCommandPaths lists the paths of all commands below the root.
func (c Command) allCommandPaths() []string {
	var out []string
	for _, s := range c.selfAndDescendants() {
		if s.Path != "" {
			out = append(out, s.Path)
		}
	}
	return out
}

// flagNamesTakingValueInTree lists the flags of all commands that a value follows, sorted, as
// typed.
func (c Command) flagNamesTakingValueInTree() []string {
	var out []string
	for _, s := range c.selfAndDescendants() {
		for _, f := range s.Flags {
			if f.Value != "" {
				out = append(out, "--"+f.Name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// subcommandNamesAndFlags are what completes the command: its subcommands and its flags.
func (c Command) subcommandNamesAndFlags() []string {
	var out []string
	for _, s := range c.Subcommands {
		out = append(out, s.lastPathWord())
	}
	for _, f := range c.Flags {
		out = append(out, "--"+f.Name)
	}
	return out
}

// shellQuoted returns a text as one word of any of the three shells.
func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
