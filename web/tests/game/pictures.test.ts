import { expect, test } from 'vitest';
import { drawn, enlarged } from '../../src/game/pictures';

test('a drawing says how large it is', () => {
  const box = drawn('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"/>');
  expect([box.width, box.height]).toEqual([300, 200]);
  const said = drawn('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 3 2"/>');
  expect([said.width, said.height, said.svg.type]).toEqual([640, 480, 'image/svg+xml']);
});

test('a picture is drawn at twice its size, and never too large for a browser', () => {
  expect(enlarged({ width: 1000, height: 500 })).toBe(2);
  expect(enlarged({ width: 2000, height: 12000 })).toBe(0.5);
});
