/** QR codes (ISO 18004) for links: bytes, error correction M, versions 1 to 10; 213 bytes at most. */

/** Of each version: error correction words of a block, and how many data words its blocks have. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNED = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** The words that let a reader repair a block (Reed and Solomon). */
export function corrections(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let root = 0; root < count; root += 1) {
    const next = [...divisor, 0];
    divisor.forEach((each, at) => (next[at + 1]! ^= times(each, EXP[root]!)));
    divisor = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at]!;
    divisor.forEach((each, further) => (rest[at + further]! ^= times(each, factor)));
  }
  return rest.slice(data.length);
}

/** Data bits with their check bits behind them. */
function checked(data: number, checks: number, generator: number): number {
  let rest = data;
  for (let at = 0; at < checks; at += 1) rest = (rest << 1) ^ ((rest >>> (checks - 1)) & 1 ? generator : 0);
  return (data << checks) | rest;
}
export const formatBits = (mask: number): number => checked(mask, 10, 0x537) ^ 0x5412;
export const versionBits = (version: number): number => checked(version, 12, 0x1f25);

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** All words of a code in the order they are laid. */
export function words(text: string): { version: number; all: number[] } {
  const bytes = [...new TextEncoder().encode(text)];
  const room = (version: number): number => BLOCKS[version - 1]![1].reduce((sum, each) => sum + each, 0);
  const long = (version: number): number => (version < 10 ? 2 : 3); // mode and count, in whole words
  const version = BLOCKS.map((_, at) => at + 1).find((each) => bytes.length + long(each) <= room(each));
  if (!version) throw new RangeError('too long for a code');
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >>> at) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room(version) * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room(version) * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: room(version) }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
  const [repair, sizes] = BLOCKS[version - 1]!;
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const repairs = blocks.map((block) => corrections(block, repair));
  const all: number[] = [];
  for (let at = 0; at < Math.max(...sizes); at += 1)
    for (const block of blocks) if (at < block.length) all.push(block[at]!);
  for (let at = 0; at < repair; at += 1) for (const block of repairs) all.push(block[at]!);
  return { version, all };
}

class Grid {
  readonly size: number;
  readonly dark: boolean[][];
  /** What belongs to the form of every code and is not masked. */
  readonly fixed: boolean[][];

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    for (let at = 0; at < this.size; at += 1) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [this.size - 4, 3],
      [3, this.size - 4],
    ] as const)
      this.#rings(x, y, 4, [2, 4]);
    const lines = ALIGNED[version - 1]!.length ? [6, ...ALIGNED[version - 1]!] : [];
    const last = lines.at(-1);
    for (const x of lines)
      for (const y of lines) {
        const corner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
        if (!corner) this.#rings(x, y, 2, [1]);
      }
    this.format(0);
    if (version >= 7) {
      const bits = versionBits(version);
      for (let at = 0; at < 18; at += 1) {
        const [a, b] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
        this.fix(a, b, ((bits >>> at) & 1) === 1);
        this.fix(b, a, ((bits >>> at) & 1) === 1);
      }
    }
  }

  fix(x: number, y: number, dark: boolean): void {
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }

  #rings(x: number, y: number, reach: number, light: number[]): void {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const [at, down] = [x + dx, y + dy];
        if (at < 0 || down < 0 || at >= this.size || down >= this.size) continue;
        this.fix(at, down, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
  }

  format(mask: number): void {
    const bits = formatBits(mask);
    const bit = (at: number): boolean => ((bits >>> at) & 1) === 1;
    for (let at = 0; at < 6; at += 1) this.fix(8, at, bit(at));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let at = 9; at < 15; at += 1) this.fix(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at += 1) this.fix(this.size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at += 1) this.fix(8, this.size - 15 + at, bit(at));
    this.fix(8, this.size - 8, true);
  }

  /** The places of data, in the order they are filled: up and down in columns of two, from the right. */
  *places(): Generator<[number, number]> {
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1)
        for (const x of [right, right - 1]) {
          const y = up ? this.size - 1 - step : step;
          if (!this.fixed[y]![x]) yield [x, y];
        }
    }
  }

  turn(mask: number): void {
    for (const [x, y] of this.places()) if (MASKS[mask]!(x, y)) this.dark[y]![x] = !this.dark[y]![x];
  }

  /** How hard the code is to read: long runs, blocks, what looks like a corner, too much of one colour. */
  penalty(): number {
    const { dark, size } = this;
    let sum = 0;
    const columns = dark[0]!.map((_, x) => dark.map((row) => row[x]!));
    for (const line of [...dark, ...columns]) {
      const text = line.map(Number).join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      for (const like of ['10111010000', '00001011101'])
        for (let at = text.indexOf(like); at >= 0; at = text.indexOf(like, at + 1)) sum += 40;
    }
    for (let y = 1; y < size; y += 1)
      for (let x = 1; x < size; x += 1) {
        const own = dark[y]![x];
        if (own === dark[y - 1]![x] && own === dark[y]![x - 1] && own === dark[y - 1]![x - 1]) sum += 3;
      }
    const share = dark.flat().filter(Boolean).length / size ** 2;
    return sum + 10 * Math.floor(Math.abs(share * 20 - 10));
  }
}

/** The code of a text, by rows: true is dark. RangeError if it is too long. */
export function qrCode(text: string): boolean[][] {
  const { version, all } = words(text);
  const grid = new Grid(version);
  let at = 0;
  for (const [x, y] of grid.places()) {
    grid.dark[y]![x] = (((all[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
    at += 1;
  }
  let best = { mask: 0, penalty: Infinity };
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    grid.turn(mask);
    grid.format(mask);
    const penalty = grid.penalty();
    if (penalty < best.penalty) best = { mask, penalty };
    grid.turn(mask);
  }
  grid.turn(best.mask);
  grid.format(best.mask);
  return grid.dark;
}

/** The dark squares of a code as one path. */
export function qrPath(code: readonly (readonly boolean[])[]): string {
  return code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
