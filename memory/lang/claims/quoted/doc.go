// Package quoted separates what a user wrote from what they quoted or pasted: letters, forwarded
// mail, dialogues, files, text to translate, paragraphs that another one asks about
// (SplitOwnFromForeignText). The functions are pure and safe for concurrent use.
package quoted
