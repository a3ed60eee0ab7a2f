package main

import (
	"go/ast"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"memoir/ui/translate"
)

// coreFoldersWithWindowTexts are the folders whose texts the window shows although they are made
// without it: reasons, refusals and explanations of errors.
func coreFoldersWithWindowTexts() []string {
	return []string{"memory", "storage/folder", "cli"}
}

// scanCoreTexts collects the texts that a package makes for people: the words of faults and
// refusals, and reasons. They are recognised by where they stand: in the fields and variables that
// hold such texts, in constants named for them, and in what functions named for them return.
func (s *scanner) scanCoreTexts(p *sourcePackage) {
	for path, file := range p.files {
		if !mayFileHoldWindowTexts(path) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				s.scanReasonConstants(p, path, n)
			case *ast.CompositeLit:
				s.scanCompositeLiteral(p, path, n)
			case *ast.AssignStmt:
				s.scanAssignedTexts(p, path, n)
			case *ast.CallExpr:
				if name := lastIdentifier(n.Fun); (name == "PictureError" || name == "setState") && len(n.Args) > 0 {
					s.addCoreTextIfForPeople(p, path, n.Args[len(n.Args)-1])
				}
			case *ast.FuncDecl:
				if n.Body != nil && isTextName(n.Name.Name) {
					s.scanReturnedAndAppendedTexts(p, path, n.Body)
				}
			}
			return true
		})
	}
}

func (s *scanner) scanReasonConstants(p *sourcePackage, path string, spec *ast.ValueSpec) {
	for i, name := range spec.Names {
		if i < len(spec.Values) && isReasonConstant(name.Name) {
			s.addCoreTextIfForPeople(p, path, spec.Values[i])
		}
	}
}

func (s *scanner) scanAssignedTexts(p *sourcePackage, path string, assign *ast.AssignStmt) {
	for i, to := range assign.Lhs {
		if i < len(assign.Rhs) && isTextName(lastIdentifier(to)) {
			s.addCoreTextIfForPeople(p, path, assign.Rhs[i])
		}
	}
}

// mayFileHoldWindowTexts leaves out what only the command line, the demo and measurements say.
func mayFileHoldWindowTexts(path string) bool {
	name := filepath.Base(path)
	switch {
	case strings.Contains(path, "/exercise/"), strings.Contains(path, "/vectorindex/"):
		return false
	case filepath.Base(filepath.Dir(path)) == "cli":
		return strings.HasPrefix(name, "gui") || name == "snapshots.go"
	}
	return !strings.HasPrefix(name, "config") && name != "profile_ids.go"
}

// scanReturnedAndAppendedTexts adds the first result of each return statement, and what is appended
// to a list.
func (s *scanner) scanReturnedAndAppendedTexts(p *sourcePackage, path string, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				s.addCoreTextIfForPeople(p, path, n.Results[0])
			}
		case *ast.CallExpr:
			switch lastIdentifier(n.Fun) {
			case "append":
				for _, a := range n.Args[1:] {
					s.addCoreTextIfForPeople(p, path, a)
				}
			case "add": // of formats for one thing and for several
				for _, a := range n.Args[:min(2, len(n.Args))] {
					s.addCoreTextIfForPeople(
						p, path, &ast.CallExpr{Fun: ast.NewIdent("Sprintf"), Args: []ast.Expr{a, ast.NewIdent("Names")}},
					)
				}
			}
		}
		return true
	})
}

// scanCompositeLiteral adds the texts of a composite literal, by the names of its fields; of types
// that are written without them, by position.
func (s *scanner) scanCompositeLiteral(p *sourcePackage, path string, c *ast.CompositeLit) {
	positions := map[string][]int{"FieldError": {1}, "sentinelFault": {2, 3}, "Error": {0}}[lastIdentifier(c.Type)]
	if a, ok := c.Type.(*ast.ArrayType); ok && lastIdentifier(a.Elt) == "sentinelFault" {
		for _, e := range c.Elts {
			if inner, ok := e.(*ast.CompositeLit); ok {
				for _, i := range []int{2, 3} {
					s.addCoreTextIfForPeople(p, path, inner.Elts[i])
				}
			}
		}
	}
	for i, e := range c.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if name := lastIdentifier(kv.Key); isTextName(name) {
				s.addCoreTextIfForPeople(p, path, kv.Value)
			}
		} else if slices.Contains(positions, i) {
			s.addCoreTextIfForPeople(p, path, e)
		}
	}
}

// isTextName reports whether a field, variable or function of this name holds a text for people.
func isTextName(name string) bool {
	for _, end := range []string{
		"Title", "Hint", "Problem", "Reason", "title", "hint", "problem", "reason", "problems", "DisplayName", "ForDisplay",
		"RemainingCopies",
	} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

func isReasonConstant(name string) bool {
	return regexp.MustCompile(`^(reason|inbox|drop)[A-Z]`).MatchString(name)
}

// addCoreTextIfForPeople adds a text, if the expression is one that people read: a constant, or
// constants with values between them, which become placeholders.
func (s *scanner) addCoreTextIfForPeople(p *sourcePackage, path string, e ast.Expr) {
	if c, ok := e.(*ast.CallExpr); ok && lastIdentifier(c.Fun) == "append" {
		for _, a := range c.Args[1:] {
			s.addCoreTextIfForPeople(p, path, a)
		}
		return
	}
	parts := p.splitExpressionIntoTextParts(e)
	key, literal := "", ""
	used := map[string]bool{}
	var arguments []string
	for _, part := range parts {
		if part.name == "" {
			key += part.text
			literal += part.text
			continue
		}
		name := part.name
		for i := 2; used[name]; i++ {
			name = part.name + strconv.Itoa(i)
		}
		used[name] = true
		arguments = append(arguments, name)
		key += "{{." + name + "}}"
	}
	if !isTextForPeople(literal) {
		return
	}
	if len(arguments) > 0 {
		key += translate.CoreTemplate
	}
	s.uses = append(s.uses, use{key: key, arguments: arguments, file: path, line: s.fset.Position(e.Pos()).Line})
}

// isTextForPeople reports whether the constant words of an expression are a text: several words, or
// one of the few that stand alone.
func isTextForPeople(literal string) bool {
	words := strings.FieldsFunc(literal, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' })
	switch {
	case strings.ContainsAny(literal, "\n") || literal != strings.TrimSpace(literal) && len(words) < 3:
		return false
	case literal == ": .": // the field of an input and what is wrong with it
		return true
	}
	return len(words) > 1 || slices.Contains([]string{"daily", "recent"}, literal)
}

// textPart is a piece of a text: constant, or a value with a name.
type textPart struct{ text, name string }

// splitExpressionIntoTextParts takes a text apart. An expression without a constant has one part.
func (p *sourcePackage) splitExpressionIntoTextParts(e ast.Expr) []textPart {
	if text, ok := p.constantString(e); ok {
		return []textPart{{text: text}}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.splitExpressionIntoTextParts(e.X)
	case *ast.BinaryExpr:
		return append(p.splitExpressionIntoTextParts(e.X), p.splitExpressionIntoTextParts(e.Y)...)
	case *ast.CallExpr:
		if lastIdentifier(e.Fun) == "Sprintf" && len(e.Args) > 0 {
			if format, ok := p.constantString(e.Args[0]); ok {
				return splitFormatIntoParts(format, e.Args[1:])
			}
		}
		if lastIdentifier(e.Fun) == "NullText" && len(e.Args) == 1 {
			return p.splitExpressionIntoTextParts(e.Args[0])
		}
	}
	return []textPart{{name: placeholderNameOfValue(e)}}
}

func splitFormatIntoParts(format string, values []ast.Expr) (parts []textPart) {
	last, value := 0, 0
	for _, at := range regexp.MustCompile(`%(%|[-+# 0]*[\d.]*[a-zA-Z])`).FindAllStringIndex(format, -1) {
		parts = append(parts, textPart{text: format[last:at[0]]})
		last = at[1]
		switch verb := format[at[0]:at[1]]; {
		case verb == "%%":
			parts = append(parts, textPart{text: "%"})
		case value < len(values):
			name := textPart{name: placeholderNameOfValue(values[value])}
			if value++; verb == "%q" {
				parts = append(parts, textPart{text: `"`}, name, textPart{text: `"`})
				continue
			}
			parts = append(parts, name)
		}
	}
	return append(parts, textPart{text: format[last:]})
}

// placeholderNameOfValue names a value by the last name in its expression.
func placeholderNameOfValue(e ast.Expr) string {
	name := lastIdentifier(e)
	if c, ok := e.(*ast.CallExpr); ok && len(c.Args) > 0 {
		if inner := placeholderNameOfValue(c.Args[0]); inner != "Value" {
			name = inner
		}
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
	if len(name) < 2 {
		return "Value"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// lastIdentifier is the last identifier of an expression such as memory.FieldError or f.Title.
func lastIdentifier(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return lastIdentifier(e.X)
	case *ast.CallExpr:
		return lastIdentifier(e.Fun)
	case *ast.IndexExpr:
		return lastIdentifier(e.X)
	case *ast.BinaryExpr:
		return lastIdentifier(e.X)
	}
	return ""
}
