/** Where we are, from the part of the address behind "#". */

export type Route =
  | { page: 'lobby' }
  | { page: 'new'; title: string; scenario: string }
  | { page: 'game'; id: string; as: string; step: number | null }
  | { page: 'rules'; title: string; rule: string }
  | { page: 'join'; id: string; side: string; token: string }
  | { page: 'editor'; title: string; scenario: string; packed: string; game: string; as: string }
  | { page: 'puzzle'; packed: string }
  | { page: 'account' }
  | { page: 'leave'; token: string }
  | { page: 'help' };

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  const [page, first = '', second = '', third = ''] = parts;
  switch (page) {
    case 'new':
      return { page: 'new', title: first, scenario: second };
    case 'game': {
      if (!first) return { page: 'lobby' };
      const step = query.get('step');
      const at = step !== null && /^\d+$/.test(step) ? Number(step) : null;
      return { page: 'game', id: first, as: query.get('as') ?? '', step: at };
    }
    case 'join':
      return { page: 'join', id: first, side: second, token: third || (query.get('token') ?? '') };
    case 'editor': {
      const [scenario, packed, game, as] = ['scenario', 'text', 'game', 'as'].map(
        (name) => query.get(name) ?? '',
      );
      return { page: 'editor', title: first, scenario: scenario!, packed: packed!, game: game!, as: as! };
    }
    case 'puzzle':
      return { page: 'puzzle', packed: first };
    case 'rules':
      return { page: 'rules', title: first, rule: second };
    case 'leave':
      return { page: 'leave', token: first };
    case 'account':
      return { page: 'account' };
    case 'help':
      return { page: 'help' };
    default:
      return { page: 'lobby' };
  }
}

export function gameLink(id: string, as = '', step: number | null = null): string {
  const query = new URLSearchParams();
  if (as) query.set('as', as);
  if (step !== null) query.set('step', String(step));
  const words = query.toString();
  return `#/game/${encodeURIComponent(id)}${words ? `?${words}` : ''}`;
}

/** The editor with a game as somebody sees it. */
export function editorLink(title: string, game = '', as = ''): string {
  const query = new URLSearchParams(game ? { game, as } : {}).toString();
  return `#/editor/${encodeURIComponent(title)}${query ? `?${query}` : ''}`;
}

class Router {
  route = $state.raw<Route>(parseRoute(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.route = parseRoute(location.hash);
      scrollTo(0, 0);
    });
  }
  go(hash: string): void {
    location.hash = hash;
  }
}

export const router = new Router();
