package importer

import (
	"crypto/sha256"
	"fmt"

	"memoir/memory"
	"memoir/memory/archive"
)

// print recognises a message: it is a hash of the messages before it and of its role and text. The
// second of two versions that say the same has another one.
type print [16]byte

// printer makes the prints of one chat.
type printer struct{ seen map[print]int }

func (p *printer) nextFingerprintOfMessage(parent print, role memory.Role, content string) print {
	h := sha256.New()
	h.Write(parent[:])
	h.Write([]byte(role))
	h.Write([]byte{0})
	h.Write([]byte(content))
	out := print(h.Sum(nil)[:16])
	n := p.seen[out]
	p.seen[out]++
	if n > 0 {
		again := sha256.Sum256(fmt.Appendf(out[:], "%d", n))
		out = print(again[:16])
	}
	return out
}

func fingerprintsOfChat(c archive.Chat) []print {
	p := printer{seen: map[print]int{}}
	out := make([]print, len(c.Messages))
	for i, m := range c.Messages {
		var parent print
		if m.Parent >= 0 {
			parent = out[m.Parent]
		}
		out[i] = p.nextFingerprintOfMessage(parent, m.Role, m.Content)
	}
	return out
}

// messageIDsByFingerprint returns the prints of stored messages, which are parents first.
func messageIDsByFingerprint(all []memory.Message) map[print]memory.ID {
	p := printer{seen: map[print]int{}}
	byID := make(map[memory.ID]print, len(all))
	out := make(map[print]memory.ID, len(all))
	for _, m := range all {
		byID[m.ID] = p.nextFingerprintOfMessage(byID[m.ParentID], m.Role, m.Content)
		out[byID[m.ID]] = m.ID
	}
	return out
}
