package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"memoir/memory"
)

func inboxCommand() *command {
	return &command{
		name:    "inbox",
		summary: "memories waiting for your OK: list, accept, reject, keep-both",
		subcommands: []*command{
			inboxListCommand(),
			newInboxDecisionCommand("accept", "use a waiting memory and let it replace the older memory, if any",
				"Accepted", map[string]any{"status": memory.StatusActive, "replace": true}),
			newInboxDecisionCommand("keep-both", "use a waiting memory and keep the older memory too",
				"Both kept", map[string]any{"status": memory.StatusActive, "replace": false}),
			newInboxDecisionCommand("reject", "reject a waiting memory; memoir memory undo restores it",
				"Rejected", map[string]any{"status": memory.StatusForgotten}),
		},
	}
}

// waitingMemory is a memory that waits for the user, with the words that explain it.
type waitingMemory struct {
	memory.Memory
	reason   string // why it waits
	replaces string // the text of the memory that it proposes to replace
}

func inboxListCommand() *command {
	return &command{
		name: "list", usage: "[--json]", summary: "list the waiting memories, why they wait and what they would replace",
		examples: []string{"memoir inbox list"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON array of memories")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				var waiting []memory.Memory
				var lines []string
				err := e.withSession(ctx, func(s *session) error {
					var err error
					if waiting, err = s.fetchMemoriesAwaitingUser(ctx); err != nil || *asJSON {
						return err
					}
					lines, err = s.fetchReasonsAndFormatWaitingMemories(ctx, waiting)
					return err
				})
				if err != nil {
					return err
				}
				if *asJSON {
					return printItemsAsLinesOrJSON(&e.printer, waiting, true, "memories", memoryLine)
				}
				return printItemsAsLinesOrJSON(
					&e.printer,
					lines,
					false,
					"memories are waiting",
					func(line string) string { return line },
				)
			}
		},
	}
}

// fetchMemoriesAwaitingUser returns the inbox and the active memories that propose to replace
// another one, newest first.
func (s *session) fetchMemoriesAwaitingUser(ctx context.Context) ([]memory.Memory, error) {
	var inbox, active []memory.Memory
	if err := s.requestJSON(ctx, http.MethodGet, "/api/memory?status=inbox", nil, &inbox); err != nil {
		return nil, err
	}
	if err := s.requestJSON(ctx, http.MethodGet, "/api/memory", nil, &active); err != nil {
		return nil, err
	}
	return append(inbox, slices.DeleteFunc(active, func(m memory.Memory) bool { return m.Proposes == 0 })...), nil
}

// fetchReasonsAndFormatWaitingMemories formats memories with the reason why they wait and what they
// would replace.
func (s *session) fetchReasonsAndFormatWaitingMemories(ctx context.Context, waiting []memory.Memory) ([]string, error) {
	lines := make([]string, 0, len(waiting))
	for _, m := range waiting {
		w := waitingMemory{Memory: m}
		var history []memory.Decision
		if err := s.requestJSON(ctx, http.MethodGet, "/api/memory/"+m.ID.String()+"/history", nil, &history); err != nil {
			return nil, err
		}
		for _, d := range history {
			if d.Actor == memory.ActorExtractor || d.Actor == memory.ActorFolder {
				w.reason = collapseToOneLine(string(d.Reason))
				break
			}
		}
		if m.Proposes != 0 {
			var old memory.Memory
			err := s.requestJSON(ctx, http.MethodGet, "/api/memory/"+m.Proposes.String(), nil, &old)
			if err != nil && convertErrorToFailure(err).code != exitNotFound {
				return nil, err
			}
			w.replaces = collapseToOneLine(old.Content)
		}
		lines = append(lines, w.formatWithReasonForTerminal())
	}
	return lines, nil
}

func (w waitingMemory) formatWithReasonForTerminal() string {
	line := memoryLine(w.Memory)
	if w.reason != "" {
		line += "\n    " + w.reason
	}
	if w.replaces != "" {
		line += fmt.Sprintf("\n    would replace #%d: %s", w.Proposes, w.replaces)
	}
	return line
}

// newInboxDecisionCommand builds a command that answers for one or more memories that wait.
func newInboxDecisionCommand(name, summary, done string, patch map[string]any) *command {
	return &command{
		name: name, usage: "ID…", summary: summary, examples: []string{"memoir inbox " + name + " 3"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				ids := make([]memory.ID, max(len(texts), 1))
				for i := range ids {
					var err error
					if ids[i], err = parsePositionalID(texts, i, "memory"); err != nil {
						return err
					}
				}
				return e.withSession(ctx, func(s *session) error {
					for _, id := range ids {
						if err := s.patchMemoryIfAwaitingUser(ctx, id, patch); err != nil {
							return failureNamingMissingItem(err, "memory", id)
						}
						fmt.Fprintf(e.out, "%s: #%d.\n", done, id)
					}
					return nil
				})
			}
		},
	}
}

// patchMemoryIfAwaitingUser patches a memory that waits; one that doesn't is refused, so that a
// wrong number changes nothing.
func (s *session) patchMemoryIfAwaitingUser(ctx context.Context, id memory.ID, patch map[string]any) error {
	path := "/api/memory/" + id.String()
	var m memory.Memory
	if err := s.requestJSON(ctx, http.MethodGet, path, nil, &m); err != nil {
		return err
	}
	if m.Status != memory.StatusInbox && (m.Status != memory.StatusActive || m.Proposes == 0) {
		return &failure{
			code: exitFailed, title: fmt.Sprintf("#%d isn't waiting for your OK.", id),
			hint: "To see what is waiting: memoir inbox list.",
		}
	}
	return s.requestJSON(ctx, http.MethodPatch, path, patch, nil)
}

// formatLearnedMemoryAwaitingUser is the line about a memory that was learned and waits: what the
// user can do about it.
func formatLearnedMemoryAwaitingUser(d memory.Decision) string {
	parts := []string{fmt.Sprintf("· waiting for your OK: #%d %s", d.MemoryID, decisionBeforeAfterText(d))}
	if d.Reason != "" {
		parts = append(parts, fmt.Sprintf("(%s)", collapseToOneLine(string(d.Reason))))
	}
	return strings.Join(parts, " ") + fmt.Sprintf(" · memoir inbox accept %d, or reject", d.MemoryID)
}
