package theme

import (
	"math"

	"fyne.io/fyne/v2"
)

// Role is what a piece of text is for; it determines size, line height and weight.
type Role uint8

// The text roles.
const (
	RoleBody     Role = iota // answers and user messages
	RoleDisplay              // first run
	RoleH1                   // headings of answers
	RoleH2                   //
	RoleH3                   //
	RoleFigure               // totals
	RoleTitle                // title of a pane
	RoleMemory               // text of a memory
	RoleCell                 // table cell
	RoleCellHead             // table head
	RoleControl              // rows and fields
	RoleButton               // buttons, selected rows
	RoleStrong               // section headings, unread rows
	RoleMeta                 // dates, labels
	RoleLabel                // chips, small buttons
	RoleHint                 // keyboard hints
	RoleCode                 // code blocks
	roleCount
)

// TypeStyle is a text size in pixels, a line height in pixels and a font style.
type TypeStyle struct {
	Size, LineHeight float32
	Style            fyne.TextStyle
}

// mediumTabWidth in TextStyle.TabWidth asks Theme.Font for the Medium weight.
const mediumTabWidth = 3

func unzoomedTypeStyle(r Role) TypeStyle {
	regular, semibold, mono := fyne.TextStyle{}, fyne.TextStyle{Bold: true}, fyne.TextStyle{Monospace: true}
	medium := WithMediumWeight(regular)
	return [roleCount]TypeStyle{
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

// TextWidth returns the width of s drawn in one line, in pixels.
func (t TypeStyle) TextWidth(s string) float32 { return MeasureText(s, t.Size, t.Style).Width }

// withZoom scales to whole pixels; Fyne spaces glyphs of fractional sizes too widely.
func (t TypeStyle) withZoom(z float32) TypeStyle {
	t.Size = max(1, Round(t.Size*z))
	t.LineHeight = Round(t.LineHeight * z)
	return t
}

// Round returns v rounded to the nearest whole pixel.
func Round(v float32) float32 { return float32(math.Round(float64(v))) }

// CeilWithTolerance returns v rounded up to a whole pixel, ignoring up to a hundredth left by
// fixed-point arithmetic.
func CeilWithTolerance(v float32) float32 { return float32(math.Ceil(float64(v) - 0.01)) }

// WithMediumWeight returns style in the Medium weight. It works for sans-serif text only.
func WithMediumWeight(style fyne.TextStyle) fyne.TextStyle {
	style.TabWidth = mediumTabWidth
	return style
}
