/** Mouse, pen and fingers on the map: what they mean, whatever they were made with. */

import { distance, type Point } from './geometry';

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  hover(at: Point | null): void;
  click(at: Point, how: { shift: boolean; touch: boolean }): void;
  doubleClick(at: Point): void;
  /** The right button, or a finger that stays. */
  ask(at: Point, touch: boolean): void;
  /** Whether something is taken up that can be dragged; else the map is moved. */
  take(at: Point, shift: boolean): boolean;
  drag(at: Point, shift: boolean): void;
  /** Null if the drag was broken off. */
  drop(at: Point | null): void;
  begin(): void;
}

const SLACK = 6; // pixels a click may wander
const TWICE = 300; // milliseconds between two taps that belong together
const LONG = 480; // milliseconds until a press is a long one

type Mode = 'none' | 'press' | 'pan' | 'drag' | 'pinch' | 'done';

/** Listen on an element until the answer is called. */
export function gestures(element: HTMLElement, to: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let mode: Mode = 'none';
  let start: Point = { x: 0, y: 0 };
  let last: Point = { x: 0, y: 0 };
  let touch = false;
  let shift = false;
  let pressed: ReturnType<typeof setTimeout> | undefined;
  let spread = 0;
  let tapped = 0;
  let tappedAt: Point = { x: 0, y: 0 };
  let owed = { x: 0, y: 0 };
  let frame = 0;

  const place = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const payPan = (): void => {
    frame = 0;
    if (owed.x || owed.y) to.pan(owed.x, owed.y);
    owed = { x: 0, y: 0 };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest('[data-no-gesture]')) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    to.begin();
    if (fingers.size === 2) {
      clearTimeout(pressed);
      if (mode === 'drag') to.drop(null);
      mode = 'pinch';
      const [a, b] = [...fingers.values()] as [Point, Point];
      spread = distance(a, b);
      last = middle(a, b);
      return;
    }
    mode = 'press';
    start = last = at;
    touch = event.pointerType === 'touch';
    shift = event.shiftKey;
    clearTimeout(pressed);
    if (touch) {
      pressed = setTimeout(() => {
        if (mode !== 'press') return;
        mode = 'done';
        to.ask(start, true);
      }, LONG);
    }
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    if (!fingers.has(event.pointerId)) {
      if (event.pointerType !== 'touch')
        to.hover((event.target as Element).closest('[data-no-gesture]') ? null : at);
      return;
    }
    fingers.set(event.pointerId, at);
    if (mode === 'pinch' && fingers.size >= 2) {
      const [a, b] = [...fingers.values()] as [Point, Point];
      const now = distance(a, b);
      const here = middle(a, b);
      to.pan(here.x - last.x, here.y - last.y);
      if (spread) to.zoom(now / spread, here);
      spread = now;
      last = here;
      return;
    }
    if (mode === 'press' && distance(at, start) > SLACK) {
      clearTimeout(pressed);
      element.setPointerCapture(event.pointerId);
      mode = to.take(start, shift) ? 'drag' : 'pan';
      if (mode === 'pan') last = start;
    }
    if (mode === 'pan') {
      owed = { x: owed.x + at.x - last.x, y: owed.y + at.y - last.y };
      last = at;
      frame ||= requestAnimationFrame(payPan);
    } else if (mode === 'drag') to.drag(at, event.shiftKey);
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(pressed);
    const at = place(event);
    if (mode === 'press') to.click(at, { shift: event.shiftKey, touch });
    else if (mode === 'drag') to.drop(at);
    else if (mode === 'pinch' && fingers.size === 1) {
      last = [...fingers.values()][0]!;
      mode = 'pan';
      return;
    }
    if (!fingers.size) mode = 'none';
  };

  // What opens under a finger must not get the click that a browser makes of its tap.
  const lifted = (event: TouchEvent): void => {
    if (!event.cancelable || (event.target as Element).closest('[data-no-gesture]')) return;
    event.preventDefault();
    const now = event.timeStamp;
    const again = now - tapped < TWICE && distance(start, tappedAt) < 4 * SLACK;
    if (again && mode === 'none') to.doubleClick(start);
    tapped = again ? 0 : now;
    tappedAt = start;
  };

  const cancel = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    clearTimeout(pressed);
    if (mode === 'drag') to.drop(null);
    mode = 'none';
  };

  const wheel = (event: WheelEvent): void => {
    if ((event.target as Element).closest('[data-no-gesture]')) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 120 : 1;
    const pixels = Math.max(-160, Math.min(160, event.deltaY * lines));
    to.begin();
    to.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0022)), place(event));
  };

  const leave = (): void => to.hover(null);
  const context = (event: MouseEvent): void => {
    if ((event.target as Element).closest('[data-no-gesture]')) return;
    event.preventDefault();
    if (mode !== 'done') to.ask(place(event), false);
  };
  const twice = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('[data-no-gesture]')) to.doubleClick(place(event));
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('touchend', lifted, { passive: false });
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('contextmenu', context);
  element.addEventListener('dblclick', twice);
  return () => {
    clearTimeout(pressed);
    cancelAnimationFrame(frame);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('touchend', lifted);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('contextmenu', context);
    element.removeEventListener('dblclick', twice);
  };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
