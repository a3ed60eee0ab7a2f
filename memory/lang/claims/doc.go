// Package claims decides what a user's message states about the user, clause by clause: whose words a
// part of it is (SplitOwnFromQuotedText, by package quoted), what a clause is (stated, asked, supposed, denied,
// invented, a joke), whom it is about, and whether a fact follows from what is stated
// (ParseUserMessage, ParseText, SupportsFact). Decisions 0003 and 0011 give the rules. The
// functions are pure and safe for concurrent use; a UserText and a Text belong to one goroutine.
package claims
