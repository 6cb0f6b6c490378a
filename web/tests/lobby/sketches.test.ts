import { describe, expect, it } from 'vitest';
import { queued } from '../../src/lobby/sketches';

/** A picture that comes when it is told to. */
function picture(): { asked: boolean; come: () => void; show: () => Promise<void> } {
  const made = {
    asked: false,
    come: (): void => undefined,
    show: (): Promise<void> => {
      made.asked = true;
      return new Promise((then) => (made.come = then));
    },
  };
  return made;
}
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('pictures of scenarios', () => {
  it('are asked for one after the other, without those that have gone out of sight', async () => {
    const [first, second, third] = [picture(), picture(), picture()];
    queued(first.show);
    const giveUp = queued(second.show);
    queued(third.show);
    expect([first.asked, second.asked, third.asked]).toEqual([true, false, false]);
    giveUp();
    first.come();
    await settled();
    expect([second.asked, third.asked]).toEqual([false, true]);
    third.come();
    await settled();
    queued(second.show);
    expect(second.asked).toBe(true);
    second.come();
  });
});
