package main

import (
	"bytes"
	"os"
	"testing"
)

// The tables in the program are what the texts give on amd64; other processors may round sums differently.
func TestTheTablesAreTrainedOnTheTextsAsTheyAre(t *testing.T) {
	const root = "../.."
	for _, j := range judges() {
		examples, err := j.examples(root)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(j.tablePath(root))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(trainTable(examples), kept) {
			t.Errorf("the texts give another table of %s: run go generate ./memory/lang/classifier", j.name)
		}
	}
}
