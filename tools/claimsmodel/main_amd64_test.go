package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"memoir/memory/lang/claims/classifier"
)

// The table in the program is what the texts give on amd64; other processors may round sums differently.
func TestTheTableIsTrainedOnTheTextsAsTheyAre(t *testing.T) {
	const root = "../.."
	examples, err := readExamples(root)
	if err != nil {
		t.Fatal(err)
	}
	known := computeFeatures(examples, nil)
	table := classifier.EncodeTable(trainWeights(examples), known)
	kept, err := os.ReadFile(filepath.Join(root, "memory/lang/claims/classifier/zz_table.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(table, kept) {
		t.Error("the texts give another table: run go generate ./memory/lang/claims/classifier")
	}
}
