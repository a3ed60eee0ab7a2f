package main

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// silentFolders show no text of their own.
func silentFolders() []string {
	return []string{"atspi", "formula", "portal", "theme", "translate", "uitest"}
}

// silentFunctions take texts that no person reads in the window.
var silentFunctions = regexp.MustCompile(`^(translate\.\w+|fmt\.Errorf|errors\.\w+|os\.\w+|regexp\.\w+|slog\.\w+|` +
	`(\w+\.)*[lL]og\.\w+|log\.\w+|strings\.(Has|Trim|Cut|Contains|Replace|Split|Index)\w*|[\w.]+\.FieldByName|` +
	`ast\.\w+|\w+\.Format|addLengthPrefixedFields|(\w+\.)*addLengthPrefixedFields|fyne\.NewStaticResource)$`)

// silentTexts are names, keys of the keyboard, headings of prompts and code, which are the same in every
// language.
var silentTexts = regexp.MustCompile(`(?s)^(Memoir|Memoir: |TeX|HTML|Markdown|curl|Open WebUI|LibreChat|Continue|` +
	`Enter|Esc|Tab|Del|Up|Up, Down|Menu, .*|F\d+|((Ctrl|Alt|Shift)[+ ])+.*|heading |most used|last used|` +
	`[A-Z_]+|https?://.*|## .*|(Base URL|endpoints|export|models|curl|    apiBase|      models|# aider)[: ].*)$`)

func TestTextsForPeopleAreTranslated(t *testing.T) {
	s := &scanner{fset: token.NewFileSet()}
	packages, err := s.parsePackagesBelow(filepath.Join(root, "ui"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, x := range collectTextsOrFail(t) {
		known[x.key] = true
	}
	for _, p := range packages {
		if slices.Contains(silentFolders(), filepath.Base(p.dir)) {
			continue
		}
		for path, file := range p.files {
			for _, l := range unwrappedTexts(p, file) {
				text, _ := p.constantString(l)
				if !known[text] {
					t.Errorf("%s:%d: %s goes to people without translate.Text", path, s.fset.Position(l.Pos()).Line, l.Value)
				}
			}
		}
	}
}

// unwrappedTexts returns the literals of a file that read like a text for people and are not translated
// where they stand.
func unwrappedTexts(p *sourcePackage, file *ast.File) (found []*ast.BasicLit) {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && (g.Tok == token.IMPORT || g.Tok == token.TYPE) {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				return !silentFunctions.MatchString(dottedFunctionName(n.Fun))
			case *ast.StructType:
				return false
			case *ast.CaseClause:
				for _, statement := range n.Body {
					found = append(found, unwrappedTextsInStatement(p, statement)...)
				}
				return false
			case *ast.BinaryExpr:
				return n.Op != token.EQL && n.Op != token.NEQ
			case *ast.BasicLit:
				if text, ok := p.constantString(n); ok && readsLikeText(text) {
					found = append(found, n)
				}
			}
			return true
		})
	}
	return found
}

// unwrappedTextsInStatement is unwrappedTexts for one statement.
func unwrappedTextsInStatement(p *sourcePackage, s ast.Stmt) []*ast.BasicLit {
	body := &ast.BlockStmt{List: []ast.Stmt{s}}
	f := &ast.File{Decls: []ast.Decl{&ast.FuncDecl{Name: ast.NewIdent("f"), Type: &ast.FuncType{}, Body: body}}}
	return unwrappedTexts(p, f)
}

// dottedFunctionName is the name of a function as it is written: translate.Text, p.log.Error.
func dottedFunctionName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return dottedFunctionName(e.X) + "." + e.Sel.Name
	case *ast.CallExpr:
		return dottedFunctionName(e.Fun)
	}
	return ""
}

// readsLikeText reports whether a literal has several words, or one that begins with a capital.
func readsLikeText(s string) bool {
	if silentTexts.MatchString(s) || !regexp.MustCompile(`\pL{2}`).MatchString(s) {
		return false
	}
	first := []rune(s)[0]
	return strings.Contains(strings.TrimSpace(s), " ") || strings.HasPrefix(s, " ") || unicode.IsUpper(first)
}

func TestUnwrappedTextsAreFound(t *testing.T) {
	dir := t.TempDir()
	code := `package p

import "memoir/ui/translate"

const shared = "Shared text"

func f(kind string) {
	show("Save")
	label := "Saved " + kind
	switch kind {
	case "A kind":
		show("two words")
	}
	show(translate.Text("Fine"), kind == "Kind B", "Ctrl+N", "lowercase")
	show(translate.Text(shared))
}
`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &scanner{fset: token.NewFileSet()}
	packages, err := s.parsePackagesBelow(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.scanTranslateCalls(packages[0])
	var found []string
	for _, file := range packages[0].files {
		for _, l := range unwrappedTexts(packages[0], file) {
			found = append(found, l.Value)
		}
	}
	// The constant is found too, and forgiven because translate.Text names it.
	want := []string{`"Shared text"`, `"Save"`, `"Saved "`, `"two words"`}
	if !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
	if len(s.uses) != 2 || len(s.problems) != 0 {
		t.Errorf("uses %+v, problems %q", s.uses, s.problems)
	}
}
