package theme

import "image/color"

// Token names a color by its use.
type Token uint8

// The color tokens of the window.
const (
	None          Token = iota // fully transparent
	Background                 // chat pane
	Sidebar                    // sidebar
	Panel                      // right panel
	Surface                    // cards, fields
	Raised                     // selected part of a segmented control
	Sunken                     // user message, quote, inline code
	Code                       // code block, table head
	Hover                      // row under the pointer
	Selected                   // selected or pressed row
	Border                     // hairline
	StrongBorder               // border of fields
	Text                       // main text
	Text2                      // secondary text
	Text3                      // meta, labels, icons
	Disabled                   // never the only cue
	Accent                     // the accent color, teal
	AccentHover                // hovered accent
	OnAccent                   // text on Accent
	AccentText                 // links and accented text
	AccentTint                 // fill of chips
	AccentBorder               // border of chips, bar of quotes
	Focus                      // focus ring and text selection, translucent
	Success                    // success
	Warning                    // warning
	WarningTint                // fill behind Warning
	Error                      // error
	ErrorTint                  // fill behind Error
	Toast                      // inverse background of toasts
	OnToast                    // text on Toast
	ToastLink                  // action on Toast
	Shadow                     // drop shadow, translucent
	Scrim                      // behind a dialog, translucent
	Keyword                    // code: keyword
	String                     // code: string
	Number                     // code: number
	Comment                    // code: comment
	Function                   // code: function name
	ChartSystem                // composition bar: system prompt
	ChartBase                  // base memory
	ChartRelevant              // relevant memory
	ChartFiles                 // files
	ChartHistory               // history
	Track                      // track of bars and sliders
	Match                      // search match
	CurrentMatch               // current search match
	tokenCount
)

type colorTable [tokenCount]color.NRGBA

// opaqueHex returns 0xRRGGBB as an opaque color.
func opaqueHex(v uint32) color.NRGBA { return hexWithAlpha(v, 0xFF) }

func hexWithAlpha(v uint32, a uint8) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16 & 0xFF), G: uint8(v >> 8 & 0xFF), B: uint8(v & 0xFF), A: a}
}

func lightColors() colorTable {
	return colorTable{
		Background: opaqueHex(0xFFFFFF), Sidebar: opaqueHex(0xF5F4F1), Panel: opaqueHex(0xFAF9F7),
		Surface: opaqueHex(0xFFFFFF), Raised: opaqueHex(0xFFFFFF),
		Sunken: opaqueHex(0xF3F2EE), Code: opaqueHex(0xF7F6F3), Hover: opaqueHex(0xECEAE5), Selected: opaqueHex(0xE5E3DC),
		Border: opaqueHex(0xE6E3DC), StrongBorder: opaqueHex(0xCFCBC2),
		Text: opaqueHex(0x1F1D1A), Text2: opaqueHex(0x57534B), Text3: opaqueHex(0x66625A), Disabled: opaqueHex(0xA5A096),
		Accent: opaqueHex(0x0F6B5F), AccentHover: opaqueHex(0x0B574D), OnAccent: opaqueHex(0xFFFFFF),
		AccentText: opaqueHex(0x0C5F54),
		AccentTint: opaqueHex(0xE4F1EE), AccentBorder: opaqueHex(0x9CCFC5), Focus: hexWithAlpha(0x0F6B5F, 0x59),
		Success: opaqueHex(0x1A7F4B), Warning: opaqueHex(0x8A5300), WarningTint: opaqueHex(0xFBF0DC),
		Error: opaqueHex(0xB3261E), ErrorTint: opaqueHex(0xFBE9E7),
		Toast: opaqueHex(0x26241F), OnToast: opaqueHex(0xF5F3EE), ToastLink: opaqueHex(0x7AD3C3),
		Shadow: hexWithAlpha(0x1F1D1A, 0x1A), Scrim: hexWithAlpha(0x1F1D1A, 0x66),
		Keyword: opaqueHex(0x8B3A8F), String: opaqueHex(0x2F6B1F), Number: opaqueHex(0x9A4A00), Comment: opaqueHex(0x6B675E),
		Function: opaqueHex(0x1D5FA8), ChartSystem: opaqueHex(0x57534B), ChartBase: opaqueHex(0x3F9485),
		ChartRelevant: opaqueHex(0x0F6B5F),
		ChartFiles:    opaqueHex(0xB07A1F), ChartHistory: opaqueHex(0x7688A6), Track: opaqueHex(0xE6E3DC),
		Match: opaqueHex(0xFBE7A8), CurrentMatch: opaqueHex(0xF5C84C),
	}
}

func darkColors() colorTable {
	return colorTable{
		Background: opaqueHex(0x1B1A18), Sidebar: opaqueHex(0x141311), Panel: opaqueHex(0x181715),
		Surface: opaqueHex(0x24231F), Raised: opaqueHex(0x3D3A34),
		Sunken: opaqueHex(0x262521), Code: opaqueHex(0x141311), Hover: opaqueHex(0x2C2A26), Selected: opaqueHex(0x33312C),
		Border: opaqueHex(0x32302B), StrongBorder: opaqueHex(0x4A4740),
		Text: opaqueHex(0xEDEBE5), Text2: opaqueHex(0xB8B4AA), Text3: opaqueHex(0x9E998F), Disabled: opaqueHex(0x6A665E),
		Accent: opaqueHex(0x5CC7B4), AccentHover: opaqueHex(0x79D6C5), OnAccent: opaqueHex(0x06231E),
		AccentText: opaqueHex(0x74D2C1),
		AccentTint: opaqueHex(0x18302B), AccentBorder: opaqueHex(0x2F6A5F), Focus: hexWithAlpha(0x5CC7B4, 0x59),
		Success: opaqueHex(0x5CC98C), Warning: opaqueHex(0xE5B055), WarningTint: opaqueHex(0x33281A),
		Error: opaqueHex(0xF28B82), ErrorTint: opaqueHex(0x3A2220),
		Toast: opaqueHex(0xEDEBE5), OnToast: opaqueHex(0x1F1D1A), ToastLink: opaqueHex(0x0C5F54),
		Shadow: hexWithAlpha(0x000000, 0x80), Scrim: hexWithAlpha(0x000000, 0xA6),
		Keyword: opaqueHex(0xD79BDB), String: opaqueHex(0x9CCB8A), Number: opaqueHex(0xE8B179), Comment: opaqueHex(0x8F8A80),
		Function: opaqueHex(0x86B6EC), ChartSystem: opaqueHex(0xB8B4AA), ChartBase: opaqueHex(0x2F7F71),
		ChartRelevant: opaqueHex(0x5CC7B4),
		ChartFiles:    opaqueHex(0xD9A548), ChartHistory: opaqueHex(0x62718C), Track: opaqueHex(0x32302B),
		Match: opaqueHex(0x4A3F1C), CurrentMatch: opaqueHex(0x7A6115),
	}
}

// withHighContrast strengthens borders to a contrast of 3:1 and replaces the weakest text color.
func (p colorTable) withHighContrast(dark bool) colorTable {
	p[StrongBorder] = opaqueHex(0x8C877C)
	if dark {
		p[StrongBorder] = opaqueHex(0x77736A)
	}
	p[Border] = p[StrongBorder]
	p[Text3] = p[Text2]
	return p
}
