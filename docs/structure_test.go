package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sourceFiles returns the names of the source files of each folder, without ".go", tests and doc.go.
func sourceFiles(t *testing.T) map[string][]string {
	t.Helper()
	folders := map[string][]string{}
	for _, f := range listFiles(t, ".go") {
		f = filepath.ToSlash(f)
		if name := path.Base(f); name != "doc.go" && !strings.HasSuffix(name, "_test.go") {
			folders[path.Dir(f)] = append(folders[path.Dir(f)], strings.TrimSuffix(name, ".go"))
		}
	}
	return folders
}

// isTestOnlyCoreFolder reports the folders of the core that only tests import.
func isTestOnlyCoreFolder(folder string) bool {
	return folder == "memory/exercise" || folder == "memory/archive/archivetest"
}

// filesByFolderInArchitecture returns the files that docs/architecture.md names in the last column of a folder's row.
func filesByFolderInArchitecture(t *testing.T) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|(?:.*\\|)? ([^|]*) \\|$")
	name := regexp.MustCompile("`([a-z0-9_]+)`")
	_, inside, _ := strings.Cut(readProjectFile(t, "docs/architecture.md"), "## Inside the core")
	inside, _, _ = strings.Cut(inside, "## Inside the window")
	for _, m := range row.FindAllStringSubmatch(inside, -1) {
		for _, n := range name.FindAllStringSubmatch(m[2], -1) {
			rows[m[1]] = append(rows[m[1]], n[1])
		}
	}
	return rows
}

// Limits of the source files of a folder, doc.go included.
const (
	maxFilesOfCoreFolder  = 25
	maxFilesOfOtherFolder = 36
)

func isOfCore(folder string) bool { return folder == "memory" || strings.HasPrefix(folder, "memory/") }

func TestFoldersAreSmallEnoughToRead(t *testing.T) {
	for folder, files := range sourceFiles(t) {
		limit := maxFilesOfOtherFolder
		if isOfCore(folder) {
			limit = maxFilesOfCoreFolder
		}
		n := len(files)
		if fileExists("", path.Join(folder, "doc.go")) {
			n++
		}
		if n > limit {
			t.Errorf("%s has %d source files, more than %d: make a package of what changes together", folder, n, limit)
		}
	}
}

func TestMapNamesEveryFileOfTheCoreAndOfLargeFolders(t *testing.T) {
	inMap := filesByFolderInArchitecture(t)
	for folder, files := range sourceFiles(t) {
		if len(files) <= maxFilesOfCoreFolder && !isOfCore(folder) || isTestOnlyCoreFolder(folder) {
			continue
		}
		for _, f := range files {
			if !slices.Contains(inMap[folder], f) {
				t.Errorf("docs/architecture.md doesn't name %s/%s.go", folder, f)
			}
		}
		for _, f := range inMap[folder] {
			if !slices.Contains(files, f) {
				t.Errorf("docs/architecture.md names %s/%s.go, which is gone", folder, f)
			}
		}
	}
}

// maxMethods is how many methods a type may have.
const maxMethods = 40

// manyMethods are the types that may have more: the façade of the core has a method for everything that
// can be asked of Memoir.
var manyMethods = []string{"memory/engine.Session"}

func TestNoTypeHasMoreMethodsThanAReaderKeepsInMind(t *testing.T) {
	types := declaredTypes(t)
	for name, d := range types {
		if n := len(d.methods); n > maxMethods && !slices.Contains(manyMethods, name) {
			t.Errorf("%s has %d methods, more than %d: give parts of it fields and methods of their own",
				name, n, maxMethods)
		}
	}
	for _, name := range manyMethods {
		if n := len(types[name].methods); n <= maxMethods {
			t.Errorf("%s has %d methods and is no exception any more", name, n)
		}
	}
	// The state of a chat once had 109 by embedding its parts.
	state := types["ui/chat/conversation.State"]
	n := len(state.methods)
	for _, name := range state.embeds {
		if of := types["ui/chat/conversation."+name]; of != nil {
			n += len(of.methods)
		}
	}
	if n == 0 || n > maxMethods {
		t.Errorf("conversation.State has %d methods with those of what it embeds", n)
	}
}

// declaredType is a type of the program.
type declaredType struct {
	methods map[string]bool // that it declares itself
	embeds  []string        // types of its package
}

// declaredTypes returns the types of the program by folder and name, whatever they are built for.
func declaredTypes(t *testing.T) map[string]*declaredType {
	t.Helper()
	types := map[string]*declaredType{}
	typeNamed := func(folder, name string) *declaredType {
		if types[folder+"."+name] == nil {
			types[folder+"."+name] = &declaredType{methods: map[string]bool{}}
		}
		return types[folder+"."+name]
	}
	for folder, files := range sourceFiles(t) {
		for _, name := range files {
			content := readProjectFile(t, path.Join(folder, name+".go"))
			f, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv != nil {
						typeNamed(folder, baseTypeName(n.Recv.List[0].Type)).methods[n.Name.Name] = true
					}
					return false
				case *ast.TypeSpec:
					typeNamed(folder, n.Name.Name).addMethodsOrEmbeds(n.Type)
				}
				return true
			})
		}
	}
	return types
}

// addMethodsOrEmbeds adds the methods of an interface, or what a struct embeds of its own package.
func (d *declaredType) addMethodsOrEmbeds(of ast.Expr) {
	switch of := of.(type) {
	case *ast.InterfaceType:
		for _, m := range of.Methods.List {
			for _, name := range m.Names {
				d.methods[name.Name] = true
			}
		}
	case *ast.StructType:
		for _, field := range of.Fields.List {
			if len(field.Names) == 0 {
				d.embeds = append(d.embeds, baseTypeName(field.Type))
			}
		}
	}
}

// baseTypeName is the name of a type without pointer and parameters; "" when it is of another package.
func baseTypeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return baseTypeName(e.X)
	case *ast.IndexExpr:
		return baseTypeName(e.X)
	case *ast.IndexListExpr:
		return baseTypeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// ringsOfWindow returns the packages of the window by the ring that docs/architecture.md puts them in: 0 are
// the panes, 1 the surface, 2 the toolkit.
func ringsOfWindow(t *testing.T) map[string]int {
	t.Helper()
	_, inside, _ := strings.Cut(readProjectFile(t, "docs/architecture.md"), "## Inside the window")
	inside, _, _ = strings.Cut(inside, "\n## ")
	panes, inner, _ := strings.Cut(inside, "**The surface**")
	surface, toolkit, _ := strings.Cut(inner, "**The toolkit**")
	rings := map[string]int{}
	for ring, part := range []string{panes, surface, toolkit} {
		for _, row := range regexp.MustCompile("(?m)^\\| (`ui/[^|]*`) \\|").FindAllStringSubmatch(part, -1) {
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
				rings[m[1]] = ring
			}
		}
	}
	return rings
}

func TestImportsInTheWindowGoInwardsOnly(t *testing.T) {
	rings := ringsOfWindow(t)
	ringOf := func(folder string) (ring int, known bool) {
		for ; folder != "."; folder = path.Dir(folder) {
			if ring, known = rings[folder]; known {
				return ring, true
			}
		}
		return 0, false
	}
	checked := 0
	for folder, imported := range importsOfFolders(t) {
		ring, known := ringOf(folder)
		if !known || strings.HasPrefix(folder, "ui/uitest") {
			continue
		}
		for _, other := range imported {
			inner, known := ringOf(other)
			if known && inner < ring {
				t.Errorf("%s imports %s, which is further out", folder, other)
			}
			if ring == 1 && isOfCore(other) {
				t.Errorf("%s imports %s: the surface knows nothing of the core", folder, other)
			}
			checked++
		}
	}
	if checked < 100 {
		t.Errorf("only %d imports were checked", checked)
	}
}

// importsOfFolders returns which folders of the program the source files of each folder import.
func importsOfFolders(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	for folder, files := range sourceFiles(t) {
		for _, name := range files {
			content := readProjectFile(t, path.Join(folder, name+".go"))
			f, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range f.Imports {
				if other, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "memoir/"); ok {
					imports[folder] = append(imports[folder], other)
				}
			}
		}
	}
	return imports
}
