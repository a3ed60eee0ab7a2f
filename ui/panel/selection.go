package panel

import (
	"slices"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// memorySelection is which memories of the list are chosen for one action. Its zero value chooses
// nothing and is not active.
type memorySelection struct {
	active bool // a click on a card chooses it instead of opening it
	chosen map[memory.ID]bool
	// wantsAll chooses all that are listed once they are loaded.
	wantsAll bool
}

func (s *memorySelection) beginChoosing() {
	*s = memorySelection{active: true, chosen: map[memory.ID]bool{}}
}

func (s *memorySelection) endChoosing() { *s = memorySelection{} }

func (s *memorySelection) toggleMemory(id memory.ID) {
	if s.chosen[id] {
		delete(s.chosen, id)
	} else {
		s.chosen[id] = true
	}
}

// dropUnlistedChosen drops chosen memories that are listed no more.
func (s *memorySelection) dropUnlistedChosen(listed []memory.Memory) {
	for id := range s.chosen {
		if !slices.ContainsFunc(listed, func(m memory.Memory) bool { return m.ID == id }) {
			delete(s.chosen, id)
		}
	}
}

// choosableMemories are the memories that can be chosen: all that are listed and wait for no
// decision, also beyond the end that is drawn.
func (l *memoryList) choosableMemories() []memory.Memory {
	if !l.query.showsNonInboxMemories() {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(l.items, l.similar), l.needsDecision)
}

// chosenMemories are the chosen ones in the order of the list.
func (l *memoryList) chosenMemories() []memory.Memory {
	return slices.DeleteFunc(l.choosableMemories(), func(m memory.Memory) bool { return !l.selection.chosen[m.ID] })
}

// bulkAction is one change of several memories.
type bulkAction struct {
	label string
	icon  theme.Icon
	// doneText is the toast after n memories were changed.
	doneText func(n int) string
	patch    memory.MemoryPatch
}

// applicableMemoryBulkActions are the actions for chosen memories; chat is the open one, 0 while it
// is not stored.
func applicableMemoryBulkActions(chosen []memory.Memory, chat memory.ID) []bulkAction {
	has := func(f func(m memory.Memory) bool) bool { return slices.ContainsFunc(chosen, f) }
	pinned, unpinned := true, false
	global, oneChat := memory.ScopeGlobal, memory.ScopeChat
	var out []bulkAction
	add := func(ok bool, a bulkAction) {
		if ok {
			out = append(out, a)
		}
	}
	isActive := func(m memory.Memory) bool { return m.Status == memory.StatusActive }
	add(has(isActive), bulkAction{translate.Text("Forget"), theme.IconTrash, func(n int) string {
		return translate.Count(n, "Forgot {{.Count}} memory", "Forgot {{.Count}} memories")
	}, forgetPatch()})
	add(has(func(m memory.Memory) bool { return !isActive(m) }),
		bulkAction{translate.Text("Restore"), theme.IconUndo, func(n int) string {
			return translate.Count(n, "Restored {{.Count}} memory", "Restored {{.Count}} memories")
		}, activatePatch()})
	add(has(func(m memory.Memory) bool { return isActive(m) && !m.Pinned }),
		bulkAction{translate.Text("Pin"), theme.IconPin, func(n int) string {
			return translate.Count(n, "Pinned {{.Count}} memory", "Pinned {{.Count}} memories")
		}, memory.MemoryPatch{Pinned: &pinned}})
	add(has(func(m memory.Memory) bool { return m.Pinned }),
		bulkAction{translate.Text("Unpin"), theme.IconPin, func(n int) string {
			return translate.Count(n, "Unpinned {{.Count}} memory", "Unpinned {{.Count}} memories")
		}, memory.MemoryPatch{Pinned: &unpinned}})
	add(has(func(m memory.Memory) bool { return m.Scope == memory.ScopeChat }), bulkAction{
		translate.Text("Use in all chats"), theme.IconGlobe, func(n int) string {
			return translate.Count(n, "{{.Count}} memory is now used in all "+
				"chats", "{{.Count}} memories are now used in all chats")
		},
		memory.MemoryPatch{Scope: &global},
	})
	isElsewhere := func(m memory.Memory) bool { return m.Scope != memory.ScopeChat || m.ChatID != chat }
	add(chat != 0 && has(isElsewhere), bulkAction{
		translate.Text("Use in this chat only"), theme.IconChat, func(n int) string {
			return translate.Count(n, "{{.Count}} memory is now used only in this "+
				"chat", "{{.Count}} memories are now used only in "+
				"this chat")
		},
		memory.MemoryPatch{Scope: &oneChat, ChatID: &chat},
	})
	return out
}

// bulkActionsToSetType give chosen memories a type.
func bulkActionsToSetType() []bulkAction {
	var out []bulkAction
	for _, t := range memoryTypesWithLabels() {
		kind := memory.Type(t.value)
		out = append(out, bulkAction{t.label, theme.IconTag, func(n int) string {
			return translate.Count(n, "{{.Type}}: {{.Count}} memory", "{{.Type}}: {{.Count}} memories", "Type", t.label)
		}, memory.MemoryPatch{Type: &kind}})
	}
	return out
}

// applyBulkActionOfferingUndo applies a patch to several memories, as
// updateEachUntilFailureOfferingUndo does.
func (c *memoryChanges) applyBulkActionOfferingUndo(ms []memory.Memory, a bulkAction) {
	c.updateEachUntilFailureOfferingUndo(ms, func(memory.Memory) memory.MemoryPatch { return a.patch }, a.doneText)
}

// beginSelection lets clicks choose memories. All are loaded, because all can be chosen at once.
func (p *memoriesPage) beginSelection() {
	p.list.selection.beginChoosing()
	p.loadAndShowAllMemoriesOfQuery()
	p.showMemoryRows()
	p.showCountOrSelectionFooter()
}

// endSelection lets clicks open memories again; it reports whether they chose before.
func (p *memoriesPage) endSelection() bool {
	if !p.list.selection.active {
		return false
	}
	p.list.selection.endChoosing()
	p.showMemoryRows()
	p.showCountOrSelectionFooter()
	return true
}

func (p *memoriesPage) toggleChosen(id memory.ID) {
	p.list.selection.toggleMemory(id)
	p.showMemoryRows()
	p.showCountOrSelectionFooter()
}

func (p *memoriesPage) chooseAllListedOnceLoaded() {
	if p.list.selection.wantsAll = p.list.hasMore; p.list.hasMore {
		return // they are being loaded
	}
	for _, m := range p.list.choosableMemories() {
		p.list.selection.chosen[m.ID] = true
	}
	p.showMemoryRows()
	p.showCountOrSelectionFooter()
}

// showCountOrSelectionFooter shows the number of memories, or of the chosen ones with what can be
// done with them.
func (p *memoriesPage) showCountOrSelectionFooter() {
	action := p.addButton
	if p.list.selection.active {
		action = p.newSelectionButtons()
	}
	p.countLabel.SetText(p.list.memoryOrChosenCountText())
	p.footer.Objects = []fyne.CanvasObject{countAndActionFooter(p.countLabel, action)}
	p.footer.Refresh()
}

func (p *memoriesPage) newSelectionButtons() fyne.CanvasObject {
	all := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("All"),
		Name: translate.Text("Select all"),
	}, p.chooseAllListedOnceLoaded)
	actions := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Outline, Label: translate.Text("Actions"), TrailingIcon: theme.IconDown,
		Name:   translate.Text("Actions for the selected memories"),
		Height: 28,
	}, nil)
	actions.OnTapped = func() { widgets.ShowMenuBelow(actions, p.bulkMenuItems()) }
	actions.SetEnabled(len(p.list.selection.chosen) > 0)
	done := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Done"),
		Name: translate.Text("Stop selecting (Esc)"),
	},
		func() { p.endSelection() })
	return widgets.Row(theme.Space4, all, actions, done)
}

func (p *memoriesPage) bulkMenuItems() []widgets.MenuItem {
	chosen := p.list.chosenMemories()
	var items []widgets.MenuItem
	add := func(actions []bulkAction) {
		for _, a := range actions {
			items = append(items, widgets.MenuItem{Icon: a.icon, Label: a.label, OnChosen: func() {
				p.changes.applyBulkActionOfferingUndo(chosen, a)
				p.endSelection()
			}})
		}
	}
	add(applicableMemoryBulkActions(chosen, p.chat))
	items = append(items, widgets.MenuItem{}, widgets.MenuItem{Label: translate.Text("Type")})
	add(bulkActionsToSetType())
	return items
}

// buildChoosableCard is the card of a memory while memories are being chosen.
func (c cardView) buildChoosableCard(toggle func(memory.ID)) fyne.CanvasObject {
	mark := draw.NewBox(theme.Surface, theme.StrongBorder, 4)
	tick := draw.NewIcon(theme.IconCheck, 14, theme.OnAccent)
	name := translate.Text("Select: {{.Content}}", "Content", c.memory.Content)
	if c.chosen {
		name = translate.Text("Selected: {{.Content}}", "Content", c.memory.Content)
		mark.SetColors(theme.Accent, theme.Accent)
	} else {
		tick.Hide()
	}
	box := widgets.FixedSize(18, 18, widgets.Stack(mark, widgets.Center(tick)))
	text := widgets.Column(theme.Space2,
		widgets.NewWrappedText(c.memory.Content, theme.RoleMemory, theme.Text, cardLines),
		draw.NewShrinkingLabel(c.source, theme.RoleMeta, theme.Text3))
	t := widgets.NewTappable(name, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		widgets.PadVerticalAndSides(theme.Space10, 14, widgets.TopAlignedRow(theme.Space10, box, widgets.Flex(text))))
	t.OnTapped = func() { toggle(c.memory.ID) }
	t.SetSelected(c.chosen)
	return t
}
