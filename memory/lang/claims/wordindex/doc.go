// Package wordindex finds the clauses of a text in which a word of a fact occurs: in any form, as a
// part of a compound, in another script, in another spelling or by a synonym (New). An Index is
// read-only once it is made, but for AddOccurrence.
package wordindex
