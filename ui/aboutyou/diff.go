package aboutyou

import "strings"

// lineChange says what became of a line between two texts.
type lineChange int

const (
	lineKept lineChange = iota
	lineAdded
	lineRemoved
)

// diffLine is a line of a text or of the one before it.
type diffLine struct {
	change    lineChange
	text      string
	isHeading bool // only of lines that are shown
}

// maxDiffCells bounds the table that diffLines fills, and with it time and memory: texts with more
// changed lines are shown as removed and added whole.
const maxDiffCells = 1 << 20

// diffLines compares two texts line by line with a longest common subsequence: the fewest lines are
// added and removed. Empty lines and blanks around a line are left out of account.
func diffLines(before, after string) []diffLine {
	a, b := trimmedNonEmptyLines(before), trimmedNonEmptyLines(after)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	out := appendDiffLines(nil, lineKept, a[:start])
	out = appendMiddleDiff(out, a[start:len(a)-end], b[start:len(b)-end])
	return appendDiffLines(out, lineKept, a[len(a)-end:])
}

// appendMiddleDiff compares what lies between the common beginning and the common end.
func appendMiddleDiff(out []diffLine, a, b []string) []diffLine {
	if len(a)*len(b) > maxDiffCells {
		return appendDiffLines(appendDiffLines(out, lineRemoved, a), lineAdded, b)
	}
	common := commonSubsequenceLengths(a, b)
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			out = append(out, diffLine{change: lineKept, text: a[i]})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			out = append(out, diffLine{change: lineRemoved, text: a[i]})
			i++
		default:
			out = append(out, diffLine{change: lineAdded, text: b[j]})
			j++
		}
	}
	return appendDiffLines(appendDiffLines(out, lineRemoved, a[i:]), lineAdded, b[j:])
}

// commonSubsequenceLengths returns, for every i and j, how many lines a[i:] and b[j:] have in
// common in order.
func commonSubsequenceLengths(a, b []string) [][]int32 {
	rows := make([][]int32, len(a)+1)
	for i := range rows {
		rows[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				rows[i][j] = rows[i+1][j+1] + 1
			} else {
				rows[i][j] = max(rows[i+1][j], rows[i][j+1])
			}
		}
	}
	return rows
}

func appendDiffLines(out []diffLine, c lineChange, texts []string) []diffLine {
	for _, t := range texts {
		out = append(out, diffLine{change: c, text: t})
	}
	return out
}

func trimmedNonEmptyLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// countAddedAndRemovedLines returns how many lines were added and removed.
func countAddedAndRemovedLines(lines []diffLine) (added, removed int) {
	for _, l := range lines {
		switch l.change {
		case lineAdded:
			added++
		case lineRemoved:
			removed++
		case lineKept:
		}
	}
	return added, removed
}
