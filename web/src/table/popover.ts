/** Boxes that stand beside something on the map and stay on the screen. */

import type { Attachment } from 'svelte/attachments';
import type { Point, Size } from './geometry';

const RIM = 8;

/** Where a box of some size stands beside a point: right of it if there is room, else left. */
export function placeBeside(anchor: Point, gap: number, box: Size, screen: Size): Point {
  const right = anchor.x + gap;
  const left = anchor.x - gap - box.width;
  const fitsRight = right + box.width + RIM <= screen.width;
  const x = fitsRight || left < RIM ? Math.min(right, screen.width - box.width - RIM) : left;
  const y = Math.min(Math.max(RIM, anchor.y - box.height / 2), screen.height - box.height - RIM);
  return { x: Math.max(RIM, x), y: Math.max(RIM, y) };
}

/** Where a box stands below a point: above it if there is no room. */
export function placeBelow(anchor: Point, box: Size, screen: Size): Point {
  const below = anchor.y + 14;
  const y = below + box.height + RIM <= screen.height ? below : anchor.y - box.height - 14;
  const x = Math.min(Math.max(RIM, anchor.x - 24), screen.width - box.width - RIM);
  return { x: Math.max(RIM, x), y: Math.max(RIM, y) };
}

/** Place an element beside a point of the screen; it is moved again when its size changes. */
export function beside(anchor: Point, gap: number, screen: Size): Attachment<HTMLElement> {
  return placed((box) => placeBeside(anchor, gap, box, screen));
}

/** Place an element below a point of the screen. */
export function below(anchor: Point, screen: Size): Attachment<HTMLElement> {
  return placed((box) => placeBelow(anchor, box, screen));
}

function placed(where: (box: Size) => Point): Attachment<HTMLElement> {
  return (element) => {
    const place = (): void => {
      const { x, y } = where({ width: element.offsetWidth, height: element.offsetHeight });
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    place();
    const watch = new ResizeObserver(place);
    watch.observe(element);
    return () => watch.disconnect();
  };
}
