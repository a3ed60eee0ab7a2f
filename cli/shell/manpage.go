package shell

import (
	"fmt"
	"strings"
)

// ManPage returns the manual page memoir(1) in the macros of man(7), for the commands of root, the
// flags that every command has and the environment variables.
func ManPage(root Command, version string, common []Flag, environment []Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH MEMOIR 1 \"\" %q \"User Commands\"\n.SH NAME\nmemoir \\- %s\n", "Memoir "+version,
		escapeRoff(root.Summary))
	b.WriteString(".SH SYNOPSIS\n.B memoir\n.br\n.B memoir\n.I COMMAND\n[flags] [text]\n.SH DESCRIPTION\n" +
		"Without a command, memoir opens the window. Every command works without a display, on the same data folder, " +
		"even while the window is open.\n.SH COMMANDS\n")
	for _, c := range root.selfAndDescendants() {
		if c.Path == "" || len(c.Subcommands) > 0 || c.Path == "help" {
			continue
		}
		fmt.Fprintf(&b, ".SS \"memoir %s\"\n%s.\n", escapeRoff(strings.TrimSpace(c.Path+" "+c.Usage)),
			escapeRoff(capitalizeWithoutFullStop(c.Summary)))
		writeFlagListAsRoff(&b, flagsNotAmong(c.Flags, common))
		for i, x := range c.Examples {
			if i == 0 {
				b.WriteString(".PP\nFor example:\n")
			}
			fmt.Fprintf(&b, ".PP\n.RS\n.B %s\n.RE\n", escapeRoff(x))
		}
	}
	b.WriteString(".SH COMMON FLAGS\n")
	writeFlagListAsRoff(&b, common)
	b.WriteString(".SH ENVIRONMENT\n")
	for _, v := range environment {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s.\n", v.Name, escapeRoff(capitalizeWithoutFullStop(v.Text)))
	}
	b.WriteString(".SH EXIT STATUS\n0 success; 1 failure; 2 usage error; 3 not found; " +
		"4 model unreachable.\n")
	return b.String()
}

// writeFlagListAsRoff writes a list of flags.
func writeFlagListAsRoff(b *strings.Builder, flags []Flag) {
	for _, f := range flags {
		fmt.Fprintf(b, ".TP\n\\fB\\-\\-%s\\fR %s\n%s.\n", escapeRoff(f.Name), escapeRoff(f.Value),
			escapeRoff(capitalizeWithoutFullStop(f.Text)))
	}
}

// flagsNotAmong returns the flags that are not among the others.
func flagsNotAmong(flags, others []Flag) []Flag {
	known := map[string]bool{}
	for _, f := range others {
		known[f.Name] = true
	}
	var out []Flag
	for _, f := range flags {
		if !known[f.Name] {
			out = append(out, f)
		}
	}
	return out
}

// capitalizeWithoutFullStop begins with a capital, unless a choice or a name stands there, and ends
// without a full stop.
func capitalizeWithoutFullStop(s string) string {
	s = strings.TrimSuffix(s, ".")
	if first, _, _ := strings.Cut(s, " "); s == "" || strings.Contains(first, "|") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// escapeRoff escapes what man(7) would take for its own: the escape character, hyphens, and a full
// stop or an apostrophe at the beginning of a line.
func escapeRoff(s string) string {
	s = strings.NewReplacer(
		`\`, `\e`, "-", `\-`, "…", "...", "“", `\(dq`, "”", `\(dq`, `"`, `\(dq`, "–", `\(en`, "\n", " ",
	).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
