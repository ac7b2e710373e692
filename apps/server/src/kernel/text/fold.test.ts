// Proves that folded names meet whoever typed them, and that misleading names are refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNameProblem, foldName } from './fold.ts';

describe('authentication 17: folding', () => {
  it.each([
    ['İSMAİL', 'ismail'],
    ['ISMAIL', 'ismail'],
    ['IŞIK', 'ışık'],
    ['Ｃａｎ', 'can'],
    ['CAFE\u0301', 'café'],
  ])('%s and %s are one name', (typed, stored) => {
    expect(foldName(typed)).toBe(foldName(stored));
  });

  it('different names stay different', () => {
    expect(foldName('ayşe')).not.toBe(foldName('ayse'));
  });

  it('plain ASCII is folded as every name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (name) => {
        // A letter beside it keeps the short way from being taken.
        expect(foldName(name)).toBe(foldName(`${name}é`).slice(0, -1));
      }),
    );
  });

  it('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });
});

describe('authentication 38: names that would mislead', () => {
  it.each([
    ['service:billing', 'NOT_ALLOWED'],
    ['SERVİCE:x', 'NOT_ALLOWED'],
    ['cli:root', 'NOT_ALLOWED'],
    ['a b', 'PATTERN'],
    ['a\u200bb', 'PATTERN'],
    ['a\u0007b', 'PATTERN'],
    ['', 'REQUIRED'],
    ['x'.repeat(255), 'TOO_LONG'],
  ])('%j is refused with %s', (name, code) => {
    expect(findNameProblem(name)?.code).toBe(code);
  });

  it.each(['ismail', 'a.b@example.com', '4711', '😀'.repeat(254)])('%s is a name', (name) => {
    expect(findNameProblem(name)).toBeNull();
  });
});
