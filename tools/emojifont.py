"""Makes assets/fonts/Twemoji.ttf from a folder of Twemoji's pictures: emojifont.py folder Twemoji.ttf

The pictures go into the font as they are, but for a frame around them and compression (OpenType's SVG table). Beside
them each glyph has a square outline: the painter takes the size of a picture from its outline, so that all come out
equally large. Toned sequences with a joiner, half of all pictures, are left out: the window shows them without a tone.
"""

import re
import sys
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path.parser import parse_path
from fontTools.ttLib.tables.S_V_G_ import SVGDocument, table_S_V_G_

EM = 1000
SIDE = 1160  # of a glyph: 36 units of a picture are 1.1 em, and one is the frame on each side
LOW, HIGH = -220, 940  # around the middle of capitals
JOINER, EMOJI, KEYCAP = 0x200D, 0xFE0F, 0x20E3
TONES = range(0x1F3FB, 0x1F400)
TAGS = range(0xE0020, 0xE0080)
GREY = "#66757F"  # can be seen on light and on dark grounds
COLOURED = 0x100000  # added to a sign of the basic plane: its picture, whatever other fonts have


def main(folder, out):
    pictures = {tuple(int(p, 16) for p in f.stem.split("-")): f for f in sorted(Path(folder).glob("*.svg"))}
    pictures = {k: f for k, f in pictures.items() if not (JOINER in k and any(c in TONES for c in k))}
    blank = {c for k in pictures for c in k if (c,) not in pictures} | {JOINER, EMOJI, KEYCAP, *TAGS}
    names = {k: "e" + "_".join(f"{c:x}" for c in k) for k in pictures}
    empty = {c: f"b{c:x}" for c in sorted(blank)}
    order = [".notdef", "space", *names.values(), *empty.values()]

    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(order)
    cmap = {0x20: "space", **empty}
    for key, name in names.items():
        if len(key) == 1:
            cmap[key[0]] = name
            if key[0] < 0x10000:
                cmap[COLOURED + key[0]] = name
    font.setupCharacterMap(cmap)
    square = outline(True)
    drawn = {".notdef", *names.values()}
    font.setupGlyf({g: square if g in drawn else outline(False) for g in order})
    wide = drawn | {empty[c] for c in map(ord, "0123456789#*")}
    font.setupHorizontalMetrics({g: (SIDE if g in wide else 0, 0) for g in order} | {"space": (EM // 4, 0)})
    font.setupHorizontalHeader(ascent=HIGH, descent=LOW)
    font.setupOS2(sTypoAscender=HIGH, sTypoDescender=LOW, usWinAscent=HIGH, usWinDescent=-LOW)
    font.setupNameTable({
        "familyName": "Twemoji Memoir", "styleName": "Regular", "version": "15.0.0",
        "copyright": "Graphics: Twemoji, copyright Twitter, Inc and other contributors, CC-BY 4.0.",
    })
    font.setupPost(keepGlyphNames=False)

    sequences = []
    for key, name in names.items():
        for k in {key, tuple(c for c in key if c != EMOJI), keycap(key)}:
            if len(k) > 1:
                sequences.append((k, name))
    rules = "\n".join(f"sub {' '.join(cmap[c] for c in k)} by {name};" for k, name in sorted(set(sequences)))
    addOpenTypeFeaturesFromString(font.font, f"languagesystem DFLT dflt; feature ccmp {{\n{rules}\n}} ccmp;")

    svg = table_S_V_G_()
    svg.docList = [document(order.index(names[k]), f) for k, f in pictures.items()]
    font.font["SVG "] = svg
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.save(out)
    print(f"{len(pictures)} pictures, {len(set(sequences))} sequences, {Path(out).stat().st_size} bytes")


def keycap(key):
    """The sequence of a key as it is written, with the selector that its file's name leaves out."""
    return (key[0], EMOJI, KEYCAP) if key[1:] == (KEYCAP,) else key


def outline(square):
    pen = TTGlyphPen(None)
    if square:
        pen.moveTo((0, LOW))
        for p in ((SIDE, LOW), (SIDE, HIGH), (0, HIGH)):
            pen.lineTo(p)
        pen.closePath()
    return pen.glyph()


def document(glyph, file):
    body = re.fullmatch(r"<svg[^>]*>(.*)</svg>\s*", file.read_text(), re.S).group(1)
    if {c.upper() for c in re.findall('fill="([^"]+)"', body)} <= {"#31373D", "#292F33"}:
        body = re.sub('(?<=fill=")[^"]+', GREY, body)  # all black, and the ground may be
    body = re.sub(r'(?<= d=")[^"]+', lambda m: plain(m.group()), body)
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" id="glyph{glyph}" viewBox="0 0 38 38">'
            f'<g transform="translate(1 1)">{body}</g></svg>')
    return SVGDocument(text, glyph, glyph, True)


def plain(path):
    """The same path in straight lines and curves: the painter draws arcs that follow each other wrongly."""
    pen = RecordingPen()
    parse_path(path, pen)
    out, at = [], (0, 0)  # in hundredths of a unit
    for command, points in pen.value:
        points = [(round(x * 100), round(y * 100)) for x, y in points]
        if command == "endPath":
            continue
        if command == "closePath":
            out.append("z")
            at = start
            continue
        letter = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "q"}[command]
        out.append(letter + " ".join(f"{number(x - at[0])} {number(y - at[1])}" for x, y in points))
        at = points[-1]
        if letter == "m":
            start = at
    return "".join(out)


def number(hundredths):
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


main(*sys.argv[1:])
