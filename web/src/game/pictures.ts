/** The map as a picture of its own: what somebody may see of the game, as a file or on paper. */

const WIDEST = 6000; // pixels: larger pictures are more than browsers draw

export interface Drawn {
  svg: Blob;
  width: number;
  height: number;
}

/** Read a drawing and its measures. */
export function drawn(text: string): Drawn {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const box = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const width = parseFloat(svg.getAttribute('width') ?? '') || box[2] || 1;
  const height = parseFloat(svg.getAttribute('height') ?? '') || box[3] || 1;
  return { svg: new Blob([text], { type: 'image/svg+xml' }), width, height };
}

/** By how much a picture is enlarged so that its letters are sharp, without becoming too wide. */
export function enlarged({ width, height }: { width: number; height: number }): number {
  return Math.min(2, WIDEST / Math.max(width, height));
}

export async function asPng(picture: Drawn): Promise<Blob> {
  const address = URL.createObjectURL(picture.svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const by = enlarged(picture);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * by);
    canvas.height = Math.round(picture.height * by);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hand a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
