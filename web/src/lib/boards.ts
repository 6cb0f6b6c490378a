/** Boards, fetched once for each place they are had from: a game, or the editor of a title. */

import { api } from './api';
import type { Board } from './types';

const known = new Map<string, Promise<Board>>();

export function boardOf(game: string): Promise<Board> {
  return boardAt(`/games/${encodeURIComponent(game)}`);
}

export function boardAt(place: string): Promise<Board> {
  let board = known.get(place);
  if (!board) {
    board = api.boardAt(place);
    board.catch(() => known.delete(place));
    known.set(place, board);
  }
  return board;
}
