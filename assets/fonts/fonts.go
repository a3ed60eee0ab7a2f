// Package fonts embeds the typefaces of the window: Inter and JetBrains Mono, each under the SIL Open Font License 1.1
// kept beside it. The bytes are the files as their makers published them and must not be changed.
package fonts

import _ "embed"

// The five cuts of Inter and the two of JetBrains Mono that the window uses.
var (
	//go:embed Inter-Regular.otf
	InterRegular []byte
	//go:embed Inter-Medium.otf
	InterMedium []byte
	//go:embed Inter-SemiBold.otf
	InterSemiBold []byte
	//go:embed Inter-Italic.otf
	InterItalic []byte
	//go:embed Inter-SemiBoldItalic.otf
	InterSemiBoldItalic []byte
	//go:embed JetBrainsMono-Regular.ttf
	MonoRegular []byte
	//go:embed JetBrainsMono-Bold.ttf
	MonoBold []byte
)
