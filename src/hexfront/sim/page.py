"""A report as one HTML file that needs nothing else: no network, no other file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from hexfront.drawing.draw import font_faces
from hexfront.drawing.svg import FAMILIES
from hexfront.sim.blocks import Block, Drawing, Film, Heading, Listing, Sheets, Table, Text

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: #fffdf7; color: #2b2a27;
  font: 16px/1.55 Georgia, 'Source Serif 4', 'Times New Roman', serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .6rem; }
h2 { font-size: 1.4rem; margin: 2.6rem 0 .4rem; border-top: 2px solid #2b2a27; padding-top: .6rem; }
h3 { font-size: 1.12rem; margin: 1.8rem 0 .3rem; }
p { margin: .5rem 0; max-width: 46rem; }
.small { font-size: .86rem; color: #5b564d; }
pre { background: #f3efe3; padding: .6rem .8rem; overflow-x: auto; font-size: .82rem; }
svg { display: block; max-width: 100%; height: auto; }
figure { margin: .8rem 0; }
figcaption { font-size: .86rem; color: #5b564d; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .8rem 0;
  font: .86rem/1.4 'Hexfront Sans', 'Barlow Semi Condensed', Arial, sans-serif; }
th { text-align: left; font-weight: 600; border-bottom: 1.5px solid #2b2a27; }
th, td { padding: .22rem .9rem .22rem 0; vertical-align: top; }
td { border-bottom: 1px solid #e4dfd3; }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
.stills { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .8rem; }
.film { margin: 1rem 0; }
.film .bar { display: flex; gap: .8rem; align-items: center; margin: .5rem 0; flex-wrap: wrap; }
.film input { flex: 1; min-width: 12rem; }
.film output { min-width: 13rem; font-weight: bold; }
.film button { font: inherit; padding: .15rem .8rem; }
@media print { .film .bar { display: none; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
"""

SCRIPT = """
for (const film of document.querySelectorAll('.film')) {
  const { palette, frames } = JSON.parse(film.querySelector('script').textContent);
  const hexes = film.querySelectorAll('.hexes path');
  const front = film.querySelector('.front');
  const slider = film.querySelector('input');
  const output = film.querySelector('output');
  const button = film.querySelector('button');
  let timer = 0;
  const show = (at) => {
    const [caption, letters, line] = frames[at];
    hexes.forEach((hex, number) => hex.setAttribute('fill', palette[letters.charCodeAt(number) - 65]));
    front.setAttribute('d', line);
    output.textContent = caption;
    slider.value = at;
    slider.setAttribute('aria-valuetext', caption);
  };
  const stop = () => { clearInterval(timer); timer = 0; button.textContent = 'Play'; };
  slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
  button.addEventListener('click', () => {
    if (timer) { stop(); return; }
    let at = Number(slider.value) >= frames.length - 1 ? 0 : Number(slider.value);
    show(at);
    button.textContent = 'Stop';
    timer = setInterval(() => { at += 1; if (at >= frames.length) stop(); else show(at); }, 450);
  });
  show(frames.length - 1);
}
"""


def html_page(title: str, blocks: Sequence[Block]) -> str:
    """The whole page."""
    body = "\n".join(_block(block) for block in blocks)
    script = f"<script>{SCRIPT}</script>" if any(isinstance(block, Film) for block in blocks) else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{''.join(font_faces())}{STYLE}</style>\n</head>\n<body>\n{body}\n{script}\n"
        "</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Text(text, small):
            return f'<p class="small">{escape(text)}</p>' if small else f"<p>{escape(text)}</p>"
        case Listing(lines):
            return f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Drawing(chart, share):
            return f'<figure style="max-width:{share * 100:.0f}%">{chart.svg()}</figure>'
        case Sheets(charts, captions):
            shown = "".join(
                f"<figure>{chart.svg()}<figcaption>{escape(caption)}</figcaption></figure>"
                for chart, caption in zip(charts, captions, strict=True)
            )
            return f'<div class="stills">{shown}</div>'
        case Table():
            return _table(block)
        case Film():
            return _film(block)


def _table(table: Table) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        kinds = ("" if at < table.left else ' class="figure"' for at in range(len(row)))
        return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True))

    head = f"<thead><tr>{cells(table.columns, 'th')}</tr></thead>"
    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in table.rows)
    return f'<div class="wide"><table>{head}<tbody>{body}</tbody></table></div>'


def _film(film: Film) -> str:
    hexes = "".join(f'<path d="{outline}"/>' for outline in film.hexes)
    data = json.dumps({"palette": film.palette, "frames": film.frames}, separators=(",", ":"))
    data = data.replace("</", "<\\/")  # nothing in it may end the script
    shift = film.above[film.above.index("translate(") :].split('"', 1)[0]
    return (
        '<div class="film">'
        f'<svg viewBox="0 0 {film.width:.0f} {film.height:.0f}" xmlns="http://www.w3.org/2000/svg" '
        f'role="img" aria-label="Who held the ground, turn by turn" font-family="{FAMILIES}">{film.below}'
        f'<g class="hexes" transform="{shift}" stroke="#000" stroke-opacity="0.09" stroke-width="2">'
        f"{hexes}</g>"
        f'<g transform="{shift}"><path class="front" fill="none" stroke="#2b2a27" stroke-width="14" '
        f'stroke-linecap="round"/></g>{film.above}</svg>'
        '<div class="bar"><button type="button">Play</button>'
        f'<input type="range" min="0" max="{len(film.frames) - 1}" value="{len(film.frames) - 1}" '
        'aria-label="Turn"><output></output></div>'
        f'<script type="application/json">{data}</script></div>'
    )
