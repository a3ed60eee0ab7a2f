package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// maxShareOfArrowsUp is the highest share of the arrows of a folder that may run back up. An arrow leads
// from a file to another one of its folder whose declarations it uses.
const maxShareOfArrowsUp = 0.25

// A folder reads from top to bottom when its files can be put in an order in which nearly every file
// uses only files below it.
func TestFilesOfAFolderUseThoseBelowThem(t *testing.T) {
	judged := 0
	for folder, files := range sourceFiles(t) {
		if !isFolderJudgedForArrows(folder) || isTestOnlyCoreFolder(folder) {
			continue
		}
		arrows := usesBetweenFilesOfFolder(t, folder, files)
		all := 0
		for _, to := range arrows {
			all += len(to)
		}
		if all < 4 {
			continue // of three arrows one is already a third
		}
		judged++
		up := upwardArrowsInBestOrder(files, arrows)
		if share := float64(len(up)) / float64(all); share > maxShareOfArrowsUp {
			t.Errorf("%s: %d of %d arrows run back up: %s", folder, len(up), all, strings.Join(up, ", "))
		} else {
			t.Logf("%s: %d of %d arrows run back up", folder, len(up), all)
		}
	}
	if judged < 20 {
		t.Errorf("only %d folders have arrows: the paths have changed", judged)
	}
}

// isFolderJudgedForArrows reports the folders that are judged: the core, the clients of models, the
// conversation and the panel.
func isFolderJudgedForArrows(folder string) bool {
	for _, root := range []string{"memory", "llm", "ui/chat", "ui/panel"} {
		if folder == root || strings.HasPrefix(folder, root+"/") {
			return true
		}
	}
	return false
}

// usesBetweenFilesOfFolder returns the files of the folder whose functions, methods, types, constants and variables
// each file uses. What exists once for each system leads to one of its files.
func usesBetweenFilesOfFolder(t *testing.T, folder string, files []string) map[string]map[string]bool {
	t.Helper()
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		content := readProjectFile(t, path.Join(folder, name+".go"))
		f, err := parser.ParseFile(set, name, content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	// Imported packages are left empty: what is used of them is an error that does not matter here.
	checker := types.Config{Importer: emptyPackages{}, Error: func(error) {}}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, _ := checker.Check(folder, set, parsed, &info)
	arrows := map[string]map[string]bool{}
	for id, used := range info.Uses {
		f, isFunc := used.(*types.Func)
		isMethod := isFunc && f.Signature().Recv() != nil
		if used.Pkg() != pkg || used.Parent() != pkg.Scope() && !isMethod {
			continue
		}
		from, to := set.Position(id.Pos()).Filename, set.Position(used.Pos()).Filename
		if from == to {
			continue
		}
		if arrows[from] == nil {
			arrows[from] = map[string]bool{}
		}
		arrows[from][to] = true
	}
	return arrows
}

// emptyPackages imports every package as one that declares nothing.
type emptyPackages struct{}

func (emptyPackages) Import(of string) (*types.Package, error) {
	p := types.NewPackage(of, path.Base(of))
	p.MarkComplete()
	return p, nil
}

// upwardArrowsInBestOrder puts the files in an order with few arrows that run back up and returns these. The order is
// that of Eades, Lin and Smyth (1993): what nothing is used by goes last, what uses most and is used
// least goes first.
func upwardArrowsInBestOrder(files []string, arrows map[string]map[string]bool) []string {
	left := slices.Sorted(slices.Values(files))
	var first, last []string
	for len(left) > 0 {
		best, bestSurplus, isSink := "", -len(files)-1, false
		for _, f := range left {
			out, in := 0, 0
			for _, g := range left {
				if arrows[f][g] {
					out++
				}
				if arrows[g][f] {
					in++
				}
			}
			if out == 0 {
				best, isSink = f, true
				break
			}
			if in == 0 {
				best, bestSurplus = f, len(files)
			} else if out-in > bestSurplus {
				best, bestSurplus = f, out-in
			}
		}
		if isSink {
			last = append(last, best)
		} else {
			first = append(first, best)
		}
		left = slices.DeleteFunc(left, func(f string) bool { return f == best })
	}
	slices.Reverse(last)
	return upwardArrowsInOrder(append(first, last...), arrows)
}

func upwardArrowsInOrder(order []string, arrows map[string]map[string]bool) []string {
	var up []string
	for i, from := range order {
		for _, to := range slices.Sorted(maps.Keys(arrows[from])) {
			if slices.Index(order, to) < i {
				up = append(up, from+" → "+to)
			}
		}
	}
	return up
}

// maxFieldsOfPane is how many fields a pane of the window may have: more is a pane that does the core's work.
const maxFieldsOfPane = 15

func TestPanesHaveFewFields(t *testing.T) {
	panes := 0
	for folder, files := range sourceFiles(t) {
		for _, name := range files {
			if !strings.HasPrefix(folder, "ui/") {
				continue
			}
			fields, isPane := countFieldsOfPane(t, path.Join(folder, name+".go"))
			if isPane {
				panes++
			}
			if fields > maxFieldsOfPane {
				t.Errorf("%s.Pane has %d fields, more than %d: give parts of it types of their own",
					folder, fields, maxFieldsOfPane)
			}
		}
	}
	if panes < 4 {
		t.Errorf("only %d panes were found: they have another name", panes)
	}
}

// countFieldsOfPane returns the number of fields of the type Pane, if the file declares it.
func countFieldsOfPane(t *testing.T, file string) (fields int, isPane bool) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, readProjectFile(t, file), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == "Pane" {
			if s, ok := spec.Type.(*ast.StructType); ok {
				fields, isPane = s.Fields.NumFields(), true
			}
		}
		return !isPane
	})
	return fields, isPane
}
