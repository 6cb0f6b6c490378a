/** What a sheet is made of: files from the server, and which layers this browser shows. */

const PLACE = 'hexfront.layers';

/** Names of shown layers; a hidden part of the ground has a minus before its name. */
export function readLayers(title: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${PLACE}.${title}`) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export async function text(address: string): Promise<string> {
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

/** An SVG text as elements. Style sheets inside are dropped: the page's own rules draw the ground. */
export function parsed(source: string): SVGSVGElement {
  const root = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  for (const sheet of root.querySelectorAll('style, script, title')) sheet.remove();
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

export function writeLayers(title: string, names: string[]): void {
  try {
    localStorage.setItem(`${PLACE}.${title}`, JSON.stringify(names));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
