// Package theme holds every colour, type size, distance, radius and icon of the window, in light, dark and high
// contrast, at text zooms of 80 to 200 %. Nothing else in ui names a colour or a size of its own.
//
// A Theme is immutable and is a fyne.Theme: give it to Settings().SetTheme, and widgets read it back with Current when
// they refresh. Fonts are embedded; their line metrics are raised when they are loaded (see Lift), so that scripts
// drawn with fallback fonts neither shift a line nor lose their descenders.
package theme
