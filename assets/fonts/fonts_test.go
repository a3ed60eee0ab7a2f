package fonts

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestFontChecksumsMatchTheReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{
		"Inter-Regular.ttf": InterRegular, "Inter-Medium.ttf": InterMedium, "Inter-SemiBold.ttf": InterSemiBold,
		"Inter-Italic.ttf": InterItalic, "Inter-SemiBoldItalic.ttf": InterSemiBoldItalic,
		"JetBrainsMono-Regular.ttf": MonoRegular, "JetBrainsMono-Bold.ttf": MonoBold,
		"MemoirMath.otf": Math, "Twemoji.ttf": Emoji,
	} {
		if line := fmt.Sprintf("| %s | %x |", name, sha256.Sum256(file)); !strings.Contains(string(readme), line) {
			t.Errorf("README.md has no line %q", line)
		}
	}
}
