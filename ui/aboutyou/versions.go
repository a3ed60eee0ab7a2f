package aboutyou

import (
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/ledger"
	"memoir/ui/translate"
)

// versionsPerLoad is how many versions the page shows before "Show older versions".
const versionsPerLoad = 10

// version is one version of the text with what changed since the one before.
type version struct {
	memory.BaseMemory
	diff           []diffLine
	added, removed int
	isCurrent      bool
}

// compareBaseMemoryVersions compares each of the newest versions with the one before it; all are
// newest first and may hold one more than limit, to compare the last with. hasOlder says that there
// are more than limit.
func compareBaseMemoryVersions(all []memory.BaseMemory, limit int) (versions []version, hasOlder bool) {
	for i, b := range all[:min(len(all), limit)] {
		before := ""
		if i+1 < len(all) {
			before = all[i+1].Content
		}
		v := version{BaseMemory: b, diff: diffLines(before, b.Content), isCurrent: i == 0}
		v.added, v.removed = countAddedAndRemovedLines(v.diff)
		versions = append(versions, v)
	}
	return versions, len(all) > limit
}

// authorAndSourceTitle says who made the version, and from what.
func (v *version) authorAndSourceTitle() string {
	switch v.Actor {
	case memory.ActorExtractor:
		if n := len(v.SummaryIDs); n > 0 {
			return translate.Count(n, "Memoir wrote it from {{.Count}} summary", "Memoir wrote it from {{.Count}} summaries")
		}
		return translate.Text("Memoir wrote it from your memories")
	case memory.ActorSystem:
		return translate.Text("Memoir removed what was forgotten or replaced")
	default:
		return ledger.DecisionTitle(memory.Decision{Actor: v.Actor, Action: memory.ActionUpdate})
	}
}

// authorSourceAndTime tells the version from the others.
func (v *version) authorSourceAndTime(now time.Time) string {
	return v.authorAndSourceTitle() + ", " + humanize.FormatAsTodayYesterdayOrDate(v.CreatedAt, now)
}

// timeModelAndChanges says when the version was made, by which model, and how many lines it
// changed.
func (v *version) timeModelAndChanges(now time.Time) string {
	parts := []string{humanize.FormatAsTodayYesterdayOrDate(v.CreatedAt, now)}
	if v.Model != "" {
		parts = append(parts, humanize.ReadableModelName(string(v.Model)))
	}
	switch {
	case v.added+v.removed == 0:
		parts = append(parts, translate.Text("no changes"))
	case v.removed == 0:
		parts = append(parts, translate.Count(v.added, "{{.Count}} line added", "{{.Count}} lines added"))
	case v.added == 0:
		parts = append(parts, translate.Count(v.removed, "{{.Count}} line removed", "{{.Count}} lines removed"))
	default:
		parts = append(parts, translate.Count(v.added, "{{.Count}} line added, {{.Removed}} removed",
			"{{.Count}} lines added, {{.Removed}} removed", "Removed", v.removed))
	}
	return strings.Join(parts, " · ")
}

// maxDiffRows is how many lines of a diff are shown.
const maxDiffRows = 120

// changedLinesCountingKeptRuns returns the changed lines with their signs; runs of kept lines, but
// for headings, are counted rather than shown.
func (v *version) changedLinesCountingKeptRuns() []diffLine {
	var out []diffLine
	kept := 0
	flush := func() {
		if kept > 0 {
			out = append(out, diffLine{change: lineKept, text: translate.Count(kept, "{{.Count}} line unchanged",
				"{{.Count}} lines unchanged")})
			kept = 0
		}
	}
	for i, l := range v.diff {
		if l.change == lineKept {
			if !strings.HasPrefix(l.text, "#") || i+1 == len(v.diff) || v.diff[i+1].change == lineKept {
				kept++
				continue
			}
		}
		flush()
		if len(out) == maxDiffRows {
			return append(out, diffLine{change: lineKept, text: translate.Count(len(v.diff)-i, "{{.Count}} more line",
				"{{.Count}} more lines")})
		}
		out = append(out, l.withChangeSignForMarkdownMark())
	}
	flush()
	return out
}

// withChangeSignForMarkdownMark returns the line as it is shown: the sign of its change instead of
// the marks of headings and points.
func (l diffLine) withChangeSignForMarkdownMark() diffLine {
	text := strings.TrimLeft(l.text, "#")
	isHeading := text != l.text
	text = strings.TrimPrefix(strings.TrimSpace(text), "- ")
	return diffLine{change: l.change, text: signOfChange(l.change) + text, isHeading: isHeading}
}

// signOfChange tells a change apart without its color.
func signOfChange(c lineChange) string {
	switch c {
	case lineAdded:
		return "+ "
	case lineRemoved:
		return "− "
	case lineKept:
	}
	return ""
}
