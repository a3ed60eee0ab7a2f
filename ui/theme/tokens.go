package theme

import "image/color"

// Token names a color by its use.
type Token uint8

// The color tokens of the window.
const (
	None          Token = iota // fully transparent
	Bg                         // chat pane
	Side                       // sidebar
	Panel                      // right panel
	Surface                    // cards, fields
	Raised                     // selected part of a segmented control
	Sunken                     // user message, quote, inline code
	Code                       // code block, table head
	Hover                      // row under the pointer
	Selected                   // selected or pressed row
	Border                     // hairline
	Strong                     // border of fields
	Text                       // main text
	Text2                      // secondary text
	Text3                      // meta, labels, icons
	Disabled                   // never the only cue
	Accent                     // the accent color, teal
	AccentHover                // hovered accent
	OnAccent                   // text on Accent
	AccentText                 // links and accented text
	AccentTint                 // fill of chips
	AccentLine                 // border of chips, bar of quotes
	Focus                      // focus ring and text selection, translucent
	Ok                         // success
	Warn                       // warning
	WarnTint                   // fill behind Warning
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
	MatchNow                   // current search match
	tokenCount
)

type palette [tokenCount]color.NRGBA

// opaqueHex returns 0xRRGGBB as an opaque color.
func hex(v uint32) color.NRGBA { return hexA(v, 0xFF) }

func hexA(v uint32, a uint8) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16 & 0xFF), G: uint8(v >> 8 & 0xFF), B: uint8(v & 0xFF), A: a}
}

func lightPalette() palette {
	return palette{
		Bg: hex(0xFFFFFF), Side: hex(0xF5F4F1), Panel: hex(0xFAF9F7), Surface: hex(0xFFFFFF), Raised: hex(0xFFFFFF),
		Sunken: hex(0xF3F2EE), Code: hex(0xF7F6F3), Hover: hex(0xECEAE5), Selected: hex(0xE5E3DC),
		Border: hex(0xE6E3DC), Strong: hex(0xCFCBC2),
		Text: hex(0x1F1D1A), Text2: hex(0x57534B), Text3: hex(0x66625A), Disabled: hex(0xA5A096),
		Accent: hex(0x0F6B5F), AccentHover: hex(0x0B574D), OnAccent: hex(0xFFFFFF), AccentText: hex(0x0C5F54),
		AccentTint: hex(0xE4F1EE), AccentLine: hex(0x9CCFC5), Focus: hexA(0x0F6B5F, 0x59),
		Ok: hex(0x1A7F4B), Warn: hex(0x8A5300), WarnTint: hex(0xFBF0DC), Error: hex(0xB3261E), ErrorTint: hex(0xFBE9E7),
		Toast: hex(0x26241F), OnToast: hex(0xF5F3EE), ToastLink: hex(0x7AD3C3),
		Shadow: hexA(0x1F1D1A, 0x1A), Scrim: hexA(0x1F1D1A, 0x66),
		Keyword: hex(0x8B3A8F), String: hex(0x2F6B1F), Number: hex(0x9A4A00), Comment: hex(0x6B675E),
		Function: hex(0x1D5FA8), ChartSystem: hex(0x57534B), ChartBase: hex(0x3F9485), ChartRelevant: hex(0x0F6B5F),
		ChartFiles: hex(0xB07A1F), ChartHistory: hex(0x7688A6), Track: hex(0xE6E3DC),
		Match: hex(0xFBE7A8), MatchNow: hex(0xF5C84C),
	}
}

func darkPalette() palette {
	return palette{
		Bg: hex(0x1B1A18), Side: hex(0x141311), Panel: hex(0x181715), Surface: hex(0x24231F), Raised: hex(0x3D3A34),
		Sunken: hex(0x262521), Code: hex(0x141311), Hover: hex(0x2C2A26), Selected: hex(0x33312C),
		Border: hex(0x32302B), Strong: hex(0x4A4740),
		Text: hex(0xEDEBE5), Text2: hex(0xB8B4AA), Text3: hex(0x9E998F), Disabled: hex(0x6A665E),
		Accent: hex(0x5CC7B4), AccentHover: hex(0x79D6C5), OnAccent: hex(0x06231E), AccentText: hex(0x74D2C1),
		AccentTint: hex(0x18302B), AccentLine: hex(0x2F6A5F), Focus: hexA(0x5CC7B4, 0x59),
		Ok: hex(0x5CC98C), Warn: hex(0xE5B055), WarnTint: hex(0x33281A), Error: hex(0xF28B82), ErrorTint: hex(0x3A2220),
		Toast: hex(0xEDEBE5), OnToast: hex(0x1F1D1A), ToastLink: hex(0x0C5F54),
		Shadow: hexA(0x000000, 0x80), Scrim: hexA(0x000000, 0xA6),
		Keyword: hex(0xD79BDB), String: hex(0x9CCB8A), Number: hex(0xE8B179), Comment: hex(0x8F8A80),
		Function: hex(0x86B6EC), ChartSystem: hex(0xB8B4AA), ChartBase: hex(0x2F7F71), ChartRelevant: hex(0x5CC7B4),
		ChartFiles: hex(0xD9A548), ChartHistory: hex(0x62718C), Track: hex(0x32302B),
		Match: hex(0x4A3F1C), MatchNow: hex(0x7A6115),
	}
}

// withHighContrast strengthens borders to a contrast of 3:1 and replaces the weakest text color.
func (p palette) contrasted(dark bool) palette {
	p[Strong] = hex(0x8C877C)
	if dark {
		p[Strong] = hex(0x77736A)
	}
	p[Border] = p[Strong]
	p[Text3] = p[Text2]
	return p
}
