//go:build linux && !ci && !wayland

package primary

import "github.com/go-gl/glfw/v3.4/glfw"

func readSelection() string {
	if glfw.GetPlatform() != glfw.PlatformX11 {
		return ""
	}
	return glfw.GetX11SelectionString()
}

func writeSelection(text string) {
	if glfw.GetPlatform() == glfw.PlatformX11 {
		glfw.SetX11SelectionString(text)
	}
}
