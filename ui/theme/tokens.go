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

// hexColor returns 0xRRGGBB as an opaque color.
func hexColor(v uint32) color.NRGBA { return hexWithAlpha(v, 0xFF) }

func hexWithAlpha(v uint32, a uint8) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16 & 0xFF), G: uint8(v >> 8 & 0xFF), B: uint8(v & 0xFF), A: a}
}

func lightColors() colorTable {
	return colorTable{
		Background: hexColor(0xFFFFFF), Sidebar: hexColor(0xF5F4F1), Panel: hexColor(0xFAF9F7),
		Surface: hexColor(0xFFFFFF), Raised: hexColor(0xFFFFFF),
		Sunken: hexColor(0xF3F2EE), Code: hexColor(0xF7F6F3), Hover: hexColor(0xECEAE5), Selected: hexColor(0xE5E3DC),
		Border: hexColor(0xE6E3DC), StrongBorder: hexColor(0xCFCBC2),
		Text: hexColor(0x1F1D1A), Text2: hexColor(0x57534B), Text3: hexColor(0x66625A), Disabled: hexColor(0xA5A096),
		Accent: hexColor(0x0F6B5F), AccentHover: hexColor(0x0B574D), OnAccent: hexColor(0xFFFFFF),
		AccentText: hexColor(0x0C5F54),
		AccentTint: hexColor(0xE4F1EE), AccentBorder: hexColor(0x9CCFC5), Focus: hexWithAlpha(0x0F6B5F, 0x59),
		Success: hexColor(0x1A7F4B), Warning: hexColor(0x8A5300), WarningTint: hexColor(0xFBF0DC),
		Error: hexColor(0xB3261E), ErrorTint: hexColor(0xFBE9E7),
		Toast: hexColor(0x26241F), OnToast: hexColor(0xF5F3EE), ToastLink: hexColor(0x7AD3C3),
		Shadow: hexWithAlpha(0x1F1D1A, 0x1A), Scrim: hexWithAlpha(0x1F1D1A, 0x66),
		Keyword: hexColor(0x8B3A8F), String: hexColor(0x2F6B1F), Number: hexColor(0x9A4A00), Comment: hexColor(0x6B675E),
		Function: hexColor(0x1D5FA8), ChartSystem: hexColor(0x57534B), ChartBase: hexColor(0x3F9485),
		ChartRelevant: hexColor(0x0F6B5F),
		ChartFiles:    hexColor(0xB07A1F), ChartHistory: hexColor(0x7688A6), Track: hexColor(0xE6E3DC),
		Match: hexColor(0xFBE7A8), CurrentMatch: hexColor(0xF5C84C),
	}
}

func darkColors() colorTable {
	return colorTable{
		Background: hexColor(0x1B1A18), Sidebar: hexColor(0x141311), Panel: hexColor(0x181715),
		Surface: hexColor(0x24231F), Raised: hexColor(0x3D3A34),
		Sunken: hexColor(0x262521), Code: hexColor(0x141311), Hover: hexColor(0x2C2A26), Selected: hexColor(0x33312C),
		Border: hexColor(0x32302B), StrongBorder: hexColor(0x4A4740),
		Text: hexColor(0xEDEBE5), Text2: hexColor(0xB8B4AA), Text3: hexColor(0x9E998F), Disabled: hexColor(0x6A665E),
		Accent: hexColor(0x5CC7B4), AccentHover: hexColor(0x79D6C5), OnAccent: hexColor(0x06231E),
		AccentText: hexColor(0x74D2C1),
		AccentTint: hexColor(0x18302B), AccentBorder: hexColor(0x2F6A5F), Focus: hexWithAlpha(0x5CC7B4, 0x59),
		Success: hexColor(0x5CC98C), Warning: hexColor(0xE5B055), WarningTint: hexColor(0x33281A),
		Error: hexColor(0xF28B82), ErrorTint: hexColor(0x3A2220),
		Toast: hexColor(0xEDEBE5), OnToast: hexColor(0x1F1D1A), ToastLink: hexColor(0x0C5F54),
		Shadow: hexWithAlpha(0x000000, 0x80), Scrim: hexWithAlpha(0x000000, 0xA6),
		Keyword: hexColor(0xD79BDB), String: hexColor(0x9CCB8A), Number: hexColor(0xE8B179), Comment: hexColor(0x8F8A80),
		Function: hexColor(0x86B6EC), ChartSystem: hexColor(0xB8B4AA), ChartBase: hexColor(0x2F7F71),
		ChartRelevant: hexColor(0x5CC7B4),
		ChartFiles:    hexColor(0xD9A548), ChartHistory: hexColor(0x62718C), Track: hexColor(0x32302B),
		Match: hexColor(0x4A3F1C), CurrentMatch: hexColor(0x7A6115),
	}
}

// withHighContrast strengthens borders to a contrast of 3:1 and replaces the weakest text color.
func (p colorTable) withHighContrast(dark bool) colorTable {
	p[StrongBorder] = hexColor(0x8C877C)
	if dark {
		p[StrongBorder] = hexColor(0x77736A)
	}
	p[Border] = p[StrongBorder]
	p[Text3] = p[Text2]
	return p
}
