package shell

import (
	"fmt"
	"strings"
)

// SupportedShells are the names that CompletionScript takes.
func SupportedShells() []string { return []string{"bash", "zsh", "fish"} }

// CompletionScript returns the completion script of a shell for the commands of root, and whether
// there is one.
func CompletionScript(name string, root Command) (script string, ok bool) {
	switch name {
	case "bash":
		return bashCompletion(root), true
	case "zsh":
		return zshCompletion(root), true
	case "fish":
		return fishCompletion(root), true
	}
	return "", false
}

// findCommandLoop is the loop of bash and zsh that finds the command on the line: it leaves the
// path in $command. %s are the condition of the loop, the flags with a value and the paths.
const findCommandLoop = `	while %s; do
		word=%s
		i=$((i + 1))
		if [[ -n $value ]]; then
			value=
			continue
		fi
		case $word in
		%s) value=1 ;;
		-*) ;;
		*)
			case "${command:+$command }$word" in
			%s) command="${command:+$command }$word" ;;
			esac
			;;
		esac
	done
`

// quoteAndJoinAsCasePattern joins words to a pattern of case.
func quoteAndJoinAsCasePattern(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = shellQuoted(w)
	}
	return strings.Join(out, " | ")
}

func bashCompletion(root Command) string {
	var b strings.Builder
	b.WriteString("# bash completion of memoir; made by memoir completion bash\n_memoir() {\n" +
		"\tlocal current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} " +
		"word value='' command='' words=''\n\tlocal -i i=1\n")
	fmt.Fprintf(&b, findCommandLoop, "[[ $i -lt $COMP_CWORD ]]", "${COMP_WORDS[i]}",
		strings.Join(root.flagNamesTakingValueInTree(), " | "), quoteAndJoinAsCasePattern(root.allCommandPaths()))
	b.WriteString("\tCOMPREPLY=()\n\tcase \"$command $previous\" in\n")
	for _, c := range root.selfAndDescendants() {
		for _, f := range c.Flags {
			if f.choiceValues() != nil {
				fmt.Fprintf(&b, "\t%s) words=%s ;;\n", shellQuoted(c.Path+" --"+f.Name),
					shellQuoted(strings.Join(f.choiceValues(), " ")))
			}
		}
	}
	b.WriteString("\t*)\n\t\tif [[ -n $value ]]; then\n\t\t\tcompopt -o default 2>/dev/null\n\t\t\treturn\n\t\tfi\n" +
		"\t\tcase $command in\n")
	for _, c := range root.selfAndDescendants() {
		fmt.Fprintf(
			&b, "\t\t%s) words=%s ;;\n", shellQuoted(c.Path), shellQuoted(strings.Join(c.subcommandNamesAndFlags(), " ")),
		)
	}
	b.WriteString("\t\tesac\n\t\t;;\n\tesac\n" +
		"\twhile read -r word; do COMPREPLY+=(\"$word\"); done < <(compgen -W \"$words\" -- \"$current\")\n" +
		"}\ncomplete -o bashdefault -o default -F _memoir memoir\n")
	return b.String()
}

// zshDescribeEntry is an entry of _describe: a word, and what it does.
func zshDescribeEntry(word, text string) string {
	return shellQuoted(strings.ReplaceAll(word, ":", `\:`) + ":" + text)
}

func zshCompletion(root Command) string {
	var b strings.Builder
	b.WriteString("#compdef memoir\n# zsh completion of memoir; made by memoir completion zsh\n_memoir() {\n" +
		"\tlocal word value command previous=${words[CURRENT-1]}\n\tlocal -a items\n\tinteger i=2\n")
	fmt.Fprintf(&b, findCommandLoop, "(( i < CURRENT ))", "${words[i]}", strings.Join(
		root.flagNamesTakingValueInTree(), " | ",
	),
		quoteAndJoinAsCasePattern(root.allCommandPaths()))
	b.WriteString("\tcase \"$command $previous\" in\n")
	for _, c := range root.selfAndDescendants() {
		for _, f := range c.Flags {
			if f.choiceValues() != nil {
				fmt.Fprintf(&b, "\t%s) items=(%s) ;;\n", shellQuoted(c.Path+" --"+f.Name), strings.Join(f.choiceValues(), " "))
			}
		}
	}
	b.WriteString("\t*)\n\t\tif [[ -n $value ]]; then\n\t\t\t_files\n\t\t\treturn\n\t\tfi\n\t\tcase $command in\n")
	for _, c := range root.selfAndDescendants() {
		var items []string
		for _, s := range c.Subcommands {
			items = append(items, zshDescribeEntry(s.lastPathWord(), s.Summary))
		}
		for _, f := range c.Flags {
			items = append(items, zshDescribeEntry("--"+f.Name, f.Text))
		}
		fmt.Fprintf(&b, "\t\t%s) items=(%s) ;;\n", shellQuoted(c.Path), strings.Join(items, " "))
	}
	b.WriteString("\t\tesac\n\t\t;;\n\tesac\n\t_describe memoir items || _files\n}\n" +
		"if [[ ${funcstack[1]} == _memoir ]]; then\n\t_memoir \"$@\"\nelse\n\tcompdef _memoir memoir\nfi\n")
	return b.String()
}

func fishCompletion(root Command) string {
	var b strings.Builder
	b.WriteString("# fish completion of memoir; made by memoir completion fish\n" +
		"function __memoir_command_is\n\tset -l command ''\n\tset -l value ''\n" +
		"\tfor word in (commandline -opc)[2..-1]\n\t\tif test -n \"$value\"\n\t\t\tset value ''\n\t\t\tcontinue\n\t\tend\n" +
		"\t\tswitch $word\n")
	fmt.Fprintf(&b, "\t\t\tcase %s\n\t\t\t\tset value 1\n\t\t\tcase '-*'\n\t\t\tcase '*'\n"+
		"\t\t\t\tset -l longer (string trim -- \"$command $word\")\n\t\t\t\tif contains -- $longer %s\n"+
		"\t\t\t\t\tset command $longer\n\t\t\t\tend\n\t\tend\n\tend\n\ttest \"$command\" = \"$argv[1]\"\nend\n",
		strings.Join(root.flagNamesTakingValueInTree(), " "), strings.ReplaceAll(
			quoteAndJoinAsCasePattern(root.allCommandPaths()), " | ", " ",
		))
	for _, c := range root.selfAndDescendants() {
		// The condition is one word that fish evaluates: its quotation marks differ from those around it.
		when := fmt.Sprintf(`"__memoir_command_is '%s'"`, c.Path)
		for _, s := range c.Subcommands {
			fmt.Fprintf(&b, "complete -c memoir -f -n %s -a %s -d %s\n", when, s.lastPathWord(), fishQuoted(s.Summary))
		}
		for _, f := range c.Flags {
			value := ""
			if f.Value != "" {
				value = " -r"
			}
			if choices := f.choiceValues(); choices != nil {
				value = " -x -a " + shellQuoted(strings.Join(choices, " "))
			}
			fmt.Fprintf(&b, "complete -c memoir -n %s -l %s%s -d %s\n", when, f.Name, value, fishQuoted(f.Text))
		}
	}
	return b.String()
}

// fishQuoted returns a text as one word of fish, where a backslash escapes inside quotation marks.
func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
