// Package fonts embeds the typefaces of the window: Inter and JetBrains Mono, each under the SIL Open Font License 1.1
// kept beside it, and Twemoji's pictures as a font, under CC-BY 4.0. The bytes must not be changed; README.md says
// where each comes from.
package fonts

import _ "embed"

// The five cuts of Inter and the two of JetBrains Mono that the window uses, and its emoji.
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
	//go:embed Twemoji.ttf
	Emoji []byte
)
