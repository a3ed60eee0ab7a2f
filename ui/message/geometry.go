package message

import "memoir/ui/theme"

// Dimensions in pixels at text zoom 100 %.
const (
	bubblePadX            = theme.Space16
	bubblePadY            = 9
	lineHeight            = 24
	actionRowHeight       = 26
	actionGap             = theme.Space4 // above the actions
	receiptRowHeight      = 28
	receiptGap            = theme.Space6
	chipGap               = theme.Space10
	reasoningHeaderHeight = 28
	caretWidth            = 2
	caretHeight           = 18
	faultPad              = 14
	faultHeightEstimate   = 96
)
