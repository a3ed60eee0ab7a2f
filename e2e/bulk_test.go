//go:build e2e && checked

package e2e

import "testing"

// Several memories are forgotten at once and brought back by one Undo; the keyboard chooses them, too.
func TestSelectedMemoriesAreForgottenAndRestored(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	for _, text := range []string{"I have a cat", "I have a dog", "I live in Rome"} {
		h.runMemoir("memory", "add", text)
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.pressControlWithPrefix("Filter, sort and select")
	h.pressControlWithPrefix("Select memories")
	h.pressControlWithPrefix("Select: I have a cat")
	h.pressControlWithPrefix("Select: I have a dog")
	h.waitForText("2 selected")
	h.pressControlWithPrefix("Actions for the selected memories")
	h.pressControlWithPrefix("Forget")
	h.waitForQuery("2", "SELECT count(*) FROM memory_links WHERE status='forgotten'")
	h.pressControlWithPrefix("Undo")
	h.waitForQuery("3", "SELECT count(*) FROM memory_links l JOIN memory m ON m.id = l.memory_id "+
		"WHERE l.status='active' AND m.origin='manual'")
}

// An empty chat suggests a memory to ask about; what it begins with is completed and sent.
func TestSuggestionBeginsAMessage(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "I have two rabbits.")
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.pressControlWithPrefix("Ask about “I have two rabbits”")
	h.typeText("What do they eat?")
	h.pressKeys("Return")
	h.waitForQuery("You remember this: “I have two rabbits.” What do they eat?",
		"SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
}
