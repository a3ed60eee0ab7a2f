package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"memoir/memory"
)

// printer prints what a command says: results on stdout; notices, errors and progress on stderr. It
// keeps no state, so goroutines may share it as far as its writers allow.
type printer struct {
	out, err   io.Writer
	isTerminal bool // stderr is a terminal, so progress may be drawn
}

// printJSON writes a REST shape as one line of JSON.
func (p *printer) printJSON(v any) error {
	enc := json.NewEncoder(p.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// collapseToOneLine joins a text's lines for use in a list.
func collapseToOneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// memoryLine formats a memory for a list: #12  2026-05-03  The user …  [tag] (archived). System
// memories have neither number nor date.
func memoryLine(m memory.Memory) string {
	var b strings.Builder
	if m.ID != 0 {
		fmt.Fprintf(&b, "#%d  %s  ", m.ID, m.CreatedAt.Local().Format("2006-01-02"))
	}
	b.WriteString(collapseToOneLine(m.Content))
	if len(m.Tags) > 0 {
		fmt.Fprintf(&b, "  [%s]", strings.Join(m.Tags, ", "))
	}
	if m.Pinned {
		b.WriteString("  (pinned)")
	}
	if m.Status != memory.StatusActive && m.Status != "" {
		fmt.Fprintf(&b, "  (%s)", m.Status)
	}
	return b.String()
}

// decisionLine formats a row of the ledger.
func decisionLine(d memory.Decision) string {
	var b strings.Builder
	verb := actionPastTense(d.Action)
	if d.Action == memory.ActionAdd && d.After != nil && d.After.Status == memory.StatusInbox {
		verb = "sent to the inbox"
	}
	fmt.Fprintf(&b, "%d  %s  %s by %s", d.ID, d.CreatedAt.Local().Format("2006-01-02 15:04"), verb, d.Actor)
	if d.MemoryID != 0 {
		fmt.Fprintf(&b, "  #%d", d.MemoryID)
	}
	if d.SummaryID != 0 {
		fmt.Fprintf(&b, "  summary %d", d.SummaryID)
	}
	if d.BaseID != 0 {
		fmt.Fprintf(&b, "  text about you, version %d", d.BaseID)
	}
	if text := decisionBeforeAfterText(d); text != "" {
		b.WriteString("  " + text)
	}
	if d.Reason != "" {
		fmt.Fprintf(&b, "  (%s)", collapseToOneLine(string(d.Reason)))
	}
	if d.UndoOf != 0 {
		fmt.Fprintf(&b, "  undoes %d", d.UndoOf)
	}
	if d.UndoneBy != 0 {
		fmt.Fprintf(&b, "  undone by %d", d.UndoneBy)
	}
	return b.String()
}

// formatAnswerUsingMemoryLine formats an answer that used a memory: when, which message, which
// chat.
func formatAnswerUsingMemoryLine(u memory.MemoryUse) string {
	return fmt.Sprintf("%s  message %d of chat %d  %s", u.CreatedAt.Local().Format("2006-01-02 15:04"), u.MessageID,
		u.ChatID, collapseToOneLine(u.ChatTitle))
}

func actionPastTense(a memory.Action) string {
	words := map[memory.Action]string{
		memory.ActionAdd: "added", memory.ActionUpdate: "changed", memory.ActionReplace: "replaced",
		memory.ActionIgnore: "ignored", memory.ActionForget: "forgotten", memory.ActionRestore: "restored",
		memory.ActionArchive: "archived", memory.ActionAccept: "accepted", memory.ActionReject: "rejected",
		memory.ActionPin: "pinned", memory.ActionErase: "erased",
	}
	if w, ok := words[a]; ok {
		return w
	}
	return string(a)
}

func decisionBeforeAfterText(d memory.Decision) string {
	switch {
	case d.Before != nil && d.After != nil && d.Before.Content != d.After.Content:
		return collapseToOneLine(d.Before.Content) + " → " + collapseToOneLine(d.After.Content)
	case d.After != nil:
		return collapseToOneLine(d.After.Content)
	case d.Before != nil:
		return collapseToOneLine(d.Before.Content)
	}
	return collapseToOneLine(string(d.Candidate))
}

// joinHitIDsOrLanes formats ids as #3, #7 and names memories without one by their lane.
func joinHitIDsOrLanes(hits []memory.MemoryHit) string {
	out := make([]string, len(hits))
	for i, h := range hits {
		out[i] = "#" + h.ID.String()
		if h.ID == 0 {
			out[i] = string(h.Lane)
		}
	}
	return strings.Join(out, ", ")
}

func formatCountWithNoun(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// parsePositionalID parses the id at one position of the arguments.
func parsePositionalID(texts []string, at int, what string) (memory.ID, error) {
	if at >= len(texts) {
		return 0, usageErrorf("Which %s? Give its ID.", what)
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(texts[at], "#"), 10, 64)
	if err != nil || n <= 0 {
		return 0, usageErrorf("%q isn't a valid %s ID.", texts[at], what)
	}
	return memory.ID(n), nil
}

// printProgressOnTerminal draws progress, on a terminal only.
func (p *printer) printProgressOnTerminal(what string, now memory.Progress) {
	if !p.isTerminal {
		return
	}
	fmt.Fprintf(p.err, "\r%s %d of %d", what, now.Done, now.Total)
	if now.Done >= now.Total {
		fmt.Fprintln(p.err)
	}
}

// printEmptyListNotice reports an empty list on stderr, so that stdout stays empty.
func (p *printer) printEmptyListNotice(what string) {
	fmt.Fprintf(p.err, "No %s.\n", what)
}

// fetchAndPrintList requests an array and prints it: one line per item, or as JSON.
func fetchAndPrintList[T any](
	ctx context.Context, e *env, path string, asJSON bool, what string, line func(T) string,
) error {
	var items []T
	err := e.withSession(ctx, func(s *session) error {
		return s.requestJSON(ctx, http.MethodGet, path, nil, &items)
	})
	if err != nil {
		return err
	}
	return printItemsAsLinesOrJSON(&e.printer, items, asJSON, what, line)
}

// requestAndPrintItem makes a request and prints the item that it returns: as a line, or as JSON.
func requestAndPrintItem[T any](
	ctx context.Context, e *env, method, path string, body any, asJSON bool, line func(T) string,
) error {
	var item T
	err := e.withSession(ctx, func(s *session) error { return s.requestJSON(ctx, method, path, body, &item) })
	if err != nil {
		return err
	}
	if asJSON {
		return e.printJSON(item)
	}
	fmt.Fprintln(e.out, line(item))
	return nil
}

func printItemsAsLinesOrJSON[T any](p *printer, items []T, asJSON bool, what string, line func(T) string) error {
	if items == nil {
		items = []T{}
	}
	if asJSON {
		return p.printJSON(items)
	}
	for _, x := range items {
		fmt.Fprintln(p.out, line(x))
	}
	if len(items) == 0 {
		p.printEmptyListNotice(what)
	}
	return nil
}
