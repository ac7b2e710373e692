// These tests look at patterns: what they match, what is none, and that they take linear time.
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../bpmn-core/src/testing/cost.ts';
import { compiled, contextWith } from '../../../bpmn-core/src/testing/expression-context.ts';
import { compilePattern, matchesPattern, PatternProblem } from './regex.ts';

describe('a pattern', () => {
  it('matches the whole text where the language asks for that', () => {
    expect(matchesPattern('A-17', '[A-Z]-\\d+')).toBe(true);
    expect(matchesPattern('xA-17', '[A-Z]-\\d+')).toBe(false);
    expect(compilePattern('[A-Z]-\\d+').isIn('xA-17')).toBe(true);
  });

  it('knows flags', () => {
    expect(compilePattern('^b$', 'm').isIn('a\nb')).toBe(true);
    expect(compilePattern('^b$').isIn('a\nb')).toBe(false);
    expect(compilePattern('a.b', 's').isIn('a\nb')).toBe(true);
    expect(compilePattern('A', 'i').isIn('a')).toBe(true);
  });

  it('replaces with groups and splits', () => {
    expect(compilePattern('(\\w)(\\d)').replaceAll('a1 b2', '$2$1')).toBe('1a 2b');
    expect(compilePattern('a').replaceAll('a', '\\$1')).toBe('$1');
    expect(compilePattern(',').split('a,,b,')).toEqual(['a', '', 'b', '']);
  });

  it.each(['(', '[', '(?=a)', '(?<!a)', '\\1', 'a{5000}', '*', '((a{100}){100}){100}', 'x'.repeat(1_001)])(
    'row %# is no pattern',
    (pattern) => {
      expect(() => compilePattern(pattern)).toThrow(PatternProblem);
    },
  );

  it('a pattern with an unknown flag is none', () => {
    expect(() => compilePattern('a', 'x')).toThrow('flag x');
    expect(() => compilePattern('a', '__proto__')).toThrow(PatternProblem);
  });

  it('a pattern that makes other engines hang is answered soon', () => {
    const text = `${'a'.repeat(30_000)}!`;
    const { result, references } = costOf(() => ['(a+)+', '(a|a)*b'].map((pattern) => matchesPattern(text, pattern)));
    expect(result).toEqual([false, false]);
    expect(references).toBeLessThan(5_000);
  });
});

describe('matches of an expression', () => {
  const result = (pattern: string) =>
    compiled(`\${code.matches('${pattern}')}`).evaluate(contextWith({ code: 'A-17' }, { matches: matchesPattern }));

  it('is of the whole text, and tells what is no pattern', () => {
    expect([result('[A-Z]-[0-9]+'), result('[0-9]+')]).toEqual([true, false]);
    expect(() => result('(')).toThrow('matches: the pattern');
  });
});
