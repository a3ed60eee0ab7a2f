// Package documents reads the text of documents: word processor files, presentations, spreadsheets, books, web
// pages, e-mails and PDF, as Markdown with their headings, lists and tables. What a part is from, a page, a slide or
// a sheet, stands in a heading above it. Its functions are pure and safe for concurrent use.
package documents
