package message

// Dimensions from ui.md in pixels at text zoom 100 %.
const (
	bubbleText    = 490 // maximum text width of a user message
	bubblePadX    = 16
	bubblePadY    = 9
	bubbleRadius  = 16
	bubbleTail    = 5 // radius of the corner at the bottom right
	lineHeight    = 24
	actionRow     = 26
	actionGap     = 4 // above the actions
	receiptRow    = 28
	receiptGap    = 6
	chipGap       = 10
	reasoningHead = 28
	blockGap      = 12
	caretWidth    = 2
	caretHeight   = 18
	faultPad      = 14
	faultEstimate = 96
	buttonRow     = 32
)
