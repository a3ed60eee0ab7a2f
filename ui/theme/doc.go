// Package theme holds every color, type size, distance, radius and icon of the window, in light,
// dark and high contrast, at text zooms of 80 to 200 %. No other package of ui defines a color or a
// type size of its own.
//
// A Theme is immutable and is a fyne.Theme: pass it to Settings().SetTheme, and widgets read it
// back with Current when they refresh. Fonts are embedded; their line metrics are raised when they
// are loaded (see MetricLift), so that scripts drawn with fallback fonts neither shift a line nor
// lose their descenders.
package theme
