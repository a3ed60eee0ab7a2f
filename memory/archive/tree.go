package archive

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"memoir/memory"
)

// node is a message of an archive with its place in the tree.
type node struct {
	id, parent string
	children   []string // in the order of the archive; may be absent
	at         time.Time
	role       memory.Role // empty = not kept
	text       string
	reasoning  string
	model      string
}

// tree is the messages of a chat by their ids.
type tree struct {
	nodes   map[string]*node
	order   []string // ids in the order of the archive, where it has one
	current string   // the node that was shown last
	tooLong int      // messages that are left out for their length
}

func newTree() tree { return tree{nodes: map[string]*node{}} }

// nodeWithoutID is the id of a node that has none: "" stands for the place above all nodes, below
// which a node of that name would stand below itself without end.
const nodeWithoutID = "\x00"

func (t *tree) addNode(n *node) {
	n.id = cmp.Or(n.id, nodeWithoutID)
	if _, known := t.nodes[n.id]; !known {
		t.order = append(t.order, n.id)
	}
	t.nodes[n.id] = n
}

// buildKeptMessages returns what is kept of the tree. A node that is not kept hands its children to
// its own parent and its reasoning to the answers below it; a run of answers without a message of
// the user between them, as calls of tools leave it, becomes one. The head is the last kept message
// at or above the current node.
func (t *tree) buildKeptMessages() ([]Message, int, error) {
	if len(t.nodes) > maxMessages {
		return nil, -1, refusal(reasonTooMany)
	}
	if t.hasCycle() {
		return nil, -1, refusal(reasonCycle)
	}
	t.cleanTextsAndUnkeepEmptyOrTooLong()
	b := treeBuilder{tree: t, at: map[string]int{}, reasoning: map[string]string{}, only: t.nodesWithOneKeptChild()}
	for _, id := range t.idsParentsFirst() {
		b.addNodeAsOrIntoMessage(t.nodes[id])
	}
	return b.out, b.headIndex(), nil
}

// hasCycle reports whether a node is above itself.
func (t *tree) hasCycle() bool {
	const open, done = 1, 2
	state := map[string]int{}
	for _, id := range t.order {
		var path []string
		for at := id; state[at] != done && t.nodes[at] != nil; at = t.nodes[at].parent {
			if state[at] == open {
				return true
			}
			state[at] = open
			path = append(path, at)
		}
		for _, at := range path {
			state[at] = done
		}
	}
	return false
}

func (t *tree) cleanTextsAndUnkeepEmptyOrTooLong() {
	for _, n := range t.nodes {
		n.text = strings.TrimSpace(removeControlsAndCitations(n.text))
		n.reasoning = strings.TrimSpace(removeControlsAndCitations(n.reasoning))
		switch {
		case n.role == "":
		case len(n.text)+len(n.reasoning) > maxMessageBytes:
			n.role, n.reasoning = "", ""
			t.tooLong++
		case n.text == "":
			n.role = ""
		}
	}
}

// childrenByParent returns the children of every node by parent, "" for the roots: those that a
// parent lists in its order, then the others by time and id.
func (t *tree) childrenByParent() map[string][]string {
	children := map[string][]string{}
	position := map[string]int{}
	for i, id := range t.order {
		n := t.nodes[id]
		parent := n.parent
		if t.nodes[parent] == nil {
			parent = ""
		}
		children[parent] = append(children[parent], id)
		position[id] = len(t.order) + i
	}
	for _, n := range t.nodes {
		for i, c := range n.children {
			if child := t.nodes[c]; child != nil && child.parent == n.id {
				position[c] = min(position[c], i)
			}
		}
	}
	for _, list := range children {
		slices.SortFunc(list, func(a, b string) int {
			x, y := position[a], position[b]
			if x < len(t.order) || y < len(t.order) {
				return cmp.Compare(x, y)
			}
			return cmp.Or(t.nodes[a].at.Compare(t.nodes[b].at), cmp.Compare(x, y))
		})
	}
	return children
}

// idsParentsFirst returns the ids in depth-first order.
func (t *tree) idsParentsFirst() []string {
	children := t.childrenByParent()
	var out []string
	stack := slices.Clone(children[""])
	slices.Reverse(stack)
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, id)
		for _, c := range slices.Backward(children[id]) {
			stack = append(stack, c)
		}
	}
	return out
}

// nodesWithOneKeptChild returns the kept nodes that have exactly one kept node next below them.
func (t *tree) nodesWithOneKeptChild() map[string]bool {
	count := map[string]int{}
	above := map[string]string{} // the kept node above, by node
	for _, id := range t.idsParentsFirst() {
		n := t.nodes[id]
		at := n.parent
		if p := t.nodes[at]; p == nil {
			at = ""
		} else if p.role == "" {
			at = above[at]
		}
		above[id] = at
		if n.role != "" && at != "" {
			count[at]++
		}
	}
	only := map[string]bool{}
	for id, n := range count {
		only[id] = n == 1
	}
	return only
}

// treeBuilder makes messages of nodes, parents first.
type treeBuilder struct {
	tree      *tree
	out       []Message
	at        map[string]int    // the message of a node, or of the kept one above it; absent = none
	reasoning map[string]string // that waits for an answer below the node
	only      map[string]bool   // kept nodes with one kept child
}

func (b *treeBuilder) addNodeAsOrIntoMessage(n *node) {
	parent, hasParent := b.at[n.parent]
	waiting := b.reasoning[n.parent]
	if n.role == "" {
		b.reasoning[n.id] = joinParagraphs(waiting, n.reasoning)
		if hasParent {
			b.at[n.id] = parent
		}
		return
	}
	m := Message{Parent: -1, Role: n.role, Content: n.text, Model: n.model, CreatedAt: n.at}
	if n.role == memory.RoleAssistant {
		m.Reasoning = joinParagraphs(waiting, n.reasoning)
	}
	if hasParent {
		m.Parent = parent
		if before := &b.out[parent]; n.role == memory.RoleAssistant && before.Role == n.role &&
			b.only[b.idOfNearestKeptAncestor(n)] {
			before.Content = joinParagraphs(before.Content, m.Content)
			before.Reasoning = joinParagraphs(before.Reasoning, m.Reasoning)
			before.Model = cmp.Or(before.Model, m.Model)
			b.at[n.id] = parent
			return
		}
	}
	b.at[n.id] = len(b.out)
	b.out = append(b.out, m)
}

// idOfNearestKeptAncestor returns the id of the kept node next above n.
func (b *treeBuilder) idOfNearestKeptAncestor(n *node) string {
	for p := b.tree.nodes[n.parent]; p != nil; p = b.tree.nodes[p.parent] {
		if p.role != "" {
			return p.id
		}
	}
	return ""
}

// headIndex returns the message of the current node, or the last one.
func (b *treeBuilder) headIndex() int {
	if i, ok := b.at[b.tree.current]; ok {
		return i
	}
	return len(b.out) - 1
}

func joinParagraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
