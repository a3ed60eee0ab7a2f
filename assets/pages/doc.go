// Package pages returns the memory of embedded bytes to the system. Nothing is lost: the next access reads
// the bytes from the program's file again, from the system's file cache as a rule.
package pages
