// Package vocabulary holds the words by which claims tells what a clause does and whom it is about, in
// up to fifteen languages: what joins clauses, what asks, supposes, denies and mocks, what names a
// relation such as living somewhere, who is meant. The lists are built on first use and must not be
// changed. A list of words folded by lang.FoldWord is a map; phrases that are searched in a text are
// strings, separated by "|". The few functions only look words up.
package vocabulary
