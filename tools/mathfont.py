#!/usr/bin/env python3
"""Makes assets/fonts/MemoirMath.otf of Latin Modern Math: the characters that formulas need, under a name of its own.

    python tools/mathfont.py latinmodern-math.otf assets/fonts/MemoirMath.otf

What a renderer of mathematics does not read (substitutions, hints, names of glyphs) is left out. The font licence asks
that changed fonts have another name. The same bytes every time with fonttools 4.68.0.
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont

RANGES = """20-7E A0-17F 1A0-1B0 218-21B 237 2BC 2C6-2DD 300-33F 346 391-3F6 1EA0-1EF9 2010-2022 2026 2030-2037 203B 2044
2057 20AC 20D0-20F0 2100-214F 2190-2311 231C-2323 2329-232A 239B-23AE 23B4-23B5 23DC-23E1 25A0-25FF 2605-2606 2660-2667
266D-266F 2713 2720 27C2 27E6-27EF 27F5-27FF 2900-297F 2980-2AFF 1D400-1D7FF"""

NAME = "Memoir Math"


def main(source, target):
    options = subset.Options(
        layout_features=[], hinting=False, glyph_names=False, name_IDs=["*"], notdef_outline=True,
        drop_tables=["DSIG", "GSUB", "GPOS", "GDEF", "FFTM"], recalc_timestamp=False,
    )
    font = TTFont(source, recalcTimestamp=False)
    wanted = []
    for r in RANGES.split():
        first, _, last = r.partition("-")
        wanted += range(int(first, 16), int(last or first, 16) + 1)
    s = subset.Subsetter(options)
    s.populate(unicodes=wanted)
    s.subset(font)
    for record in list(font["name"].names):
        text = record.toUnicode()
        if record.nameID in (1, 3, 4, 16, 18):
            text = NAME
        elif record.nameID == 6:
            text = NAME.replace(" ", "")
        elif record.nameID == 10:
            text = "A part of Latin Modern Math 1.959 by the GUST e-foundry."
        font["name"].setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
    cff = font["CFF "].cff
    cff.fontNames[0] = NAME.replace(" ", "")
    top = cff.topDictIndex[0]
    top.FullName = top.FamilyName = NAME
    font.save(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
