package documents

import (
	"strconv"
	"strings"
)

// maxListLevels is how many lists may stand in each other with numbers of their own; those of deeper ones have none.
const maxListLevels = 10

// listLevel says how the items of one level of a list are numbered.
type listLevel struct {
	format string // of a number: decimal, lowerLetter, upperLetter, lowerRoman or upperRoman; "" for a bullet
	text   string // with %1 for the number of the first level, and so on
	start  int
}

// listCounters are the numbers that the levels of a list have reached, 0 before the first item.
type listCounters [maxListLevels]int

// nextItemMarker numbers the next item of a level and returns its marker, such as "2.", "b)" or
// "1.3"; "" for a bullet.
func (c *listCounters) nextItemMarker(levels []listLevel, level int) string {
	if level < 0 || level >= len(levels) || level >= maxListLevels {
		return ""
	}
	if c[level] == 0 {
		c[level] = levels[level].start - 1
	}
	c[level]++
	for i := level + 1; i < maxListLevels; i++ {
		c[i] = 0
	}
	if levels[level].format == "" {
		return ""
	}
	marker := levels[level].text
	for i := range level + 1 {
		n := c[i]
		if n == 0 {
			n = levels[i].start
		}
		marker = strings.ReplaceAll(marker, "%"+strconv.Itoa(i+1), formatListNumber(n, levels[i].format))
	}
	return strings.TrimSpace(marker)
}

// formatListNumber returns a number in one of the formats of listLevel; other formats are read as decimal.
func formatListNumber(n int, format string) string {
	const maxLetters = 26 * 20
	switch {
	case (format == "lowerLetter" || format == "upperLetter") && n > 0 && n <= maxLetters:
		s := strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
		if format == "upperLetter" {
			return strings.ToUpper(s)
		}
		return s
	case (format == "lowerRoman" || format == "upperRoman") && n > 0 && n < 4000:
		s := romanNumber(n)
		if format == "lowerRoman" {
			return strings.ToLower(s)
		}
		return s
	}
	return strconv.Itoa(n)
}

func romanNumber(n int) string {
	values := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	texts := []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	var b strings.Builder
	for i, value := range values {
		for ; n >= value; n -= value {
			b.WriteString(texts[i])
		}
	}
	return b.String()
}
