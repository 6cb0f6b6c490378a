import { describe, expect, it } from 'vitest';
import { amountsOf } from '../../src/displays/display.svelte';
import type { Option } from '../../src/table/choices';

function option(index: number, amount?: number): Option {
  const face = amount === undefined ? { text: 'x' } : { text: 'x', amount };
  return { index, choice: { action: { do: 'give' }, face }, recommended: false };
}

describe('amountsOf', () => {
  it('finds each choice by its amount', () => {
    const found = amountsOf([option(0, 1), option(1, 2), option(2, 3)]);
    expect(found?.get(2)?.index).toBe(1);
  });

  it('is nothing where there is only one, or something else can be chosen as well', () => {
    expect(amountsOf([option(0, 1)])).toBeNull();
    expect(amountsOf([option(0, 1), option(1)])).toBeNull();
    expect(amountsOf([])).toBeNull();
  });
});
