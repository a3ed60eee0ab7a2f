package message

// Dimensions in pixels at text zoom 100 %.
const (
	maxBubbleTextWidth    = 490 // maximum text width of a user message
	bubblePadX            = 16
	bubblePadY            = 9
	bubbleRadius          = 16
	bubbleTail            = 5 // radius of the corner at the bottom right
	lineHeight            = 24
	actionRowHeight       = 26
	actionGap             = 4 // above the actions
	receiptRowHeight      = 28
	receiptGap            = 6
	chipGap               = 10
	reasoningHeaderHeight = 28
	blockGap              = 12
	caretWidth            = 2
	caretHeight           = 18
	faultPad              = 14
	faultHeightEstimate   = 96
	buttonRowHeight       = 32
)
