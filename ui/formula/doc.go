// Package formula sets mathematics written in TeX and draws it.
//
// Typesetter.Typeset parses the source of one formula and lays it out by the rules of TeX (The
// TeXbook, appendix G) with the constants of a font's MATH table (OpenType 1.9). What comes out, a
// Formula, is a list of glyphs and rules at positions measured in the size of the text around it, so
// that one Formula serves every text size, color and resolution. Formula.DrawImage makes pixels of
// it.
//
// What Typeset does not know is an error, never a guess: the caller shows the source instead. Macros
// cannot be defined, files cannot be read, and the work is limited by the length of the source, the
// depth of its groups and the number of glyphs.
//
// Lengths are in em of the text unless a comment says otherwise; y grows upwards from the baseline.
package formula
