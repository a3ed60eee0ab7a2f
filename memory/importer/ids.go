package importer

import "memoir/memory"

// idMap says which row each row of an archive is here.
type idMap struct {
	chats, messages, memories, files, pictures, summaries, base, decisions, projects map[memory.ID]memory.ID
}

func newIDMap() idMap {
	return idMap{
		chats: map[memory.ID]memory.ID{}, messages: map[memory.ID]memory.ID{}, memories: map[memory.ID]memory.ID{},
		files: map[memory.ID]memory.ID{}, pictures: map[memory.ID]memory.ID{}, summaries: map[memory.ID]memory.ID{},
		base: map[memory.ID]memory.ID{}, decisions: map[memory.ID]memory.ID{}, projects: map[memory.ID]memory.ID{},
	}
}

// mappedIDs replaces ids; those that are not here are left out, unless all are kept.
func mappedIDs(to map[memory.ID]memory.ID, ids []memory.ID, keep bool) []memory.ID {
	out := []memory.ID{}
	for _, id := range ids {
		if n := to[id]; n != 0 {
			out = append(out, n)
		} else if keep {
			out = append(out, id)
		}
	}
	return out
}

// replaceIDsInMemory replaces the ids in a snapshot of a memory.
func (x idMap) replaceIDsInMemory(m *memory.Memory) {
	if m == nil {
		return
	}
	m.ID, m.SupersededBy, m.Proposes = x.memories[m.ID], x.memories[m.SupersededBy], x.memories[m.Proposes]
	m.ChatID, m.SourceMessageID = x.chats[m.ChatID], x.messages[m.SourceMessageID]
	m.ProjectID = x.projects[m.ProjectID]
}

// replaceIDsInReceipt replaces the ids in a receipt. What it refers to and is not here becomes
// none; texts stay.
func (x idMap) replaceIDsInReceipt(r *memory.Receipt) {
	for _, hits := range [][]memory.MemoryHit{r.Memories, r.NearMisses} {
		for i := range hits {
			x.replaceIDsInMemory(&hits[i].Memory)
			hits[i].NewerID = x.memories[hits[i].NewerID]
		}
	}
	for i := range r.Recalled {
		r.Recalled[i].ChatID = x.chats[r.Recalled[i].ChatID]
		r.Recalled[i].MessageID = x.messages[r.Recalled[i].MessageID]
	}
	for i := range r.RecalledSummaries {
		r.RecalledSummaries[i].ChatID = x.chats[r.RecalledSummaries[i].ChatID]
		r.RecalledSummaries[i].SummaryID = x.summaries[r.RecalledSummaries[i].SummaryID]
	}
	for i := range r.Files {
		r.Files[i].FileID = x.files[r.Files[i].FileID]
	}
	for i := range r.Pictures {
		r.Pictures[i].PictureID = x.pictures[r.Pictures[i].PictureID]
		r.Pictures[i].MessageID = x.messages[r.Pictures[i].MessageID]
	}
	if r.HistoryIDs != nil {
		r.HistoryIDs = mappedIDs(x.messages, r.HistoryIDs, false)
	}
	if r.Excluded != nil {
		r.Excluded.Memories = mappedIDs(x.memories, r.Excluded.Memories, false)
		r.Excluded.Files = mappedIDs(x.files, r.Excluded.Files, false)
	}
}

// replaceIDsInDecision replaces the ids in a row of the ledger, but for those of other rows.
func (x idMap) replaceIDsInDecision(d *memory.Decision) {
	d.ChatID, d.MessageID, d.FileID = x.chats[d.ChatID], x.messages[d.MessageID], x.files[d.FileID]
	d.MemoryID, d.OldID = x.memories[d.MemoryID], x.memories[d.OldID]
	d.SummaryID, d.BaseID = x.summaries[d.SummaryID], x.base[d.BaseID]
	x.replaceIDsInMemory(d.Before)
	x.replaceIDsInMemory(d.After)
	for i := range d.Changes {
		d.Changes[i].MemoryID = x.memories[d.Changes[i].MemoryID]
		x.replaceIDsInMemory(d.Changes[i].Before)
		x.replaceIDsInMemory(d.Changes[i].After)
	}
}
