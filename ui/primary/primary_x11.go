//go:build linux && !ci && !wayland

package primary

import "github.com/go-gl/glfw/v3.4/glfw"

func readSelectionOnX11() string {
	if glfw.GetPlatform() != glfw.PlatformX11 {
		return ""
	}
	text := glfw.GetX11SelectionString()
	if text == "" {
		discardPendingGLFWError()
	}
	return text
}

// discardPendingGLFWError removes the error that GLFW keeps when nothing is selected, or no text,
// as a picture. The next call that expects no error would panic with it; GetTime is such a call,
// and nothing else.
func discardPendingGLFWError() {
	defer func() { _ = recover() }()
	glfw.GetTime()
}

func writeSelectionOnX11(text string) {
	if glfw.GetPlatform() == glfw.PlatformX11 {
		glfw.SetX11SelectionString(text)
	}
}
