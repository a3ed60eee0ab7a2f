package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// translatePath is the package whose calls name the texts of the window.
const translatePath = "memoir/ui/translate"

// use is one place in the code where a text is used.
type use struct {
	key       string
	one       string   // English singular of a text with plural forms
	arguments []string // names of the values for its placeholders
	file      string
	line      int
}

// scanner reads the code of some folders.
type scanner struct {
	fset     *token.FileSet
	uses     []use
	problems []string
}

// sourcePackage is the Go files of one folder, without its tests, with its constants.
type sourcePackage struct {
	dir       string
	files     map[string]*ast.File // by path
	constants map[string]ast.Expr
}

// parsePackagesBelow parses the folders below root, without tests and testdata.
func (s *scanner) parsePackagesBelow(root string) ([]*sourcePackage, error) {
	byDir := map[string]*sourcePackage{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(s.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := filepath.Dir(path)
		p := byDir[dir]
		if p == nil {
			p = &sourcePackage{dir: dir, files: map[string]*ast.File{}, constants: map[string]ast.Expr{}}
			byDir[dir] = p
		}
		p.files[path] = file
		p.collectConstants(file)
		return nil
	})
	var packages []*sourcePackage
	for _, p := range byDir {
		packages = append(packages, p)
	}
	slices.SortFunc(packages, func(a, b *sourcePackage) int { return strings.Compare(a.dir, b.dir) })
	return packages, err
}

func (p *sourcePackage) collectConstants(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		d, ok := n.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			return true
		}
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			for i, name := range v.Names {
				if i < len(v.Values) {
					p.constants[name.Name] = v.Values[i]
				}
			}
		}
		return true
	})
}

// constantString returns the constant string an expression is, if it is one: literals, constants of
// the package and what + makes of them.
func (p *sourcePackage) constantString(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return constant.StringVal(constant.MakeFromLiteral(e.Value, e.Kind, 0)), true
		}
	case *ast.ParenExpr:
		return p.constantString(e.X)
	case *ast.Ident:
		if v, ok := p.constants[e.Name]; ok {
			return p.constantString(v)
		}
	case *ast.BinaryExpr:
		left, ok := p.constantString(e.X)
		right, also := p.constantString(e.Y)
		return left + right, e.Op == token.ADD && ok && also
	}
	return "", false
}

// scanTranslateCalls collects the texts that the calls of package translate name.
func (s *scanner) scanTranslateCalls(p *sourcePackage) {
	for path, file := range p.files {
		name := importName(file, translatePath)
		inside := file.Name.Name == "translate" // the package calls its own functions
		if name == "" && !inside {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.Ident); ok && inside && len(call.Args) > 0 {
				if _, isConstant := p.constantString(call.Args[0]); isConstant {
					s.addUseOfTranslateCall(p, path, f.Name, call)
				}
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if x, isIdent := selectorQualifierName(f); ok && isIdent && x == name {
				s.addUseOfTranslateCall(p, path, f.Sel.Name, call)
			}
			return true
		})
	}
}

func selectorQualifierName(f *ast.SelectorExpr) (string, bool) {
	if f == nil {
		return "", false
	}
	x, ok := f.X.(*ast.Ident)
	if !ok {
		return "", false
	}
	return x.Name, true
}

// addUseOfTranslateCall adds the use that a call of a function of package translate is.
func (s *scanner) addUseOfTranslateCall(p *sourcePackage, path, function string, call *ast.CallExpr) {
	u := use{file: path, line: s.fset.Position(call.Pos()).Line}
	at := map[string]int{"Text": 0, "Count": 2}
	position, ok := at[function]
	if !ok || len(call.Args) <= position {
		return
	}
	key, ok := p.constantString(call.Args[position])
	if ok {
		u.key = key
		if function == "Count" {
			u.one, ok = p.constantString(call.Args[1])
			u.arguments = []string{"Count"}
		}
	}
	if !ok {
		s.recordProblem(u, "the text is no constant; translate.Known is for texts that others made")
		return
	}
	for i := position + 1; i < len(call.Args); i += 2 {
		name, ok := p.constantString(call.Args[i])
		if !ok {
			s.recordProblem(u, "the name of a value is no constant")
			return
		}
		u.arguments = append(u.arguments, name)
	}
	s.reportUnmatchedPlaceholders(u)
	s.uses = append(s.uses, u)
}

// reportUnmatchedPlaceholders reports placeholders without a value, and values without a
// placeholder.
func (s *scanner) reportUnmatchedPlaceholders(u use) {
	used := placeholderNames(u.key)
	for _, name := range used {
		if !slices.Contains(u.arguments, name) {
			s.recordProblem(u, fmt.Sprintf("%q has no value for {{.%s}}", u.key, name))
		}
	}
	for _, name := range u.arguments {
		if !slices.Contains(used, name) {
			s.recordProblem(u, fmt.Sprintf("%q does not show {{.%s}}", u.key, name))
		}
	}
}

func (s *scanner) recordProblem(u use, problem string) {
	s.problems = append(s.problems, fmt.Sprintf("%s:%d: %s", u.file, u.line, problem))
}

// importName returns the name under which a file imports a package, "" if it does not.
func importName(file *ast.File, path string) string {
	for _, i := range file.Imports {
		if strings.Trim(i.Path.Value, `"`) != path {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	return ""
}
