package theme

import (
	"math"

	"fyne.io/fyne/v2"
)

// Role is what a piece of text is for; it fixes size, line and weight.
type Role uint8

// The roles of text.
const (
	RoleBody     Role = iota // replies, messages
	RoleDisplay              // first run
	RoleH1                   // headings of replies
	RoleH2                   //
	RoleH3                   //
	RoleFigure               // totals
	RoleTitle                // header of a pane
	RoleMemory               // text of a memory
	RoleCell                 // table cell
	RoleCellHead             // table head
	RoleControl              // rows, fields
	RoleButton               // buttons, chosen rows
	RoleStrong               // section heads, unread rows
	RoleMeta                 // dates, labels
	RoleLabel                // chips, small buttons
	RoleHint                 // keys
	RoleCode                 // code blocks
	roleCount
)

// Type is a size in pixels, the height of a line in pixels and a style.
type Type struct {
	Size, Line float32
	Style      fyne.TextStyle
}

// mediumTag in TextStyle.TabWidth asks Theme.Font for the Medium cut.
const mediumTag = 3

func typeOf(r Role) Type {
	regular, semibold, mono := fyne.TextStyle{}, fyne.TextStyle{Bold: true}, fyne.TextStyle{Monospace: true}
	medium := Medium(regular)
	return [roleCount]Type{
		RoleDisplay:  {28, 34, semibold},
		RoleH1:       {19, 28, semibold},
		RoleH2:       {17, 26, semibold},
		RoleH3:       {15, 24, semibold},
		RoleFigure:   {17, 24, semibold},
		RoleTitle:    {15, 24, semibold},
		RoleBody:     {15, 24, regular},
		RoleMemory:   {14, 20, regular},
		RoleCell:     {14, 22, regular},
		RoleCellHead: {12, 22, medium},
		RoleControl:  {13, 20, regular},
		RoleButton:   {13, 20, medium},
		RoleStrong:   {13, 20, semibold},
		RoleMeta:     {12, 18, regular},
		RoleLabel:    {12, 18, medium},
		RoleHint:     {11, 16, regular},
		RoleCode:     {13, 20, mono},
	}[r]
}

// Width returns how wide s is when drawn in one line, in pixels.
func (t Type) Width(s string) float32 { return Measure(s, t.Size, t.Style).Width }

// zoomed scales to whole pixels; half sizes are spaced too widely.
func (t Type) zoomed(z float32) Type {
	t.Size = max(1, Round(t.Size*z))
	t.Line = Round(t.Line * z)
	return t
}

// Round gives the nearest whole pixel.
func Round(v float32) float32 { return float32(math.Round(float64(v))) }

// Ceil gives the next whole pixel, forgiving the hundredths that fixed point leaves.
func Ceil(v float32) float32 { return float32(math.Ceil(float64(v) - 0.01)) }

// Medium returns style in the Medium weight. It works for the sans text only.
func Medium(style fyne.TextStyle) fyne.TextStyle {
	style.TabWidth = mediumTag
	return style
}
