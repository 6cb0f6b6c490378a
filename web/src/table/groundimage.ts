/**
 * The ground as a picture, for looking at the map from afar: a browser without graphics card takes a third of
 * a second to draw all lines and letters of a map, and no time at all to draw a picture of them.
 */

const FONTS = import.meta.glob<string>('../../../src/hexfront/drawing/fonts/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});
const FACES: Record<string, string> = {
  Regular: 'font-weight:normal;font-style:normal',
  Bold: 'font-weight:bold;font-style:normal',
  Italic: 'font-weight:normal;font-style:italic',
};
/** Layers of the ground that each switch hides. */
const LAYERS: Record<string, string[]> = {
  names: ['places'],
  grid: ['grid'],
  tracks: ['tracks'],
  borders: ['borders'],
};

let faces: Promise<string> | undefined;

/** Draw the ground without its numbers, the names of regions and hidden layers, `share` of its size. */
export async function groundImage(
  ground: SVGSVGElement,
  size: { width: number; height: number },
  hidden: ReadonlySet<string>,
  halo: string,
  share: number,
): Promise<HTMLCanvasElement> {
  const copy = ground.cloneNode(true) as SVGSVGElement;
  const gone = [
    'numbers',
    'regions',
    ...Object.keys(LAYERS).flatMap((name) => (hidden.has(name) ? LAYERS[name]! : [])),
  ];
  for (const name of gone) copy.querySelector(`[data-layer='${name}']`)?.remove();
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  const rule = `.halo{fill:none;stroke:${halo};stroke-width:3.2;stroke-linejoin:round;stroke-opacity:.82}`;
  sheet.textContent = (await (faces ??= fontFaces())) + rule;
  copy.prepend(sheet);
  const width = Math.round(size.width * share);
  const height = Math.round(size.height * share);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const source = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const address = URL.createObjectURL(source);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function fontFaces(): Promise<string> {
  const found = await Promise.all(
    Object.entries(FACES).map(async ([name, looks]) => {
      const address = Object.entries(FONTS).find(([path]) => path.endsWith(`-${name}.ttf`))?.[1];
      if (!address) return '';
      const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
      const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
      return `@font-face{font-family:'Hexfront Sans';${looks};src:url(data:font/ttf;base64,${btoa(letters)})}`;
    }),
  );
  return found.join('');
}
