// Package icons embeds the icon of the program's window. memoir-128.png is memoir.svg at 128
// pixels: decoding it takes a tenth of the time of rasterizing the vectors at each start.
package icons

import _ "embed"

// WindowIcon is a PNG of 128 x 128 pixels.
//
//go:embed memoir-128.png
var WindowIcon []byte
