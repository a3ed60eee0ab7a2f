// Command claimsmodel trains the table of memory/lang/claims/classifier on the texts in data, the fixtures of
// the rules and the open corpora, and writes zz_table.bin. The same texts give the same table.
//
// With -validate it judges instead: it trains on everything but one edition of the corpora, or but one
// language, and reports how many of the plain claims left out would wait at some thresholds, and how many of
// the other texts left out it finds: of all, and of those that the rules take for claims.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"memoir/memory/lang/claims/classifier"
)

func main() {
	validate := flag.Bool("validate", false, "cross-validate instead of writing the table")
	show := flag.Bool("show", false, "with -validate, print what is judged wrongly")
	root := flag.String("root", ".", "folder of the project")
	flag.Parse()
	if err := run(*root, *validate, *show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, validate, show bool) error {
	examples, err := readExamples(root)
	if err != nil {
		return err
	}
	claims, others := countClasses(examples)
	fmt.Printf("%d plain claims, %d other texts\n", int(claims), int(others))
	if validate {
		crossValidate(examples, "edition", show, func(e example) string { return e.edition })
		crossValidate(examples, "language", show, func(e example) string { return e.language })
		return nil
	}
	known := computeFeatures(examples, nil)
	table := classifier.EncodeTable(trainWeights(examples), known)
	file := filepath.Join(root, "memory/lang/claims/classifier/zz_table.bin")
	return os.WriteFile(file, table, 0o600)
}
