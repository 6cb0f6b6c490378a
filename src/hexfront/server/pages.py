"""The browser client: files of the built client inside the package, or a page that says how to build it."""

from __future__ import annotations

import asyncio
import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

HERE = Path(str(files("hexfront"))) / "web"
FOREVER = "public, max-age=31536000, immutable"  # files whose name changes with their contents
ASK_AGAIN = "no-cache"

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hexfront</title></head>
<body><h1>Hexfront</h1>
<p>The server runs, but its pages have not been built. Stop it and run <code>make play</code>.</p>
<p>Programs can use it all the same: <a href="/api/openapi.json">the description of its API</a>.</p>
</body></html>
"""


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the client; every address that is no file is a page of the client itself."""
    return await asyncio.to_thread(_page, path)


def _page(path: str) -> Response[bytes]:
    wanted = path.strip("/")
    if wanted.startswith("api/") or wanted == "api":
        raise NotFoundException("there is no such address")
    found = _file(wanted) if wanted else None
    if found is not None:
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        lasting = FOREVER if wanted.startswith("assets/") else ASK_AGAIN
        return Response(found.read_bytes(), media_type=kind, headers={"cache-control": lasting})
    if "." in wanted.rpartition("/")[2]:
        raise NotFoundException("there is no such file")
    index = HERE / "index.html"
    body = index.read_bytes() if index.is_file() else NOT_BUILT.encode()
    return Response(body, media_type="text/html", headers={"cache-control": ASK_AGAIN})


@cache
def _root() -> Path:
    return HERE.resolve()


def _file(wanted: str) -> Path | None:
    """A file inside the folder of the client, and nowhere else."""
    if "\0" in wanted:
        return None
    try:
        found = (HERE / wanted).resolve()
        return found if found.is_relative_to(_root()) and found.is_file() else None
    except OSError:  # no file can have so long a name
        return None


handlers = [page]
