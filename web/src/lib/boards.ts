/** Boards, fetched once for each game. */

import { api } from './api';
import type { Board } from './types';

const known = new Map<string, Promise<Board>>();

export function boardOf(game: string): Promise<Board> {
  let board = known.get(game);
  if (!board) {
    board = api.board(game);
    board.catch(() => known.delete(game));
    known.set(game, board);
  }
  return board;
}
