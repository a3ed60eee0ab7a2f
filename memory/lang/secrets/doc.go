// Package secrets finds what must neither be stored as a memory nor sent to a model for memory work:
// passwords and codes by their labels in fifteen languages, keys by the formats of their vendors, card,
// account and national numbers by their check digits, recovery phrases by their words. RedactSecrets
// replaces them. The functions are pure and safe for concurrent use.
package secrets
