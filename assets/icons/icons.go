// Package icons embeds the picture of the program that its window shows to the desktop. memoir-128.png is memoir.svg at
// 128 pixels: a drawing of that size is decoded in a tenth of the time that the vectors take to be drawn at each start.
package icons

import _ "embed"

// Window is a PNG of 128 x 128 pixels.
//
//go:embed memoir-128.png
var Window []byte
