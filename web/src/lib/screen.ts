/** What the style sheets make of the window, where the code has to know it. */

/** Whether panels over the map come up from below instead of standing at its right side. */
export function panelsComeUp(): boolean {
  return matchMedia('(max-width: 820px) and (min-height: 481px)').matches;
}

/** Whether the window is a phone's, held upright. */
export function isPhone(): boolean {
  return matchMedia('(max-width: 640px) and (min-height: 481px)').matches;
}
