// Proves of texts drawn at random that they compile or are refused with a place, and that literals are read back.
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { resultOf } from '../testing/expression-context.ts';
import { compileExpression, isExpressionProblem } from './compile.ts';

/** A text costs little: so many of them are drawn for each other thing. */
const TEXTS_A_PROPERTY = 7;
const { numRuns, ...drawn } = inject('properties');
const RUNS = { ...drawn, numRuns: numRuns * TEXTS_A_PROPERTY };

describe('any text', () => {
  it('compiles or names a problem, and never throws', () => {
    const piece = fc.constantFrom(
      `\${`,
      '#{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '.',
      ',',
      "'",
      '"',
      '\\',
      ' ',
      'a',
      'now',
      '1',
      '1.',
      '-',
      '!',
      '&&',
      '?',
      ':',
      '+=',
      'empty',
      'variables',
      'execution',
      '__proto__',
      'constructor',
      '\u0000',
      '\u{1F600}',
      '\ud800',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (source, bare) => {
        const expression = compileExpression(source, { bare });
        if (isExpressionProblem(expression)) {
          expect(expression.offset).toBeGreaterThanOrEqual(0);
          expect(expression.offset).toBeLessThanOrEqual(source.length);
        } else {
          expect(expression.text).toBe(source);
        }
      }),
      RUNS,
    );
  });

  it('reads every text back that it is given as a literal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
        expect(resultOf(`'${quoted}'`)).toBe(text);
      }),
      RUNS,
    );
  });
});
