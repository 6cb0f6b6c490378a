/** What the game page hands to the map table (`src/table/Table.svelte`, default export). */

import type { Scene } from '../film/film';
import type { Connection } from './connection.svelte';
import type { GameInfo, TitleInfo, View, Viewer } from './types';

export interface TableProps {
  info: GameInfo;
  title: TitleInfo;
  viewer: Viewer;
  /** The view to draw: the one of now, or one of the past. */
  view: View;
  /** Null while looking back: the table then only shows. */
  connection: Connection | null;
  /** Pieces to bring out, and why: how a past view differs from now. */
  differences?: Record<string, Difference>;
  /** What a film shows on the map at this moment. */
  scene?: Scene | null;
  /** A film of what others did runs, or is about to. */
  newsreel?: boolean;
  /** Hexes to turn the map to, because something has happened there. */
  follow?: readonly string[];
}
export type Difference = 'moved' | 'changed' | 'gone' | 'new';
