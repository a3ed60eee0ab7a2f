package pictures

import "math"

// EstimateTokens estimates what a picture costs in a prompt, in tokens: the larger of what OpenAI
// and Anthropic document for their models (docs/sources.md, Pictures). Width and height are in
// pixels.
func EstimateTokens(width, height int) int {
	return max(openAITileTokens(width, height), anthropicAreaTokens(width, height))
}

// openAITileTokens is OpenAI's rule for high detail: scaled down until the shorter side is 768
// pixels, 170 tokens for each tile of 512 pixels and 85 for the picture.
func openAITileTokens(width, height int) int {
	w, h := float64(width), float64(height)
	if scale := 768 / min(w, h); scale < 1 {
		w, h = w*scale, h*scale
	}
	return 85 + 170*int(math.Ceil(w/512)*math.Ceil(h/512))
}

// anthropicAreaTokens is Anthropic's rule: scaled down until the longer side is 1568 pixels, one
// token for 750 pixels, at most about 1,600.
func anthropicAreaTokens(width, height int) int {
	w, h := float64(width), float64(height)
	if scale := 1568 / max(w, h); scale < 1 {
		w, h = w*scale, h*scale
	}
	return min(1600, int(math.Ceil(w*h/750)))
}
