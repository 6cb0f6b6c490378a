import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/text';
import { ago, clockTime, percent, plain } from '../../src/lib/words';

describe('words and figures', () => {
  it('put values into texts and leave unknown names standing', () => {
    expect(t('app.rule', { number: '6-9' })).toBe('Rule 6-9');
    expect(t('app.rule')).toBe('Rule {number}');
  });
  it('read like people write', () => {
    expect(plain('quick-set_up')).toBe('Quick set up');
    expect(clockTime(65)).toBe('1:05');
    expect(clockTime(3 * 3600 + 61)).toBe('3:01:01');
    expect(clockTime(-4)).toBe('0:00');
    expect(percent(0.001)).toBe('<1%');
    expect(percent(0.254)).toBe('25%');
    expect(ago(1000, 1000_000 + 5 * 60_000)).toContain('5');
  });
});
