package main

import (
	"fmt"
	"slices"
)

// crossValidate trains without each fold of the corpora in turn and judges what was left out.
func crossValidate(es []example, what string, show bool, foldOf func(example) string) {
	var folds []string
	for _, e := range es {
		if f := foldOf(e); e.edition != "" && !slices.Contains(folds, f) {
			folds = append(folds, f)
		}
	}
	slices.Sort(folds)
	for _, fold := range folds {
		var in, out []example
		for _, e := range es {
			switch {
			case foldOf(e) != fold:
				in = append(in, e)
			case e.edition != "":
				out = append(out, e)
			}
		}
		computeFeatures(in, out)
		printErrorsOnHeldOut(trainWeights(in), out, what+" "+fold, show)
	}
}

// printErrorsOnHeldOut prints what some weights make of texts that they don't know.
func printErrorsOnHeldOut(weights []float64, es []example, fold string, show bool) {
	count := func(isWanted func(e example) bool) (n int) {
		for _, e := range es {
			if isWanted(e) {
				n++
			}
		}
		return n
	}
	isPassedClaim := func(e example) bool { return e.isClaim && e.passesRules }
	isOther := func(e example) bool { return !e.isClaim }
	isMissed := func(e example) bool { return !e.isClaim && e.passesRules }
	fmt.Printf("%-11s", fold)
	for _, threshold := range []float64{.58, .6, .62, .64, .66} {
		above := func(is func(example) bool) int {
			return count(func(e example) bool { return is(e) && probabilityOfNonclaim(weights, e) > threshold })
		}
		fmt.Printf(" | %.2f: %2d of %d wait, found %3d of %d, %2d of %d that pass the rules", threshold,
			above(isPassedClaim), count(isPassedClaim), above(isOther), count(isOther), above(isMissed), count(isMissed))
	}
	fmt.Println()
	for _, e := range es {
		if p := probabilityOfNonclaim(weights, e); show && e.passesRules && e.isClaim == (p > .64) {
			fmt.Printf("    %.2f %s %s: %s\n", p, e.language, e.class, e.text)
		}
	}
}
