// Package pages returns the memory of embedded bytes, and of files that are mapped, to the system. Nothing
// is lost: the next access reads the bytes from the file again, from the system's file cache as a rule.
package pages
