package ui

import (
	"os"
	"regexp"
	"testing"
)

// Packages made with Fyne's tools and the program itself must be one application to the desktop.
func TestPackagingAndProgramUseTheSameID(t *testing.T) {
	b, err := os.ReadFile("../FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`(?m)^ID = "(.*)"$`).FindSubmatch(b)
	if id == nil || string(id[1]) != appID {
		t.Errorf("FyneApp.toml has the id %q, the program %q", id, appID)
	}
}
