/**
 * Pictures of scenarios are asked for when they come into sight, one after the other: a fresh server draws each
 * of them first, and whoever starts a game meanwhile must not wait behind those that nobody looks at.
 */

type Show = () => Promise<void>;

const waiting = new Set<Show>();
let busy = false;

async function next(): Promise<void> {
  const [first] = waiting;
  if (busy || !first) return;
  busy = true;
  waiting.delete(first);
  await first();
  busy = false;
  void next();
}

/** Ask for a picture when its turn comes; what is returned gives it up, if it has not come yet. */
export function queued(show: Show): () => void {
  waiting.add(show);
  void next();
  return () => waiting.delete(show);
}

/** Show a picture while its place is in sight. */
export function whenSeen(place: Element, show: Show): () => void {
  let leave: (() => void) | undefined;
  const watch = new IntersectionObserver((entries) => {
    const seen = entries.at(-1)?.isIntersecting ?? false;
    if (seen && !leave) {
      leave = queued(() => {
        watch.disconnect();
        return show();
      });
    } else if (!seen) {
      leave?.();
      leave = undefined;
    }
  });
  watch.observe(place);
  return () => {
    watch.disconnect();
    leave?.();
  };
}
