/**
 * BLAKE2b (RFC 7693), as Python's hashlib has it. Browsers bring no hash of their own to pages that come over
 * plain http, and promises and dice are made with this one.
 */

const WORD = (1n << 64n) - 1n;

// prettier-ignore
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDERS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const MIXED = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const ROUNDS = 12;
const BLOCK = 128;

const turned = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & WORD;

/** The hash of some bytes, `size` bytes long; with a key, one that only who knows the key can make. */
export function blake2b(data: Uint8Array, size: number, key: Uint8Array = new Uint8Array()): Uint8Array {
  const state = [...START];
  state[0]! ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(size);
  const ahead = key.length ? BLOCK : 0;
  const padded = new Uint8Array(Math.max(BLOCK, Math.ceil((ahead + data.length) / BLOCK) * BLOCK));
  padded.set(key);
  padded.set(data, ahead);
  const length = ahead + data.length;
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += BLOCK) {
    const last = at + BLOCK >= padded.length;
    const words = Array.from({ length: 16 }, (_, place) => view.getBigUint64(at + 8 * place, true));
    compress(state, words, BigInt(last ? length : at + BLOCK), last);
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => out.setBigUint64(8 * place, word, true));
  return new Uint8Array(out.buffer, 0, size);
}

function compress(state: bigint[], words: bigint[], count: bigint, last: boolean): void {
  const v = [...state, ...START];
  v[12]! ^= count;
  if (last) v[14]! ^= WORD;
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDERS[round % ORDERS.length]!;
    MIXED.forEach(([a, b, c, d], place) => {
      v[a] = (v[a]! + v[b]! + words[order[2 * place]!]!) & WORD;
      v[d] = turned(v[d]! ^ v[a]!, 32n);
      v[c] = (v[c]! + v[d]!) & WORD;
      v[b] = turned(v[b]! ^ v[c]!, 24n);
      v[a] = (v[a]! + v[b]! + words[order[2 * place + 1]!]!) & WORD;
      v[d] = turned(v[d]! ^ v[a]!, 16n);
      v[c] = (v[c]! + v[d]!) & WORD;
      v[b] = turned(v[b]! ^ v[c]!, 63n);
    });
  }
  for (let place = 0; place < 8; place++) state[place]! ^= v[place]! ^ v[place + 8]!;
}

export const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
