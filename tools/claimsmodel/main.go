// Command claimsmodel trains the tables of memory/lang/classifier on the texts in data, the
// fixtures of the rules and the open corpora, and writes them. The same texts give the same tables.
//
// With -validate it judges instead: it trains on everything but one edition of the corpora, or but
// the texts of one hand in data, and reports how many of the plain texts left out would wait at
// some thresholds, and how many of the other texts left out it finds: of all, and of those that
// pass the rules.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memoir/memory/lang/classifier"
)

// judge is a classifier to train: the name of its table and its examples.
type judge struct {
	name      string
	examples  func(root string) ([]example, error)
	threshold float64 // of the program, for -show
}

func judgesToTrain() []judge {
	return []judge{
		{"nonclaims", readClaimExamples, classifier.NonclaimThreshold},
		{"orders", readOrderExamples, classifier.OrderThreshold},
		{"secrets", readSecretExamples, classifier.SecretThreshold},
		{"toldwords", readToldWords, 0.48},
	}
}

func main() {
	validate := flag.Bool("validate", false, "cross-validate instead of writing the tables")
	show := flag.Bool("show", false, "with -validate, print what is judged wrongly")
	root := flag.String("root", ".", "folder of the project")
	only := flag.String("only", "", "names of the judges to train, instead of all")
	without := flag.String("without", "", "sources to leave out, by commas, to judge the program by their texts")
	flag.Parse()
	for _, j := range judgesToTrain() {
		if *only != "" && !slices.Contains(strings.Fields(*only), j.name) {
			continue
		}
		if err := j.trainAndWriteTableOrValidate(*root, *without, *validate, *show); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func (j judge) trainAndWriteTableOrValidate(root, without string, validate, show bool) error {
	examples, err := j.examples(root)
	if err != nil {
		return err
	}
	examples = slices.DeleteFunc(examples, func(e example) bool {
		return e.source != "" && slices.Contains(strings.Split(without, ","), e.source)
	})
	plain, others := countPlainAndOthers(examples)
	fmt.Printf("%s: %d plain texts, %d others\n", j.name, int(plain), int(others))
	if validate {
		j.crossValidateAndPrintPerSource(examples, show)
		return nil
	}
	packed, err := classifier.CompressTable(trainTable(examples))
	if err != nil {
		return err
	}
	return os.WriteFile(j.tablePath(root), packed, 0o600)
}

func (j judge) tablePath(root string) string {
	return filepath.Join(root, "memory/lang/classifier/zz_"+j.name+".bin.gz")
}

// trainTable returns the table of all examples.
func trainTable(examples []example) []byte {
	known := setFeaturesReturningKnownWords(examples, nil)
	return classifier.EncodeTable(trainWeights(examples), known)
}
