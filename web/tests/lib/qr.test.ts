import { expect, test } from 'vitest';
import { corrections, formatBits, qrCode, qrPath, versionBits, words } from '../../src/lib/qr';

const binary = (bits: number, count: number): string => bits.toString(2).padStart(count, '0');

test('words of repair are those of the standard', () => {
  const hello = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(corrections(hello, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('format and version are written as in the tables of the standard', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((mask) => binary(formatBits(mask), 15))).toEqual([
    '101010000010010',
    '101000100100101',
    '101111001111100',
    '101101101001011',
    '100010111111001',
    '100000011001110',
    '100111110010111',
    '100101010100000',
  ]);
  expect(binary(versionBits(7), 18)).toBe('000111110010010100');
});

/** What a reader does, written from the other end: unmask, walk, put the blocks together, read the bytes. */
function read(code: boolean[][]): string {
  const size = code.length;
  const version = (size - 17) / 4;
  const aligned = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]][version - 1]!;
  const lines = aligned.length ? [6, ...aligned] : [];
  const reserved = (x: number, y: number): boolean => {
    if ((x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9)) return true;
    if (x === 6 || y === 6) return true;
    if (version > 6 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) return true;
    const near = (a: number, b: number) => Math.abs(x - a) < 3 && Math.abs(y - b) < 3;
    return lines.some((a) =>
      lines.some((b) => {
        const corner = (a === 6 && b === 6) || (a === 6 && b === size - 7) || (a === size - 7 && b === 6);
        return !corner && near(a, b);
      }),
    );
  };
  const spots: [number, number][] = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((y): [number, number] => [8, y]),
    ...[7, 5, 4, 3, 2, 1, 0].map((x): [number, number] => [x, 8]),
  ];
  const format = spots.reduce((sum, [x, y], at) => sum | (Number(code[y]![x]) << at), 0);
  const mask = ((format ^ 0x5412) >>> 10) & 7;
  expect(formatBits(mask)).toBe(format);
  const flip = [
    (x: number, y: number) => (x + y) % 2,
    (_: number, y: number) => y % 2,
    (x: number) => x % 3,
    (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => ((y >> 1) + Math.floor(x / 3)) % 2,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x: number, y: number) => (((x * y) % 3) + ((x + y) % 2)) % 2,
  ][mask]!;
  const bits: number[] = [];
  let up = true;
  for (let column = size - 1; column > 0; column -= column === 8 ? 3 : 2) {
    const pair = column === 6 ? 5 : column;
    for (let step = 0; step < size; step += 1)
      for (const x of [pair, pair - 1]) {
        const y = up ? size - 1 - step : step;
        if (!reserved(x, y)) bits.push(Number(code[y]![x] !== (flip(x, y) === 0)));
      }
    up = !up;
  }
  const laid = Array.from({ length: bits.length >> 3 }, (_, at) =>
    parseInt(bits.slice(8 * at, 8 * at + 8).join(''), 2),
  );
  const sizes = [[16], [28], [44], [32, 32], [43, 43], [27, 27, 27, 27], [31, 31, 31, 31], [38, 38, 39, 39]][
    version - 1
  ]!;
  const blocks: number[][] = sizes.map(() => []);
  let next = 0;
  for (let at = 0; at < Math.max(...sizes); at += 1)
    sizes.forEach((most, block) => at < most && blocks[block]!.push(laid[next++]!));
  const text = blocks.flat().flatMap((word) => [...word.toString(2).padStart(8, '0')]);
  expect(text.slice(0, 4).join('')).toBe('0100');
  const length = parseInt(text.slice(4, 12).join(''), 2);
  const bytes = Array.from({ length }, (_, at) => parseInt(text.slice(12 + 8 * at, 20 + 8 * at).join(''), 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test.each([1, 14, 20, 40, 62, 84, 106, 122, 150])('a text of %i bytes can be read again', (length) => {
  const link = 'http://192.168.178.23:8014/#/join/Zx9-kQ/entente/'.repeat(4).slice(0, length);
  expect(read(qrCode(link))).toBe(link);
});

test('what is too long is refused, and the largest is not', () => {
  expect(words('a'.repeat(213)).version).toBe(10);
  expect(() => qrCode('a'.repeat(214))).toThrow(RangeError);
});

test('a code is drawn as squares', () => {
  expect(qrPath([[true, false]])).toBe('M0 0h1v1h-1z');
});
