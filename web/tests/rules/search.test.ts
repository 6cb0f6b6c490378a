import { describe, expect, it } from 'vitest';
import { chapters, searched } from '../../src/rules/search';
import type { RuleInfo } from '../../src/lib/types';

const rule = (number: string, summary: string, chapter = 'March'): RuleInfo => ({
  number,
  summary,
  status: 'enforced',
  chapter,
});
const rules = [
  rule('6-1', 'Units march.'),
  rule('6-10', 'Columns march farther.'),
  rule('14-1', 'Liège is a fortress.', 'Forts'),
];

describe('rules', () => {
  it('are found by number, from its beginning', () => {
    expect(searched(rules, '6-1').map((each) => each.number)).toEqual(['6-1', '6-10']);
  });
  it('are found by all words, without minding accents and capitals', () => {
    expect(searched(rules, 'liege FORTRESS').map((each) => each.number)).toEqual(['14-1']);
    expect(searched(rules, 'fortress columns')).toEqual([]);
    expect(searched(rules, '  ')).toHaveLength(3);
  });
  it('stand by chapter in the order of the book', () => {
    expect(chapters(rules).map((each) => [each.name, each.rules.length])).toEqual([
      ['March', 2],
      ['Forts', 1],
    ]);
  });
});
