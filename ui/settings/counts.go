package settings

import "memoir/ui/translate"

// The functions of this file write a number with its noun, as the dropdowns offer it.

func formatMessageCount(n int) string {
	return translate.Count(n, "{{.Count}} message", "{{.Count}} messages")
}

func formatExchangeCount(n int) string {
	return translate.Count(n, "{{.Count}} exchange", "{{.Count}} exchanges")
}

func formatSummaryCount(n int) string {
	return translate.Count(n, "{{.Count}} summary", "{{.Count}} summaries")
}

func formatWordCount(n int) string {
	return translate.Count(n, "{{.Count}} word", "{{.Count}} words")
}

func formatQuoteCount(n int) string {
	return translate.Count(n, "{{.Count}} quote", "{{.Count}} quotes")
}

func formatCharacterCount(n int) string {
	return translate.Count(n, "{{.Count}} character", "{{.Count}} characters")
}

func formatFactCount(n int) string {
	return translate.Count(n, "{{.Count}} fact", "{{.Count}} facts")
}
