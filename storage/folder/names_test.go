package folder

import (
	"strings"
	"testing"

	"memoir/memory"
)

func TestNamesOfConversationsAreSafeAndDistinctWhereCaseIsIgnored(t *testing.T) {
	long := strings.Repeat("a", 300)
	names := []string{
		"", ".", "..", "../x", "a/b", `a\b`, "Anna", "anna", "ANNA", "con", "CON", "con.txt", "com1", "lpt9.md", "nul",
		"global", "Global", "chat-1", "chat-01", "ü", "u\u0308", "a.", "a", ".a", "a b", "a:b", "a%2fb", "~", "%", long,
		long + "b", strings.ToUpper(long), "\x00", "日本語", "a\nb",
		"project-1", "Project-1", "project-01", "project-x", "project-",
	}
	seen := map[string]string{
		folderNameOfChat(memory.Chat{ID: 1}): "Memoir's own chat", folderNameOfProject(1): "a project",
	}
	for _, n := range names {
		if n == "" {
			continue // a chat without a name of another program is Memoir's own
		}
		dir := folderNameOfChat(memory.Chat{ID: 7, ExternalID: memory.NullText(n)})
		folded := strings.ToLower(dir)
		if other, taken := seen[folded]; taken {
			t.Errorf("%q and %q have the same folder %s", n, other, dir)
		}
		seen[folded] = n
		if strings.ContainsAny(dir, `/\:*?"<>|`+"\x00\n ") || strings.HasPrefix(dir, ".") || strings.HasSuffix(dir, ".") ||
			len(dir) > maxNameBytes+8 || isWindowsDeviceName(dir) {
			t.Errorf("%q becomes %q", n, dir)
		}
		if again := folderNameOfChat(memory.Chat{ID: 8, ExternalID: memory.NullText(n)}); again != dir {
			t.Errorf("%q becomes %q and %q", n, dir, again)
		}
	}
	if dir := folderNameOfChat(memory.Chat{ID: 1, ExternalID: "global"}); dir != "global" {
		t.Errorf("the conversation global is in %q", dir)
	}
}
