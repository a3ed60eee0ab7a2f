// Package calendar resolves the relative dates of a message ("last year", "3 weeks ago") on the day it
// was written, and tells numbers that count years from those that count things. DatesSaid belongs to
// one goroutine, because it resolves on first use.
package calendar
