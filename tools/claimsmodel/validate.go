package main

import (
	"fmt"
	"slices"
)

// crossValidateAndPrintPerSource trains without the texts of each source in turn and judges them.
func (j judge) crossValidateAndPrintPerSource(es []example, show bool) {
	var sources []string
	for _, e := range es {
		if e.source != "" && !slices.Contains(sources, e.source) {
			sources = append(sources, e.source)
		}
	}
	slices.Sort(sources)
	for _, source := range sources {
		var in, out []example
		for _, e := range es {
			if e.source == source {
				out = append(out, e)
			} else {
				in = append(in, e)
			}
		}
		setFeaturesReturningKnownWords(in, out)
		j.printCountsAndErrorsOnHeldOut(trainWeights(in), out, source, show)
	}
}

// printCountsAndErrorsOnHeldOut prints what some weights make of texts that they don't know.
func (j judge) printCountsAndErrorsOnHeldOut(weights [2][]float64, es []example, source string, show bool) {
	probabilities := make([]float64, len(es))
	for i, e := range es {
		probabilities[i] = probabilityNotPlain(weights, e)
	}
	count := func(above float64, isWanted func(e example) bool) (n int) {
		for i, e := range es {
			if probabilities[i] >= above && isWanted(e) {
				n++
			}
		}
		return n
	}
	isPassedPlain := func(e example) bool { return e.isPlain && e.passesRules }
	isOther := func(e example) bool { return !e.isPlain }
	isMissed := func(e example) bool { return !e.isPlain && e.passesRules }
	fmt.Printf("%s without %s: %d plain that pass the rules, %d others, %d that pass the rules\n",
		j.name, source, count(0, isPassedPlain), count(0, isOther), count(0, isMissed))
	for _, threshold := range []float64{.45, .54, .55, .56, .57, .58, .59, .6, .62, .64, .7} {
		fmt.Printf("    %.2f: %2d wait, found %3d, %2d of those that pass\n", threshold, count(threshold, isPassedPlain),
			count(threshold, isOther), count(threshold, isMissed))
	}
	for i, e := range es {
		if show && e.passesRules && e.isPlain == (probabilities[i] > j.threshold) {
			fmt.Printf("    %.2f %s %s: %s\n", probabilities[i], e.language, e.class, e.text)
		}
	}
}
