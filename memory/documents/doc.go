// Package documents reads the text of documents: word processor files, presentations, spreadsheets, books, web
// pages, e-mails and PDF, as Markdown with their headings, lists and tables. A heading above each part
// names the page, slide or sheet that it is from. Its functions are pure and safe for concurrent use.
package documents
