// Package fonts embeds the typefaces of the window: Inter and JetBrains Mono, both under the SIL
// Open Font License 1.1 kept beside them, Memoir Math, a part of Latin Modern Math under the GUST Font
// License, and the pictures of Twemoji as a font, under CC-BY 4.0. The bytes must not be changed;
// README.md lists the sources.
package fonts

import _ "embed"

// The five styles of Inter, the two of JetBrains Mono, the font of formulas and the emoji font that the
// window uses.
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
	//go:embed MemoirMath.otf
	Math []byte
	//go:embed Twemoji.ttf
	Emoji []byte
)
