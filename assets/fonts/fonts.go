// Package fonts embeds the typefaces of the window: Inter and JetBrains Mono, each under the SIL Open Font License 1.1
// kept beside it. The bytes are the typefaces as their makers published them and must not be changed; README.md says
// where each comes from.
package fonts

import _ "embed"

// The five cuts of Inter and the two of JetBrains Mono that the window uses.
var (
	//go:embed Inter-Regular.ttf
	InterRegular []byte
	//go:embed Inter-Medium.ttf
	InterMedium []byte
	//go:embed Inter-SemiBold.ttf
	InterSemiBold []byte
	//go:embed Inter-Italic.ttf
	InterItalic []byte
	//go:embed Inter-SemiBoldItalic.ttf
	InterSemiBoldItalic []byte
	//go:embed JetBrainsMono-Regular.ttf
	MonoRegular []byte
	//go:embed JetBrainsMono-Bold.ttf
	MonoBold []byte
)
