package main

import (
	"bytes"
	"os"
	"testing"

	"memoir/memory/lang/classifier"
)

// The tables in the program are what the texts give on amd64; other processors may round sums differently.
func TestTheTablesAreTrainedOnTheTextsAsTheyAre(t *testing.T) {
	const root = "../.."
	for _, j := range judgesToTrain() {
		examples, err := j.examples(root)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(j.tablePath(root))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := classifier.DecompressTable(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(trainTable(examples), kept) {
			t.Errorf("the texts give another table of %s: run go generate ./memory/lang/classifier", j.name)
		}
	}
}
